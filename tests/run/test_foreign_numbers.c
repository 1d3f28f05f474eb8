/* What goes to and fro between assay and a foreign method: all digits of its numbers, and what it asks, counted.
 *
 * The programs are a few lines of shell, which hands on the numbers as it got them and asks for what is known: the harmonic
 * oscillator has f(q, p) = (p, -q). */
#include "tests/fixtures/test.h"

#include <sys/stat.h>
#include <unistd.h>

#include "integrators/foreign/foreign_method.h"
#include "tests/fixtures/measures/cell_fixture.h"

enum { BITS = 200, STEPS = 3 };

static char folder[200], program[250], source[250], object[250];

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/* still: z; turned: f(z); asking: z, after f at two points and H at three */
static const char script[] = "#!/bin/sh\n"
                             "while read -r word rest; do\n"
                             "    set -- $rest\n"
                             "    case $word in\n"
                             "    hello) echo 'methods still form ode turned form ode asking form ode' ;;\n"
                             "    select) method=$1 ;;\n"
                             "    model | reset) echo ok ;;\n"
                             "    step)\n"
                             "        n=$1 t=$2 q=$4 p=$5\n"
                             "        case $method in\n"
                             "        turned)\n"
                             "            echo \"evaluate $n rhs 1 $t $q $p\"\n"
                             "            read -r value n q p\n"
                             "            ;;\n"
                             "        asking)\n"
                             "            echo \"evaluate $n rhs 2 $t $q $p $t $p $q\"\n"
                             "            read -r value\n"
                             "            echo \"evaluate $n hamiltonian 3 $t $q $p $t $p $q $t $q $q\"\n"
                             "            read -r value\n"
                             "            ;;\n"
                             "        esac\n"
                             "        echo \"done $n $q $p\"\n"
                             "        ;;\n"
                             "    quit) exit ;;\n"
                             "    esac\n"
                             "done\n";

/* asking, in C */
static const char call[] = "#include \"assay_method.h\"\n"
                           "static int asking(const struct assay_call_double *call, double *z)\n"
                           "{\n"
                           "    const double t[3] = {0, 0, 0};\n"
                           "    double points[6], values[6];\n"
                           "    for (int i = 0; i < 6; i++) points[i] = z[i % 2];\n"
                           "    call->rhs(call, 2, t, points, values);\n"
                           "    return call->evaluate(call, ASSAY_ENERGY, 3, t, points, values);\n"
                           "}\n"
                           "ASSAY_METHODS({\"asking\", asking, 1, 0, 0, NULL})\n";

static const char oscillator[] =
    "return model { title = 'Oscillator', source = 'the test', kind = 'hamiltonian', coordinates = { 'x' },\n"
    "  hamiltonian = function (q, p) return (q[1]^2 + p[1]^2)/2 end,\n"
    "  initial = { default = { q = { '1/3' }, p = { '2/7' } } } }\n";

static int prepare(void **state)
{
    const char *temporary = getenv("TMPDIR");
    char command[900];

    (void)state;
    snprintf(folder, sizeof folder, "%.150s/assay-numbers-XXXXXX", temporary ? temporary : "/tmp");
    if (!mkdtemp(folder))
        return -1;
    snprintf(program, sizeof program, "%s/program", folder);
    snprintf(source, sizeof source, "%s/call.c", folder);
    snprintf(object, sizeof object, "%s/call.so", folder);
    write_text(program, script);
    write_text(source, call);
    snprintf(command, sizeof command, "${CC:-cc} -shared -fPIC -Iclients/c '%s' -o '%s'", source, object);
    return chmod(program, 0700) || system(command);
}

static int clean(void **state)
{
    (void)state;
    unlink(program);
    unlink(source);
    unlink(object);
    return rmdir(folder);
}

/* The end of STEPS steps of the method of that name at so many bits, 0: in double. */
static struct trajectory *run(struct foreign_method **methods, size_t count, const char *name,
                              struct fixture_setup *own, long bits)
{
    const struct trajectory_request request = {.steps = STEPS};
    struct trajectory *trajectory;
    size_t k = 0;

    while (k < count && strcmp(methods[k]->name, name) != 0)
        k++;
    assert_true(k < count);
    own->method = foreign_method_method(methods[k]);
    if (bits)
        mpfr_precision_set(bits);
    trajectory = kept(
        bits ? trajectory_run_mpfr(&own->setup, own->method.family->create_mpfr(&own->setup), &request)
             : trajectory_run_double(&own->setup, own->method.family->create_double(&own->setup), &request));
    assert_int_equal(trajectory->status, TRAJECTORY_COMPLETED);
    return trajectory;
}

static void destroy_all(struct foreign_method **methods, size_t count)
{
    for (size_t k = 0; k < count; k++)
        foreign_method_destroy(methods[k]);
    free(methods);
}

static struct fixture_setup *prepare_setup(const struct fixture_model *model, long bits)
{
    return fixture_setup_create(&CELL_OF(model, "rk4", "none", .step = "1/10", .steps = STEPS, .bits = bits));
}

/* (q, p) -> (p, -q) -> (-q, -p) -> (-p, q) */
TEST(test_digits)
{
    struct error error = {""};
    size_t count;
    struct foreign_method **methods = foreign_method_create_all(program, "", &count, &error);
    struct fixture_model model = fixture_model_write(oscillator);
    struct fixture_setup *own = prepare_setup(&model, BITS);
    const struct trajectory *still, *turned;
    mpfr_t q, p;

    assert_done(methods, error);
    still = run(methods, count, "still", own, BITS);
    turned = run(methods, count, "turned", own, BITS);
    mpfr_inits2(BITS, q, p, (mpfr_ptr)0);
    mpfr_set_ui(q, 1, MPFR_RNDN);
    mpfr_div_ui(q, q, 3, MPFR_RNDN);
    mpfr_set_ui(p, 2, MPFR_RNDN);
    mpfr_div_ui(p, p, 7, MPFR_RNDN);
    assert_true(mpfr_equal_p(still->q[0], q) && mpfr_equal_p(still->q[1], p));
    assert_true(mpfr_equal_p(turned->q[1], q));
    mpfr_neg(p, p, MPFR_RNDN);
    assert_true(mpfr_equal_p(turned->q[0], p));
    mpfr_clears(q, p, (mpfr_ptr)0);
    destroy_all(methods, count);
}

TEST(test_evaluations)
{
    struct error error = {""};
    struct fixture_model model = fixture_model_write(oscillator);
    struct fixture_setup *own = prepare_setup(&model, 0);
    size_t count, objects;
    struct foreign_method **methods = foreign_method_create_all(program, "", &count, &error);
    struct foreign_method **objects_methods;

    assert_done(methods, error);
    objects_methods = foreign_method_create_library(object, &objects, &error);
    assert_done(objects_methods, error);
    assert_true(run(methods, count, "still", own, 0)->counts.evaluations == 0);
    assert_true(run(methods, count, "turned", own, 0)->counts.evaluations == STEPS);
    assert_true(run(methods, count, "asking", own, 0)->counts.evaluations == STEPS * (2 + 3));
    assert_true(run(objects_methods, objects, "asking", own, 0)->counts.evaluations == STEPS * (2 + 3));
    destroy_all(methods, count);
    destroy_all(objects_methods, objects);
}

TEST_GROUP(prepare, clean)
