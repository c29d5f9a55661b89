// SPDX-License-Identifier: MIT
// Pravila pet najvećih igara: || between paragraphs, | between steps.

export default {
  chess: `Topovi idu po redovima i stupcima, lovci po dijagonalama, dama jednim i drugim, svatko dokle je
put slobodan. | Skakač skače dva polja i jedno u stranu. | Kralj ide jedno polje u bilo kojem
smjeru. | Pješaci idu jedno polje naprijed, s početnog mjesta i dva, a uzimaju jedno polje koso
naprijed. | Ono što stoji na odredišnom polju uzima se.
|| Rokada: kralj i top još nisu vukli, ništa ne stoji između njih, a kralj ne stoji na napadnutom
polju, ne prelazi ga i ne dolazi na njega. | Kralj ide dva polja prema topu, a top na njegovu
drugu stranu. | En passant: pješaka koji je upravo otišao dva polja susjedni pješak može uzeti
kao da je otišao jedno. | Na posljednjem redu pješak postaje dama, top, lovac ili skakač.
|| Ne smiješ ostaviti svojega kralja napadnutog. Tko ne može vući, izgubio je ako mu je kralj
napadnut (mat), inače je neodlučeno (pat). | Neodlučeno je i kad se pozicija pojavi treći put,
kad obje strane pedeset poteza ništa ne uzmu i ne povuku pješaka, i kad figure nisu dovoljne za
mat.`,
  azul: `Popločaj zid svoje palače. Pločica je 100, po 20 plavih, žutih, crvenih, crnih i bijelih.
|| Svaka radionica dobiva četiri pločice iz vrećice. | Tko je na redu, uzima sve pločice jedne boje
iz jedne radionice, a ostatak ide u sredinu; ili uzima sve pločice jedne boje iz sredine. | Tko
prvi uzme iz sredine, dobiva i oznaku početnika: ona leži na njegovu podu, i on počinje sljedeći
krug. | Sve uzete pločice idu u jednu od tvojih pet linija ili na pod. Linija prima jednu boju,
i to ne onu koju njezin red zida već ima. Što ne stane, pada na pod.
|| Kad su sve pločice uzete, svaka puna linija, odozgo, šalje jednu pločicu u svoj red zida;
nepotpune ostaju. | Pločica donosi duljinu reda pločica kojem sada pripada i duljinu stupca, ako
su dulji od jedan; pločica bez susjeda donosi 1. | Zatim pod stoji 1, 1, 2, 2, 2, 3 i 3 boda za
svojih sedam mjesta. Nitko ne pada ispod 0.
|| Iskorištene pločice čekaju u poklopcu. Kad je vrećica prazna, vraćaju se u nju.
|| Igra završava nakon kruga u kojem netko dovrši red zida. Uz to ima 2 boda za svaki puni red, 7
za svaki puni stupac i 10 za svaku boju sa svih pet pločica na zidu. Pobjeđuje najviše bodova, a
zatim najviše punih redova.
|| Napredni način: stupac biraš sam, ali nijedna boja ne smije biti dvaput u stupcu; puna linija
bez dopuštenog stupca pada na pod.`,
  projectl: `Popuni udubine svojih slagalica dijelovima. Dovršena slagalica donosi svoje bodove, novi dio i
vraća sve dijelove koji su u njoj.
|| Potez su tri radnje, bilo koje od ovih, bilo kojim redom: | uzmi: slagalicu iz reda ili neviđenu
s vrha špila (najviše 4 pred tobom); | zamijeni: stavi red slagalica pod njegov špil i otkrij
nove; | uzmi novi dio razine 1, ili nadogradi: zamijeni dio za drugi iste razine, niže ili prve
više; | položi: stavi dio u jednu od svojih slagalica; | majstorska radnja (jednom u potezu):
stavi do jedan dio u svaku svoju slagalicu.
|| Kad se crni špil isprazni, krug se završi i igra se još jedan, u kojem se uzima najviše jedna
crna slagalica po potezu. | Zatim svatko smije još polagati dijelove, svaki za 1 bod. |
Nedovršene slagalice stoje svoje bodove. Pobjeđuje najviše bodova, zatim više dovršenih
slagalica, zatim više preostalih dijelova.
|| Sam igraš protiv protivnika koji nakon svakog tvojeg poteza uzme slagalicu.`,
  unicorns: `Budi prvi sa 7 jednoroga u staji (6 kad vas je 6 do 8).
|| Karte u tvojoj staji na kojima to piše djeluju na početku tvojeg poteza, sve zajedno. | Povuci
kartu. | Odigraj jednu kartu iz ruke ili povuci još jednu. | Karte koje djeluju na kraju poteza
sada djeluju; odbaci do 7 karata.
|| Jednorozi, poboljšanja i pogoršanja idu u bilo koju staju i ostaju ondje. Čarolije se dogode
jednom i odbacuju se. | Trenutne karte (Neigh) igraju se izvan reda: kad netko odigra kartu, svi
ostali smiju odgovoriti; vrijedi najbrži odgovor, a i na njega se može odgovoriti. |
Zaustavljena karta odbacuje se.
|| Riječi: žrtvovati = svoju kartu na odbačene; uništiti = tuđu; ukrasti = u svoju staju; vratiti =
u ruku vlasnika; odbaciti = iz ruke; izvući = slučajnu kartu iz nečije ruke; dovesti = u staju
bez igranja. | „Smiješ“ ovisi o tebi, sve ostalo mora se učiniti ako se može. Što počinje
istodobno, zajedno se bira i zajedno čini; što iz toga slijedi, dolazi poslije. | Mladunci se
vraćaju u jaslice kad god bi otišli u ruku ili bili odbačeni.
|| Ako više njih ima dovoljno jednoroga ili se špil isprazni, pobjeđuje najviše jednoroga, zatim
najviše slova u njihovim imenima; ako je i to jednako, svi gube.`,
  go: `Crni počinje. U svojem potezu stavi kamen na praznu točku ili propusti potez. | Kamenje jedne
boje spojeno po crtama čini skupinu; prazne točke do nje njezine su slobode. | Nakon što si
odigrao, protivničke skupine bez slobode skidaju se. | Ne smiješ ostaviti vlastitu skupinu bez
slobode ni ponoviti poziciju koja je već bila.
|| Kad oba igrača redom propuste, igra je gotova: zbroji svoje kamenje i prazne točke koje dodiruje
samo tvoje kamenje; bijeli dodaje 7,5. | Mrtvo kamenje skida se daljnjom igrom.`,
};
