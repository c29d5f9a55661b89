#!/bin/sh
# SPDX-License-Identifier: MIT
#
# examples/plugin: under 100 lines, built against the public headers and nothing
# else, imports only libc, keeps every law, and plays.

set -eu
fail() {
    echo "test_example_plugin: $1" >&2
    exit 1
}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r "$TSR_SOURCE_DIR/include" "$TSR_SOURCE_DIR"/examples/plugin/*.c \
    "$TSR_SOURCE_DIR/examples/plugin/Makefile" "$folder"
cd "$folder"

lines=$(wc -l <nim.c)
[ "$lines" -lt 100 ] || fail "nim.c has $lines lines"

make -s CPPFLAGS=-Iinclude || fail 'it does not build'
if ${NM:-nm} -D --undefined-only nim.so | grep 'tsr_'; then
    fail 'it imports from Tessera'
fi

# shellcheck disable=SC2086 # a command of several words
${TSR_EMULATOR:-} "$TSR_BUILD_DIR/conformance" --plugin ./nim.so --game nim --games 8 || fail 'it breaks a law'

[ -x "$TESSERA" ] || exit 0
"$TESSERA" match nim random random --games 10 --seed 1 --plugin ./nim.so >/dev/null ||
    fail 'it does not play'
