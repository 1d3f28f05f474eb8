/* Files of methods: see method_file.h. */
#include "integrators/methods/method_file.h"

#include <stdio.h>

#include "integrators/methods/composition_file.h"
#include "integrators/methods/splitting_file.h"
#include "integrators/methods/tableau_file.h"

static const struct file_reader_kind kinds[] = {
    {"tableau", tableau_file_read, tableau_file_finish},
    {"splitting", splitting_file_read, tableau_file_finish},
    {"composition", composition_file_read, composition_file_finish},
    {NULL}};

struct method_file *method_file_create(const char *path, bool *other_kind, struct error *error)
{
    return (struct method_file *)file_reader_create(sizeof(struct method_file), path, kinds, other_kind,
                                                    error);
}

void method_file_destroy(struct method_file *file)
{
    if (file)
        composition_file_clear(file);
    file_reader_destroy((struct file_reader *)file);
}

struct method method_file_method(const struct method_file *file)
{
    struct method method = {.family = &file->family, .base = &file->family};

    if (file->form == METHOD_FORM_COMPOSITION) {
        method = file->composition.base;
        method.family = &file->family;
    } else {
        snprintf(method.tableau, sizeof method.tableau, "%s", file->file.name);
    }
    method.file = file;
    snprintf(method.name, sizeof method.name, "%s", file->file.name);
    return method;
}

void method_file_set_form(lua_State *lua, struct method_file *file, enum method_form form)
{
    file->form = form;
    file->family = method_file_families[form];
    file->family.order_offset = file_reader_claims(lua, &file->file, file->family.claim);
}
