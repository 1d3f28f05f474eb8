/* Files of methods: see method_file.h. */
#include "integrators/methods/method_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "integrators/formulas/formula_file.h"
#include "integrators/methods/composition_file.h"
#include "integrators/methods/multistep_file.h"
#include "integrators/methods/splitting_file.h"
#include "integrators/methods/tableau_file.h"
#include "models/reader/data_path.h"

static const struct file_reader_kind kinds[] = {
    {"tableau", tableau_file_read, tableau_file_finish},
    {"splitting", splitting_file_read, tableau_file_finish},
    {"composition", composition_file_read, composition_file_finish},
    {"multistep", multistep_file_read, multistep_file_finish},
    {"method", formula_file_read, NULL, true},
    {NULL}};

struct method_file *method_file_create(const char *path, bool *other_kind, struct error *error)
{
    return (struct method_file *)file_reader_create(sizeof(struct method_file), path, kinds, other_kind,
                                                    error);
}

int method_file_printed(const struct method_file *file, bool time_dependent)
{
    return file->printed_nodes && !time_dependent ? 0 : file->printed;
}

bool method_file_misses(const struct method_file *file, int order)
{
    bool ignored;

    if (order < 1 || file->form == METHOD_FORM_MULTISTEP || file->form == METHOD_FORM_FORMULAS ||
        !file_reader_decimals(&file->file))
        return false;
    return (file->form == METHOD_FORM_COMPOSITION
                ? composition_file_judge(file, order)
                : tableau_file_judge(file, order, &ignored)) == PUBLISHED_WRONG;
}

void method_file_destroy(struct method_file *file)
{
    if (file)
        method_file_clear_inner(file);
    file_reader_destroy((struct file_reader *)file);
}

struct method method_file_method(const struct method_file *file)
{
    struct method method = {.family = &file->family, .base = &file->family};

    if (file->form == METHOD_FORM_COMPOSITION) {
        method = file->inner;
        method.family = &file->family;
    } else if (!file->family.no_tableau) {
        snprintf(method.tableau, sizeof method.tableau, "%s", file->file.name);
    }
    method.file = file;
    snprintf(method.name, sizeof method.name, "%s", file->file.name);
    return method;
}

bool method_file_exchange(struct method_file_exchanged *exchanged, const struct method *method)
{
    struct method_file *file = &exchanged->file;
    struct error ignored;

    exchanged->method = *method;
    if (method->base->steps && method->base->steps->file) /* nobody knows which is that */
        return false;
    if (method->base->in_turn)
        return method->base->adjoint && method->base == method->family &&
               method_find(method->base->adjoint, &exchanged->method, &ignored);
    if (!method->file ||
        (method->file->form != METHOD_FORM_PARTITIONED && method->file->form != METHOD_FORM_SPLITTING))
        return true;
    tableau_file_exchange(file, method->file);
    exchanged->method.file = file;
    return true;
}

void method_file_set_form(lua_State *lua, struct method_file *file, enum method_form form)
{
    file->form = form;
    file->family = method_file_families[form];
    file->family.order_offset = file_reader_claims(lua, &file->file, file->family.claim);
}

bool method_file_is_named(const char *name)
{
    struct method method;
    struct error ignored;

    return data_path_is_file(name) && !method_find(name, &method, &ignored);
}

bool method_file_find_inner(struct method_file *file, struct error *error)
{
    const char *name = file->inner_name, *path = file->file.path, *end = strrchr(path, '/');
    char *beside;

    if (!method_file_is_named(name))
        return method_find(name, &file->inner, error);
    beside = memory_create(strlen(path) + strlen(name) + 1, 1);
    if (*name != '/' && end)
        memcpy(beside, path, (size_t)(end - path) + 1);
    strcat(beside, name);
    file->inner_file = method_file_create(beside, NULL, error);
    if (file->inner_file)
        file->inner = method_file_method(file->inner_file);
    free(beside);
    return file->inner_file;
}

void method_file_clear_inner(struct method_file *file)
{
    method_file_destroy(file->inner_file);
    file->inner_file = NULL;
}
