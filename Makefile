# SPDX-License-Identifier: MIT
#
# Tessera's front door. The build itself is CMake's: CMakeLists.txt has the
# parts, CMakePresets.json the kinds of build, each in its folder build/<kind>.

PREFIX    ?= /usr/local
DESTDIR   ?=
FUZZ_TIME ?= 60

# Three for each core: many tests mostly wait. One with a browser counts as two.
export CTEST_PARALLEL_LEVEL ?= $(shell expr 3 \* $$(nproc 2>/dev/null || echo 2))

# As Debian calls it.
other_arch = $(if $(filter x86_64,$(shell uname -m)),arm64,amd64)
other_root = build/sysroot/$(other_arch)

.NOTPARALLEL:
.PHONY: all release debug run bench gpu speed test fetch-cross built-test built-asan built-cross-quick built-wasm \
        test-gcc test-gpu test-long asan tsan clang cross cross-quick fuzz check python test-python wasm \
        test-wasm npm page-site check-format format tidy install dist release-check docs-site site clean help

all: release
	@echo 'Built build/release/tessera. `make run` starts it, `make help` lists the rest.'

release debug: %: build/%/build.ninja ## build; plain `make` builds the release
	cmake --build --preset $@

run: ## install what is missing, build, serve all games at http://localhost:8080
	@tools/setup build
	@$(MAKE) --no-print-directory build/run/build.ninja
	@cmake --build --preset run
	@build/run/tessera serve --port 8080 --db tessera.db

gpu: release ## PTX of the shelf for NVIDIA's GPUs, in build/gpu; needs clang
	mkdir -p build/gpu
	for game in games/rules/*.game; do build/release/tessera build --gpu "$$game" -o build/gpu/; done

test-gpu: build/test/build.ninja ## compare the shelf on this machine's NVIDIA GPU with the processor, byte by byte
	cmake --build --preset test --target check_gpu test_crowd test_device
	build/test/tests/test_crowd 0
	build/test/tests/test_device 0
	build/test/tests/check_gpu --seconds 0.5

bench: release ## measure playing speed
	@build/release/tessera bench

speed: release ## measure, and write docs/speed.md
	tools/speed-doc build/release/tessera

test: ## install what is missing, check, build and test with gcc, sanitizers, the other architecture, WebAssembly
	@tools/setup test
	@tools/test-all

# Build, and no more: `make test` tests one while it builds the next.
built-test: build/test/build.ninja
	cmake --build --preset test

built-asan built-cross-quick: built-%: build/%/build.ninja build/test/build.ninja # whose make_shelf prints the games
	cmake --build --preset test --target make_shelf
	cmake --build --preset $*

built-wasm: build/wasm/build.ninja
	cmake --build --preset wasm-quick

test-gcc: built-test
	ctest --preset test --output-junit report-quick.xml

tsan clang: %: build/%/build.ninja ## one of the other test builds
	cmake --build --preset $@
	ctest --preset $@ --output-junit report-quick.xml

asan: built-asan ## likewise, with address and undefined behaviour sanitizers
	ctest --preset asan --output-junit report-quick.xml

test-long: build/test/build.ninja build/asan/build.ninja ## all tests, the long ones too, with clang and for the other architecture
	cmake --build --preset test
	ctest --preset test-long --output-junit report-long.xml
	cmake --build --preset asan --target all once
	ctest --preset asan-once --output-junit report-once.xml
	$(MAKE) --no-print-directory clang cross wasm
	ctest --preset wasm-long --output-junit report-long.xml

cross: build/cross/build.ninja ## build for the other architecture (arm64 or x86-64), test with qemu
	cmake --build --preset cross
	ctest --preset cross --output-junit report-quick.xml

cross-quick: built-cross-quick ## the part of it that finds most in little time
	ctest --preset cross-quick --output-junit report-quick.xml

python: ## build the Python package: a wheel in build/wheels
	@tools/setup python
	python3 tests/python/run.py build build/wheels

test-python: build/test/build.ninja ## all tests of the Python package, the long ones and the wheel too
	cmake --build --preset test --target tessera_static
	ctest --test-dir build/test --output-on-failure -R '^python'

wasm: build/wasm/build.ninja ## build the engine for pages and node: build/wasm/wasm
	cmake --build --preset wasm

test-wasm: built-wasm ## its tests, run by node
	ctest --preset wasm --output-junit report-quick.xml

npm: wasm ## the npm package: tested, and kept as build/npm/tessera-VERSION.tgz
	mkdir -p build/npm
	python3 tests/npm/run.py build/wasm "$$(sed -n 's/^    VERSION //p' CMakeLists.txt)" build/npm

page-site: wasm ## the page with the engine as files, for any host of files: build/page-site
	tools/page-site --packed build/page-site

fuzz: build/fuzz/build.ninja ## look for crashes, FUZZ_TIME seconds per target
	cmake --build --preset fuzz
	tools/fuzz $(FUZZ_TIME)

# The longest first, two at a time; each says one line, or what is wrong.
checks = check-order 'check-order --alone src/wasm/libc.c' 'check-order --alone src/wasm/memory.c' \
         'check-order --alone src/wasm/bytes.c' \
         check-headers 'format --check' check-docs check-waits check-layers 'draw-layers --check' \
         check-spelling

check: ## format, layers, order of evaluation, headers, documents, waits, spelling
	@printf '%s\n' $(checks) | xargs -P 2 -I '{}' sh -c 'tools/{}'

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

dist: ## the sources as a release: build/dist/tessera-VERSION.tar.gz
	@tools/dist

release-check: release ## whether this commit can be released
	@tools/release-check build/release/tessera

docs-site: release ## the documentation as pages: build/docs-site
	@python3 tools/site build/docs-site build/release

site: docs-site wasm ## page, engine, every game and the documentation as files, for any host of files: build/site
	tools/page-site --packed build/site

clean: ## remove all builds
	rm -rf build

help: ## this list
	@sed -n 's/^\([a-z][a-z %-]*\):[^#]*## /\1: /p' Makefile

build/cross/build.ninja build/cross-quick/build.ninja: build/%/build.ninja: CMakePresets.json cmake/cross.cmake | fetch-cross
	cmake --preset $*

fetch-cross: # the compiler and the libraries for the other architecture; nothing to do when they are there
	@tools/setup cross
	@tools/cross-sysroot $(other_arch) $(other_root)

build/wasm/build.ninja: CMakePresets.json cmake/wasm.cmake
	@tools/setup wasm
	cmake --preset wasm

build/%/build.ninja: CMakePresets.json
	cmake --preset $*
