// SPDX-License-Identifier: MIT
// Die Anleitungen der fünf größten Spiele: || between paragraphs, | between steps.

export default {
  chess: `Türme ziehen auf Reihen und Linien, Läufer auf Schrägen, die Dame auf beiden, jeweils so weit
der Weg frei ist. | Der Springer springt zwei Felder weit und eines zur Seite. | Der König geht
ein Feld in jede Richtung. | Bauern gehen ein Feld vor, von ihrem Anfangsfeld aus auch zwei, und
schlagen ein Feld schräg nach vorn. | Was auf dem Zielfeld steht, wird geschlagen.
|| Rochade: König und Turm haben noch nicht gezogen, nichts steht zwischen ihnen, und der König
steht auf keinem angegriffenen Feld, überquert keines und erreicht keines. | Der König geht zwei
Felder auf den Turm zu, und der Turm stellt sich auf seine andere Seite. | En passant: Ein
Bauer, der eben zwei Felder gegangen ist, kann von einem Bauern neben ihm geschlagen werden, als
wäre er nur eines gegangen. | Auf der letzten Reihe wird ein Bauer zu Dame, Turm, Läufer oder
Springer.
|| Du darfst deinen König nicht angegriffen lassen. Wer nicht ziehen kann, hat verloren, wenn sein
König angegriffen ist (Matt), sonst ist es unentschieden (Patt). | Unentschieden ist es auch,
wenn eine Stellung zum dritten Mal da ist, wenn beide fünfzig Züge lang weder geschlagen noch
einen Bauern gezogen haben, und wenn die Figuren zum Matt nicht reichen.`,
  azul: `Lege die Wand deines Palastes aus. Es gibt 100 Fliesen, je 20 in Blau, Gelb, Rot, Schwarz und
Weiß.
|| Jede Manufaktur bekommt vier Fliesen aus dem Beutel. | Wer an der Reihe ist, nimmt alle Fliesen
einer Farbe aus einer Manufaktur, deren Rest in die Mitte kommt, oder alle Fliesen einer Farbe
aus der Mitte. | Wer als Erster aus der Mitte nimmt, bekommt auch den Startstein: Er liegt in
der eigenen Bodenreihe und beginnt die nächste Runde. | Alle genommenen Fliesen kommen in eine
deiner fünf Musterreihen oder auf den Boden. Eine Reihe fasst nur eine Farbe, und keine, die
ihre Wandzeile schon hat. Was nicht passt, fällt auf den Boden.
|| Sind alle Fliesen genommen, schickt jede volle Reihe, von oben her, eine Fliese in ihre
Wandzeile; unvollständige bleiben liegen. | Die Fliese zählt so viel, wie die Zeile von Fliesen
lang ist, zu der sie nun gehört, und ebenso die Spalte, wo diese länger als eins sind; eine ohne
Nachbarn zählt 1. | Dann kostet der Boden 1, 1, 2, 2, 2, 3 und 3 Punkte für seine sieben Plätze.
Niemand fällt unter 0.
|| Verbrauchte Fliesen warten im Deckel. Ist der Beutel leer, kommen sie wieder hinein.
|| Das Spiel endet nach der Runde, in der jemand eine Wandzeile vollendet. Dazu gibt es 2 Punkte
für jede volle Zeile, 7 für jede volle Spalte und 10 für jede Farbe mit allen fünf Fliesen an
der Wand. Die meisten Punkte gewinnen, bei Gleichstand die meisten vollen Zeilen.
|| Für Fortgeschrittene: Du wählst die Spalte selbst, doch keine Farbe darf in einer Spalte zweimal
vorkommen; eine volle Reihe ohne erlaubte Spalte fällt auf den Boden.`,
  projectl: `Fülle die Vertiefungen deiner Puzzles mit Teilen. Ein fertiges Puzzle bringt seine Punkte, ein
neues Teil und alle Teile zurück, die darin liegen.
|| Ein Zug hat drei Aktionen, beliebige von diesen, in beliebiger Folge: | nehmen: ein Puzzle aus
einer Reihe oder das verdeckte oberste eines Stapels (höchstens 4 liegen vor dir); |
auswechseln: eine Reihe Puzzles unter ihren Stapel legen und neue aufdecken; | ein neues Teil
der Stufe 1 nehmen, oder aufwerten: ein Teil gegen eines derselben, einer niedrigeren oder der
nächsthöheren Stufe tauschen; | einsetzen: ein Teil in eines deiner Puzzles legen; |
Meisteraktion (einmal im Zug): in jedes deiner Puzzles bis zu ein Teil legen.
|| Ist der schwarze Stapel leer, wird die Runde zu Ende gespielt und noch eine, in der jeder nur
ein schwarzes Puzzle im Zug nehmen darf. | Dann darf jeder noch Teile einsetzen, für je 1 Punkt.
| Unfertige Puzzles kosten ihre Punkte. Die meisten Punkte gewinnen, dann die meisten fertigen
Puzzles, dann die meisten übrigen Teile.
|| Allein spielst du gegen einen Gegner, der nach jedem deiner Züge ein Puzzle nimmt.`,
  unicorns: `Habe als Erster 7 Einhörner in deinem Stall (6 bei 6 bis 8 Spielern).
|| Karten in deinem Stall, auf denen es steht, wirken am Anfang deines Zuges, alle zusammen. |
Ziehe eine Karte. | Spiele eine Karte aus der Hand oder ziehe noch eine. | Karten, die am Ende
eines Zuges wirken, tun es jetzt; wirf bis auf 7 Karten ab.
|| Einhörner, Upgrades und Downgrades kommen in irgendeinen Stall und bleiben dort. Magiekarten
wirken einmal und werden abgeworfen. | Sofortkarten (Neigh) werden außer der Reihe gespielt:
Spielt jemand eine Karte, dürfen alle anderen antworten; die schnellste Antwort zählt, und auch
sie kann beantwortet werden. | Eine gestoppte Karte wird abgeworfen.
|| Worte: opfern = eine eigene Karte ablegen; zerstören = eine fremde; stehlen = in deinen Stall;
zurückgeben = auf die Hand ihres Besitzers; abwerfen = aus der Hand; ziehen von jemandem = eine
zufällige Karte seiner Hand; bringen = in den Stall, ohne sie zu spielen. | „Darf“ steht dir
frei, alles andere muss geschehen, wenn es kann. Was zugleich beginnt, wird zusammen gewählt und
dann zusammen getan; was es auslöst, kommt danach. | Babys kehren ins Kinderzimmer zurück, wann
immer sie auf eine Hand kämen oder abgeworfen würden.
|| Haben mehrere genug Einhörner oder geht der Stapel zu Ende, gewinnen die meisten Einhörner, dann
die meisten Buchstaben in ihren Namen; ist auch das gleich, verlieren alle.`,
  go: `Schwarz beginnt. Setze einen Stein auf einen leeren Punkt oder passe. | Steine einer Farbe, die
durch Linien verbunden sind, bilden eine Gruppe; die leeren Punkte daneben sind ihre Freiheiten.
| Nachdem du gesetzt hast, werden feindliche Gruppen ohne Freiheit vom Brett genommen. | Du
darfst keine eigene Gruppe ohne Freiheit lassen und keine Stellung wiederherstellen, die schon
da war.
|| Haben beide nacheinander gepasst, ist das Spiel aus: Zähle deine Steine und die leeren Punkte,
die nur deine Steine berühren; Weiß bekommt 7,5 dazu. | Tote Steine nimmt man, indem man
weiterspielt.`,
};
