-- A database in format 1, as early builds of the server wrote it, as SQL text.
BEGIN TRANSACTION;
CREATE TABLE chat(match INTEGER NOT NULL, n INTEGER NOT NULL, who TEXT NOT NULL, words TEXT NOT NULL, PRIMARY KEY(match,n)) WITHOUT ROWID;
INSERT INTO "chat" VALUES(959567292913511,0,'Ben','hello');
CREATE TABLE lines(match INTEGER NOT NULL, n INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY(match,n)) WITHOUT ROWID;
INSERT INTO "lines" VALUES(408606452855911,0,'tessera	1
game	azul
rules	8baa5799a7d175ae
players	2
option	mode	basic
option	tiles	return
option	starter	random
seed	5737229357755426421
seat	1	Ben	human	ask	1	forfeit	0	0	0
seat	2	Dora	human	ask	1	forfeit	0	0	0
begin
1	chance	-	ok	start 2	0	Dora starts
2	chance	-	ok	draw YRWW	0	display 1 gets yellow, red, white, white
3	chance	-	ok	draw BYKK	0	display 2 gets blue, yellow, black, black
4	chance	-	ok	draw YRKK	0	display 3 gets yellow, red, black, black
5	chance	-	ok	draw YRKK	0	display 4 gets yellow, red, black, black
6	chance	-	ok	draw BKKW	0	display 5 gets blue, black, black, white
');
INSERT INTO "lines" VALUES(408606452855911,1,'7	p2	Dora	ok	H1 2 1	21	Dora takes 1 yellow from display 1 to line 1
');
INSERT INTO "lines" VALUES(408606452855911,2,'8	p1	Ben	ok	C 3 1	10	Ben takes 1 red from the centre to line 1
');
INSERT INTO "lines" VALUES(408606452855911,3,'9	p2	Dora	ok	C 5 2	15	Dora takes 2 white from the centre to line 2
');
INSERT INTO "lines" VALUES(408606452855911,4,'10	p1	Ben	ok	H2 1 2	13	Ben takes 1 blue from display 2 to line 2
');
INSERT INTO "lines" VALUES(959567292913511,0,'tessera	1
game	tictactoe
rules	0b581f58a83d7d4d
players	2
seed	1170255834918225577
seat	1	Änne	human	ask	1	forfeit	0	0	0
seat	2	Ben	human	ask	1	forfeit	0	0	0
begin
');
INSERT INTO "lines" VALUES(959567292913511,1,'1	p1	Änne	ok	X 1,1	8	Änne places X on 1,1
');
INSERT INTO "lines" VALUES(959567292913511,2,'resign	p2
result	resigned	1 2	0 0
');
CREATE TABLE matches(id INTEGER PRIMARY KEY, state INTEGER NOT NULL, updated INTEGER NOT NULL, meta TEXT NOT NULL);
INSERT INTO "matches" VALUES(408606452855911,1,1794767393,'{"game":"azul","players":2,"seed":"5737229357755426421","made":1794767393,"options":{"mode":"basic","tiles":"return","starter":"random"},"owner":"1045170869370828","rated":0,"public":0,"clock":[0,0,0],"rematch":"0","seats":[{"kind":0,"user":"1045170869370828","account":1,"rating":0,"name":"Ben","spec":"","code":""},{"kind":1,"user":"1045170869370828","account":0,"rating":0,"name":"Dora","spec":"","code":""}],"end":0,"result":[]}');
INSERT INTO "matches" VALUES(897333762839866,0,1794767393,'{"game":"chess","players":2,"seed":"13256787183871430069","made":1794767393,"options":{"turns":"joined"},"owner":"926405519676696","rated":0,"public":0,"clock":[600000,5000,0],"rematch":"0","seats":[{"kind":0,"user":"926405519676696","account":1,"rating":0,"name":"Änne","spec":"","code":""},{"kind":4,"user":"0","account":0,"rating":0,"name":"","spec":"","code":"0a2q2mm6vsjkjgz2"}],"end":0,"result":[]}');
INSERT INTO "matches" VALUES(959567292913511,2,1794767393,'{"game":"tictactoe","players":2,"seed":"1170255834918225577","made":1794767393,"options":{},"owner":"926405519676696","rated":1,"public":1,"clock":[0,0,0],"rematch":"0","seats":[{"kind":0,"user":"926405519676696","account":1,"rating":1742,"name":"Änne","spec":"","code":""},{"kind":0,"user":"1045170869370828","account":1,"rating":1258,"name":"Ben","spec":"","code":""}],"end":3,"result":[[1,0],[2,0]]}');
CREATE TABLE ratings(user INTEGER NOT NULL, game TEXT NOT NULL, rating REAL NOT NULL, rd REAL NOT NULL, volatility REAL NOT NULL, games INTEGER NOT NULL, PRIMARY KEY(user,game)) WITHOUT ROWID;
INSERT INTO "ratings" VALUES(926405519676696,'tictactoe',1.74162442401589169093e+03,3.96811821458854126383e+02,8.99983004906201172756e-02,1);
INSERT INTO "ratings" VALUES(1045170869370828,'tictactoe',1.25837557598410830906e+03,3.96811821458854126383e+02,8.99983004906201172756e-02,1);
CREATE TABLE seats(user INTEGER NOT NULL, made INTEGER NOT NULL, match INTEGER NOT NULL, PRIMARY KEY(user,made,match)) WITHOUT ROWID;
INSERT INTO "seats" VALUES(926405519676696,1794767393,897333762839866);
INSERT INTO "seats" VALUES(926405519676696,1794767393,959567292913511);
INSERT INTO "seats" VALUES(1045170869370828,1794767393,408606452855911);
INSERT INTO "seats" VALUES(1045170869370828,1794767393,959567292913511);
CREATE TABLE sessions(hash BLOB PRIMARY KEY, user INTEGER NOT NULL, seen INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO "sessions" VALUES(X'16374AD279912D157D2CF3A46298B0982F1EA7B610630E8E011BC65030F33481',926405519676696,1794767393);
INSERT INTO "sessions" VALUES(X'2A3C416F0B4727949EA851727D0431601BFD637C3C9E0AEB2EA05CE92543305D',684566241119910,1794767393);
INSERT INTO "sessions" VALUES(X'F690F39A414D38FAAF759152FA7B449F3335DCCB853C264E336BE905FF8F1F5C',1045170869370828,1794767393);
CREATE TABLE users(id INTEGER PRIMARY KEY, name TEXT UNIQUE COLLATE NOCASE, password TEXT, since INTEGER NOT NULL);
INSERT INTO "users" VALUES(684566241119910,'änne','$argon2id$v=19$m=19456,t=2,p=1$d9SU9JMSmWiXoPJv4b0UpQ$a3H39DhNDq5ZJd3H4rq5C0q+gGPjB2I9ypExjnK9avU',1794767393);
INSERT INTO "users" VALUES(926405519676696,'Änne','$argon2id$v=19$m=19456,t=2,p=1$iLWjmXX+Bn2sgf1bCFgidg$x9UmAik8GYwvBMfGWo2yh1L32bmuvXG2wxKRIR4smOM',1794767393);
INSERT INTO "users" VALUES(1045170869370828,'Ben','$argon2id$v=19$m=19456,t=2,p=1$Olm1Bxm1KdJGBqYbSvWzbg$tKuRQl9MhKadj7QAaBfNtGHrrhRgwfgR7TjIrxUv2f0',1794767393);
CREATE INDEX sessions_of ON sessions(user);
CREATE INDEX unfinished ON matches(updated) WHERE state<2;
COMMIT;
PRAGMA user_version=1;
