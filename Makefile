# assay: see README.md.  `make` builds ./assay; `make suite` and `make test` do everything else a newcomer needs.

ifeq ($(origin CC),default)
CC      := gcc
endif
OPT     ?= -O3
ARCH    ?=
PREFIX  ?= /usr/local
BUILD   ?= build/release
PROGRAM ?= assay
EXTRA   ?=

# As many jobs as processors, unless make is told otherwise; studies are for a quiet machine.
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell nproc)
endif
ifneq ($(filter out/studies/%,$(MAKECMDGOALS)),)
.NOTPARALLEL:
endif

VERSION := 0.1.0

# ---- sources -------------------------------------------------------------------------------------------------------
# Compiled once for every arithmetic; for those in which a method steps; for those that carry trajectories; for one
# arithmetic; once.
every    := numerics/vector numerics/lu numerics/evaluator \
            $(addprefix integrators/steps/,scheme projector vprk runge_kutta partitioned step_parts nystroem discrete_action) \
            $(addprefix integrators/constrained/,generalized_runge_kutta projected_stages constrained_stages discrete_lagrange) integrators/formulas/step_formulas_equations integrators/multistep/multistep
stepping := numerics/newton numerics/newton_matrix $(addprefix integrators/steps/,implicit_step implicit_step_flow projected_step composed_step charted_step) \
            integrators/constrained/phase_step integrators/multistep/multistep_step
carrying := $(addprefix integrators/foreign/,foreign_step foreign_function foreign_state foreign_lines foreign_server foreign_call) measures/run/trajectory measures/step/step_state measures/step/symmetry measures/step/repeated_step measures/step/flawed_step measures/step/reversibility measures/step/bilinear measures/step/post_projection measures/poincare/poincare_integral \
            measures/poincare/poincare_ensemble measures/poincare/poincare_run measures/ensemble/ensemble_group
exact    := measures/poincare/quadrature_direct
narrow   := integrators/steps/guess
jacobian := numerics/jacobian
dual     := $(jacobian) measures/run/scale measures/step/parasitic
series   := numerics/newton_series $(addprefix measures/expansion/,expansion expansion_defects expansion_jacobian) $(addprefix measures/step/,step_state symmetry reversibility) $(filter-out numerics/newton numerics/newton_matrix,$(stepping))
tangent  := measures/step/step_jacobian measures/step/step_state measures/step/symplectic_form
# The files of lanes are compiled for each of these instruction sets; the best that runs is taken at the start.
lanes_builds := lanes $(if $(findstring x86_64,$(shell $(CC) -dumpmachine)),lanes_v3 lanes_v4)
dual_builds  := $(filter-out dual,$(lanes_builds:lanes%=dual%))
layers   := numerics models integrators reference measures reports harness
neutral  := $(filter-out $(every) $(stepping) $(carrying) $(exact) $(narrow) $(dual) $(tangent) $(series) harness/commands/main, \
              $(basename $(foreach layer,$(layers),$(wildcard $(layer)/*.c $(layer)/*/*.c $(layer)/*/*/*.c))))

objects  := $(neutral:%=$(BUILD)/neutral/%.o) \
            $(foreach a,double mpfr dual tangent,$(every:%=$(BUILD)/$(a)/%.o)) \
            $(foreach a,double mpfr tangent,$(stepping:%=$(BUILD)/$(a)/%.o)) \
            $(foreach a,double mpfr,$(carrying:%=$(BUILD)/$(a)/%.o)) \
            $(patsubst %,$(BUILD)/series/%.o,$(every) $(series)) \
            $(exact:%=$(BUILD)/mpfr/%.o) $(narrow:%=$(BUILD)/double/%.o) \
            $(foreach a,$(lanes_builds),$(patsubst %,$(BUILD)/$(a)/%.o,$(every) $(stepping) $(narrow) measures/ensemble/ensemble_group)) \
            $(foreach a,$(dual_builds),$(patsubst %,$(BUILD)/$(a)/%.o,$(every) $(jacobian))) \
            $(dual:%=$(BUILD)/dual/%.o) $(tangent:%=$(BUILD)/tangent/%.o)
main     := $(BUILD)/neutral/harness/commands/main.o
library  := $(BUILD)/libassay.a

# ---- flags ---------------------------------------------------------------------------------------------------------
packages := mpfr gmp lua5.4 jansson sqlite3 zlib libmd fftw3 lapacke
# FLINT 3 has Arb inside; before, it is a library of its own.
has_header = $(shell echo '\#include <$(1)>' | $(CC) -E -xc - >/dev/null 2>&1 && echo yes)
flint    := $(if $(call has_header,arb.h),-lflint-arb) -lflint
# A plain make says what is missing before it compiles; make test and make suite install it.
ifeq ($(filter-out all,$(MAKECMDGOALS)),)
missing  := $(shell command -v pkg-config >/dev/null || echo pkg-config; for p in $(packages); do pkg-config --exists $$p 2>/dev/null || echo $$p; done) \
            $(if $(call has_header,arb.h)$(call has_header,flint/arb.h),,flint with arb)
ifneq ($(strip $(missing)),)
$(error assay needs $(strip $(missing)); install what is missing with: sudo make deps)
endif
endif
# A field that an initializer leaves out is zero, and meant to be.
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-missing-field-initializers
# What can change a number is apart from what cannot: the version of the numbers knows all of it (see provenance).
computing_flags := -std=c11 -D_POSIX_C_SOURCE=200809L $(OPT) $(ARCH) -g -ffp-contract=off
CFLAGS_  := $(computing_flags) $(WARNINGS) -I. -I$(BUILD) \
            $(shell pkg-config --cflags $(packages) 2>/dev/null) $(EXTRA) $(CFLAGS)
shared   := $(shell pkg-config --libs $(packages) 2>/dev/null) $(flint) -lm
# MPFR and GMP are linked into the program where their archives are: between libraries each call, and each variable that a
# thread has of its own, costs an audit a tenth of its time.  They are exported whole, and nothing else is: FLINT and the
# shared objects of methods find these, and not copies.
archives := $(wildcard $(foreach name,mpfr gmp,$(shell pkg-config --variable=libdir $(name) 2>/dev/null)/lib$(name).a))
exported := $(foreach names,mpfr_* __gmp*,-Wl,--export-dynamic-symbol='$(names)')
within   := -Wl,--whole-archive $(archives) -Wl,--no-whole-archive $(exported) $(filter-out -lmpfr -lgmp,$(shared))
LIBS     := $(if $(word 2,$(archives)),$(within),$(shared))

# Without these gcc copies vectors of 32 bytes in halves, and what is loaded next waits for both; clang does not need them.
whole_moves := $(shell flags="-mmove-max=256 -mstore-max=256"; $(CC) $$flags -E -xc /dev/null >/dev/null 2>&1 && echo $$flags)
# Vectors are passed only between files of one build; sqrt sets no errno, so that it acts on all lanes at once.
v3 := -DLANES_V3 -march=x86-64-v3 $(whole_moves)
v4 := -DLANES_V4 -march=x86-64-v4 -mprefer-vector-width=512
lanes_flags := -DARITHMETIC_LANES -Wno-psabi -fno-math-errno
# Of each arithmetic, by the name of its folder.
arithmetics    := double mpfr dual tangent series $(lanes_builds) $(dual_builds)
flags_double   := -DARITHMETIC_DOUBLE
flags_mpfr     := -DARITHMETIC_MPFR
flags_dual     := -DARITHMETIC_DUAL
flags_tangent  := -DARITHMETIC_TANGENT
flags_series   := -DARITHMETIC_SERIES
flags_lanes    := $(lanes_flags)
flags_lanes_v3 := $(lanes_flags) $(v3)
flags_lanes_v4 := $(lanes_flags) $(v4)
flags_dual_v3  := -DARITHMETIC_DUAL $(v3)
flags_dual_v4  := -DARITHMETIC_DUAL $(v4)

arithmetic_of = $(firstword $(subst /, ,$(1:$(BUILD)/%=%)))
# What does not compute is compiled in two thirds of the time.
calm       = $(if $(filter -O3,$(OPT)),$(if $(filter reports/% harness/%,$<),-O2))
compile   = @mkdir -p $(@D) && echo "  CC $(@:$(BUILD)/%=%)" && \
            $(CC) $(CFLAGS_) $(flags_$(call arithmetic_of,$@)) $(calm) -MMD -MP -c $< -o $@

# ---- provenance ----------------------------------------------------------------------------------------------------
# numerics_version: a hash of the sources that can change a number, the compiler and the flags of each arithmetic; the program
# adds the libraries that it finds when it runs (harness/plan/provenance.c).
computing        := $(filter-out models/reader/data_path.% measures/measure_sentence.%,$(sort $(wildcard \
                      $(foreach layer,numerics models integrators reference measures,$(layer)/*.[ch] $(layer)/*/*.[ch]))))
all_flags        := $(computing_flags) $(EXTRA) $(CFLAGS) $(foreach a,$(arithmetics),$(a): $(flags_$(a)))
NUMERICS_VERSION := $(shell (cat $(computing); $(CC) --version | head -n 1; $(CC) -dumpmachine; echo "$(all_flags)") \
                      | sha256sum | cut -c 1-16)
COMMIT           := $(shell git rev-parse --short=12 HEAD 2>/dev/null || echo unknown)
COMPILER         := $(shell $(CC) --version | head -n 1)

define version_header
#define ASSAY_VERSION          "$(VERSION)"
#define ASSAY_COMMIT           "$(COMMIT)"
#define ASSAY_NUMERICS_VERSION "$(NUMERICS_VERSION)"
#define ASSAY_COMPILER         "$(COMPILER), $(strip $(OPT) $(ARCH) $(EXTRA) $(CFLAGS))"
#define ASSAY_DATA             "$(PREFIX)/share/assay"
endef
# Written only when it says something new, so that a second make does nothing.
$(shell mkdir -p $(BUILD))
$(file >$(BUILD)/version.new,$(version_header))
$(shell cmp -s $(BUILD)/version.new $(BUILD)/version.h && rm $(BUILD)/version.new || mv $(BUILD)/version.new $(BUILD)/version.h)

# ---- program -------------------------------------------------------------------------------------------------------
.PHONY: all
all: $(PROGRAM)

$(PROGRAM): $(main) $(library)
	@echo "  LD $@" && $(CC) $(CFLAGS_) $(main) $(library) $(LIBS) -o $@

$(library): $(objects)
	@rm -f $@ && ar rcs $@ $^

$(BUILD)/neutral/%.o: %.c Makefile
	$(compile)
$(BUILD)/double/%.o: %.c Makefile
	$(compile)
$(BUILD)/mpfr/%.o: %.c Makefile
	$(compile)
$(BUILD)/dual/%.o: %.c Makefile
	$(compile)
$(BUILD)/tangent/%.o: %.c Makefile
	$(compile)
$(BUILD)/series/%.o: %.c Makefile
	$(compile)
$(foreach a,$(lanes_builds) $(dual_builds),$(eval $(BUILD)/$(a)/%.o: %.c Makefile ; $$(compile)))

# The style sheet of the pages, a string for each line, without comments.
lines = @(echo 'static const char *const $(basename $(@F))[] = {' && \
	  sed -e '/^\/\*.*\*\/$$/d' -e '/^\/\*/,/\*\/$$/d' -e '/^<!--/,/-->$$/d' -e '/^$$/d' -e 's/["\\]/\\&/g' -e 's/.*/"&",/' $< \
	  && echo '};') >$@
$(BUILD)/style.h: reports/page/style.css Makefile
	$(lines)
$(BUILD)/neutral/reports/template.o: $(BUILD)/style.h

# ---- tests ---------------------------------------------------------------------------------------------------------
test_sources  := $(wildcard tests/*/test_*.c)
test_programs := $(patsubst %.c,$(BUILD)/tests/%,$(notdir $(test_sources)))
test_packages := cmocka
# What is measured is the library: tests are compiled fast.
TEST_CFLAGS   := -O1 -D_GNU_SOURCE= $(shell pkg-config --cflags $(test_packages) 2>/dev/null)
TEST_LIBS     := $(shell pkg-config --libs $(test_packages) 2>/dev/null)

$(BUILD)/test-objects/%.o: tests/%.c Makefile
	@mkdir -p $(@D) && echo "  CC $(@:$(BUILD)/%=%)" && $(CC) $(CFLAGS_) $(TEST_CFLAGS) -MMD -MP -c $< -o $@

# What tests share is compiled once; a program takes of it what it uses.
test_fixtures := $(BUILD)/test-objects/fixtures.a
$(test_fixtures): $(patsubst tests/%.c,$(BUILD)/test-objects/%.o,$(wildcard tests/fixtures/*.c tests/fixtures/*/*.c))
	@rm -f $@ && ar rcs $@ $^
# The test that counts allocations sees those of our own objects alone: libraries are not wrapped.
$(BUILD)/tests/test_allocation: WRAP := -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=mpfr_init,--wrap=mpfr_init2
$(BUILD)/tests/test_allocation: LIBS := $(shared)

# The test that counts evaluations sees all of those in MPFR.
$(BUILD)/tests/test_evaluations: WRAP := -Wl,--wrap=evaluator_create_mpfr,--wrap=evaluator_run_mpfr

# Vectors are passed within these files, and to the build of lanes for every machine.
$(addprefix $(BUILD)/test-objects/numerics/,test_lanes_verbs.o test_newton_matrix.o test_newton_approximation.o): TEST_CFLAGS += -Wno-psabi

define test_program
$(BUILD)/tests/$(basename $(notdir $(1))): $(1:tests/%.c=$(BUILD)/test-objects/%.o) $(test_fixtures) $(library)
	@echo "  LD $$(@:$(BUILD)/%=%)" && mkdir -p $$(@D) && $(CC) $(CFLAGS_) $$(WRAP) $$(filter %.o,$$^) $(test_fixtures) $(library) $(TEST_LIBS) $$(LIBS) -o $$@
endef
$(foreach source,$(test_sources),$(eval $(call test_program,$(source))))

# To link some 240 programs costs two minutes of processor time, so all tests together are one program, which runs the tests
# of the file after which it is called.  Programs that replace a function of the library, or wrap one, stay programs:
# all of the library is linked, so that the linker refuses them here.
apart    := test_allocation test_evaluations test_orders_run
together := $(filter-out $(apart:%=$(BUILD)/tests/%),$(test_programs))
called   := $(together:$(BUILD)/tests/%=$(BUILD)/called/%)
$(BUILD)/tests/all: $(patsubst %,$(BUILD)/test-objects/%.o,$(filter-out $(addprefix %/,$(apart)),$(test_sources:tests/%.c=%))) $(test_fixtures) $(library)
	@echo "  LD $(@:$(BUILD)/%=%)" && mkdir -p $(@D) && $(CC) $(CFLAGS_) $(filter %.o,$^) $(test_fixtures) -Wl,--whole-archive $(library) -Wl,--no-whole-archive $(TEST_LIBS) $(LIBS) -o $@
$(called): | $(BUILD)/tests/all
	@mkdir -p $(@D) && ln -sf ../tests/all $@
checked  := $(called) $(apart:%=$(BUILD)/tests/%)

.PHONY: test check tests
test:
	@$(MAKE) --no-print-directory deps
	@$(MAKE) --no-print-directory check

tests: $(checked)

# Those that take longest are started first, and scripts before programs, so that no processor waits for the last one.
longest := $(patsubst %,tests/%_test.sh,audit gate foreign relations hidden field input demo method_files) $(BUILD)/called/test_reproduce \
           $(patsubst %,tests/%_test.sh,perturbed hostile conjugate faults measures) $(BUILD)/called/test_cells_run
all_tests := $(sort $(wildcard tests/*_test.sh tests/*/*_test.sh)) $(checked)
# Without make deps: what a developer runs again and again.
check: $(PROGRAM) $(checked)
	@ASSAY=./$(PROGRAM) BUILD=$(BUILD) tests/run.sh $(filter $(all_tests),$(longest)) $(filter-out $(longest),$(all_tests))

# ---- the main job --------------------------------------------------------------------------------------------------
# The suite: every pair of a method and a projection on every model; and every paper, a page each.
.PHONY: suite papers
suite:
	@$(MAKE) --no-print-directory deps
	@$(MAKE) --no-print-directory $(PROGRAM)
	@mkdir -p out
	@./$(PROGRAM) run studies/suite.lua --store out/suite.sqlite --out out/suite

papers:
	@$(MAKE) --no-print-directory deps
	@$(MAKE) --no-print-directory $(PROGRAM)
	@mkdir -p out
	@for paper in $(notdir $(papers)); do \
	    ./$(PROGRAM) reproduce $$paper --store out/papers.sqlite --out out/$$paper || exit; \
	done

# ---- the field ---------------------------------------------------------------------------------------------------------
# What libraries of others claim of their integrators; LIBRARIES="gsl odeint" audits these alone.  They are the
# distribution's: no walls, since some of them write logs.
.PHONY: field
field:
	@$(MAKE) --no-print-directory deps
	@studies/field/deps
	@$(MAKE) --no-print-directory $(PROGRAM)
	@ASSAY_TRUSTED=1 ASSAY=./$(PROGRAM) python3 studies/field/field.py audit $(LIBRARIES)

# ---- what takes longer than a test -----------------------------------------------------------------------------------
.PHONY: faults studies audits mutants
# A mutant of each function that changed since a revision: make mutants SINCE=REVISION TESTS="test_published"
mutants:
	@tests/bench/mutants.sh $(SINCE) $(TESTS)
# Whole audits of 200 right methods and of 200 wrong ones; AUDITS=20 tries the first 20.
audits: $(PROGRAM)
	@ASSAY=./$(PROGRAM) tests/audits.sh

# Deliberate faults, each of which a named check must see.
faults:
	@$(MAKE) --no-print-directory deps
	@$(MAKE) --no-print-directory $(PROGRAM)
	@ASSAY=./$(PROGRAM) BUILD=$(BUILD) tests/faults.sh

# For a quiet machine: false alarms of the gates, runs that are killed, load and memory, the suite, and every study of the
# paper in its full length, in a store of its own.  What is done is not done again, and what was interrupted goes on: a
# second `make studies` starts where the first one was.  It takes hours.
studies:
	@$(MAKE) --no-print-directory deps
	@$(MAKE) --no-print-directory $(PROGRAM)
	@$(MAKE) --no-print-directory $(parts:%=out/studies/%.done)
	@./$(PROGRAM) reproduce kraus2017 --full --store out/studies/kraus2017.sqlite --out out/kraus2017

parts    := reports baselines gates gates-long kills kills-histories load wrong-methods random-orders independent suite suite-fields
new_gates = $(wildcard studies/ci-*.lua)
reports         = STUDIES="$(filter-out studies/panel%,$(wildcard studies/*.lua studies/*/*.lua))" tests/plan/keys_test.sh
baselines       = BASELINE_RUNS=100 tests/commands/baseline_test.sh
gates           = tests/gate_runs.sh
gates-long      = STUDY="$(new_gates)" tests/gate_runs.sh 30
kills           = tests/kills.sh
kills-histories = STUDY=tests/data/long-histories.lua ONLY='*' tests/kills.sh 20
load            = tests/load.sh
wrong-methods   = $(MAKE) --no-print-directory $(BUILD)/tests/test_wrong_methods && WRONG_METHODS=all $(BUILD)/tests/test_wrong_methods
random-orders   = python3 tests/audits/random_orders.py && python3 tests/audits/random_steps.py
independent     = tests/independent/values.sh && tests/independent/expansions.sh
suite-fields    = python3 tests/independent/suite_fields.py
suite           = ./$(PROGRAM) run studies/suite.lua --store out/studies/suite.sqlite --out out/suite

out/studies/%.done: $(PROGRAM)
	@mkdir -p $(@D) && ASSAY=./$(PROGRAM) && export ASSAY && $($*) && touch $@

# ---- what the project needs ----------------------------------------------------------------------------------------
.PHONY: deps
deps:
	@tests/deps.sh

# ---- other builds --------------------------------------------------------------------------------------------------
.PHONY: sanitize fuzz bench bits format format-check install uninstall clean
sanitize:
	@$(MAKE) --no-print-directory deps
	@$(MAKE) --no-print-directory $(sanitized) check
sanitized := BUILD=build/sanitize PROGRAM=build/sanitize/assay OPT='-O1 -fno-omit-frame-pointer' \
             EXTRA='-fsanitize=address,undefined -fno-sanitize-recover=all'

bench_parts      := double body mpfr lanes poincare rattle index_one foreign
bench_foreign_of := $(BUILD)/bench/ralston.so $(BUILD)/bench/midpoint
bench: $(patsubst %,$(BUILD)/bench/bench_%,$(bench_parts)) $(PROGRAM) $(bench_foreign_of)
	@missed=; for part in $(bench_parts); do \
	     if [ $$part = foreign ]; then set -- $(bench_foreign_of); else set --; fi; \
	     $(BUILD)/bench/bench_$$part "$$@" || missed="$$missed $$part"; \
	 done; \
	 if [ -z "$$missed" ]; then echo "all within their bounds"; else echo "not within their bounds:$$missed"; exit 1; fi

$(BUILD)/bench/%.so: examples/%.c clients/c/assay_method.h
	@mkdir -p $(@D) && $(CC) -O2 -shared -fPIC -Iclients/c $< -lmpfr -o $@
$(BUILD)/bench/midpoint: examples/midpoint.c clients/c/assay_client.h
	@mkdir -p $(@D) && $(CC) -O2 -Iclients/c $< -o $@
$(BUILD)/bench/%: tests/bench/%.c $(library) Makefile
	$(tool)
$(BUILD)/fuzz/%: tests/fuzz/%.c $(library) Makefile
	$(tool)
tool = @mkdir -p $(@D) && echo "  CC $(@:$(BUILD)/%=%)" && $(CC) $(CFLAGS_) -MMD -MP $< $(library) $(LIBS) -o $@

# Hostile input for every reader, for so many seconds; a run that ends badly leaves its input in build/fuzz/input.
FUZZ_SECONDS ?= 600
fuzz:
	@$(MAKE) --no-print-directory $(sanitized) build/sanitize/fuzz/fuzz
	@build/sanitize/fuzz/fuzz $(FUZZ_SECONDS)

# The same runs from six builds: gcc and clang, -O0 and -O3, with and without -march=native.
bits:
	@tests/deps.sh clang
	@tests/bits.sh --control

sources := $(foreach layer,$(layers) tests,$(wildcard $(layer)/*.[ch] $(layer)/*/*.[ch])) $(wildcard tests/fixtures/*/*.[ch] $(layers:%=%/*/*/*.[ch]))
format:
	@clang-format -i $(sources)
format-check:
	@clang-format --dry-run --Werror $(sources)

papers := $(patsubst %/claims.ledger,%,$(wildcard studies/*/claims.ledger))
SHARED := $(DESTDIR)$(PREFIX)/share
DATA   := $(SHARED)/assay
MANUAL := $(SHARED)/doc/assay
help_man   := $(SHARED)/man/man1/assay.1
help_bash  := $(SHARED)/bash-completion/completions/assay
help_zsh   := $(SHARED)/zsh/vendor-completions/_assay
help_fish  := $(SHARED)/fish/vendor_completions.d/assay.fish
help_files := $(help_man) $(help_bash) $(help_zsh) $(help_fish)
# What messages and the manual point to is installed as well.
install: $(PROGRAM)
	install -D -m 755 $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/assay
	for folder in examples models models/forced models/groups models/panel reports/templates $(wildcard reports/templates/*/) studies studies/stiff $(papers) $(wildcard studies/*/models); do \
	  install -d $(DATA)/$$folder && install -m 644 $$folder/*.lua $(DATA)/$$folder || exit 1; done
	for paper in $(papers); do install -m 644 $$paper/claims.ledger $(DATA)/$$paper || exit 1; done
	install -m 644 studies/*.baseline studies/panel.results studies/audit.panel studies/selftest.values $(DATA)/studies
	install -m 644 studies/mclachlan2013/stiff_solver.m $(DATA)/studies/mclachlan2013
	install -D -m 644 clients/c/assay_method.h $(DESTDIR)$(PREFIX)/include/assay_method.h
	install -D -m 644 docs/report.schema.json $(DATA)/docs/report.schema.json
	for folder in $(wildcard clients/*); do install -d $(DATA)/$$folder && install -m 644 $$folder/* $(DATA)/$$folder || exit 1; done
	install -d $(DATA)/ci && install -m 755 ci/*.sh $(DATA)/ci
	install -d $(dir $(help_files))
	ASSAY_PATH=reports/templates ./$(PROGRAM) help man >$(help_man)
	ASSAY_PATH=reports/templates ./$(PROGRAM) help bash >$(help_bash)
	ASSAY_PATH=reports/templates ./$(PROGRAM) help zsh >$(help_zsh)
	ASSAY_PATH=reports/templates ./$(PROGRAM) help fish >$(help_fish)
	install -d $(MANUAL)/docs $(MANUAL)/examples
	install -m 644 README.md LICENSE CITATION.cff CHANGELOG.md CONTRIBUTING.md SECURITY.md $(MANUAL)
	install -m 644 docs/* $(MANUAL)/docs
	install -d $(MANUAL)/examples/formulas/families $(MANUAL)/examples/models $(MANUAL)/examples/projections
	install -m 644 $(wildcard examples/*.*) $(MANUAL)/examples
	install -m 644 examples/formulas/*.lua $(MANUAL)/examples/formulas
	install -m 644 examples/formulas/families/* $(MANUAL)/examples/formulas/families
	install -m 644 examples/models/* $(MANUAL)/examples/models
	install -m 644 examples/projections/* $(MANUAL)/examples/projections
uninstall:
	rm -rf $(DESTDIR)$(PREFIX)/bin/assay $(DATA) $(MANUAL) $(help_files) $(DESTDIR)$(PREFIX)/include/assay_method.h

# ---- pages -------------------------------------------------------------------------------------------------------
.PHONY: site
# Static pages of the manual and of the reports in out/.
site:
	@tests/deps.sh cmark-gfm
	@packaging/site.sh build/site out

# ---- releases ------------------------------------------------------------------------------------------------------
.PHONY: dist deb
# The sources as they are committed.
dist:
	@git archive --format=tar --prefix=assay-$(VERSION)/ HEAD | gzip -9n >build/assay-$(VERSION).tar.gz && echo build/assay-$(VERSION).tar.gz
# A build of its own, which looks for its data in /usr; packages that depend on the processor would fit no other machine.
deb:
	@tests/deps.sh dpkg-dev
	@$(MAKE) --no-print-directory BUILD=build/deb PROGRAM=build/deb/assay PREFIX=/usr build/deb/assay
	@rm -rf build/deb/root
	@$(MAKE) --no-print-directory BUILD=build/deb PROGRAM=build/deb/assay PREFIX=/usr DESTDIR=build/deb/root install >build/deb/install.log
	@packaging/deb.sh $(VERSION) build/deb/root
clean:
	rm -rf build $(PROGRAM)

-include $(objects:.o=.d) $(main:.o=.d) $(wildcard $(BUILD)/test-objects/*/*.d $(BUILD)/test-objects/*/*/*.d $(BUILD)/bench/*.d)
