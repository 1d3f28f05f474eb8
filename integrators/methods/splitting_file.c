/* Files of splittings: see splitting_file.h. */
#include "integrators/methods/splitting_file.h"

#include "integrators/tableaux/tableau_splitting.h"
#include "models/sandbox/sandbox.h"
#include "numerics/number_block.h"

enum { MOST_FLOWS = 64, GUARD_BITS = 64 };

int splitting_file_read(lua_State *lua)
{
    static const char *const keys[] = {"name", "title", "source", "drift", "kick", "first", "claims", NULL};
    static const char *const firsts[] = {"drift", "kick", NULL};
    struct method_file *file = sandbox_context(lua);
    size_t drifts, kicks;
    int first;

    lua_settop(lua, 1);
    file_reader_check_keys(lua, "splitting", keys);
    file_reader_name(lua, &file->file);
    drifts = file->stages =
        file_reader_count(lua, &file->file, "drift", MOST_FLOWS, "drift = { \"1/2\", \"1/2\" }");
    kicks = file->kicks = file_reader_count(lua, &file->file, "kick", MOST_FLOWS, "kick = { 1 }");
    file->b = file_reader_numbers(lua, &file->file, "drift", 0, drifts);
    file->bbar = file_reader_numbers(lua, &file->file, "kick", 0, kicks);
    first = file_reader_choice(lua, &file->file, 1, "first", firsts, -1);
    if (first < 0 && drifts == kicks)
        sandbox_raise(lua, "splitting.first is missing, and there are as many drifts as kicks; write first = "
                           "\"drift\" or first = \"kick\"");
    file->kick_first = first < 0 ? kicks > drifts : first == 1;
    if (file->kick_first ? kicks - drifts > 1 : drifts - kicks > 1)
        sandbox_raise(
            lua,
            "splitting: %zu drifts and %zu kicks do not alternate, the %s first; write one of a kind "
            "after one of the other, with coefficient 0 where there is none",
            drifts, kicks, file->kick_first ? "kick" : "drift");
    method_file_set_form(lua, file, METHOD_FORM_SPLITTING);
    return 0;
}

struct tableau *splitting_file_evaluate(const struct method_file *file, mpfr_prec_t precision,
                                        struct error *error)
{
    const mpfr_prec_t exact = precision + GUARD_BITS;
    mpfr_t *drift = file_reader_finite(&file->file, "drift", file->b, file->stages, exact, error);
    mpfr_t *kick =
        drift ? file_reader_finite(&file->file, "kick", file->bbar, file->kicks, exact, error) : NULL;
    struct tableau *tableau = NULL;

    if (kick)
        tableau = tableau_splitting_create(drift, file->stages, kick, file->kicks, file->kick_first,
                                           precision, error);
    if (tableau)
        tableau->claimed_order = file->family.order_offset;
    number_block_destroy(drift);
    number_block_destroy(kick);
    return tableau;
}
