/* Files of tableaux: see tableau_file.h. */
#include "integrators/methods/tableau_file.h"

#include <math.h>

#include "integrators/tableaux/tableau_audit.h"
#include "models/sandbox/sandbox.h"
#include "numerics/number_block.h"

enum { MOST_STAGES = 32, GUARD_BITS = 64, CHECK_BITS = 128 };

/* ---- reading: the table of the file is at stack index 1 ---- */

static void read_form(lua_State *lua, struct method_file *file)
{
    static const char *const forms[] = {
        [METHOD_FORM_RUNGE_KUTTA] = "runge-kutta", [METHOD_FORM_VARIATIONAL] = "variational", NULL};
    enum method_form usual = file->abar ? METHOD_FORM_VARIATIONAL : METHOD_FORM_RUNGE_KUTTA;

    method_file_set_form(
        lua, file, (enum method_form)file_reader_choice(lua, &file->file, 1, "form", forms, (int)usual));
    if (file->abar && file->form == METHOD_FORM_RUNGE_KUTTA)
        sandbox_raise(lua, "tableau.abar is of no use to form = \"runge-kutta\"; leave out one of them");
}

int tableau_file_read(lua_State *lua)
{
    static const char *const keys[] = {"name", "title",       "source",     "a",    "abar",   "b",
                                       "c",    "null_vector", "r_infinity", "form", "claims", NULL};
    struct method_file *file = sandbox_context(lua);
    struct file_reader *reader = &file->file;
    size_t s;

    lua_settop(lua, 1);
    file_reader_check_keys(lua, "tableau", keys);
    file_reader_name(lua, reader);
    s = file->stages = file_reader_count(lua, reader, "b", MOST_STAGES, "b = { \"1/2\", \"1/2\" }");
    file->b = file_reader_numbers(lua, reader, "b", 0, s);
    if (!(file->a = file_reader_numbers(lua, reader, "a", s, s)))
        sandbox_raise(lua, "tableau.a is missing; write a = { { \"1/2\" } }, as many rows as b has numbers");
    file->abar = file_reader_numbers(lua, reader, "abar", s, s);
    file->c = file_reader_numbers(lua, reader, "c", 0, s);
    file->null_vector = file_reader_numbers(lua, reader, "null_vector", 0, s);
    file->r_infinity = file_reader_integer(lua, reader, 1, "r_infinity", -1, 1);
    read_form(lua, file);
    return 0;
}

/* ---- numbers ---- */

/* Where the file does not say R(infinity), it is that of a, if that is 1 or -1; else there are no projections. */
static void find_r_infinity(struct method_file *file, const struct tableau *tableau)
{
    struct tableau_audit audit;

    if (file->r_infinity != 0 || file->form != METHOD_FORM_VARIATIONAL)
        return;
    tableau_audit_with_trees(tableau, 1, &audit);
    if (fabs(fabs(audit.r_infinity) - 1) <= audit.threshold)
        file->r_infinity = audit.r_infinity > 0 ? 1 : -1;
    else
        file->family.no_projections =
            "R(infinity) of its coefficients is neither 1 nor -1; write r_infinity in its file";
}

bool tableau_file_finish(struct file_reader *reader, struct error *error)
{
    struct method_file *file = (struct method_file *)reader;
    struct tableau *tableau = tableau_file_evaluate(file, CHECK_BITS, error);

    if (tableau)
        find_r_infinity(file, tableau);
    tableau_destroy(tableau);
    return tableau;
}

struct tableau *tableau_file_evaluate(const struct method_file *file, mpfr_prec_t precision,
                                      struct error *error)
{
    size_t s = file->stages;
    struct tableau given = {.stages = s,
                            .r_infinity = file->r_infinity,
                            .claimed_order = file->family.order_offset,
                            .a = file_reader_evaluate(file->a, s * s, precision + GUARD_BITS),
                            .abar = file_reader_evaluate(file->abar, s * s, precision + GUARD_BITS),
                            .b = file_reader_evaluate(file->b, s, precision + GUARD_BITS),
                            .c = file_reader_evaluate(file->c, s, precision + GUARD_BITS),
                            .null_vector =
                                file_reader_evaluate(file->null_vector, s, precision + GUARD_BITS)};
    struct error reason;
    struct tableau *tableau = tableau_create_from(&given, precision, &reason);

    if (!tableau)
        error_set(error, "%s: %s", file->file.path, reason.text);
    number_block_destroy(given.a);
    number_block_destroy(given.abar);
    number_block_destroy(given.b);
    number_block_destroy(given.c);
    number_block_destroy(given.null_vector);
    return tableau;
}

double tableau_file_row_sums(const struct method_file *file)
{
    struct error ignored;
    struct tableau *tableau = file->c ? tableau_file_evaluate(file, CHECK_BITS, &ignored) : NULL;
    size_t s = file->stages;
    double largest = 0;

    for (size_t k = 0; tableau && k < s * s; k++) {
        mpfr_sub(tableau->c[k / s], tableau->c[k / s], tableau->a[k], MPFR_RNDN);
        if (k % s == s - 1)
            largest = fmax(largest, fabs(mpfr_get_d(tableau->c[k / s], MPFR_RNDN)));
    }
    tableau_destroy(tableau);
    return largest;
}
