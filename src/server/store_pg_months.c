// SPDX-License-Identifier: MIT
// Parts of the tables for each month; see store_pg_months.h.
#include "server/store_pg_months.h"

#include "server/sql_pg.h"

// A part is filled before it is attached, so that PostgreSQL finds nothing of it in the part for the rest.
const char store_pg_months_tables[] =
    "CREATE FUNCTION month_of(at timestamptz) RETURNS int8 LANGUAGE sql AS $$ SELECT"
    " ((extract(year FROM at AT TIME ZONE 'UTC')-2026)*12+extract(month FROM at AT TIME ZONE"
    " 'UTC')-1)::int8 $$;"
    "CREATE FUNCTION part_of(of text, month int8) RETURNS text LANGUAGE sql AS $$ SELECT"
    " of||to_char(date '2026-01-01'+month*interval '1 month','_YYYY_MM') $$;"
    "CREATE FUNCTION make_month(of text, key text, month int8) RETURNS void LANGUAGE plpgsql AS $$"
    " DECLARE part text := part_of(of, month); low int8 := month<<50; high int8 := (month+1)<<50;"
    " BEGIN"
    " EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS)', part, of);"
    " EXECUTE format('WITH moved AS (DELETE FROM %I WHERE %I>=%s AND %I<%s RETURNING *) INSERT INTO"
    " %I SELECT * FROM moved', of||'_later', key, low, key, high, part);"
    " EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)', of, part,"
    " low, high);"
    " END $$;"
    "CREATE TABLE months(first int8 NOT NULL);"
    "INSERT INTO months SELECT CASE WHEN EXISTS(SELECT 1 FROM matches) THEN"
    " month_of(clock_timestamp()+interval '14 days')+1 ELSE month_of(clock_timestamp()) END;";

// This month and the next three, of each table that is cut so.
#define WANTED                                                                                     \
    " FROM (VALUES('matches','id'),('chat','match'),('records','match')) AS t(name,key), "         \
    "generate_series(month_of(clock_timestamp()),month_of(clock_timestamp())+3) AS m WHERE "       \
    "to_regclass(part_of(t.name,m)) IS NULL"

int store_pg_make_months(sql_link *l) {
    int64_t missing = 0;
    if (sql_pg_do(l, "SELECT count(*)" WANTED, 0, NULL, &missing) != 1) {
        return 0;
    }
    // Whoever reads or writes just then is waited for, but nobody waits long behind that.
    return !missing || (l->driver->run(l, "BEGIN; SET LOCAL lock_timeout='2s';"
                                          "SELECT pg_advisory_xact_lock(54367, 2);"
                                          "SELECT make_month(t.name,t.key,m)" WANTED ";COMMIT") ||
                        (l->driver->run(l, "ROLLBACK") && 0));
}

uint32_t store_pg_first_month(sql_link *l) {
    int64_t first = 0;
    return sql_pg_do(l, "SELECT first FROM months", 0, NULL, &first) == 1 && first > 0
               ? (uint32_t)first
               : 0;
}
