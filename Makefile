# SPDX-License-Identifier: MIT
#
# Tessera's front door. The build itself is CMake's: CMakeLists.txt has the
# parts, CMakePresets.json the kinds of build, each in its folder build/<kind>.

PREFIX    ?= /usr/local
DESTDIR   ?=
FUZZ_TIME ?= 60

# One more than there are cores: some tests mostly wait.
export CTEST_PARALLEL_LEVEL ?= $(shell expr $$(nproc 2>/dev/null || echo 2) + 1)

# As Debian calls it.
other_arch = $(if $(filter x86_64,$(shell uname -m)),arm64,amd64)

.NOTPARALLEL:
.PHONY: all release debug run bench speed test test-gcc test-long asan tsan clang cross \
        cross-quick fuzz check \
        check-format format tidy install clean help

all: release
	@echo 'Built build/release/tessera. `make run` starts it, `make help` lists the rest.'

release debug: %: build/%/build.ninja ## build; plain `make` builds the release
	cmake --build --preset $@

run: ## install what is missing, build, serve all games at http://localhost:8080
	@tools/setup build
	@$(MAKE) --no-print-directory release
	@build/release/tessera serve --port 8080 --db tessera.db

bench: release ## measure playing speed
	@build/release/tessera bench

speed: release ## measure, and write docs/speed.md
	tools/speed-doc build/release/tessera

test: ## install what is missing, check, build and test with gcc and with sanitizers
	@tools/setup test
	@start=$$(date +%s); $(MAKE) --no-print-directory check test-gcc asan; code=$$?; \
	tools/test-report $$start; exit $$code

test-gcc: build/test/build.ninja
	cmake --build --preset test
	ctest --preset test --output-junit report-quick.xml
	ctest --preset browser --output-junit report-browser.xml

asan tsan clang: %: build/%/build.ninja ## one of the other test builds
	cmake --build --preset $@
	ctest --preset $@ --output-junit report-quick.xml

test-long: build/test/build.ninja ## all tests, the long ones too
	cmake --build --preset test
	ctest --preset test-long

cross: build/cross/build.ninja ## build for the other architecture (arm64 or x86-64), test with qemu
	cmake --build --preset cross
	ctest --preset cross

cross-quick: build/cross/build.ninja ## the part of it that finds most in little time
	cmake --build --preset cross-quick
	ctest --preset cross-quick

fuzz: build/fuzz/build.ninja ## look for crashes, FUZZ_TIME seconds per target
	cmake --build --preset fuzz
	tools/fuzz $(FUZZ_TIME)

check: check-format ## format, layers, order of evaluation, headers, documents, waits
	@tools/check-layers
	@tools/check-order
	@tools/draw-layers --check
	@tools/check-headers
	@tools/check-docs
	@tools/check-waits

format: ## format the C files
	tools/format

check-format:
	@tools/format --check

tidy: build/clang/build.ninja ## look for likely bugs with clang-tidy (a package of its own)
	find src games -name '*.c' -exec clang-tidy -p build/clang --quiet {} +

install: ## install to PREFIX (now /usr/local), under DESTDIR if given
	cmake --preset release -DCMAKE_INSTALL_PREFIX='$(PREFIX)'
	cmake --build --preset release
	DESTDIR='$(DESTDIR)' cmake --install build/release
	@[ -n '$(DESTDIR)' ] || [ "$$(id -u)" != 0 ] || ldconfig

clean: ## remove all builds
	rm -rf build

help: ## this list
	@sed -n 's/^\([a-z][a-z %-]*\):[^#]*## /\1: /p' Makefile

build/cross/build.ninja: CMakePresets.json cmake/cross.cmake
	@tools/setup cross
	tools/cross-sysroot $(other_arch) build/sysroot/$(other_arch)
	cmake --preset cross

build/%/build.ninja: CMakePresets.json
	cmake --preset $*
