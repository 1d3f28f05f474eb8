/* The methods and the projections of a study: see grid_methods.h. */
#include "harness/plan/grid_methods.h"

#include <fnmatch.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/plan/comparison.h"
#include "integrators/foreign/foreign_library.h"
#include "integrators/foreign/foreign_walls.h"
#include "models/reader/data_path.h"
#include "numerics/memory.h"

/* ---- the files that a program or a shared object is made of ----
 *
 * A program reads its files when it starts, so its numbers belong to their digest only if nothing was written between the
 * digest and the end of the run. */

struct depends {
    size_t files;
    struct depends_file *file;
    struct digest digest;
    char text[DIGEST_TEXT]; /* of all bytes, once it is ended */
};

struct depends_file {
    char *path;
    struct stat seen;
};

static bool is_same_time(struct timespec a, struct timespec b)
{
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

static bool is_same(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
           is_same_time(a->st_mtim, b->st_mtim) && is_same_time(a->st_ctim, b->st_ctim);
}

/* What follows are files, each by its name and bytes. */
static void depends_begin(struct depends *depends)
{
    *depends = (struct depends){.files = 0};
    digest_begin(&depends->digest);
}

static void depends_end(struct depends *depends)
{
    digest_end(&depends->digest, depends->text);
}

static void depends_clear(struct depends *depends)
{
    for (size_t i = 0; i < depends->files; i++)
        free(depends->file[i].path);
    free(depends->file);
}

/* The file's name and bytes to the digest; *seen: what it was at first. */
static bool add_bytes(struct depends *depends, const char *path, const char *source, struct stat *seen,
                      struct error *error)
{
    FILE *file = fopen(source, "r");
    struct stat after;
    char bytes[4096];
    size_t count;
    bool good;

    if (!file)
        return error_set(
            error, "exec.depends: %.200s cannot be read; write the files that the program is made of", path);
    good = fstat(fileno(file), seen) == 0;
    digest_add_text(&depends->digest, "file", path);
    while ((count = fread(bytes, 1, sizeof bytes, file)) > 0)
        digest_add(&depends->digest, "bytes", bytes, count);
    good = good && !ferror(file) && fstat(fileno(file), &after) == 0 && is_same(seen, &after);
    fclose(file);
    return good || error_set(error, "%.200s was changed while it was read; run it again", path);
}

/* The bytes that are at `source` under the name of the path, of which nothing more is asked. */
static bool depends_add_copy(struct depends *depends, const char *path, const char *source,
                             struct error *error)
{
    struct stat ignored;

    return add_bytes(depends, path, source, &ignored, error);
}

/* The file as it is now, which may not be written to any more. */
static bool depends_add(struct depends *depends, const char *path, struct error *error)
{
    struct stat seen;

    if (!add_bytes(depends, path, path, &seen, error))
        return false;
    depends->file = memory_resize(depends->file, depends->files + 1, sizeof *depends->file);
    depends->file[depends->files++] = (struct depends_file){memory_copy_string(path), seen};
    return true;
}

/* Not even the same bytes may have been written: there may have been others in between. */
static bool depends_are_unchanged(const struct depends *depends)
{
    bool same = true;

    for (size_t i = 0; i < depends->files && same; i++) {
        struct stat now;

        same = stat(depends->file[i].path, &now) == 0 && is_same(&depends->file[i].seen, &now);
    }
    return same;
}

/* ---- methods ---- */

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

/* *other: see method_file_create. */
static bool add_file(struct grid_methods *methods, const struct study *study, const char *name, bool *other,
                     struct error *error)
{
    char *path = data_path_find(name, "methods", study->folder, error);
    struct method_file *file = path ? method_file_create(path, other, error) : NULL;
    struct method method;

    free(path);
    if (!file)
        return false;
    methods->file = memory_resize(methods->file, methods->files + 1, sizeof(struct method_file *));
    methods->file[methods->files++] = file;
    method = method_file_method(file);
    return add_foreign(methods, &method, file->file.path, error);
}

/* Methods that are made of these files; `origin` provides them. */
static bool add_provided(struct grid_methods *methods, struct foreign_method **provided, size_t count,
                         const char *origin, const struct depends *depends, struct error *error)
{
    bool good = true;

    methods->program =
        memory_resize(methods->program, methods->programs + count, sizeof(struct foreign_method *));
    memcpy(methods->program + methods->programs, provided, count * sizeof(struct foreign_method *));
    methods->programs += count;
    for (size_t i = 0; i < count && good; i++) {
        struct method method = foreign_method_method(provided[i]);

        provided[i]->version = memory_copy_string(depends->text);
        good = add_foreign(methods, &method, origin, error);
    }
    free(provided);
    return good;
}

static struct depends *begin_depends(struct grid_methods *methods)
{
    methods->depends = memory_resize(methods->depends, methods->origins + 1, sizeof *methods->depends);
    depends_begin(methods->depends + methods->origins);
    return methods->depends + methods->origins++;
}

/* ---- what programs and shared objects say ---- */

static void write_key(char key[DIGEST_TEXT], const char *origin, const struct depends *depends)
{
    struct digest digest;

    digest_begin(&digest);
    digest_add_text(&digest, "origin", origin);
    digest_add_text(&digest, "depends", depends->text);
    digest_end(&digest, key);
}

static char *find_said(const struct study *study, const char *key)
{
    return study->said->find(study->said->context, key);
}

static bool refuse_unknown(const struct study *study, const char *origin, struct error *error)
{
    return error_set(error, "what methods '%.200s' has is not in the store; 'assay run %.200s' starts it",
                     origin, study->path);
}

/* Notes what was said now. */
static void note_said(struct grid_methods *methods, const char *key, const char *origin, const char *text)
{
    struct grid_said *said;

    methods->said = memory_resize(methods->said, methods->asked + 1, sizeof *methods->said);
    said = methods->said + methods->asked++;
    *said = (struct grid_said){.origin = memory_copy_string(origin), .text = memory_copy_string(text)};
    memcpy(said->key, key, sizeof said->key);
}

/* The files that a program is made of. */
static bool read_depends(struct depends *depends, const struct study_program *program, struct error *error)
{
    bool good = true;

    for (size_t i = 0; i < program->depends.count && good; i++)
        good = depends_add(depends, program->depends.text[i], error);
    depends_end(depends);
    return good;
}

static bool add_command(struct grid_methods *methods, const struct study *study, const char *command,
                        const char *suffix, const struct depends *depends, struct error *error)
{
    struct foreign_method **provided = NULL;
    char key[DIGEST_TEXT], *text;
    size_t count = 0;

    write_key(key, command, depends);
    text = study->said ? find_said(study, key) : foreign_method_ask(command, error);
    if (!text && study->said)
        refuse_unknown(study, command, error);
    if (text)
        provided = foreign_method_create_said(text, command, suffix, &count, error);
    if (provided && !study->said)
        note_said(methods, key, command, text);
    free(text);
    return provided && add_provided(methods, provided, count, command, depends, error);
}

/* Its methods with each of the values of its knobs. */
static bool add_program(struct grid_methods *methods, const struct study *study,
                        const struct study_program *program, struct error *error)
{
    struct depends *depends = begin_depends(methods);
    char *command, *suffix;
    bool good = read_depends(depends, program, error);

    for (size_t k = 0; good && study_knobs_combine(program, k, &command, &suffix); k++) {
        good = add_command(methods, study, command, suffix, depends, error);
        free(command);
        free(suffix);
    }
    return good;
}

/* The bytes that are loaded. */
static bool read_object(struct depends *depends, const char *path, int copy, struct error *error)
{
    char name[FOREIGN_LIBRARY_PATH];

    return depends_add_copy(depends, path, foreign_library_path(copy, name), error);
}

/* The shared objects that come with it, in a line each. */
static bool add_needs(struct depends *depends, const struct foreign_method *method, struct error *error)
{
    char *needs = memory_copy_string(method->needs), *rest = needs, *line;
    bool good = true;

    while (good && needs && (line = strtok_r(rest, "\n", &rest)))
        good = depends_add(depends, line, error);
    free(needs);
    return good;
}

/* The key of what it has said is that of its own bytes: what it needs is said with it. */
static bool write_object_key(char key[DIGEST_TEXT], const char *path, int copy, struct error *error)
{
    struct depends own;
    bool good;

    depends_begin(&own);
    good = read_object(&own, path, copy, error);
    depends_end(&own);
    write_key(key, path, &own);
    depends_clear(&own);
    return good;
}

static bool add_object(struct grid_methods *methods, const struct study *study, const char *path, int copy,
                       struct error *error)
{
    struct foreign_method **provided = NULL;
    struct depends *depends = begin_depends(methods);
    char key[DIGEST_TEXT], *text = NULL;
    size_t count = 0;
    bool good = write_object_key(key, path, copy, error) && read_object(depends, path, copy, error);

    if (good)
        text = study->said ? find_said(study, key) : foreign_method_ask_library(copy, path, error);
    if (good && !text && study->said)
        refuse_unknown(study, path, error);
    if (text)
        provided = foreign_method_create_library_said(text, copy, path, &count, error);
    if (provided && !study->said)
        note_said(methods, key, path, text);
    free(text);
    good = provided && add_needs(depends, provided[0], error);
    depends_end(depends);
    return provided && add_provided(methods, provided, count, path, depends, error) && good;
}

static bool add_library(struct grid_methods *methods, const struct study *study, const char *name,
                        struct error *error)
{
    char *path = data_path_find(name, "methods", study->folder, error);
    const int copy = path ? foreign_library_copy(path, error) : -1;
    const bool good = copy >= 0 && add_object(methods, study, path, copy, error);

    if (copy >= 0)
        close(copy);
    free(path);
    return good;
}

/* ---- what a run would start ---- */

static void add_started(json_t *started, const struct study *study, const char *origin, const char *key,
                        bool *known)
{
    char *text = study->said ? find_said(study, key) : NULL;

    *known = *known && text;
    json_array_append_new(started, json_string(origin));
    free(text);
}

static bool add_started_program(json_t *started, const struct study *study,
                                const struct study_program *program, bool *known, struct error *error)
{
    struct depends depends;
    char *command, *suffix, key[DIGEST_TEXT];
    bool good;

    depends_begin(&depends);
    good = read_depends(&depends, program, error);
    for (size_t k = 0; good && study_knobs_combine(program, k, &command, &suffix); k++) {
        write_key(key, command, &depends);
        add_started(started, study, command, key, known);
        free(command);
        free(suffix);
    }
    depends_clear(&depends);
    return good;
}

static bool add_started_object(json_t *started, const struct study *study, const char *name, bool *known,
                               struct error *error)
{
    char *path = data_path_find(name, "methods", study->folder, error), key[DIGEST_TEXT];
    const int copy = path ? foreign_library_copy(path, error) : -1;
    const bool good = copy >= 0 && write_object_key(key, path, copy, error);

    if (good)
        add_started(started, study, path, key, known);
    if (copy >= 0)
        close(copy);
    free(path);
    return good;
}

json_t *grid_methods_started(const struct study *study, bool *known, struct error *error)
{
    json_t *started = json_array();
    bool good = true;

    *known = true;
    for (size_t i = 0; i < study->methods.count && good; i++)
        good = !foreign_library_is(study->methods.text[i]) ||
               add_started_object(started, study, study->methods.text[i], known, error);
    for (size_t i = 0; i < study->programs && good; i++)
        good = add_started_program(started, study, study->program + i, known, error);
    if (good)
        return started;
    json_decref(started);
    return NULL;
}

/* ---- names ---- */

/* Files that match a glob, beside the study: those that are methods. */
static bool add_files(struct grid_methods *methods, const struct study *study, const char *pattern,
                      struct error *error)
{
    char path[4096];
    bool good = true;
    glob_t found;

    snprintf(path, sizeof path, "%s/%s", *pattern == '/' || !study->folder ? "." : study->folder, pattern);
    if (glob(*pattern == '/' ? pattern : path, 0, NULL, &found))
        return error_set(error,
                         "no file matches '%.200s'; write a glob that matches files, such as "
                         "../examples/*.lua",
                         pattern);
    for (size_t i = 0; i < found.gl_pathc && good; i++) {
        struct error reason;
        bool other = false;

        good = add_file(methods, study, found.gl_pathv[i], &other, &reason) || other ||
               error_set(error, "%s", reason.text);
    }
    globfree(&found);
    return good;
}

/* What a suite takes, files, listed ones that match a glob, a file, or any name. */
static bool add_named(struct grid_methods *methods, const struct study *study, const char *name,
                      struct error *error)
{
    struct method method;
    bool found = false;

    if (foreign_library_is(name))
        return add_library(methods, study, name, error);
    if (method_file_is_named(name))
        return strpbrk(name, "*?[") ? add_files(methods, study, name, error)
                                    : add_file(methods, study, name, NULL, error);
    if (strcmp(name, STUDY_ALL) == 0) {
        for (size_t k = 0; method_taken(k, &method); k++)
            add(methods, &method);
        return methods->suite = true;
    }
    for (size_t k = 0; method_listed(k, &method); k++) {
        if (fnmatch(name, method.name, 0) == 0) {
            add(methods, &method);
            found = true;
        }
    }
    if (found)
        return true;
    if (!method_find(name, &method, error))
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
        if (!add_program(methods, study, study->program + i, error))
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
    for (size_t i = 0; i < methods->origins; i++)
        depends_clear(methods->depends + i);
    free(methods->depends);
    for (size_t i = 0; i < methods->asked; i++) {
        free(methods->said[i].origin);
        free(methods->said[i].text);
    }
    free(methods->said);
    for (size_t i = 0; i < methods->projection_files; i++)
        projection_file_destroy(methods->projection_file[i]);
    free(methods->projection_file);
    free(methods->projection);
    free(methods->file);
    free(methods->program);
    free(methods->method);
}

bool grid_methods_are_unchanged(const struct grid_methods *methods)
{
    size_t i = 0;

    while (i < methods->origins && depends_are_unchanged(methods->depends + i))
        i++;
    return i == methods->origins;
}

/* Programs that wait are the parent's; what is lost is noted in memory that both would share. */
void grid_methods_part(struct grid_methods *methods)
{
    for (size_t i = 0; i < methods->programs; i++) {
        struct foreign_method *program = methods->program[i];

        memset(program->idle, 0, FOREIGN_METHOD_MOST_IDLE * sizeof *program->idle);
        program->fate = memory_create_shared(sizeof *program->fate);
    }
}

/* The text of a file, and of all that it includes */
static void add_texts(struct digest *digest, const char *what, const struct file_reader *file)
{
    struct memory_kept *kept = NULL;

    digest_add_text(digest, what, sandbox_includes_text(&file->includes, &kept, file->text));
    memory_release(kept);
}

void grid_methods_digest(struct digest *digest, const struct method *method)
{
    const struct foreign_method *foreign = foreign_method_of(method);

    digest_add_text(digest, "method", method->name);
    if (method->file)
        add_texts(digest, "tableau", &method->file->file);
    if (method->file && method->file->inner_file)
        add_texts(digest, "base", &method->file->inner_file->file);
    if (foreign) {
        if (!foreign->library)
            digest_add_text(digest, "command", foreign->command);
        digest_add_text(digest, "depends", foreign->version);
        if (foreign_walls_are_down()) /* what is refused behind walls may be answered without */
            digest_add_text(digest, "walls", "down");
    }
}

void grid_methods_digest_projection(struct digest *digest, const struct projection *projection)
{
    digest_add_text(digest, "projection", projection->name);
    if (projection->text)
        digest_add_text(digest, "row", projection->text);
}
