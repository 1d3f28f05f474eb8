/* Files of compositions: see composition_file.h. */
#include "integrators/methods/composition_file.h"

#include "integrators/tableaux/flow_blame.h"
#include "integrators/steps/step_equations.h"
#include "models/sandbox/sandbox.h"
#include "numerics/number_block.h"

enum { MOST_STEPS = 128, CHECK_BITS = 256 };

/* ---- reading: the table of the file is at stack index 1 ---- */

static void read_adjoint(lua_State *lua, struct method_file *file)
{
    struct method_file_composition *c = &file->composition;

    c->adjoint = memory_keep(&file->file.kept, c->steps, sizeof *c->adjoint);
    if (lua_getfield(lua, 1, "adjoint") != LUA_TNIL) {
        if (!lua_istable(lua, -1) || lua_rawlen(lua, -1) != c->steps)
            sandbox_raise(lua,
                          "composition.adjoint is not a list of %zu values, one for each coefficient; write "
                          "adjoint = { "
                          "false, true }",
                          c->steps);
        for (size_t i = 0; i < c->steps; i++, lua_pop(lua, 1)) {
            lua_rawgeti(lua, -1, (lua_Integer)i + 1);
            if (!lua_isboolean(lua, -1))
                sandbox_raise(lua,
                              "composition.adjoint: value %zu is neither true nor false; write one of them",
                              i + 1);
            c->adjoint[i] = lua_toboolean(lua, -1);
        }
    }
    lua_pop(lua, 1);
}

int composition_file_read(lua_State *lua)
{
    static const char *const keys[] = {"name",         "title",   "source", "base",
                                       "coefficients", "adjoint", "claims", NULL};
    struct method_file *file = sandbox_context(lua);
    struct method_file_composition *c = &file->composition;

    lua_settop(lua, 1);
    file_reader_check_keys(lua, "composition", keys);
    file_reader_name(lua, &file->file);
    if (!(file->inner_name = file_reader_word(lua, &file->file, 1, "base")))
        sandbox_raise(lua, "composition.base is missing; write base = \"rk4\", or a file");
    c->steps = file_reader_count(lua, &file->file, "coefficients", MOST_STEPS,
                                 "coefficients = { \"1/2\", \"1/2\" }");
    c->coefficient = file_reader_numbers(lua, &file->file, "coefficients", 0, c->steps);
    read_adjoint(lua, file);
    method_file_set_form(lua, file, METHOD_FORM_COMPOSITION);
    return 0;
}

/* ---- the base ---- */

static bool check_base(const struct method_file *file, struct error *error)
{
    const struct method_file_composition *c = &file->composition;
    const struct method *base = &file->inner;
    bool adjoint = false;

    for (size_t i = 0; i < c->steps; i++)
        adjoint = adjoint || c->adjoint[i];
    if (base->family->composes)
        return error_set(error, "%s: %.60s is composed already; compose a method that is not",
                         file->file.path, base->name);
    if (base->family->remembers)
        return error_set(error, "%s: %.60s remembers the steps before; compose a method whose steps are maps",
                         file->file.path, base->name);
    if (adjoint && base->family->no_tableau && !base->family->symmetric && !base->family->adjoint &&
        !base->family->steps->file)
        return error_set(error,
                         "%s: the adjoint of %.60s is not known; leave out adjoint, or compose a method that "
                         "has one",
                         file->file.path, base->name);
    return true;
}

/* What is asked of the coefficients. */
static struct flow_given give(const struct method_file *file, mpfr_t *gamma, int order)
{
    const struct method_file_composition *c = &file->composition;

    return (struct flow_given){.form = FLOW_COMPOSITION,
                               .count = c->steps,
                               .x = gamma,
                               .second = c->adjoint,
                               .base_order = method_expected_order(&file->inner),
                               .base_symmetric = !method_adjoint(&file->inner),
                               .order = order,
                               .symmetric = !order};
}

static bool are_symmetric(const struct method_file *file, mpfr_t *gamma)
{
    const struct flow_given given = give(file, gamma, 0);

    return flow_blame_accepts(&given, gamma);
}

static mpfr_t *find_conditions(const struct method_file *file, const struct tableau_claims *claims,
                               mpfr_prec_t precision, size_t *count)
{
    mpfr_t *gamma = composition_file_evaluate(file, precision, count);
    const struct flow_given given = give(file, gamma, claims->order);
    mpfr_t *r = flow_blame_residuals(&given, count);

    number_block_destroy(gamma);
    return r;
}

enum published composition_file_judge(const struct method_file *file, int order)
{
    const int most = order < FLOW_BLAME_ORDER ? order : FLOW_BLAME_ORDER;

    return method_expected_order(&file->inner) > 0 ? published_judge(file, find_conditions, most)
                                                   : PUBLISHED_EXACT;
}

bool composition_file_finish(struct file_reader *reader, struct error *error)
{
    struct method_file *file = (struct method_file *)reader;
    const int decimals = file_reader_decimals(reader), claimed = file->family.order_offset;
    struct method_file_composition *c = &file->composition;
    mpfr_t *gamma = file_reader_finite(reader, "coefficients", c->coefficient, c->steps, CHECK_BITS, error);
    bool good = gamma && method_file_find_inner(file, error) && check_base(file, error);

    if (good) {
        file->family.symmetric = are_symmetric(file, gamma);
        if (decimals && claimed > 0 && composition_file_judge(file, claimed) == PUBLISHED_ROUNDED)
            file->printed = decimals;
    } else {
        method_file_clear_inner(file);
    }
    number_block_destroy(gamma);
    return good;
}

mpfr_t *composition_file_evaluate(const struct method_file *file, mpfr_prec_t precision, size_t *count)
{
    *count = file->composition.steps;
    return file_reader_evaluate(file->composition.coefficient, *count, precision);
}
