# flip-kms. Each target installs what it lacks from Debian's packages, so each works on a fresh machine.
#
#   make run [ARGS="--show countdown …"]   build, and show the clock on this machine's display
#   make test                              lint, unit tests, the virtual machine, and a kiosk that is switched on
#   make test-machine                      the virtual machine alone, and a kiosk's whole life in it
#   make test-guest | test-kiosk [ARGS=NAME]   either of them, or tests whose name holds NAME
#   make soak [MINUTES=60]                 a virtual week of ticks, then an hour of flips: nothing may grow
#   make test-arm64                        the package for arm64, made here and run in an emulator
#   make format | lint | bench | gallery | clean
#   make install [PREFIX=/usr/local] [DESTDIR=]
#   make deb [ARCH=arm64]                  a Debian package, in .build

MINUTES ?= 60
PREFIX ?= /usr/local
NATIVE := $(shell dpkg --print-architecture 2>/dev/null)
ARCH ?= $(NATIVE)
PROGRAM = .build/release/flip-kms
PACKAGE = .build/flip-kms_$(shell sed -n 's/^let programVersion = "\(.*\)"$$/\1/p' Sources/flip-kms/Version.swift)_$(ARCH).deb

# What goes to people: no Swift runtime to install, and lld, since GNU ld makes a segment that is both
# writable and executable out of it.
RELEASE = -c release --product flip-kms --static-swift-stdlib --disable-local-rpath \
  -Xswiftc -use-ld=lld -Xlinker -z -Xlinker now
# What the project holds itself to: no warning, no import that Package.swift doesn't declare.
STRICT = --explicit-target-dependency-import-check error -Xswiftc -warnings-as-errors

run: release
	@scripts/show $(PROGRAM) $(ARGS)

release:
	@scripts/install build
	swift build $(RELEASE)

test:
	@scripts/timed packages scripts/install build test machine deb kiosk
	@scripts/timed lint $(MAKE) --no-print-directory lint
	@scripts/timed "unit tests" swift test --disable-xctest $(STRICT)
	@scripts/timed "release build" $(MAKE) --no-print-directory release
	@scripts/timed "counts" Tests/counts $(PROGRAM)
	@scripts/timed "calls of GL" Tests/calls $(PROGRAM)
	@scripts/timed "steadiness" Tests/steady $(PROGRAM)
	@scripts/timed "machine tests" Tests/machine/run $(PROGRAM)
	@scripts/timed "package" scripts/deb $(PROGRAM)
	@scripts/timed "kiosk" Tests/machine/run-kiosk $(PACKAGE) power_on a_reload turned_off

lint:
	@scripts/install build test
	swift format lint --strict --recursive --parallel Package.swift Sources Tests Shaders
	scripts/check
	swift build --build-tests $(STRICT)

format:
	@scripts/install build
	swift format --in-place --recursive --parallel Package.swift Sources Tests Shaders

test-machine: test-guest test-kiosk

test-guest: release
	@scripts/install machine
	Tests/machine/run $(PROGRAM) $(ARGS)

soak: release
	@scripts/install machine
	Tests/machine/soak $(PROGRAM) week
	Tests/machine/soak $(PROGRAM) $(MINUTES)

test-kiosk: deb
	@scripts/install machine kiosk package
	Tests/machine/run-kiosk $(PACKAGE) $(ARGS)

test-arm64: release
	$(MAKE) --no-print-directory deb ARCH=arm64
	scripts/cross arm64 tests
	@scripts/install machine kiosk package arm64
	Tests/machine/run-kiosk $(PACKAGE:_$(ARCH).deb=_arm64.deb)
	Tests/machine/check-arm64 $(PACKAGE:_$(ARCH).deb=_arm64.deb) $(PROGRAM)

bench: release
	$(PROGRAM) bench --suite $(ARGS)

gallery: release
	scripts/gallery $(PROGRAM) docs

install: release
	scripts/install-files $(PROGRAM) "$(DESTDIR)" "$(PREFIX)"

deb:
	@scripts/install build deb
ifeq ($(ARCH),$(NATIVE))
	swift build $(RELEASE)
	scripts/deb $(PROGRAM)
else
	scripts/cross $(ARCH)
endif

clean:
	rm -rf .build .cache

.PHONY: run release test lint format test-machine test-guest test-kiosk soak test-arm64 bench gallery install deb clean
