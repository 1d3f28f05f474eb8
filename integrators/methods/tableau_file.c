/* Files of tableaux: see tableau_file.h. */
#include "integrators/methods/tableau_file.h"

#include <math.h>

#include "integrators/methods/splitting_file.h"
#include "integrators/tableaux/rooted_trees.h"
#include "integrators/tableaux/tableau_audit.h"
#include "integrators/tableaux/tableau_order.h"
#include "integrators/tableaux/tableau_splitting.h"
#include "models/sandbox/sandbox.h"
#include "numerics/number_block.h"

enum { MOST_STAGES = 32, GUARD_BITS = 64, CHECK_BITS = 128 };

/* ---- reading: the table of the file is at stack index 1 ---- */

/* The form, as the keys tell it unless the file says it. */
static enum method_form read_form(lua_State *lua, struct method_file *file)
{
    static const char *const forms[] = {[METHOD_FORM_RUNGE_KUTTA] = "runge-kutta",
                                        [METHOD_FORM_VARIATIONAL] = "variational",
                                        [METHOD_FORM_PARTITIONED] = "partitioned",
                                        [METHOD_FORM_NYSTROEM] = "nystroem",
                                        NULL};
    static const struct {
        const char *key;
        enum method_form usual;
        unsigned forms; /* that have it */
    } keys[] = {{"abar", METHOD_FORM_VARIATIONAL, 1U << METHOD_FORM_VARIATIONAL | 1U << METHOD_FORM_NYSTROEM},
                {"ahat", METHOD_FORM_PARTITIONED, 1U << METHOD_FORM_PARTITIONED},
                {"bhat", METHOD_FORM_PARTITIONED, 1U << METHOD_FORM_PARTITIONED},
                {"bbar", METHOD_FORM_NYSTROEM, 1U << METHOD_FORM_NYSTROEM},
                {"a", METHOD_FORM_RUNGE_KUTTA, ~(1U << METHOD_FORM_NYSTROEM)}};
    enum method_form form = METHOD_FORM_RUNGE_KUTTA;
    enum { KEYS = sizeof keys / sizeof *keys };
    bool given[KEYS];

    for (size_t k = 0; k < KEYS; k++) {
        given[k] = lua_getfield(lua, 1, keys[k].key) != LUA_TNIL;
        form = given[k] && keys[k].usual != METHOD_FORM_RUNGE_KUTTA ? keys[k].usual : form;
        lua_pop(lua, 1);
    }
    form = (enum method_form)file_reader_choice(lua, &file->file, 1, "form", forms, (int)form);
    for (size_t k = 0; k < KEYS; k++) {
        if (given[k] && !(keys[k].forms & 1U << form))
            sandbox_raise(lua, "tableau.%s has no meaning for form = \"%s\"; leave out one of them",
                          keys[k].key, forms[form]);
    }
    return form;
}

/* The matrix of the key, which has to be there. */
static expression *need_matrix(lua_State *lua, struct method_file *file, const char *key)
{
    expression *matrix = file_reader_numbers(lua, &file->file, key, file->stages, file->stages);

    if (!matrix)
        sandbox_raise(lua, "tableau.%s is missing; write %s = { { \"1/2\" } }, as many rows as b has numbers",
                      key, key);
    return matrix;
}

/* a, b of the positions, abar, bbar of the momenta. */
static void read_coefficients(lua_State *lua, struct method_file *file, enum method_form form)
{
    struct file_reader *reader = &file->file;
    const size_t s = file->stages;

    file->b = file_reader_numbers(lua, reader, form == METHOD_FORM_NYSTROEM ? "bbar" : "b", 0, s);
    if (!file->b)
        sandbox_raise(lua, "tableau.bbar is missing; write the weights of the positions, as many as b has");
    file->a = need_matrix(lua, file, form == METHOD_FORM_NYSTROEM ? "abar" : "a");
    file->c = file_reader_numbers(lua, reader, "c", 0, s);
    if (form == METHOD_FORM_VARIATIONAL)
        file->abar = file_reader_numbers(lua, reader, "abar", s, s);
    if (form == METHOD_FORM_PARTITIONED) {
        file->abar = need_matrix(lua, file, "ahat");
        file->bbar = file_reader_numbers(lua, reader, "bhat", 0, s);
    }
    if (form == METHOD_FORM_NYSTROEM) {
        file->bbar = file_reader_numbers(lua, reader, "b", 0, s);
        if (!file->c)
            sandbox_raise(lua, "tableau.c is missing; write as many nodes as b has numbers");
    }
}

int tableau_file_read(lua_State *lua)
{
    static const char *const keys[] = {"name",        "title",      "source", "a",      "abar",
                                       "ahat",        "b",          "bbar",   "bhat",   "c",
                                       "null_vector", "r_infinity", "form",   "claims", NULL};
    struct method_file *file = sandbox_context(lua);
    struct file_reader *reader = &file->file;
    enum method_form form;

    lua_settop(lua, 1);
    file_reader_check_keys(lua, "tableau", keys);
    file_reader_name(lua, reader);
    file->stages = file_reader_count(lua, reader, "b", MOST_STAGES, "b = { \"1/2\", \"1/2\" }");
    form = read_form(lua, file);
    read_coefficients(lua, file, form);
    file->null_vector = file_reader_numbers(lua, reader, "null_vector", 0, file->stages);
    file->r_infinity = file_reader_integer(lua, reader, 1, "r_infinity", -1, 1);
    method_file_set_form(lua, file, form);
    return 0;
}

/* ---- numbers ---- */

/* Whether the method is symmetric.  Where the file does not say R(infinity), it is that of a, if that is 1 or -1; else there
 * are no projections. */
static void find_properties(struct method_file *file, const struct tableau *tableau)
{
    struct tableau_audit audit;

    tableau_audit_with_trees(tableau, 1, &audit);
    file->symmetric = audit.symmetric;
    if (file->r_infinity != 0 || file->form != METHOD_FORM_VARIATIONAL)
        return;
    if (fabs(fabs(audit.r_infinity) - 1) <= audit.threshold)
        file->r_infinity = audit.r_infinity > 0 ? 1 : -1;
    else
        file->family.no_projections =
            "R(infinity) of its coefficients is neither 1 nor -1; write r_infinity in its file";
}

/* ---- drifts for kicks ---- */

void tableau_file_exchange(struct method_file *exchanged, const struct method_file *file)
{
    *exchanged = *file;
    exchanged->b = file->bbar ? file->bbar : file->b;
    exchanged->bbar = file->b;
    if (file->form == METHOD_FORM_SPLITTING) {
        exchanged->stages = file->kicks;
        exchanged->kicks = file->stages;
        exchanged->kick_first = !file->kick_first;
    } else {
        exchanged->a = file->abar ? file->abar : file->a;
        exchanged->abar = file->a;
    }
}

/* ---- published decimals ---- */

/* Of trees, of all colours that the file can tell apart; and room for as many more. */
static mpfr_t *find_trees(struct tableau *t, const struct method_file *file, int order, size_t more,
                          size_t *count)
{
    struct rooted_trees *trees;
    mpfr_t *r;

    t->partitioned = t->partitioned || file->abar;
    trees = tableau_order_trees(t, order);
    *count = trees->count * tableau_order_roots(t) + more;
    r = number_block_create(*count, t->precision);
    tableau_order_residuals(t, trees, r);
    rooted_trees_destroy(trees);
    return r;
}

/* r = c_i - sum_j a_ij, which methods on forced systems need to be zero from order 2 on; 0 of a stage that goes nowhere. */
static void find_node(const struct tableau *t, size_t i, mpfr_t r)
{
    bool goes = !mpfr_zero_p(t->b[i]) || !mpfr_zero_p(t->bbar[i]);

    for (size_t j = 0; j < t->stages && !goes; j++)
        goes = !mpfr_zero_p(t->a[j * t->stages + i]) || !mpfr_zero_p(t->abar[j * t->stages + i]);
    mpfr_set_zero(r, 1);
    for (size_t j = 0; j < t->stages && goes; j++)
        mpfr_sub(r, r, t->a[i * t->stages + j], MPFR_RNDN);
    if (goes)
        mpfr_add(r, r, t->c[i], MPFR_RNDN);
}

static mpfr_t *find_with_nodes(const struct method_file *file, int order, mpfr_prec_t precision, size_t nodes,
                               size_t *count)
{
    struct error ignored;
    struct tableau *t = tableau_file_evaluate(file, precision, &ignored);
    mpfr_t *r = t ? find_trees(t, file, order, nodes, count) : NULL;

    for (size_t i = 0; r && i < nodes; i++)
        find_node(t, i, r[*count - nodes + i]);
    tableau_destroy(t);
    return r;
}

static mpfr_t *find_conditions(const struct method_file *file, const struct tableau_claims *claims,
                               mpfr_prec_t precision, size_t *count)
{
    const bool timed = file->c && file->form != METHOD_FORM_NYSTROEM && claims->order > 1;

    return find_with_nodes(file, claims->order, precision, timed ? file->stages : 0, count);
}

/* On systems that are not forced. */
static mpfr_t *find_conditions_of_trees(const struct method_file *file, const struct tableau_claims *claims,
                                        mpfr_prec_t precision, size_t *count)
{
    return find_with_nodes(file, claims->order, precision, 0, count);
}

/* Of a splitting whose order is one on q'' = g(q) alone. */
static mpfr_t *find_nystroem_conditions(const struct method_file *file, const struct tableau_claims *claims,
                                        mpfr_prec_t precision, size_t *count)
{
    struct error ignored;
    struct tableau *splitting = tableau_file_evaluate(file, precision, &ignored),
                   *t = splitting ? tableau_splitting_nystroem(splitting) : NULL;
    mpfr_t *r = t ? find_trees(t, file, claims->order, 0, count) : NULL;

    tableau_destroy(splitting);
    tableau_destroy(t);
    return r;
}

/* The same of drifts and kicks that are exchanged. */
static mpfr_t *find_exchanged_conditions(const struct method_file *file, const struct tableau_claims *claims,
                                         mpfr_prec_t precision, size_t *count)
{
    struct method_file exchanged;

    tableau_file_exchange(&exchanged, file);
    return find_nystroem_conditions(&exchanged, claims, precision, count);
}

static int find_most(int order)
{
    return order < TABLEAU_AUDIT_TREE_ORDER ? order : TABLEAU_AUDIT_TREE_ORDER;
}

enum published tableau_file_judge(const struct method_file *file, int order, bool *nystroem)
{
    const int most = find_most(order);
    enum published found = published_judge(file, find_conditions, most);

    *nystroem = found == PUBLISHED_WRONG && file->form == METHOD_FORM_SPLITTING &&
                published_judge(file, find_nystroem_conditions, most) == PUBLISHED_ROUNDED;
    return *nystroem ? PUBLISHED_ROUNDED : found;
}

bool tableau_file_is_exchanged(const struct method_file *file, int order)
{
    return file->form == METHOD_FORM_SPLITTING &&
           published_judge(file, find_exchanged_conditions, find_most(order)) != PUBLISHED_WRONG;
}

bool tableau_file_finish(struct file_reader *reader, struct error *error)
{
    struct method_file *file = (struct method_file *)reader;
    const int decimals = file_reader_decimals(reader), claimed = file->family.order_offset;
    struct tableau *tableau =
        tableau_file_evaluate(file, CHECK_BITS + (mpfr_prec_t)ceil(decimals * log2(10)), error);
    bool good = tableau;

    if (good)
        find_properties(file, tableau);
    tableau_destroy(tableau);
    if (good && decimals && claimed > 0 &&
        tableau_file_judge(file, claimed, &file->printed_nystroem) == PUBLISHED_ROUNDED) {
        file->printed = decimals;
        file->printed_nodes =
            file->c && published_judge(file, find_conditions_of_trees, find_most(claimed)) == PUBLISHED_EXACT;
    }
    return good;
}

struct tableau *tableau_file_evaluate(const struct method_file *file, mpfr_prec_t precision,
                                      struct error *error)
{
    static const enum tableau_form forms[] = {[METHOD_FORM_RUNGE_KUTTA] = TABLEAU_COMMON,
                                              [METHOD_FORM_VARIATIONAL] = TABLEAU_COMMON,
                                              [METHOD_FORM_PARTITIONED] = TABLEAU_PARTITIONED,
                                              [METHOD_FORM_NYSTROEM] = TABLEAU_NYSTROEM};

    if (file->form == METHOD_FORM_SPLITTING)
        return splitting_file_evaluate(file, precision, error);

    size_t s = file->stages;
    struct tableau given = {.form = forms[file->form],
                            .stages = s,
                            .r_infinity = file->r_infinity,
                            .claimed_order = file->family.order_offset,
                            .a = file_reader_evaluate(file->a, s * s, precision + GUARD_BITS),
                            .abar = file_reader_evaluate(file->abar, s * s, precision + GUARD_BITS),
                            .b = file_reader_evaluate(file->b, s, precision + GUARD_BITS),
                            .bbar = file_reader_evaluate(file->bbar, s, precision + GUARD_BITS),
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
    number_block_destroy(given.bbar);
    number_block_destroy(given.c);
    number_block_destroy(given.null_vector);
    return tableau;
}
