/* What explain prints about the fits of a small study: points, floor, order, verdict, next command. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/reports/json_fixture.h"
#include "tests/fixtures/reports/text_fixture.h"

#include "reports/explain.h"
#include "reports/words.h"
#include "tests/fixtures/judge/gate_fixture.h"

/* What is printed, with one blank for several; it lasts until the next call. */
static const char *explain(const struct gate_fixture *f, const char *id)
{
    static char text[1 << 15];
    FILE *file = fmemopen(text, sizeof text, "w");

    assert_non_null(file);
    assert_done(explain_print(&f->results, id, file, &said), said);
    fclose(file);
    for (char *from = text, *to = text; (*to = *from); from++)
        to += !(from[0] == ' ' && from[1] == ' ');
    return text;
}

#define assert_explained(f, id, ...) assert_says(explain(f, id), __VA_ARGS__)

static void assert_starts(const char *text, const char *start)
{
    if (strncmp(text, start, strlen(start)) != 0)
        fail_msg("expected %s, found %.400s", start, text);
}

/* ---- which fits an id names ---- */

static size_t count_found(const struct gate_fixture *f, const char *id)
{
    size_t count = 0;
    const struct fit **fit = explain_find(&f->results, id, &count, &said);

    free(fit);

    return fit ? count : 0;
}

TEST(test_ids)
{
    struct gate_fixture *f = fixture_made();

    for (size_t i = 0; i < FITS; i++)
        assert_int_equal(count_found(f, f->id[i]), 1);
    assert_int_equal(count_found(f, "gauss-1"), 4);
    assert_int_equal(count_found(f, "gauss-?/none"), 3);
    assert_int_equal(count_found(f, "gauss-1/none/200"), 2);
    assert_int_equal(count_found(f, "pendulum"), 1);
    assert_int_equal(count_found(f, "dla:1/3"), 1);
    assert_int_equal(count_found(f, "dla:1/3/none/200"), 1);
    assert_int_equal(count_found(f, "K1"), 2);
    assert_int_equal(count_found(f, "energy_error"), FITS);
    assert_int_equal(count_found(f, "gauss-1/200"), 0); /* not consecutive */
    assert_int_equal(count_found(f, "auss-1"), 0);
    assert_int_equal(count_found(f, "gauss"), 0);
    assert_int_equal(count_found(f, ""), 0);
}

TEST(test_a_full_id_names_one_fit)
{
    struct gate_fixture *f = fixture_made();

    f->fit[1].id = "x/lotka-volterra/default/gauss-1/none/200/energy_error"; /* contains the first */
    assert_int_equal(count_found(f, f->id[0]), 1);
}

TEST(test_what_comes_near)
{
    struct gate_fixture *f = fixture_made();
    char id[500];

    assert_false(explain_print(&f->results, "gaus-1/symetric", stderr, &said));
    assert_says(said.text, "gaus-1/symetric: no order of study small has this in its id; near: "
                           "gauss-1/symmetric, gauss-2/symmetric, ");
    assert_false(explain_print(&f->results, "penduum", stderr, &said));
    assert_says(said.text, "near: pendulum, ");
    assert_null(explain_json(&f->results, "penduum", &said));
    memset(id, '/', sizeof id - 1);
    id[sizeof id - 1] = '\0';
    assert_false(explain_print(&f->results, id, stderr, &said)); /* longer than any */
    f->results.fits = 0;
    assert_false(explain_print(&f->results, "pendulum", stderr, &said));
    assert_says(said.text, "no orders to explain");
}

/* Exceptions first, with their evidence. */
TEST(test_several_are_listed)
{
    struct gate_fixture *f = fixture_made();
    const char *text;

    text = explain(f, "lotka-volterra/default/gauss-1");
    assert_starts(text, "refuted lotka-volterra/default/gauss-1/symmetric/200/energy_error\n order 2.00 in ");
    assert_says(text, "\nholds lotka-volterra/default/gauss-1/none/200/energy_error 2.000\n",
                "\n- lotka-volterra/default/gauss-1/none/double/energy_error order 2.00 in",
                "3 orders are named by lotka-volterra/default/gauss-1; for the points of one: assay "
                "explain small 'lotka-volterra/default/gauss-1/symmetric/200/energy_error'\n");
}

/* A claim is also its parts, of which those that do not hold come first. */
TEST(test_parts_of_a_claim)
{
    struct gate_fixture *f = fixture_made();
    const char *text;

    f->on_fit[1].id = "K1-part";
    f->claim[1].id = "K1-part";
    f->claim[1].verdict = f->claim[1].of_runs = VERDICT_REFUTED;
    f->claim[0].verdict = f->claim[0].of_runs = VERDICT_HOLDS;
    text = explain(f, "K1");
    assert_starts(text, "refuted K1-part: another claim (a paper); ");
    assert_says(text, "\nholds K1: order of the energy error (a paper); ",
                "/dla:1/3/none/200/energy_error\n");
    assert_int_equal(count_found(f, "K1-part"), 2);
    assert_int_equal(count_found(f, "K1-par"), 0);
}

/* ---- points ---- */

TEST(test_points)
{
    struct gate_fixture *f = fixture_made();
    const char *text;

    text = explain(f, "gauss-1/none/double");
    assert_says(text, "\n0.8 10 6.4000e-05 - - used\n", "\n0.2 40 4.0000e-06 2.000 2.000 used\n",
                "\n0.05 160 3.0000e-09 8.381 10.508 below the floor");
    assert_int_equal(count(text, " used\n"), 4);
    assert_int_equal(count(text, " below the floor (100 times it)\n"), 2);

    text = explain(f, "pendulum");
    assert_says(text, "\n0.8 10 1.2882e-01 - - too large (above 0.1): pre-asymptotic\n");
    assert_int_equal(count(text, " used\n"), 5);

    assert_explained(f, "dla:1/3", "\n0.2 40 - - - no value: broke down at step 17, Newton stalled\n",
                     "\n0.4 20 3.2051e-02 2.007 - outside the window: the next finer step is not admitted\n");
    f->cell[INCONCLUSIVE * STEPS + 2].status = CELL_CRASHED;
    f->cell[INCONCLUSIVE * STEPS + 2].reason = NULL;
    assert_explained(f, "dla:1/3", " no value: crashed\n");
    f->results.cells = 0;
    assert_explained(f, "dla:1/3", "\n0.2 - - - - no value\n");
}

/* What the floor hides, whether it stands beside a finer step that is used or not. */
TEST(test_below_the_floor)
{
    struct gate_fixture *f = fixture_made();
    const char *text;

    f->errors[IN_DOUBLE][0] = 5e-8; /* a zero of the error: 50 floors */
    f->used[IN_DOUBLE][0] = false;
    text = explain(f, "gauss-1/none/double");
    assert_int_equal(count(text, " below the floor (100 times it)\n"), 3);
    f->fit[IN_DOUBLE].floor.value = 1e-20; /* the finest were refused by floors of their own */
    text = explain(f, "gauss-1/none/double");
    assert_int_equal(count(text, " below the floor (100 times it)\n"), 2);
    assert_int_equal(count(text, " outside the window"), 1);
    f->fit[IN_DOUBLE].points.count = 1; /* the only step: no finer one was refused by a floor */
    assert_explained(f, "gauss-1/none/double", "\n0.8 10 5.0000e-08 - - measured once; no order is fitted\n");
    assert_null(strstr(explain(f, "gauss-1/none/double"), "\norder "));
}

/* Floors of the points: a column, and what they hide. */
TEST(test_floors_of_points)
{
    static const double floors[STEPS] = {1e-60, 1e-60, 5e-8, 1e-60, 1e-60, NAN};
    struct gate_fixture *f = fixture_made();

    f->fit[IN_DOUBLE].floor.of_points = floors;
    f->used[IN_DOUBLE][2] = false;
    assert_explained(f, "gauss-1/none/double", "\nh steps error floor slope extrapolated status\n",
                     "\n0.8 10 6.4000e-05 1.0e-60 - - used\n",
                     "\n0.2 40 4.0000e-06 5.0e-08 2.000 2.000 below the floor",
                     "\n0.025 320 3.0000e-09 - 0.000 -2.794 not used: its floor is not known\n");
}

/* ---- what is said about them ---- */

TEST(test_floor)
{
    struct gate_fixture *f = fixture_made();

    assert_explained(
        f, "lotka-volterra/default/gauss-1/none/double",
        "\nfloor 1.00e-09, the largest difference from the errors at 200 bits at the two finest steps\n");
    assert_explained(f, "lotka-volterra/default/gauss-1/none/200",
                     "\nfloor 1.00e-55, the largest difference between the errors in double and at 200 bits "
                     "at the two finest steps, times 2^(53 - 200)\n");
    assert_explained(f, "pendulum", "\nfloor 1.00e-55, measured in other runs");
    f->fit[OTHER_MODEL].floor.value = 0;
    assert_explained(f, "pendulum", "\nfloor not measured, taken as 0");
    f->fit[OTHER_MODEL].floor.value = NAN;
    assert_explained(f, "pendulum", "\nfloor not known");
}

TEST(test_floor_origin)
{
    struct gate_fixture *f = fixture_made();

    f->fit[HOLDS].floor.origin = FLOOR_BY_BITS;
    assert_explained(
        f, f->id[HOLDS],
        "\nfloor 1.00e-55 at the finest step, difference from the same runs with 64 more bits at "
        "the two finest steps\n");
    f->fit[HOLDS].floor.reference_error = 2e-57;
    assert_explained(f, f->id[HOLDS],
                     "at the two finest steps; the reference, known to 2.0e-57, is part of it\n");
    f->fit[HOLDS].floor.value = NAN;
    f->fit[HOLDS].floor.reference_error = 0;
    assert_explained(f, f->id[HOLDS],
                     "\nfloor not known, so that no error is used: difference from the same runs");
}

TEST(test_exact_property)
{
    struct gate_fixture *f = fixture_made();
    const char *text;

    text = explain(f, f->id[HOLDS]);
    assert_null(strstr(text, "\nexact "));
    f->on_fit[0] =
        (struct claim_on_fit){.id = "K1", .kind = CLAIM_EXACT, .formula = "0", .source = "a paper"};
    assert_explained(f, f->id[HOLDS], "\nclaim K1, exact (a paper)\n");
    f->fit[HOLDS].exact.error = 1e-9;
    f->fit[HOLDS].exact.repeated = 1e-30;
    f->fit[HOLDS].exact.bits = 64;
    assert_explained(f, f->id[HOLDS], "\nexact 1.0e-09; with 64 more bits 1.0e-30\n");
}

TEST(test_controls)
{
    struct gate_fixture *f = fixture_made();
    const char *text;

    f->fit[VACUOUS].context.control.kind = CONTROL_MODELS_ALIKE;
    f->fit[VACUOUS].context.positive = POSITIVE_DEFECT;
    assert_explained(
        f, f->id[VACUOUS],
        "\ncontrols cannot tell the model from the others: the same method fails on none of them\ncontrols "
        "positive: the "
        "reference flow with its tangent has the defect 0.0e+00 over the largest step\ncontrols claim "
        "K2 as a whole");
    text = explain(f, f->id[HOLDS]);
    assert_int_equal(count(text, "\ncontrols"), 1);
}

TEST(test_verdict_and_next)
{
    struct gate_fixture *f = fixture_made();
    const char *text;

    text = explain(f, "gauss-1/symmetric");
    assert_says(text, "\nclaim K1, exactly 2s = 2 (a paper)\n",
                "\ncontrols claim K1 as a whole: refuted; lotka-volterra/default/gauss-1/symmetric 2.000\n",
                "\nverdict refuted (pre-asymptotic): order 2.00 in [1.95, 2.05] ",
                "\nnext two more halvings of the step, and the bits for them; see assay explain small ",
                "\nrun assay integrate lotka-volterra --initial default --method gauss-1 "
                "--projection symmetric --step 0.025 --steps 320 --precision 200\n");
    assert_null(strpbrk(text, "\x01\x1b"));

    f->on_fit[1].source = NULL;
    assert_explained(f, "dla:1/3", "\nclaim K2, at least 2 (without a source)\n",
                     "--method dla:1/3 --projection none --step 0.2 --steps 40 --precision 200\n",
                     "\norder none, broke-down: it takes 4 consecutive errors used");

    assert_explained(f, "gauss-1/none/double",
                     "\nnext assay integrate lotka-volterra --initial default --method gauss-1 --projection "
                     "none --step 0.1 --steps 80 --precision double\n",
                     "\nclaim none\n",
                     "\nverdict none: order 2.00 in [1.95, 2.05] from 4 steps down to 3 halvings\n");

    assert_explained(f, "midpoint", "\nverdict not applicable: the measure does not apply\n");
}

/* What the arguments of a command are to a shell, a line each; they last until the next call. */
static const char *read_arguments(const char *command)
{
    static char text[4000];
    char line[4000];
    FILE *pipe;
    size_t length;

    assert_int_equal(strncmp(command, "assay ", 6), 0);
    snprintf(line, sizeof line, "printf '%%s\\n' %.*s", (int)strcspn(command + 6, "\n"), command + 6);
    pipe = popen(line, "r");
    assert_non_null(pipe);
    length = fread(text, 1, sizeof text - 1, pipe);
    text[length] = '\0';
    assert_int_equal(pclose(pipe), 0);
    return text;
}

/* Names are what a file is called: a command that is printed runs nothing but assay. */
TEST(test_commands_are_quoted)
{
    static const enum verdict_next next[] = {VERDICT_NEXT_FULL, VERDICT_NEXT_HALVINGS, VERDICT_NEXT_WITNESS};
    struct gate_fixture *f = fixture_made();
    const char *text;
    char command[2048];

    f->fit[REFUTED].curve.problem = named_problem("';echo X;'", "a b");
    f->fit[REFUTED].id = "';echo X;'/a b/gauss-1";
    for (size_t i = 0; i < STEPS; i++)
        f->cell[REFUTED * STEPS + i].problem = f->fit[REFUTED].curve.problem;
    for (size_t i = 0; i < sizeof next / sizeof *next; i++) {
        f->fit[REFUTED].outcome.next = next[i];
        text = read_arguments(
            strstr(words_next(&f->results, &f->fit[REFUTED], command, sizeof command), "assay "));
        assert_says(text, "\n';echo X;'/");
    }
    text = read_arguments(words_command(&f->results, f->fit[REFUTED].id, command, sizeof command));
    assert_string_equal(text, "explain\nsmall\n';echo X;'/a b/gauss-1\n");
    text = read_arguments(explain_command(&f->results, &f->fit[REFUTED], command, sizeof command));
    assert_starts(text, "integrate\n';echo X;'\n--initial\na b\n--method\n");
}

TEST(test_witness)
{
    struct gate_fixture *f = fixture_made();
    const char *text;

    text = explain(f, "gauss-1/symmetric");
    assert_null(strstr(text, "\nwitness"));
    f->fit[VACUOUS].curve.method = named_method("gauss-1");
    f->fit[VACUOUS].curve.problem = named_problem("lotka-volterra", "second");
    assert_explained(f, f->id[REFUTED], "\nwitness initial data second: order 2.0");
}

/* A witness stands there with its own order and its own verdict, in the text and in the document. */
TEST(test_evidence_of_the_witness)
{
    struct gate_fixture *f = fixture_made();
    const struct fit *fit = f->fit + REFUTED;
    struct fit *witness = f->fit + VACUOUS;
    json_t *json;

    witness->curve.method = named_method("gauss-1");
    witness->curve.problem = named_problem("lotka-volterra", "second");
    for (size_t n = 0; n < STEPS; n++)
        f->errors[VACUOUS][n] = 0.3 * pow(f->step[n], 3);
    order_fit_evaluate(witness, true);
    assert_true(fabs(fit->order.value - 2) < 0.01 && fabs(witness->order.value - 3) < 0.01);
    assert_explained(f, fit->id, "\nwitness initial data second: order 3.00 in", "\nverdict refuted (",
                     "): order 2.00 in");
    json = kept(explain_json(&f->results, fit->id, &said));
    assert_string_equal(text_at(json, "fits/0/controls/0/witness"), witness->id);
    assert_string_equal(text_at(json, "fits/0/controls/0/verdict"), "vacuous");
    assert_says(text_at(json, "fits/0/controls/0/evidence"), "order 3.00 in");
    witness->curve.problem =
        named_problem("lotka-volterra", "third"); /* whose witness is the first in turn */
    assert_explained(f, witness->id, "\nwitness initial data default: order 2.00 in");
}

/* ---- the document ---- */

TEST(test_json)
{
    struct gate_fixture *f = fixture_made();
    json_t *json, *fit, *point;

    json = kept(explain_json(&f->results, "dla:1/3", &said));
    assert_non_null(json);
    assert_string_equal(text_at(json, "assay/study_hash"), "77aa");
    fit = at(json, "fits/0");
    assert_string_equal(text_at(fit, "id"), f->id[INCONCLUSIVE]);
    assert_string_equal(text_at(fit, "verdict"), "inconclusive");
    assert_true(null_at(fit, "order"));
    assert_int_equal(size_at(fit, "points"), STEPS);
    point = at(fit, "points/2");
    assert_string_equal(text_at(point, "step"), "0.2");
    assert_string_equal(text_at(point, "status"), "no-value");
    assert_string_equal(text_at(point, "cell"), "broke-down");
    assert_int_equal(integer_at(point, "broke_down_at"), 17);
    assert_true(null_at(point, "error"));
    assert_string_equal(text_at(fit, "claims/0/claim"), "at least 2");
    point = at(fit, "points/5");
    assert_string_equal(text_at(point, "status"), "used");
    assert_true(number_at(point, "slope") == f->slopes[INCONCLUSIVE][4]);
    assert_true(number_at(point, "extrapolated") == f->extrapolated[INCONCLUSIVE][3]);

    f->fit[VACUOUS].context.control.kind = CONTROL_MODELS_ALIKE;
    f->fit[VACUOUS].floor.reference_error = NAN;
    f->fit[VACUOUS].floor.origin = FLOOR_BY_MPFR;
    json = kept(explain_json(&f->results, f->id[VACUOUS], &said));
    fit = at(json, "fits/0");
    assert_string_equal(text_at(fit, "control"),
                        "cannot tell the model from the others: the same method fails on none of them");
    assert_true(null_at(fit, "positive_control"));
    assert_true(null_at(fit, "reference_error"));
    assert_true(null_at(fit, "exact"));
    assert_string_equal(
        text_at(fit, "floor_origin"),
        "1.00e-55 at the finest step, difference from the same runs in mpfr at the two finest steps");
    f->fit[VACUOUS].exact.repeated = f->fit[VACUOUS].exact.error = 0.5;
    f->fit[VACUOUS].exact.bits = 75;
    json = kept(explain_json(&f->results, f->id[VACUOUS], &said));
    point = at(json, "fits/0/exact");
    assert_true(number_at(point, "repeated") == 0.5);
    assert_int_equal(integer_at(point, "bits"), 75);
    assert_true(json_is_false(at(point, "falls")));

    json = kept(explain_json(&f->results, "K1", &said)); /* one of them with a reason that is no UTF-8 */
    assert_int_equal(size_at(json, "fits"), 2);
    fit = at(json, "fits/0");
    assert_true(number_at(fit, "order") == f->fit[HOLDS].order.value);
}
