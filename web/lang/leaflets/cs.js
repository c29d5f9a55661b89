// SPDX-License-Identifier: MIT
// Pravidla pěti největších her: || between paragraphs, | between steps.

export default {
  chess: `Věže táhnou po řadách a sloupcích, střelci po úhlopříčkách, dáma obojím způsobem, vždy tak
daleko, jak je cesta volná. | Jezdec skáče o dvě pole a jedno stranou. | Král udělá jeden krok
kterýmkoli směrem. | Pěšci jdou o jedno pole vpřed, z výchozího pole i o dvě, a berou o jedno
pole šikmo vpřed. | Co stojí na cílovém poli, je sebráno.
|| Rošáda: král ani věž ještě netáhli, nic mezi nimi nestojí a král nestojí na napadeném poli,
nepřechází je a nekončí na něm. | Král jde o dvě pole k věži a věž se postaví z jeho druhé
strany. | Braní mimochodem: pěšce, který právě postoupil o dvě pole, může sousední pěšec sebrat,
jako by postoupil o jedno. | Na poslední řadě se pěšec promění v dámu, věž, střelce nebo jezdce.
|| Nesmíš nechat svého krále napadeného. Kdo nemůže táhnout, prohrál, je-li jeho král napaden
(mat); jinak je remíza (pat). | Remíza je také, když pozice nastane potřetí, když obě strany
padesát tahů nebraly ani netáhly pěšcem, a když figury k matu nestačí.`,
  azul: `Vyskládej stěnu svého paláce. Kachlí je 100, po 20 modrých, žlutých, červených, černých a
bílých.
|| Každá výrobna dostane čtyři kachle ze sáčku. | Kdo je na řadě, vezme všechny kachle jedné barvy
z jedné výrobny a zbytek přesune doprostřed, nebo vezme všechny kachle jedné barvy ze středu. |
Kdo první bere ze středu, dostane i značku začínajícího: leží na jeho podlaze a začíná příští
kolo. | Všechny vzaté kachle přijdou do jedné z tvých pěti řad, nebo na podlahu. Řada má jen
jednu barvu, a ne takovou, kterou už její řádek stěny má. Co se nevejde, spadne na podlahu.
|| Když jsou všechny kachle rozebrány, každá plná řada, odshora, pošle jednu kachli do svého řádku
stěny; neúplné zůstávají. | Kachle boduje za délku řádku kachlí, ke kterému teď patří, a za
délku sloupce, jsou-li delší než jedna; kachle bez sousedů má 1 bod. | Pak podlaha stojí 1, 1,
2, 2, 2, 3 a 3 body za svých sedm míst. Nikdo neklesne pod 0.
|| Použité kachle čekají ve víku. Když je sáček prázdný, vrátí se do něj.
|| Hra končí po kole, ve kterém někdo dokončí řádek stěny. Navíc jsou 2 body za každý plný řádek, 7
za každý plný sloupec a 10 za každou barvu se všemi pěti kachlemi na stěně. Vyhrává nejvíc bodů,
při shodě nejvíc plných řádků.
|| Pro pokročilé: sloupec si vybíráš, ale žádná barva nesmí být ve sloupci dvakrát; plná řada bez
dovoleného sloupce spadne na podlahu.`,
  projectl: `Vyplňuj prohlubně svých hlavolamů dílky. Dokončený hlavolam přinese své body, nový dílek a vrátí
všechny dílky, které v něm leží.
|| Tah má tři akce, libovolné z těchto, v libovolném pořadí: | vzít: hlavolam z řady, nebo neviděný
vrchní z balíčku (nejvýš 4 před tebou); | vyměnit: dát řadu hlavolamů pod její balíček a odkrýt
nové; | vzít nový dílek úrovně 1, nebo vylepšit: vyměnit dílek za jiný téže úrovně, nižší, nebo
o jednu vyšší; | položit: dát dílek do jednoho ze svých hlavolamů; | mistrovská akce (jednou za
tah): dát do každého svého hlavolamu až jeden dílek.
|| Když dojde černý balíček, kolo se dohraje a hraje se ještě jedno, v němž se smí vzít nejvýš
jeden černý hlavolam za tah. | Pak může každý ještě pokládat dílky, každý za 1 bod. |
Nedokončené hlavolamy stojí své body. Vyhrává nejvíc bodů, pak víc dokončených hlavolamů, pak
víc zbylých dílků.
|| Sám hraješ proti soupeři, který si po každém tvém tahu vezme hlavolam.`,
  unicorns: `Měj jako první ve stáji 7 jednorožců (6 při 6 až 8 hráčích).
|| Karty ve tvé stáji, na kterých to stojí, působí na začátku tvého tahu, všechny společně. | Lízni
si kartu. | Zahraj jednu kartu z ruky, nebo si lízni další. | Karty, které působí na konci tahu,
teď zapůsobí; odhoď karty do 7.
|| Jednorožci, vylepšení a zhoršení jdou do kterékoli stáje a zůstanou tam. Kouzla se stanou jednou
a odhodí se. | Okamžité karty (Neigh) se hrají mimo pořadí: když někdo zahraje kartu, všichni
ostatní smějí odpovědět; platí nejrychlejší odpověď a i na ni lze odpovědět. | Zastavená karta
se odhodí.
|| Slova: obětovat = vlastní kartu na odhazovací balíček; zničit = cizí; ukrást = do své stáje;
vrátit = do ruky majitele; odhodit = z ruky; vytáhnout = náhodnou kartu z něčí ruky; přivést =
do stáje bez zahrání. | „Smíš“ je na tobě, všechno ostatní se musí stát, pokud to jde. Co začíná
zároveň, se společně vybere a společně provede; co z toho plyne, přijde potom. | Mláďata se
vracejí do školky, kdykoli by šla do ruky nebo byla odhozena.
|| Má-li jednorožců dost víc hráčů, nebo dojde balíček, vyhrává nejvíc jednorožců, pak nejvíc
písmen v jejich jménech; je-li i to stejné, prohrají všichni.`,
  go: `Začíná černý. Ve svém tahu polož kámen na prázdný bod, nebo pasuj. | Kameny jedné barvy spojené
po čarách jsou skupina; prázdné body vedle ní jsou její svobody. | Po tvém tahu se nepřátelské
skupiny bez svobody odeberou. | Nesmíš nechat vlastní skupinu bez svobody ani obnovit pozici,
která už tu byla.
|| Když oba po sobě pasují, hra končí: spočítej své kameny a prázdné body, kterých se dotýkají jen
tvé kameny; bílý přičte 7,5. | Mrtvé kameny se odeberou tím, že se hraje dál.`,
};
