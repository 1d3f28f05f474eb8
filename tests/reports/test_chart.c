/* The picture of a fit: what is drawn is what was measured.
 *
 * The picture is read back: markers, the edge of the shaded band, the line of admission and the line claimed
 * are compared with the numbers that they stand for. */
#include "tests/fixtures/test.h"

#include "reports/figures/chart.h"
#include "tests/fixtures/reports/text_fixture.h"

enum { POINTS = 7, EDGE = 8 };

static const char *const steps[POINTS] = {"0.4", "0.2", "0.1", "0.05", "0.025", "0.0125", "0.00625"};
static const double values[POINTS] = {0.4, 0.2, 0.1, 0.05, 0.025, 0.0125, 0.00625};
static const double left = 152, right = 968, top = 32, bottom = 600, rounding = 1.1; /* quarters of a pixel */

struct drawing {
    double errors[POINTS], floors[POINTS];
    bool used[POINTS];
    struct claim_on_fit claim;
    struct fit fit;
    char text[1 << 14];
};

/* Errors h^order, all of them used. */
static void make_drawing(struct drawing *drawing, double order)
{
    memset(drawing, 0, sizeof *drawing);
    for (size_t i = 0; i < POINTS; i++) {
        drawing->errors[i] = pow(values[i], order);
        drawing->used[i] = true;
    }
    drawing->claim = (struct claim_on_fit){.kind = CLAIM_EXACTLY, .formula = "4", .value = 4};
    drawing->fit = (struct fit){.points.count = POINTS,
                                .points.step_sizes = steps,
                                .points.step_values = values,
                                .points.errors = drawing->errors,
                                .order.used = drawing->used,
                                .claim = &drawing->claim,
                                .outcome.subject = SUBJECT_ORDER};
}

/* The picture, which lives as long as the drawing; empty where there is none. */
static const char *draw(struct drawing *drawing)
{
    FILE *file = fmemopen(drawing->text, sizeof drawing->text, "w");
    bool drawn = chart_write(file, &drawing->fit);

    assert_int_equal(drawn, ftell(file) > 0);
    drawing->text[0] = drawn ? drawing->text[0] : '\0';
    fclose(file);
    return drawing->text;
}

/* ---- Reading back ---- */

struct place {
    double x, y;
};

/* The k-th marker of the picture from the right: a point of the path of those used, or a circle. */
static struct place marker(const char *text, size_t k)
{
    const char *all = strstr(text, "class=\"curve all\""), *used = all ? all : strstr(text, "class=\"used\""),
               *end = used ? strchr(used + (all ? 22 : 20), '"') : NULL;
    struct place places[POINTS];
    size_t n = 0;

    for (const char *c = text; (c = strstr(c, "<circle ")); c++, n++)
        assert_int_equal(sscanf(strstr(c, "cx="), "cx=\"%lf\" cy=\"%lf\"", &places[n].x, &places[n].y), 2);
    for (const char *c = used; c && (c = strpbrk(c, "ML")) && c < end; c++, n++)
        assert_int_equal(sscanf(c + 1, "%lf %lf", &places[n].x, &places[n].y), 2);
    assert_true(k < n);
    for (size_t i = 0; i <= k; i++) { /* by selection */
        for (size_t j = i + 1; j < n; j++) {
            const struct place other = places[j];

            if (other.x <= places[i].x)
                continue;
            places[j] = places[i];
            places[i] = other;
        }
    }
    return places[k];
}

/* How many points are used in the picture. */
static size_t count_used(const char *text)
{
    char *path = strstr(text, "class=\"used\"") ? between(text, "class=\"used\"", ">") : NULL;

    if (strstr(text, "class=\"curve all\"")) {
        path = between(text, "class=\"curve all\"", ">");
        return count(path, "M") + count(path, "L");
    }
    return path ? count(path, "h0") : 0;
}

/* The points of the path of a class, from M, L and H to its edge; returns their number. */
static size_t path(const char *text, const char *class, struct place *places)
{
    char wanted[64];
    size_t n = 0;
    const char *c;

    snprintf(wanted, sizeof wanted, "<path class=\"%s\" d=\"", class);
    c = strstr(text, wanted);
    assert_non_null(c);
    for (c += strlen(wanted); *c != '"' && *c != 'V'; c++) {
        if (*c != 'M' && *c != 'L' && *c != 'H')
            continue;
        assert_true(n < EDGE + 1);
        if (*c == 'H')
            places[n] = (struct place){strtod(c + 1, NULL), places[n - 1].y};
        else
            assert_int_equal(sscanf(c + 1, "%lf %lf", &places[n].x, &places[n].y), 2);
        n++;
    }
    return n;
}

/* The height of a line that runs from right to left, at x. */
static double height_at(const struct place *places, size_t n, double x)
{
    for (size_t i = 0; i + 1 < n; i++) {
        double length = places[i].x - places[i + 1].x;

        if (x <= places[i].x + rounding && x >= places[i + 1].x - rounding)
            return places[i].y +
                   (places[i + 1].y - places[i].y) * (places[i].x - x) / (length > 0 ? length : 1);
    }
    return places[n - 1].y;
}

/* ---- Tests ---- */

/* Filled, hollow, left out: as the data say. */
TEST(markers)
{
    struct drawing drawing;
    struct chart_points points;
    const char *text;
    char *curve;

    make_drawing(&drawing, 4);
    drawing.errors[0] = NAN;
    drawing.errors[3] = 0;
    drawing.errors[1] = INFINITY;
    drawing.used[2] = false;
    points = chart_count(&drawing.fit);
    assert_int_equal(points.used, 3);
    assert_int_equal(points.unused, 1);
    assert_int_equal(points.zero, 1);
    assert_int_equal(points.missing, 2);
    text = draw(&drawing);
    assert_int_equal(count_used(text), 3);
    assert_int_equal(count(text, "<circle "), 1);
    assert_int_equal(count(text, "<circle"), 1);
    assert_says(text, "4 points, 3 used");
    curve = between(text, "class=\"curve\"", ">");
    assert_int_equal(count(curve, "M"), 2); /* it is broken where an error is missing: */
    assert_int_equal(count(curve, "L"), 2); /* one point, and three that are joined */
}

/* h^4 is a straight line, equally spaced; each circle is where its error belongs. */
TEST(places)
{
    struct drawing drawing;
    struct place first, last;
    const char *text;

    make_drawing(&drawing, 4);
    text = draw(&drawing);
    first = marker(text, 0);
    last = marker(text, POINTS - 1);
    assert_true(first.x < right && last.x > left && first.y > top && last.y < bottom);
    assert_true(first.x > last.x && first.y < last.y); /* large steps at the right, large errors above */
    for (size_t i = 0; i < POINTS; i++) {
        struct place place = marker(text, i);
        double share = (double)i / (POINTS - 1);

        assert_true(fabs(place.x - (first.x + share * (last.x - first.x))) <= rounding);
        assert_true(fabs(place.y - (first.y + share * (last.y - first.y))) <= rounding);
    }
    drawing.errors[3] *= 2; /* the control */
    text = draw(&drawing);
    assert_true(marker(text, 3).y < (marker(text, 2).y + marker(text, 4).y) / 2 - rounding);
}

/* Floors that differ from point to point: what is drawn below them, and below 100 of them, is so. */
TEST(floors)
{
    struct drawing drawing;
    struct place band[EDGE + 1], limit[EDGE + 1];
    size_t below = 0, between = 0, n, m;
    const char *text;

    make_drawing(&drawing, 4);
    for (size_t i = 0; i < POINTS; i++)
        drawing.floors[i] = 3e-8 * pow(2, 0.5 * (double)i);
    drawing.fit.floor.of_points = drawing.floors;
    drawing.fit.floor.value = drawing.floors[POINTS - 1];
    text = draw(&drawing);
    n = path(text, "floor", band);
    m = path(text, "limit", limit);
    assert_int_equal(n, POINTS + 2);
    assert_int_equal(m, POINTS + 2);
    for (size_t i = 0; i < POINTS; i++) {
        struct place place = marker(text, i);
        double floor = drawing.floors[i];
        bool shaded = place.y > height_at(band, n, place.x), refused = place.y > height_at(limit, m, place.x);

        assert_int_equal(shaded, drawing.errors[i] < floor);
        assert_int_equal(refused, drawing.errors[i] < 100 * floor);
        below += shaded;
        between += refused && !shaded;
    }
    assert_int_equal(below, 2);
    assert_int_equal(between, 2);
}

/* One floor for all points; one far below the picture; none; unknown. */
TEST(no_band)
{
    struct drawing drawing;
    struct place band[EDGE + 1];
    const char *text;
    size_t n;

    make_drawing(&drawing, 4);
    drawing.fit.floor.value = 1e-9;
    text = draw(&drawing);
    n = path(text, "floor", band);
    for (size_t i = 0; i < n; i++)
        assert_true(band[i].y == band[0].y);
    assert_null(strstr(text, ">floor "));

    drawing.fit.floor.value = 1e-60;
    text = draw(&drawing);
    assert_int_equal(count(text, "class=\"floor\""), 0);
    assert_int_equal(count(text, "class=\"limit\""), 0);
    assert_says(text, ">floor 1e-60 ↓<");

    for (int unknown = 0; unknown < 2; unknown++) {
        drawing.fit.floor.value = unknown ? NAN : 0;
        text = draw(&drawing);
        assert_null(strstr(text, "floor"));
    }
}

/* The line claimed runs through all points where the claim is true. */
TEST(claimed)
{
    struct drawing drawing;
    struct place line[EDGE + 1];
    const char *text;

    for (int order = 4; order <= 6; order++) {
        double farthest = 0;

        make_drawing(&drawing, order);
        text = draw(&drawing);
        assert_int_equal(path(text, "claimed", line), 3); /* two ends, and the sample with its name */
        for (size_t i = 0; i < POINTS; i++) {
            struct place place = marker(text, i);
            double share = (place.x - line[0].x) / (line[1].x - line[0].x);

            farthest = fmax(farthest, fabs(place.y - (line[0].y + share * (line[1].y - line[0].y))));
        }
        assert_true(order == 4 ? farthest < 3 * rounding : farthest > 40);
        for (int end = 0; end < 2; end++)
            assert_true(line[end].x >= left && line[end].x <= right && line[end].y >= top - rounding &&
                        line[end].y <= bottom + rounding);
        assert_says(text, ">slope 4 claimed<");
    }
    drawing.claim.kind = CLAIM_AT_LEAST;
    text = draw(&drawing);
    assert_says(text, ">slope ≥ 4 claimed<");
    drawing.fit.outcome.subject = SUBJECT_PROPERTY;
    text = draw(&drawing);
    assert_null(strstr(text, "claimed"));
}

/* Of a curve that bends the line meets the finest point that is used, else the finest that is drawn, and no other. */
TEST(anchor)
{
    for (size_t unused = 0; unused <= POINTS; unused += unused == 2 ? POINTS - 2 : 1) {
        const size_t anchor = unused < POINTS ? POINTS - 1 - unused : POINTS - 1;
        struct drawing drawing;
        struct place line[EDGE + 1];
        const char *text;

        make_drawing(&drawing, 3);
        for (size_t i = 0; i < POINTS; i++)
            drawing.used[i] = i + unused < POINTS;
        text = draw(&drawing);
        assert_int_equal(path(text, "claimed", line), 3);
        for (size_t i = 0; i < POINTS; i++) {
            const struct place place = marker(text, i);
            const double share = (place.x - line[0].x) / (line[1].x - line[0].x),
                         off = fabs(place.y - (line[0].y + share * (line[1].y - line[0].y)));

            assert_true(i == anchor ? off < 3 * rounding : off > 12);
        }
    }
}

/* Without a point there is no picture; one point, and equal errors, have one. */
TEST(few)
{
    struct drawing drawing;
    const char *text;

    make_drawing(&drawing, 4);
    for (size_t i = 0; i < POINTS; i++)
        drawing.errors[i] = i % 2 ? 0 : NAN;
    text = draw(&drawing);
    assert_string_equal(text, "");
    drawing.errors[2] = 1e-5;
    drawing.used[2] = false;
    text = draw(&drawing);
    assert_int_equal(count(text, "<circle") + count_used(text), 1);
    assert_null(strstr(text, "nan"));
    drawing.fit.points.count = 1;
    drawing.errors[0] = 1e-300;
    text = draw(&drawing);
    assert_int_equal(count(text, "<circle") + count_used(text), 1);
    assert_null(strstr(text, "nan"));
    assert_null(strstr(text, "inf"));
    drawing.fit.points.count = 0;
    text = draw(&drawing);
    assert_string_equal(text, "");
}

/* Step sizes as given; escaped; a number where they are long. */
TEST(labels)
{
    static const char *const given[POINTS] = {"2/5", "", "", "", "", "", "<1/160>"};
    static const char *const longer[POINTS] = {"0.400000000000000000001", "", "", "", "", "", "0.00625"};
    struct drawing drawing;
    const char *text;

    make_drawing(&drawing, 4);
    drawing.fit.points.step_sizes = given;
    text = draw(&drawing);
    assert_says(text, ">h = 2/5<", ">&lt;1/160&gt;<");
    drawing.fit.points.step_sizes = longer;
    text = draw(&drawing);
    assert_says(text, ">h = 0.4<");
}
