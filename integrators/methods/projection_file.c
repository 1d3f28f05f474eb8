/* Files of projections: see projection_file.h. */
#include "integrators/methods/projection_file.h"

#include <string.h>

#include "integrators/formulas/formula_file.h"
#include "models/reader/data_path.h"
#include "models/reader/model.h"
#include "models/sandbox/sandbox.h"

/* What the key `part` says, if it is there. */
static bool read_part(lua_State *lua, struct projection_file *file, const char *part,
                      enum projection_point *at, enum projection_weight *weight)
{
    static const char *const keys[] = {"at", "weight", NULL};
    static const char *const points[] = {"q0", "q1", "qm", NULL}; /* start, end, midpoint */
    static const char *const weights[] = {"1", "R", NULL};
    const int type = lua_getfield(lua, 1, part);

    *at = PROJECTION_NOWHERE;
    if (type != LUA_TNIL && type != LUA_TTABLE)
        sandbox_raise(lua, "projection.%s is not a table; write %s = { at = \"q1\", weight = \"1\" }", part,
                      part);
    if (type == LUA_TTABLE) {
        const int point = (file_reader_check_keys(lua, part, keys),
                           file_reader_choice(lua, &file->file, -1, "at", points, -1));

        if (point < 0)
            sandbox_raise(lua, "projection.%s does not say where it is; write at = \"q0\", \"q1\" or \"qm\"",
                          part);
        *at = (enum projection_point)(PROJECTION_START + point);
        *weight = (enum projection_weight)file_reader_choice(lua, &file->file, -1, "weight", weights,
                                                             PROJECTION_ONE);
    }
    lua_pop(lua, 1);
    return type == LUA_TTABLE;
}

/* The same with start and end exchanged. */
static enum projection_point mirror(enum projection_point point)
{
    return point == PROJECTION_START ? PROJECTION_END : point == PROJECTION_END ? PROJECTION_START : point;
}

/* A step instead of the parts of a row: it ends on the constraint, and begins there, or with the multiplier of the step before. */
static int read_formulas(lua_State *lua, struct projection_file *file)
{
    struct projection *row = &file->projection;

    for (const char *const *key = (const char *const[]){"perturb", "project", NULL}; *key; key++) {
        if (lua_getfield(lua, 1, *key) != LUA_TNIL)
            sandbox_raise(lua, "projection.%s is there beside a step, which says it; leave it out", *key);
    }
    lua_settop(lua, 1);
    row->project_at = PROJECTION_END;
    row->perturb_at = row->multiplier == PROJECTION_PREVIOUS ? PROJECTION_START : PROJECTION_NOWHERE;
    for (const struct method_claim *claim = file->claim; claim->property; claim++)
        row->symmetric = row->symmetric || strcmp(claim->property, "symmetric") == 0;
    row->steps = formula_file_read_projection(lua, &file->file, row->multiplier == PROJECTION_PREVIOUS);
    return 0;
}

static int read(lua_State *lua)
{
    static const char *const keys[] = {"name",       "title",  "source", "perturb", "project",
                                       "multiplier", "claims", "step",   NULL};
    static const char *const multipliers[] = {"same", "previous", NULL};
    struct projection_file *file = sandbox_context(lua);
    struct projection *row = &file->projection;
    const char *title;
    bool perturbs;

    lua_settop(lua, 1);
    file_reader_check_keys(lua, "projection", keys);
    file_reader_name(lua, &file->file);
    if (projection_find(file->file.name))
        sandbox_raise(lua, "there is another projection called '%.40s'; give it a name of its own",
                      file->file.name);
    title = file_reader_word(lua, &file->file, 1, "title");
    *row = (struct projection){
        .name = file->file.name,
        .documentation = title ? title : "A projection of a file.",
        .source = file_reader_word(lua, &file->file, 1, "source"),
        .kinds = 1U << MODEL_DEGENERATE,
        .text = sandbox_includes_text(&file->file.includes, &file->file.kept, file->file.text),
        .path = file->file.path};
    if (!row->source)
        row->source = file->file.path;
    row->multiplier = (enum projection_multiplier)file_reader_choice(lua, &file->file, 1, "multiplier",
                                                                     multipliers, PROJECTION_SAME);
    file_reader_claims(lua, &file->file, file->claim);
    if (lua_getfield(lua, 1, "step") != LUA_TNIL)
        return read_formulas(lua, file);
    perturbs = read_part(lua, file, "perturb", &row->perturb_at, &row->perturb_weight);
    if (!read_part(lua, file, "project", &row->project_at, &row->project_weight))
        sandbox_raise(lua, "projection.project is missing; write project = { at = \"q1\", weight = \"1\" }");
    if (perturbs && row->multiplier == PROJECTION_PREVIOUS &&
        !(row->perturb_at == PROJECTION_START && row->project_at == PROJECTION_END))
        sandbox_raise(lua, "with multiplier = \"previous\" a projection perturbs at q0 and projects at q1; "
                           "write at = \"q0\" and at = \"q1\"");
    row->symmetric = projection_is_coupled(row) && row->project_at == mirror(row->perturb_at);
    return 0;
}

struct projection_file *projection_file_create(const char *path, bool *other_kind, struct error *error)
{
    static const struct file_reader_kind kinds[] = {{"projection", read, NULL, true}, {NULL}};

    return (struct projection_file *)file_reader_create(sizeof(struct projection_file), path, kinds,
                                                        other_kind, error);
}

void projection_file_destroy(struct projection_file *file)
{
    file_reader_destroy((struct file_reader *)file);
}

const struct projection *projection_file_find(const char *name, struct projection_file **file,
                                              struct error *error)
{
    const struct projection *found = projection_find(name);
    char names[PROJECTION_NAMES];

    *file = NULL;
    if (found)
        return found;
    if (data_path_is_file(name))
        return (*file = projection_file_create(name, NULL, error)) ? &(*file)->projection : NULL;
    error_set(error, "there is no projection '%.60s'; write one of %s, or a file of one", name,
              projection_names(names));
    return NULL;
}
