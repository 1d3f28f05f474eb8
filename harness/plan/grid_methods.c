/* The methods and the projections of a study: see grid_methods.h. */
#include "harness/plan/grid_methods.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/plan/comparison.h"
#include "integrators/foreign/foreign_library.h"
#include "models/reader/data_path.h"
#include "numerics/memory.h"

static const struct method *find(const struct grid_methods *methods, const char *name)
{
    for (size_t i = 0; i < methods->methods; i++) {
        if (strcmp(methods->method[i].name, name) == 0)
            return methods->method + i;
    }
    return NULL;
}

static void add(struct grid_methods *methods, const struct method *method)
{
    if (find(methods, method->name))
        return;
    methods->method = memory_resize(methods->method, methods->methods + 1, sizeof *methods->method);
    methods->method[methods->methods++] = *method;
}

/* A method of somebody else, whose name must be its own. */
static bool add_foreign(struct grid_methods *methods, const struct method *method, const char *origin,
                        struct error *error)
{
    struct method known;
    struct error ignored;

    if (find(methods, method->name) || method_find(method->name, &known, &ignored))
        return error_set(error, "%.200s: there is another method called '%.80s'; give it a name of its own",
                         origin, method->name);
    add(methods, method);
    return true;
}

static bool add_file(struct grid_methods *methods, const struct study *study, const char *name,
                     struct error *error)
{
    char *path = data_path_find(name, "methods", study->folder, error);
    struct method_file *file = path ? method_file_create(path, NULL, error) : NULL;
    struct method method;

    free(path);
    if (!file)
        return false;
    methods->file = memory_resize(methods->file, methods->files + 1, sizeof(struct method_file *));
    methods->file[methods->files++] = file;
    method = method_file_method(file);
    return add_foreign(methods, &method, file->file.path, error);
}

/* The bytes of a file, which need not be text; false with a message. */
static bool add_file_bytes(struct digest *digest, const char *path, struct error *error)
{
    char bytes[4096];
    size_t count;
    FILE *file = fopen(path, "r");

    if (!file)
        return error_set(
            error, "exec.depends: %.200s cannot be read; write the files that the program is made of", path);
    digest_add_text(digest, "file", path);
    while ((count = fread(bytes, 1, sizeof bytes, file)) > 0)
        digest_add(digest, "bytes", bytes, count);
    fclose(file);
    return true;
}

/* The files that it is made of. */
static bool read_depends(struct foreign_method *method, const struct study_strings *files,
                         struct error *error)
{
    struct digest digest;
    char text[DIGEST_TEXT];
    bool good = true;

    digest_begin(&digest);
    for (size_t i = 0; i < files->count && good; i++)
        good = add_file_bytes(&digest, files->text[i], error);
    digest_end(&digest, text);
    method->version = memory_copy_string(text);
    return good;
}

/* Methods that are made of the files; `origin` provides them. */
static bool add_provided(struct grid_methods *methods, struct foreign_method **provided, size_t count,
                         const char *origin, const struct study_strings *files, struct error *error)
{
    bool good = provided;

    if (!provided)
        return false;
    methods->program =
        memory_resize(methods->program, methods->programs + count, sizeof(struct foreign_method *));
    memcpy(methods->program + methods->programs, provided, count * sizeof(struct foreign_method *));
    methods->programs += count;
    for (size_t i = 0; i < count && good; i++) {
        struct method method = foreign_method_method(provided[i]);

        good = read_depends(provided[i], files, error) && add_foreign(methods, &method, origin, error);
    }
    free(provided);
    return good;
}

/* Its methods with each of the values of its knobs. */
static bool add_program(struct grid_methods *methods, const struct study_program *program,
                        struct error *error)
{
    char *command, *suffix;
    bool good = true;

    for (size_t k = 0; good && study_knobs_combine(program, k, &command, &suffix); k++) {
        size_t count;
        struct foreign_method **provided = foreign_method_create_all(command, suffix, &count, error);

        good = add_provided(methods, provided, count, command, &program->depends, error);
        free(command);
        free(suffix);
    }
    return good;
}

static bool add_library(struct grid_methods *methods, const struct study *study, const char *name,
                        struct error *error)
{
    char *path = data_path_find(name, "methods", study->folder, error);
    size_t count = 0;
    struct foreign_method **provided = path ? foreign_method_create_library(path, &count, error) : NULL;
    bool good = add_provided(methods, provided, count, name, &(struct study_strings){1, &path}, error);

    free(path);
    return good;
}

/* Listed ones that match a glob, a file, or any name. */
static bool add_named(struct grid_methods *methods, const struct study *study, const char *glob,
                      struct error *error)
{
    struct method method;
    bool found = false;

    if (foreign_library_is(glob))
        return add_library(methods, study, glob, error);
    if (method_file_is_named(glob))
        return add_file(methods, study, glob, error);
    for (size_t k = 0; method_listed(k, &method); k++) {
        if (fnmatch(glob, method.name, 0) == 0) {
            add(methods, &method);
            found = true;
        }
    }
    if (found)
        return true;
    if (!method_find(glob, &method, error))
        return false;
    add(methods, &method);
    return true;
}

static void add_others(struct grid_methods *methods, const struct study *study)
{
    const size_t own = methods->methods;
    struct method method;
    struct error ignored; /* study_check.h */

    for (size_t i = 0; i < study->figures; i++) {
        for (size_t k = 0; k < study->figure[i].beside.count; k++) {
            if (method_find(study->figure[i].beside.text[k], &method, &ignored))
                add(methods, &method);
        }
    }

    for (size_t k = 0; method_listed(k, &method); k++)
        add(methods, &method);
    for (size_t k = 0; comparison_always[k]; k++) {
        if (method_find(comparison_always[k], &method, &ignored))
            add(methods, &method);
    }
    for (size_t k = 0; comparison_linear[k]; k++) {
        if (method_find(comparison_linear[k], &method, &ignored))
            add(methods, &method);
    }
    methods->all = methods->methods;
    methods->methods = own;
}

static void add_projection(struct grid_methods *methods, const struct projection *projection)
{
    methods->projection =
        memory_resize(methods->projection, methods->projections + 1, sizeof(const struct projection *));
    methods->projection[methods->projections++] = projection;
}

static bool add_projection_file(struct grid_methods *methods, const struct study *study, const char *name,
                                struct error *error)
{
    char *path = data_path_find(name, "projections", study->folder, error);
    struct projection_file *file = path ? projection_file_create(path, NULL, error) : NULL;

    free(path);
    if (!file)
        return false;
    methods->projection_file = memory_resize(methods->projection_file, methods->projection_files + 1,
                                             sizeof(struct projection_file *));
    methods->projection_file[methods->projection_files++] = file;
    for (size_t i = 0; i < methods->projections; i++) {
        if (strcmp(methods->projection[i]->name, file->file.name) == 0)
            return error_set(error,
                             "%.200s: there is another projection called '%.80s'; give it a name of its own",
                             file->file.path, file->file.name);
    }
    add_projection(methods, &file->projection);
    return true;
}

static bool names_projection(const struct study *study, const char *name)
{
    for (size_t i = 0; i < study->projections.count; i++) {
        if (strcmp(study->projections.text[i], STUDY_ALL) == 0 ||
            strcmp(study->projections.text[i], name) == 0)
            return true;
    }
    return false;
}

static bool read_projections(struct grid_methods *methods, const struct study *study, struct error *error)
{
    char names[PROJECTION_NAMES];

    for (const struct projection *row = projection_table; row->name; row++) {
        if (names_projection(study, row->name))
            add_projection(methods, row);
    }
    for (size_t i = 0; i < study->projections.count; i++) {
        const char *name = study->projections.text[i];

        if (data_path_is_file(name) && !add_projection_file(methods, study, name, error))
            return false;
        if (!data_path_is_file(name) && strcmp(name, STUDY_ALL) != 0 && !projection_find(name))
            return error_set(error,
                             "there is no projection '%.60s'; write \"all\", a file, or names out of %s",
                             name, projection_names(names));
    }
    return true;
}

bool grid_methods_read(struct grid_methods *methods, const struct study *study, struct error *error)
{
    if (!read_projections(methods, study, error))
        return false;
    for (size_t i = 0; i < study->methods.count; i++) {
        if (!add_named(methods, study, study->methods.text[i], error))
            return false;
    }
    for (size_t i = 0; i < study->programs; i++) {
        if (!add_program(methods, study->program + i, error))
            return false;
    }
    add_others(methods, study);
    return true;
}

void grid_methods_clear(struct grid_methods *methods)
{
    for (size_t i = 0; i < methods->files; i++)
        method_file_destroy(methods->file[i]);
    for (size_t i = 0; i < methods->programs; i++)
        foreign_method_destroy(methods->program[i]);
    for (size_t i = 0; i < methods->projection_files; i++)
        projection_file_destroy(methods->projection_file[i]);
    free(methods->projection_file);
    free(methods->projection);
    free(methods->file);
    free(methods->program);
    free(methods->method);
}

void grid_methods_digest(struct digest *digest, const struct method *method)
{
    const struct foreign_method *foreign = foreign_method_of(method);

    digest_add_text(digest, "method", method->name);
    if (method->file)
        digest_add_text(digest, "tableau", method->file->file.text);
    if (method->file && method->file->inner_file)
        digest_add_text(digest, "base", method->file->inner_file->file.text);
    if (foreign) {
        if (!foreign->library)
            digest_add_text(digest, "command", foreign->command);
        digest_add_text(digest, "depends", foreign->version);
    }
}

void grid_methods_digest_projection(struct digest *digest, const struct projection *projection)
{
    digest_add_text(digest, "projection", projection->name);
    if (projection->text)
        digest_add_text(digest, "row", projection->text);
}
