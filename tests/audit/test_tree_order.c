/* The order of steps by rooted trees, against the orders that the books give, and against methods that are wrong in one
 * place.  Methods of our own stand for those of others here: nothing is asked of their coefficients. */
#include "tests/fixtures/test.h"

#include <unistd.h>

#include "integrators/foreign/foreign_method.h"
#include "integrators/methods/method_file.h"
#include "measures/step/local_error.h"
#include "tests/fixtures/audit/programs_fixture.h"

TEST_GROUP(compile_programs, remove_programs)

static int order_of(struct method method)
{
    const struct cell_request request = {
        .method = method, .projection = projection_find("none"), .bits = CELL_DOUBLE};

    return tree_order_find(&request);
}

static int order_of_name(const char *name)
{
    struct error error = {""};
    struct method method;

    assert_done(method_find(name, &method, &error), error);
    return order_of(method);
}

static int order_of_text(const char *text)
{
    char path[] = P_tmpdir "/assay-trees-XXXXXX";
    const int file = mkstemp(path);
    struct error error = {""};
    struct method_file *read;
    int order;

    assert_int_equal(write(file, text, strlen(text)), (ssize_t)strlen(text));
    close(file);
    read = method_file_create(path, NULL, &error);
    unlink(path);
    assert_done(read, error);
    order = order_of(method_file_method(read));
    method_file_destroy(read);
    return order;
}

/* Kutta (1901), Gauss, Radau and Lobatto: Hairer, Norsett, Wanner (1993), section II.7; Hairer and Wanner (1996), section
 * IV.5.  Trees of more vertices than TREE_ORDER_MOST are not looked at. */
TEST(orders_of_the_books)
{
    static const struct {
        const char *name;
        int order;
    } methods[] = {{"runge-kutta:euler", 1},          {"rk4", 4},
                   {"runge-kutta:gauss-1", 2},        {"runge-kutta:gauss-2", 4},
                   {"runge-kutta:gauss-3", 6},        {"runge-kutta:gauss-4", 8},
                   {"runge-kutta:gauss-5", 8},        {"runge-kutta:radau-iia-2", 3},
                   {"runge-kutta:radau-iia-3", 5},    {"runge-kutta:radau-iia-4", 7},
                   {"runge-kutta:lobatto-iiic-3", 4}, {"runge-kutta:lobatto-iiic-4", 6}};

    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        const int found = order_of_name(methods[i].name);

        if (found != methods[i].order)
            fail_msg("%s: order %d instead of %d", methods[i].name, found, methods[i].order);
    }
}

#define RALSTON(a, c)                                                                                        \
    "return tableau { name = 'r', a = { { 0, 0, 0 }, { " a                                                   \
    ", 0, 0 }, { 0, '3/4', 0 } }, b = { '2/9', '1/3', '4/9' }, c = { 0, " c ", '3/4' } }"

/* The 11th digit of a coefficient leaves the sum of the weights, and nothing beyond it; so does a stage at a wrong time,
 * which no autonomous system shows. */
TEST(wrong_in_one_place)
{
    assert_int_equal(order_of_text(RALSTON("'1/2'", "'1/2'")), 3);
    assert_int_equal(order_of_text(RALSTON("'50000000001/100000000000'", "'50000000001/100000000000'")), 1);
    assert_int_equal(order_of_text(RALSTON("'1/2'", "'50000000001/100000000000'")), 1);
}

/* Programs: Euler's, Heun's and Kutta's methods; a midpoint rule too far on; and what single precision leaves of the
 * classical method: trees with weights beyond 1 and 1/2 have digits that it has not. */
TEST(programs)
{
    static const struct {
        const char *name;
        int order;
    } programs[] = {{"euler", 1}, {"heun", 2}, {"kutta", 3}, {"heavy", 1}, {"single", 2}};
    size_t count;
    struct foreign_method **program = start_programs(&count);

    for (size_t k = 0; k < sizeof programs / sizeof *programs; k++) {
        size_t i = 0;

        while (i < count && strcmp(program[i]->name, programs[k].name) != 0)
            i++;
        assert_true(i < count);
        assert_int_equal(order_of(foreign_method_method(program[i])), programs[k].order);
    }
    for (size_t i = 0; i < count; i++)
        foreign_method_destroy(program[i]);
    free(program);
}
