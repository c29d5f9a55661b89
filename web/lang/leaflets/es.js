// SPDX-License-Identifier: MIT
// Las reglas de los cinco juegos más grandes: || between paragraphs, | between steps.

export default {
  chess: `Las torres van por filas y columnas, los alfiles por diagonales y la dama por ambas, tan lejos
como el camino esté libre. | El caballo salta dos casillas y una de lado. | El rey da un paso en
cualquier dirección. | Los peones avanzan una casilla, o dos desde donde empezaron, y capturan
una casilla en diagonal hacia delante. | Lo que está en la casilla de llegada se captura.
|| Enroque: ni el rey ni la torre se han movido, nada hay entre ellos, y el rey no está en una
casilla atacada, ni la cruza ni llega a ella. | El rey va dos casillas hacia la torre y la torre
pasa a su otro lado. | Al paso: un peón que acaba de avanzar dos casillas puede ser capturado
por un peón contiguo como si hubiera avanzado una. | En la última fila el peón se convierte en
dama, torre, alfil o caballo.
|| No puedes dejar a tu rey atacado. Quien no puede mover pierde si su rey está atacado (jaque
mate); si no, son tablas (ahogado). | También son tablas: una posición por tercera vez,
cincuenta jugadas de cada bando sin captura ni movimiento de peón, y muy pocas piezas para dar
mate.`,
  azul: `Cubre de azulejos la pared de tu palacio. Hay 100 azulejos, 20 de cada color: azul, amarillo,
rojo, negro y blanco.
|| Cada expositor recibe cuatro azulejos de la bolsa. | Por turnos, toma todos los azulejos de un
color de un expositor, y el resto pasa al centro; o toma todos los de un color del centro. | El
primero que toma del centro recibe también la ficha inicial: queda en su suelo, y empieza la
ronda siguiente. | Todos los azulejos que tomas van a una de tus cinco líneas, o al suelo. Una
línea admite un solo color, y no uno que su fila de la pared ya tenga. Lo que no cabe cae al
suelo.
|| Cuando no quedan azulejos, cada línea llena, desde arriba, envía uno a su fila de la pared; las
incompletas se quedan. | El azulejo vale lo que mide la fila de azulejos a la que ahora
pertenece, más lo que mide la columna, donde midan más de uno; uno sin vecinos vale 1. | Después
el suelo cuesta 1, 1, 2, 2, 2, 3 y 3 puntos por sus siete espacios. Nadie baja de 0.
|| Los azulejos usados esperan en la tapa. Cuando la bolsa está vacía, vuelven a ella.
|| La partida termina tras la ronda en la que alguien completa una fila de la pared. Se suman 2
puntos por cada fila completa, 7 por cada columna completa y 10 por cada color con sus cinco
azulejos en la pared. Gana quien tiene más puntos; en caso de empate, más filas completas.
|| Modo avanzado: tú eliges la columna, pero ningún color puede repetirse en una columna; una línea
llena sin columna permitida cae al suelo.`,
  projectl: `Rellena los huecos de tus puzles con piezas. Un puzle completo da sus puntos, una pieza nueva y
devuelve todas las que contiene.
|| Un turno son tres acciones, cualesquiera de estas, en cualquier orden: | tomar: un puzle de una
fila o el de encima de un mazo, sin verlo (como mucho 4 delante de ti); | renovar: pon una fila
de puzles bajo su mazo y descubre otros; | tomar una pieza nueva de nivel 1, o mejorar: cambia
una pieza por otra del mismo nivel, de uno inferior o del siguiente; | colocar: pon una pieza en
uno de tus puzles; | acción maestra (una vez por turno): pon hasta una pieza en cada uno de tus
puzles.
|| Cuando se acaba el mazo negro, se termina la ronda y se juega otra, en la que se toma como mucho
un puzle negro por turno. | Después todos pueden colocar piezas, a 1 punto cada una. | Los
puzles sin terminar cuestan sus puntos. Gana quien tiene más puntos; luego, más puzles
completos; luego, más piezas sobrantes.
|| En solitario juegas contra un rival que toma un puzle después de cada turno tuyo.`,
  unicorns: `Sé el primero con 7 unicornios en tu establo (6 si sois de 6 a 8).
|| Las cartas de tu establo que lo dicen actúan al principio de tu turno, todas a la vez. | Roba
una carta. | Juega una carta de tu mano o roba otra. | Actúan las cartas de final de turno;
descarta hasta quedarte con 7.
|| Unicornios, mejoras y perjuicios van a cualquier establo y se quedan. Las cartas mágicas ocurren
una vez y se descartan. | Las instantáneas (Neigh) se juegan fuera de turno: cuando alguien
juega una carta, los demás pueden responder; cuenta la respuesta más rápida, que a su vez puede
ser respondida. | Una carta detenida se descarta.
|| Palabras: sacrificar = una carta tuya al descarte; destruir = la de otro; robar a alguien = a tu
establo; devolver = a la mano de su dueño; descartar = de tu mano; sacar = una carta al azar de
una mano; traer = al establo sin jugarla. | «Puedes» depende de ti; todo lo demás debe hacerse
si es posible. Los efectos que empiezan a la vez se eligen juntos y se hacen juntos; lo que
provocan viene después. | Las crías vuelven a la guardería siempre que irían a una mano o al
descarte.
|| Si varios tienen bastantes unicornios, o se acaba el mazo, gana quien tiene más unicornios y
luego más letras en sus nombres; si también empatan, todos pierden.`,
  go: `Empiezan las negras. En tu turno pon una piedra en un punto vacío, o pasa. | Las piedras de un
color unidas por las líneas forman un grupo; los puntos vacíos contiguos son sus libertades. |
Después de jugar, los grupos enemigos sin libertad se retiran. | No puedes dejar sin libertad a
un grupo tuyo ni repetir una posición que ya se dio.
|| Cuando ambos pasan seguidos, la partida termina: cuenta tus piedras y los puntos vacíos que solo
tocan tus piedras; las blancas suman 7,5. | Las piedras muertas se retiran jugando.`,
};
