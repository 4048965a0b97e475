# Coldstar's targets; `make help` lists them. SPDX-License-Identifier: Apache-2.0

SHELL := /bin/sh
# What `--version` says of the sources. A build without it says "unknown".
ifndef COLDSTAR_COMMIT
export COLDSTAR_COMMIT := $(shell scripts/commit)
endif
# pytest compiles the tests once, not in each of its processes.
unexport PYTHONDONTWRITEBYTECODE
MARKS ?= loop or xdr or malformed or review or vault or handoff or submit or sep10 or multisig or message or airgap
# An import that a target does not declare stops the build.
SWIFT_BUILD := swift build --explicit-target-dependency-import-check error
RELEASE := .build/release
# What the demonstrations and tests run, apart from the builds of those who debug or measure. It takes a quarter of the time of an optimised
# build, and a third less than one with debug information. It is no debug build, since in those swift-argument-parser checks every
# declaration at each start, which takes seconds for commands with many options. COLDSTAR_QUICK tells Package.swift to link the Swift runtime
# into the programs, and not to compile for size. A module that is emitted apart is checked twice.
QUICK := .build/quick/release
QUICK_FLAGS := -c release --scratch-path .build/quick -Xswiftc -Onone -Xswiftc -enable-testing -Xswiftc -no-emit-module-separately-wmo \
  -debug-info-format none
QUICK_BUILD := env COLDSTAR_QUICK=1 $(SWIFT_BUILD) $(QUICK_FLAGS)
# The same in a folder of its own, for what is built in another way.
quick-build-in = env COLDSTAR_QUICK=1 $(SWIFT_BUILD) $(patsubst .build/quick,$(1),$(QUICK_FLAGS))
# The programs under test. `make check` tests those that are installed.
BIN := $(QUICK)
# The tests of programs that `make test` runs; `make check` runs all.
SLOW := -m "not slow"
# The program that tests the sandbox; it is not installed.
PROBE := $(QUICK)/confine-probe
QUICK_PINS := $(CURDIR)/.build/quick-pins.so
# Set once everything is built: SwiftPM would plan each build again, which takes 6 s, and find nothing to do.
BUILT :=
TESTED = SLOW='$(SLOW)' BIN='$(BIN)' ANCHOR_PYTHON='$(ANCHOR_PYTHON)' PROBE='$(PROBE)' QUICK_PINS='$(QUICK_PINS)' BUILT='$(BUILT)'
VENV := .build/venv
# An anchor server that others wrote, which only `make check` runs; it needs an older SDK than the tests that judge.
POLARIS := .build/polaris
PYTHON ?= python3

BUILD_PACKAGES := libsodium-dev libsecp256k1-dev libqrencode-dev libcurl4-openssl-dev libsqlite3-dev libseccomp-dev libzbar-dev libpng-dev \
  libturbojpeg0-dev nettle-dev pkg-config ca-certificates
FUZZ_PACKAGES := $(BUILD_PACKAGES) g++ python3
BENCH_PACKAGES := $(BUILD_PACKAGES) gcc libc6-dev libssl-dev python3 python3-venv
BUNDLE_PACKAGES := $(BUILD_PACKAGES) gcc g++ libc6-dev binutils
TEST_PACKAGES := $(BUILD_PACKAGES) binutils fish gcc gnupg hledger libc6-dev minisign openssl python3 python3-venv strace tmux zsh \
  chromium chromium-driver

.PHONY: bench optical fuzz-handoff torture histories fuzz fuzz-seeds help build release test unit programs demo demo-anchor demo-desk demo-contracts demo-ramp lint format generate check-generated check-airgap acceptance clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /  \1: /p' Makefile

.PHONY: build-packages test-packages
build-packages:
	@scripts/check-swift
	@scripts/install-packages $(BUILD_PACKAGES)
test-packages:
	@scripts/check-swift
	@scripts/install-packages $(TEST_PACKAGES)

.PHONY: bundle-packages
bundle-packages:
	@scripts/check-swift
	@scripts/install-packages $(BUNDLE_PACKAGES)

build: build-packages ## build everything for debugging (.build/debug)
	$(SWIFT_BUILD)

# Everything in $(BIN); `make check` has built it before.
.PHONY: bin
bin: build-packages
	$(if $(filter $(QUICK),$(BIN)),$(QUICK_BUILD))

release: build-packages ## build the programs optimised, to measure and profile them (.build/release)
	$(SWIFT_BUILD) -c release

# A demonstration builds no more than it runs, and nothing where `make check` has built everything.
PRODUCTS = $(if $(filter $(QUICK),$(BIN)),scripts/build-products $(QUICK) $(QUICK_BUILD) --)
LOOP := coldstar-build coldstar-sign coldstar-submit coldstar-sandbox

demo: build-packages ## the whole loop on the practice network: build, sign, submit
	@$(if $(PRODUCTS),$(PRODUCTS) $(LOOP))
	@samples/demo.sh $(BIN)

demo-anchor: build-packages ## an anchor on the practice network, with the key offline: login, deposits, a withdrawal
	@$(if $(PRODUCTS),$(PRODUCTS) $(LOOP))
	@samples/demo-anchor.sh $(BIN)

demo-desk: build-packages $(if $(CI),test-packages $(VENV)/ready) ## the desk on the practice network; with CI=1 in a browser, with pictures in out/desk
	@$(if $(PRODUCTS),$(PRODUCTS) $(LOOP) coldstar-desk coldstar-scan)
	@samples/demo-desk.sh $(BIN)

demo-contracts: test-packages $(VENV)/ready ## contracts on the practice network with the key offline: tokens, a vault, a 2-of-3, a contract account
	@$(if $(PRODUCTS),$(PRODUCTS) $(LOOP))
	@samples/demo-contracts.sh $(BIN)

demo-ramp: test-packages $(VENV)/ready ## a purchase through Meso's ramp with the key offline, against a stand-in for Meso, with pictures in out/ramp
	@$(if $(PRODUCTS),$(PRODUCTS) $(LOOP) coldstar-desk coldstar-scan)
	@samples/demo-ramp.sh $(BIN)

test: test-packages lint test-build $(VENV)/ready ## what to run before a commit: one build, all tests but the slow ones
	@# Both wait for servers and clocks at times, so that side by side they keep two cores busy.
	@$(MAKE) --no-print-directory --jobs=2 unit-tests program-tests $(TESTED)
	@$(MAKE) --no-print-directory check-generated check-airgap BUILT=yes

.PHONY: check
check: SLOW :=
# The programs under test are those that are installed.
check: BIN := .build/dist/bin
check: ANCHOR_PYTHON := $(CURDIR)/$(POLARIS)/bin/python
# These packages are not kept: fast is better than small.
check: export PACKAGE_LEVEL := 1
check: BUILT := yes
check: lint builds $(POLARIS)/ready test acceptance ## everything: all tests, the demo, the signer without libsecp256k1, the bundle, the packages, the public API, the docs, the sample package, the outside suite
	@# Each of these keeps one core busy.
	@$(MAKE) --no-print-directory --jobs=2 demo check-bundle check-api docs embedding check-plain-signer $(TESTED)
	@if [ "$$(id -u)" = 0 ] && unshare --mount true && $(MAKE) --no-print-directory $(DEBIAN)/ready; then \
	  $(MAKE) --no-print-directory check-packages BUILT=yes; \
	else echo "check-packages was left out: it needs root, mounts of its own and debootstrap"; fi

# What `make check` tests. A build for use waits for one module after the other, so that two builds keep two cores busy.
.PHONY: builds
builds: test-packages bundle-packages
	@swift package resolve
	@$(MAKE) --no-print-directory BUILT= --jobs=2 dist test-build plain-signer embedding-build signer-bundle

unit: test-build ## the libraries' tests
	@$(MAKE) --no-print-directory unit-tests

.PHONY: test-build unit-tests program-tests
test-build: test-packages
	@$(if $(BUILT),,echo "building the programs and their tests: from nothing about eight minutes on two cores")
	@$(if $(BUILT),,swift package resolve)
	$(if $(BUILT),,$(QUICK_BUILD) --build-tests)
unit-tests:
	@env COLDSTAR_QUICK=1 swift test $(QUICK_FLAGS) --skip-build --parallel >.build/unit-tests.log 2>&1 || \
	  { grep -E '✘|error:' .build/unit-tests.log; echo ".build/unit-tests.log has the rest"; exit 1; }
	@tail -n 1 .build/unit-tests.log
program-tests: $(QUICK_PINS)
	@# pytest names a file that cannot be imported only after all others have run.
	@COLDSTAR_BIN=$(CURDIR)/$(BIN) $(VENV)/bin/python -m pytest -q --collect-only Tests/python >.build/collected.log || \
	  { grep -v '::' .build/collected.log; exit 1; }
	$(if $(ANCHOR_PYTHON),COLDSTAR_ANCHOR_PYTHON=$(ANCHOR_PYTHON)) COLDSTAR_BIN=$(CURDIR)/$(BIN) COLDSTAR_PROBE=$(CURDIR)/$(PROBE) \
	  COLDSTAR_QUICK_PINS=$(QUICK_PINS) $(VENV)/bin/python -m pytest -q -n 4 --dist worksteal $(SLOW) Tests/python

# A build from nothing beside the others, with a compiler that writes down what it took, and the tests on it. Nothing is stopped by a test
# that fails: this measures.
TIMED := .build/timed
.PHONY: timings
timings: test-packages $(VENV)/ready $(QUICK_PINS) ## the processor time of a build from nothing by module, and of the tests by file
	@rm -rf $(TIMED) && mkdir -p $(TIMED)
	@swift package resolve
	@SWIFT_EXEC=$(CURDIR)/scripts/timed-swiftc COLDSTAR_SWIFTC="$$(command -v swiftc)" COLDSTAR_TIMINGS=$(CURDIR)/$(TIMED)/modules.log \
	  $(call quick-build-in,$(TIMED)) --build-tests >$(TIMED)/build.log 2>&1 || { tail -n 20 $(TIMED)/build.log; exit 1; }
	-@$(TIMED)/release/coldstarPackageTests.xctest --testing-library swift-testing --no-parallel \
	  --event-stream-output-path $(TIMED)/swift-tests.json >$(TIMED)/swift-tests.log 2>&1
	-@PYTHONPATH=Tests/python COLDSTAR_TEST_SECONDS=$(CURDIR)/$(TIMED)/programs.log COLDSTAR_BIN=$(CURDIR)/$(TIMED)/release \
	  COLDSTAR_PROBE=$(CURDIR)/$(TIMED)/release/confine-probe COLDSTAR_QUICK_PINS=$(QUICK_PINS) \
	  $(VENV)/bin/python -m pytest -q -p cpu_seconds -n 3 --dist worksteal $(SLOW) Tests/python >$(TIMED)/programs.txt 2>&1
	@scripts/timings $(TIMED)/modules.log $(TIMED)/programs.log $(TIMED)/swift-tests.json

$(CURDIR)/.build/quick-pins.so: Tests/python/quick_pins.c
	@mkdir -p $(@D)
	cc -Wall -Wextra -Werror -O1 -shared -fPIC -o $@ $<

$(VENV)/ready: Tests/python/requirements.txt
	@scripts/make-venv $(PYTHON) $(VENV) Tests/python/requirements.txt
	@touch $@

$(POLARIS)/ready: Tests/polaris/requirements.txt
	@scripts/make-venv $(PYTHON) $(POLARIS) Tests/polaris/requirements.txt
	@touch $@

programs: test-build $(VENV)/ready ## tests of the programs, judged by the Python Stellar SDK
	@$(MAKE) --no-print-directory program-tests $(TESTED)

lint: ## formatting, nothing stray or secret in the tree, and no option or command in a text of a library
	@scripts/check-tree
	@scripts/check-words
	@git ls-files '*.swift' | grep -v /Generated/ | xargs swift format lint --strict --parallel

format: ## put the formatting right
	@git ls-files '*.swift' | grep -v /Generated/ | xargs swift format --in-place --parallel

.PHONY: docs
docs: build-packages ## the libraries' documentation, with DocC (.build/docs)
	@$(if $(BUILT),,swift package resolve)
	$(if $(BUILT),,$(QUICK_BUILD))
	@scripts/docs $(QUICK) .build/docs

.PHONY: check-api api
check-api: build-packages ## the libraries' public API is the committed one (Tests/api), and every declaration says what it is
	@$(if $(BUILT),,swift package resolve)
	$(if $(BUILT),,$(QUICK_BUILD))
	@scripts/api $(QUICK)
api: build-packages ## write the listing of the public API, to commit a change of it
	@swift package resolve
	$(QUICK_BUILD)
	@scripts/api $(QUICK) --accept

.PHONY: embedding-build embedding
# Its libraries are those of the quick build, which is planned anew for another package.
embedding-build: build-packages
	$(if $(BUILT),,$(QUICK_BUILD) --package-path samples/embedding --disable-build-manifest-caching)
embedding: bin embedding-build ## the libraries in a package of another: samples/embedding is built, and pays on the practice network
	@scripts/embedding $(BIN) $(QUICK)/embedding

generate: build-packages ## the wire types from the schema
	$(QUICK_BUILD) --product xdrgen
	$(QUICK)/xdrgen Sources/Core/StellarXDR/Schema Sources/Core/StellarXDR/Generated
	$(QUICK)/xdrgen Sources/Online/LedgerXDR/Schema Sources/Online/LedgerXDR/Generated Sources/Core/StellarXDR/Schema

check-generated: build-packages ## the committed wire types are those of the schema
	$(if $(BUILT),,$(QUICK_BUILD) --product xdrgen)
	rm -rf .build/generated && mkdir -p .build/generated
	$(QUICK)/xdrgen Sources/Core/StellarXDR/Schema .build/generated/StellarXDR
	diff -r .build/generated/StellarXDR Sources/Core/StellarXDR/Generated
	$(QUICK)/xdrgen Sources/Online/LedgerXDR/Schema .build/generated/LedgerXDR Sources/Core/StellarXDR/Schema
	diff -r .build/generated/LedgerXDR Sources/Online/LedgerXDR/Generated

.PHONY: spec-vectors
spec-vectors: $(VENV)/ready ## the vectors of docs/spec, made in Python without code of Coldstar's
	$(VENV)/bin/python Tests/spec/make_vectors.py docs/spec/vectors

.PHONY: reference check-reference
reference: bin ## docs/reference from the options that the programs declare
	@scripts/reference $(BIN)

check-reference: bin ## docs/reference is what the programs say
	@scripts/reference $(BIN) --check

check-airgap: build-packages ## the programs of the offline side have no way to a network
	$(if $(BUILT),,scripts/build-products $(QUICK) $(QUICK_BUILD) -- coldstar-sign coldstar-scan coldstar-basicpay)
	scripts/check-airgap $(QUICK)

.PHONY: plain-signer check-plain-signer
plain-signer: build-packages
	$(if $(BUILT),,$(call quick-build-in,.build/plain) --product coldstar-sign --disable-default-traits)
check-plain-signer: bin plain-signer ## a signer without the trait EIP155 has no libsecp256k1
	@scripts/install-packages binutils
	scripts/check-plain-signer .build/plain/release/coldstar-sign $(BIN)/coldstar-sign

# What `make install` and the packages are made of: bin and man.
DIST := .build/dist

# What is carried to the offline machine, see docs/SIGNER-BUNDLE.md.
BUNDLE := out/signer
.PHONY: signer-bundle check-bundle check-reproducible
signer-bundle: bundle-packages ## one folder with the signer that needs nothing but the kernel and glibc (out/signer)
	$(if $(BUILT),,scripts/signer-bundle $(BUNDLE) .build/static)

check-bundle: signer-bundle test-packages $(VENV)/ready ## what docs/SIGNER-BUNDLE.md says of it; as root also in a chroot, and its memory
	COLDSTAR_BUNDLE=$(BUNDLE) COLDSTAR_BIN=$(CURDIR)/$(BUNDLE) $(VENV)/bin/python -m pytest -q Tests/python/test_bundle.py \
	  Tests/python/test_fortress.py Tests/python/test_memory.py

check-reproducible: signer-bundle ## a second build in another folder gives the same bytes: the bundle, and all programs
	@scripts/programs $(DIST)/bin .build/static
	scripts/check-reproducible bundle $(BUNDLE) .build/again
	scripts/check-reproducible programs $(DIST)/bin .build/again

PREFIX ?= /usr/local
PARTS ?= coldstar coldstar-desk coldstar-signer coldstar-sandbox coldstar-doc
.PHONY: dist install uninstall packages check-packages
dist: build-packages ## the programs as they are installed, and their manual pages (.build/dist)
	@scripts/install-packages gcc libc6-dev python3
	@$(if $(BUILT),,scripts/programs $(DIST)/bin .build/static)
	@$(if $(BUILT),,scripts/check-airgap $(DIST)/bin)
	@$(if $(BUILT),,rm -rf $(DIST)/man)
	@$(if $(BUILT),,scripts/manual $(DIST)/bin $(DIST)/man)

install: ## install to PREFIX=/usr/local, below DESTDIR: after make dist, so that root builds nothing
	@[ -d $(DIST)/man ] || { echo "error: run 'make dist' first, as yourself" >&2; exit 1; }
	@scripts/install $(DIST) $(DESTDIR)$(PREFIX) $(PARTS)

uninstall: ## remove exactly what make install installed; keys and journals stay
	@scripts/install --remove $(DESTDIR)$(PREFIX)

packages: dist ## Debian packages (out/packages)
	@scripts/install-packages dpkg-dev xz-utils
	@rm -rf out/packages
	@scripts/packages $(DIST) out/packages .build/packages

# docs/INSTALL.md says how a release is signed and verified.
RELEASE_FILES := out/release
.PHONY: release-files
release-files: dist signer-bundle ## the files of a release, for this machine's processor (out/release); .deb files too, after make packages
	@scripts/release-files $(DIST) $(BUNDLE) out/packages $(RELEASE_FILES)

.PHONY: check-release
check-release: release-files test-packages $(VENV)/ready ## the files of the release: names, hashes, archives, the list of libraries
	COLDSTAR_RELEASE=$(RELEASE_FILES) COLDSTAR_BIN=$(CURDIR)/$(DIST)/bin $(VENV)/bin/python -m pytest -q Tests/python/test_release.py

DEBIAN := .build/debian
$(DEBIAN)/ready:
	@scripts/install-packages debootstrap
	rm -rf $(DEBIAN) && mkdir -p $(DEBIAN)
	debootstrap --variant=minbase bookworm $(DEBIAN)/root $(DEBIAN_MIRROR) >/dev/null
	@touch $@
DEBIAN_MIRROR ?= http://deb.debian.org/debian

check-packages: packages $(VENV)/ready $(DEBIAN)/ready ## the packages in a Debian that has nothing else; needs root
	@scripts/install-packages lintian mandoc man-db
	COLDSTAR_PACKAGES=out/packages COLDSTAR_DEBIAN=$(DEBIAN)/root COLDSTAR_BIN=$(CURDIR)/$(DIST)/bin $(VENV)/bin/python -m pytest -q Tests/python/test_packages.py

ACCEPTANCE := ../shared/acceptance
acceptance: bin $(VENV)/ready ## the outside suite, where it is there: MARKS="loop or vault"
	@if [ -d $(ACCEPTANCE) ]; then \
	  scripts/make-venv $(PYTHON) $(VENV) $(ACCEPTANCE)/requirements.txt && \
	  COLDSTAR_BIN=$(CURDIR)/$(BIN) $(VENV)/bin/python -m pytest -q -n 4 -p no:cacheprovider -m "$(MARKS)" $(ACCEPTANCE) $(PYTEST_FLAGS); \
	else echo "$(ACCEPTANCE) is not there: skipped"; fi

PICTURES ?= 10000
LINES ?= 1000000
fuzz-handoff: test-packages $(VENV)/ready ## corrupted pictures and lines for the scanner: PICTURES=10000 LINES=1000000
	$(SWIFT_BUILD) -c release --product coldstar-scan
	$(VENV)/bin/python Tests/fuzz/pictures.py $(RELEASE) $(PICTURES)
	$(SWIFT_BUILD) --build-tests
	COLDSTAR_UR_LINES=$(LINES) swift test --skip-build --filter CorruptedLinesTests

SEEDS ?= 100
optical: test-packages $(VENV)/ready ## requests in front of a simulated camera, with lost and blended codes: SEEDS=100
	$(SWIFT_BUILD) -c release
	$(VENV)/bin/python Tests/optical/run.py $(RELEASE) $(SEEDS)

# The envelopes are made once, and are always the same.
BENCH := .build/bench
ROUNDS ?= 5
bench: $(VENV)/ready ## speed beside the bare C libraries and the Python SDK: ROUNDS=5
	@scripts/check-swift
	@scripts/install-packages $(BENCH_PACKAGES)
	$(SWIFT_BUILD) -c release --product coldstar-bench
	@mkdir -p $(BENCH)
	gcc -O2 -Wall -Wno-deprecated-declarations Benchmarks/peers/climit.c -o $(BENCH)/climit -lsodium -lcrypto
	@[ -f $(BENCH)/seed.txt ] || $(VENV)/bin/python Benchmarks/make_envelopes.py $(BENCH)
	@$(VENV)/bin/python Benchmarks/run.py $(BENCH) $(ROUNDS) coldstar=$(RELEASE)/coldstar-bench \
	  limit=$(BENCH)/climit "python=$(VENV)/bin/python Benchmarks/peers/python_sdk.py"

.PHONY: bench-budget
bench-budget: $(VENV)/ready ## CPU time and memory of inputs made to be costly, at most 1 MiB each: NAMES="deep memos" for some
	@scripts/check-swift
	$(SWIFT_BUILD) -c release --product coldstar-sign
	@$(VENV)/bin/python Benchmarks/budget.py $(RELEASE) $(NAMES)

.PHONY: bench-desk
bench-desk: release test-packages $(VENV)/ready ## the start of each program, and the first paint of the desk's pages in Chromium
	@$(VENV)/bin/python Benchmarks/desk.py $(RELEASE)

.PHONY: bench-submit
bench-submit: $(VENV)/ready ## posting 5,000 envelopes, beside libcurl alone and aiohttp: ROUNDS=5
	@scripts/check-swift
	@scripts/install-packages $(BENCH_PACKAGES)
	@scripts/make-venv $(PYTHON) $(VENV) Benchmarks/requirements.txt
	$(SWIFT_BUILD) -c release --product coldstar-bench
	$(SWIFT_BUILD) -c release --product coldstar-submit
	@mkdir -p $(BENCH)
	gcc -O2 -Wall Benchmarks/peers/loopback_horizon.c -o $(BENCH)/loopback_horizon -lsodium
	gcc -O2 -Wall Benchmarks/peers/curl_multi.c -o $(BENCH)/curl_multi -lcurl
	@$(VENV)/bin/python Benchmarks/submit.py $(BENCH) $(ROUNDS) $(RELEASE)/coldstar-submit \
	  "coldstar=$(RELEASE)/coldstar-bench post" limit=$(BENCH)/curl_multi "aiohttp=$(VENV)/bin/python Benchmarks/peers/aiohttp_post.py"

TORTURE_ROUNDS ?= 1000
TORTURE_PILES ?= 100
TORTURE_SEED ?= 1
TORTURE_SUBMITTERS ?= 1 3
TORTURE_OVER ?= horizon rpc both
torture: release $(VENV)/ready ## servers that fail and submitters that are killed, at random; with one and with three at once (TORTURE_SUBMITTERS="1 3"), over Horizon, Stellar RPC and both (TORTURE_OVER="horizon rpc both")
	@for over in $(TORTURE_OVER); do for together in $(TORTURE_SUBMITTERS); do $(VENV)/bin/python Tests/torture/torture.py $(RELEASE) --over $$over \
	  --rounds $(TORTURE_ROUNDS) --piles $(TORTURE_PILES) --seed $(TORTURE_SEED) --together $$together || exit 1; done; done

HISTORIES ?= 500
SIGNER_CHANGES ?= 50
histories: test-build $(VENV)/ready $(QUICK_PINS) ## random histories of payments (HISTORIES=500), and of changed signers (SIGNER_CHANGES=50, four changes each), judged by the ledger
	COLDSTAR_HISTORIES=$(HISTORIES) COLDSTAR_SIGNER_CHANGES=$(SIGNER_CHANGES) COLDSTAR_QUICK_PINS=$(QUICK_PINS) \
	  COLDSTAR_BIN=$(CURDIR)/$(QUICK) $(VENV)/bin/python -m pytest -q -n 2 -k "paid_again or random_changes" Tests/python/test_histories.py Tests/python/test_signers.py

SECONDS ?= 60
TARGETS ?=
fuzz: fuzz-seeds ## fuzz every entry point for untrusted bytes, each for SECONDS=60; TARGETS="xdr review" for some of them
	@scripts/check-swift
	@scripts/fuzz $(SECONDS) $(TARGETS)

fuzz-seeds: ## make the inputs that fuzzing begins with from the test vectors (.build/fuzz/seeds)
	@scripts/install-packages $(FUZZ_PACKAGES)
	rm -rf .build/fuzz/seeds && $(PYTHON) Fuzz/make_seeds.py .build/fuzz/seeds

clean: ## remove what was built
	rm -rf .build
