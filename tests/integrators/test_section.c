/* Sections and events against what is known.
 *
 *   times       the midpoint rule turns the harmonic oscillator by 2 atan(h/2) in a step of h, and by 2 atan(theta h/2) in
 *               a fraction of it: when x = cos passes zero from below is known in closed form
 *   dimensions  no more than 1 of the circle on which a second oscillator, of another frequency, lies; larger of chaotic orbits of
 *               Henon and Heiles at the energy 1/6, whose section they fill
 */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/geometry_fixture.h"

#include "measures/run/section.h"

static struct section *sections(const char *hamiltonian, const char *start, const char *values,
                                unsigned long steps)
{
    char text[800];
    struct error error;
    struct section *section;

    snprintf(text, sizeof text,
             "return model { title = 't', source = 's', kind = 'hamiltonian', coordinates = { 'x', 'y' },\n"
             "hamiltonian = function (q, p) return (p.x^2 + p.y^2)/2 + %s end,\n"
             "sections = { up = function (q, p) return { q.x, %s } end },\n"
             "initial = { default = %s } }",
             hamiltonian, values, start);
    struct cell_request request = geometry_request(&(struct geometry_case){
        geometry_problem_of_text(text), "runge-kutta:gauss-1", "none", CELL_DOUBLE, 10, 0});
    request.steps = steps;
    section = section_create(&request, 0, &error);
    assert_done(section, error);
    return section;
}

TEST(test_times)
{
    const double h = 0.1, turn = 2 * atan(h / 2), pi = acos(-1);
    struct section *section = sections("(q.x^2 + q.y^2)/2", "{ q = { 1, 0 }, p = { 0, 1 } }", "p.x", 500);

    assert_true(section->points == 8);
    for (size_t k = 0; k < section->points; k++) {
        const double angle = 2 * pi * (double)k + 1.5 * pi, n = floor(angle / turn),
                     theta = tan((angle - n * turn) / 2) / (h / 2);

        assert_true(fabs(section_time(section, k) - (n + theta) * h) < 1e-10);
        assert_true(fabs(section_value(section, k) - 1) < 1e-10);
    }
    assert_true(isnan(section_time(section, 8)) && isnan(section_value(section, 8)));
    assert_true(isnan(section_dimension(section))); /* too few */
    section_destroy(section);
}

TEST(test_dimensions)
{
    struct section *circle =
                       sections("(q.x^2 + 3*q.y^2)/2", "{ q = { 1, 0 }, p = { 0, 1 } }", "q.y, p.y", 40000),
                   *area = sections("(q.x^2 + q.y^2)/2 + q.x^2*q.y - q.y^3/3",
                                    "{ q = { 0, '-0.1' }, p = { 'sqrt(1/3 - 0.1^2 - 2/3*0.1^3)', 0 } }",
                                    "q.y, p.y", 40000);

    assert_true(circle->points > 600 && section_dimension(circle) < 1.2);
    assert_true(area->points > 400 && section_dimension(area) > 1.5);
    section_destroy(circle);
    section_destroy(area);
}
