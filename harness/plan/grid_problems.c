/* The problems of a study: see grid_problem.h.
 *
 * Data with parameters other than their own are called after them: default[A0=2] are the data `default` with
 * A0 = 2.  A quotient is written 1:3 there, since a slash separates the parts of an id. */
#include "harness/plan/grid_problem.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/reader/data_path.h"
#include "harness/plan/default_steps.h"
#include "harness/study/name_list.h"
#include "harness/study/selection.h"
#include "numerics/exact.h"
#include "numerics/memory.h"

enum { MOST_PROBLEMS = 1000, LONGEST_NAME = 120, DATA_NAME = 400 };

/* What is being multiplied out. */
struct product {
    const struct study *study;
    const struct grid_scope *scope;
    mpq_srcptr until;
    struct grid_problem *problem;
    size_t problems;
    bool *varied;                                  /* the axes that some model has */
    bool witness;                                  /* what is added are witnesses, or: */
    const struct study_confirmation *confirmation; /* what measures an order again; NULL: neither */
    const struct study_part *part;                 /* what is added are further runs; NULL: they are not */
    double rate;                                   /* of the problem that is run further; 0: not known */
    struct error *error;
};

/* -- models -- */

static bool is_glob(const char *text)
{
    return strpbrk(text, "*?[") && !data_path_is_file(text);
}

/* Takes the text. */
static void add_text(struct study_strings *list, char *text)
{
    if (study_says(list, text)) {
        free(text);
        return;
    }
    list->text = memory_resize(list->text, list->count + 1, sizeof *list->text);
    list->text[list->count++] = text;
}

/* -- of which something may be selected -- */

/* Whether the selection may name anything of the model: of all data that begin with these names; `initials` 0: whatever its
 * data are. */
static bool may_select(const struct grid_scope *scope, const char *only, const char *model,
                       const char *const *initial, size_t initials)
{
    static const char *const any[] = {""}, *const precisions[] = {"double", "1", "2", "3", "4",
                                                                  "5",      "6", "7", "8", "9"};
    const struct grid_methods *methods = scope->methods;
    const char **text = memory_create(methods->methods + methods->projections + MEASURE_ROWS, sizeof *text);
    const char **projection = text + methods->methods, **measure = projection + methods->projections;
    const struct selection_part part[] = {
        {1, &model, .slashes = true},
        {initials ? initials : 1, initials ? initial : any, .begins = true},
        {methods->methods, text, .slashes = true},
        {methods->projections, projection, .slashes = true},
        {sizeof precisions / sizeof *precisions, precisions, .begins = true},
        {MEASURE_ROWS, measure, .begins = true, .slashes = true}};
    bool may;

    for (size_t i = 0; i < methods->methods; i++)
        text[i] = methods->method[i].name;
    for (size_t i = 0; i < methods->projections; i++)
        projection[i] = methods->projection[i]->name;
    for (size_t i = 0; i < MEASURE_ROWS; i++)
        measure[i] = measure_table[i].name;
    may = selection_may_match(only, sizeof part / sizeof *part, part);
    free(text);
    return may;
}

static bool may_take(const struct grid_scope *scope, const char *model, const char *const *initial,
                     size_t initials)
{
    const size_t length = strlen(model);

    if (scope->about && (strncmp(scope->about, model, length) != 0 || scope->about[length] != '/'))
        return false;
    return may_select(scope, scope->only, model, initial, initials);
}

/* Folders hold studies beside models; a name with a slash would be a file.  *taken: something of it may be selected. */
static bool is_model(const char *name, const char *beside, const struct grid_scope *scope, bool *taken)
{
    struct error ignored;
    bool other = false;
    char *path = strchr(name, '/') ? NULL : data_path_find(name, "models", beside, &ignored);
    bool found = path;
    struct model *model =
        found ? model_create(path, &(struct model_choice){.other_kind = &other}, &ignored) : NULL;

    if (model) {
        const char **initial = memory_create(model->initials, sizeof *initial);

        for (size_t i = 0; i < model->initials; i++)
            initial[i] = model->initial[i].name;
        *taken = may_take(scope, name, initial, model->initials);
        free(initial);
    }
    model_destroy(model);
    free(path);
    return found && !other; /* a model that cannot be used is one, and refused where it is asked for */
}

static bool add_matches(const struct study *study, const struct grid_scope *scope,
                        struct study_strings *models, const char *glob, struct error *error)
{
    size_t count, found = 0;
    char **names = data_path_list("models", &count);
    struct name_list known = {""};

    for (size_t i = 0; i < count; i++) {
        bool taken = true;

        name_list_add(&known, names[i]);
        if (fnmatch(glob, names[i], 0) == 0) {
            const bool may = may_take(scope, names[i], NULL, 0);

            const bool is = !may || is_model(names[i], study->folder, scope, &taken);

            found += is;
            *scope->left_out |= is && !(may && taken);
            if (is && may && taken)
                add_text(models, memory_copy_string(names[i]));
        }
        free(names[i]);
    }
    free(names);
    return found || error_set(error, "no model matches '%.60s'; write a glob that matches one of %.300s",
                              glob, known.text);
}

static bool list_models(const struct study *study, const struct grid_scope *scope,
                        struct study_strings *models, struct error *error)
{
    for (size_t i = 0; i < study->models.count; i++) {
        const char *name = study->models.text[i];

        if (!is_glob(name) && (data_path_is_file(name) || may_take(scope, name, NULL, 0)))
            add_text(models, memory_copy_string(name));
        else if (!is_glob(name))
            *scope->left_out = true;
        else if (!add_matches(study, scope, models, name, error))
            return false;
    }
    return true;
}

/* -- parameters -- */

/* One value of each of some axes; the others stay as the data have them. */
struct combination {
    size_t count;
    struct model_override *override;
    struct memory_kept *kept; /* these */
};

static const struct model_parameter *find_parameter(const struct model *model, const char *name)
{
    for (size_t i = 0; i < model->parameters; i++) {
        if (strcmp(model->parameter[i].name, name) == 0)
            return model->parameter + i;
    }
    return NULL;
}

/* A rational in the one way in which it is written in ids, anything else as it stands. */
static char *value_text(struct combination *combination, const char *value)
{
    struct error ignored;
    char *text, *kept;
    mpq_t number;

    mpq_init(number);
    text = exact_parse(number, value, &ignored) ? exact_text(number) : memory_copy_string(value);
    kept = memory_keep_string(&combination->kept, text);
    mpq_clear(number);
    free(text);
    return kept;
}

/* Leaves out of the combination what the data have by themselves, and names the data after the rest. */
static void name_data(char name[DATA_NAME], const struct problem *own, struct combination *combination)
{
    size_t kept = 0;

    snprintf(name, DATA_NAME, "%s", own->initial->name);
    for (size_t i = 0; i < combination->count; i++) {
        const char *parameter = combination->override[i].name, *value;
        const size_t used = strlen(name);

        value = value_text(combination, combination->override[i].value);
        if (strcmp(value, value_text(combination, find_parameter(own->model, parameter)->text)) == 0)
            continue;
        snprintf(name + used, DATA_NAME - used, "%s%s=%s", kept ? "," : "[", parameter, value);
        combination->override[kept++] = (struct model_override){parameter, value};
    }
    combination->count = kept;
    if (kept)
        snprintf(name + strlen(name), DATA_NAME - strlen(name), "]");
    for (char *at = name; (at = strchr(at, '/'));)
        *at = ':';
}

/* The combination of that number among all of the axes that the model has. */
static struct combination choose(const struct product *product, const struct model *model, size_t number)
{
    const struct study *study = product->study;
    struct combination combination = {.count = 0};

    combination.override = memory_keep(&combination.kept, study->axes, sizeof *combination.override);
    for (size_t i = 0; i < study->axes; i++) {
        const struct study_axis *axis = study->axis + i;

        if (!find_parameter(model, axis->parameter))
            continue;
        product->varied[i] = true;
        combination.override[combination.count++] =
            (struct model_override){axis->parameter, axis->values.text[number % axis->values.count]};
        number /= axis->values.count;
    }
    return combination;
}

static size_t count_combinations(const struct study *study, const struct model *model)
{
    size_t count = 1;

    for (size_t i = 0; i < study->axes && count <= MOST_PROBLEMS; i++)
        count *= find_parameter(model, study->axis[i].parameter) ? study->axis[i].values.count : 1;
    return count;
}

/* Refuses parameters that no model has. */
static bool check_varied(const struct product *product, struct error *error)
{
    struct name_list known = {""};

    for (size_t i = 0; i < product->problems; i++) {
        const struct model *model = product->problem[i].problem->model;

        for (size_t k = 0; k < model->parameters; k++)
            name_list_add(&known, model->parameter[k].name);
    }
    for (size_t i = 0; i < product->study->axes; i++) {
        if (!product->varied[i])
            return error_set(error, "no model of the study has the parameter '%.60s'; write one of %.300s",
                             product->study->axis[i].parameter, *known.text ? known.text : "none");
    }
    return true;
}

/* -- problems -- */

static bool has_problem(const struct product *product, const char *model, const char *initial)
{
    for (size_t i = 0; i < product->problems; i++) {
        const struct problem *problem = product->problem[i].problem;

        if (strcmp(problem->model->name, model) == 0 && strcmp(problem->initial->name, initial) == 0)
            return true;
    }
    return false;
}

/* Ids are to be unique, and a slip of the pen is not to fill the memory. */
static bool check_problem(const struct product *product, const struct problem *problem)
{
    if (has_problem(product, problem->model->name, problem->initial->name))
        return error_set(
            product->error,
            "the data %.100s of %.100s are there twice; write every model, initial data and value "
            "of a parameter once",
            problem->initial->name, problem->model->name);
    if (strlen(problem->initial->name) > LONGEST_NAME)
        return error_set(product->error,
                         "the data %.40s... of %.100s would have a name of more than %d characters; write "
                         "shorter values of its parameters",
                         problem->initial->name, problem->model->name, LONGEST_NAME);
    return product->problems < MOST_PROBLEMS ||
           error_set(
               product->error,
               "there are more than %d combinations of models, initial data and parameters; write fewer",
               MOST_PROBLEMS);
}

static struct grid_problem *add_empty(struct product *product)
{
    struct grid_problem *p;

    product->problem = memory_resize(product->problem, product->problems + 1, sizeof *product->problem);
    p = product->problem + product->problems++;
    *p = (struct grid_problem){.problem = NULL};
    return p;
}

/* Takes the problem. */
static bool add_problem(struct product *product, struct problem *problem, size_t combination)
{
    struct grid_problem *p;

    if (!check_problem(product, problem)) {
        problem_destroy(problem);
        return false;
    }
    p = add_empty(product);
    p->combination = combination;
    p->witness = product->witness;
    p->confirms = product->confirmation;
    p->part = product->part;
    p->rate = product->rate;
    if (!grid_problem_fill(p, product->study, product->until, problem, product->error))
        return false;
    if (product->confirmation)
        grid_problem_stretch(p, product->study, product->confirmation->factor);
    return true;
}

/* The data with other steps are called after the factor: default[steps=1.03]. */
static void name_steps(char name[DATA_NAME], const struct study_confirmation *confirmation)
{
    const size_t used = strlen(name);

    snprintf(name + used, DATA_NAME - used, "[steps=%s]", confirmation->factor);
    for (char *at = name; (at = strchr(at, '/'));)
        *at = ':';
}

/* Takes the problem, whose data are called by that name, or by one for other steps.  A witness that is among the data of
 * the study is none. */
static bool add_named(struct product *product, struct problem *problem, char name[DATA_NAME],
                      size_t combination)
{
    if (product->confirmation)
        name_steps(name, product->confirmation);
    if (strcmp(name, problem->initial->name) != 0)
        problem_rename_data(problem, name);
    if (product->witness && has_problem(product, problem->model->name, problem->initial->name)) {
        problem_destroy(problem);
        return true;
    }
    return add_problem(product, problem, combination);
}

static bool add_combination(struct product *product, const struct problem *own, size_t number)
{
    struct combination combination = choose(product, own->model, number);
    char name[DATA_NAME];
    struct problem *problem;

    name_data(name, own, &combination);
    problem = problem_create_again(own, own->initial->name, combination.count, combination.override,
                                   product->error);
    memory_release(combination.kept);
    return problem && add_named(product, problem, name, number);
}

/* Takes the problem, NULL where it cannot be read, with all combinations of parameters. */
static bool add_data(struct product *product, struct problem *own)
{
    char name[DATA_NAME];
    bool good = own != NULL;

    if (own && !product->study->axes) {
        snprintf(name, DATA_NAME, "%s", own->initial->name);
        return add_named(product, own, name, 0);
    }
    for (size_t i = 0; good && i < count_combinations(product->study, own->model); i++)
        good = add_combination(product, own, i);
    problem_destroy(own);
    return good;
}

static bool add_initial(struct product *product, const char *model, const char *initial)
{
    return add_data(product, problem_create(model, product->study->folder, initial, 0, NULL, product->error));
}

/* All data that the model names. */
static bool add_all_initials(struct product *product, const char *name)
{
    struct problem *own = problem_create(name, product->study->folder, NULL, 0, NULL, product->error);
    bool good = own != NULL;

    for (size_t i = 0; good && i < own->model->initials; i++)
        good = add_data(product,
                        problem_create_again(own, own->model->initial[i].name, 0, NULL, product->error));
    problem_destroy(own);
    return good;
}

static bool add_model(struct product *product, const char *name)
{
    const struct study_strings *initials = &product->study->initials;

    if (study_says(initials, STUDY_ALL))
        return add_all_initials(product, name);
    if (!initials->count)
        return add_initial(product, name, NULL);
    for (size_t i = 0; i < initials->count; i++) {
        if (!add_initial(product, name, initials->text[i]))
            return false;
    }
    return true;
}

/* A further run of a problem that is there. */
static bool add_part(struct product *product, size_t own, const struct study_part *part)
{
    const struct problem *problem = product->problem[own].problem;
    const char *name;
    char text[DATA_NAME];
    bool good;

    snprintf(text, sizeof text, "%.200s[%.100s]", problem->initial->name, part->name);
    name = text;
    if (!may_select(product->scope, product->scope->only, problem->model->name, &name, 1))
        return true;
    product->part = part;
    product->rate = product->problem[own].rate;
    good = add_problem(product, problem_create_shared(problem, text), product->problem[own].combination);
    product->part = NULL;
    product->rate = 0;
    return good;
}

/* The data of the study, then the witnesses. */
static bool add_problems(struct product *product, const struct study_strings *models)
{
    const struct study *study = product->study;
    bool good = true;
    size_t own;

    product->witness = false;
    for (size_t i = 0; good && i < models->count; i++)
        good = add_model(product, models->text[i]);
    own = product->problems;
    for (size_t k = 0; good && k < study->parts; k++) {
        for (size_t i = 0; good && i < own; i++)
            good = add_part(product, i, study->part + k);
    }
    good = good && check_varied(product, product->error);
    product->witness = true;
    for (size_t i = 0; good && i < study->witnesses; i++)
        good = add_initial(product, study->witness[i].model, study->witness[i].text);
    return good;
}

/* The data of the study and the witnesses once more, on steps between theirs. */
static bool add_between(struct product *product)
{
    const size_t originals = product->problems;
    bool good = true;

    for (size_t i = 0; good && i < originals && !product->problem[i].confirms; i++) {
        if (product->problem[i].part)
            continue;

        struct problem *problem = product->problem[i].problem;
        struct grid_problem *p = add_empty(product);

        p->combination = product->problem[i].combination;
        p->between = true;
        p->like = i;
        p->rate = product->problem[i].rate;
        good = grid_problem_fill(p, product->study, product->until, problem, product->error);
        if (good && p->halved)
            grid_problem_interleave(p, product->study);
    }
    return good;
}

/* Where what is found for all models depends on each of them, none is left out: parameters that some model must have, and
 * bits that follow from the steps of all. */
static struct grid_scope widen(const struct study *study, const struct grid_scope *scope)
{
    const bool alike = study->step_sets == 1 && study->steps[0].automatic;
    struct grid_scope wide = *scope;
    bool automatic = false;

    for (size_t i = 0; i < study->precisions.count; i++)
        automatic |= strncmp(study->precisions.text[i], STUDY_AUTOMATIC, strlen(STUDY_AUTOMATIC)) == 0;
    if (study->axes || (automatic && !alike))
        wide.only = wide.about = NULL;
    return wide;
}

bool grid_problems_create(const struct study *study, mpq_srcptr until, bool interleaved,
                          const struct grid_scope *scope, struct grid_problem **problems, size_t *count,
                          struct error *error)
{
    struct grid_scope wide = widen(study, scope);
    struct product product = {.study = study, .scope = &wide, .until = until, .error = error};
    struct study_strings models = {0, NULL};
    bool good = list_models(study, &wide, &models, error);

    if (good && !models.count && wide.about) { /* the id does not begin with a model */
        wide.about = NULL;
        *wide.left_out = false;
        good = list_models(study, &wide, &models, error);
    }

    product.varied = memory_create(study->axes, sizeof *product.varied);
    good = good && add_problems(&product, &models);
    for (size_t i = 0; good && i < study->confirmations; i++) {
        product.confirmation = study->confirmation + i;
        good = add_initial(&product, product.confirmation->model, product.confirmation->initial);
    }
    good = good && (!interleaved || add_between(&product));
    free(product.varied);
    for (size_t i = 0; i < models.count; i++)
        free(models.text[i]);
    free(models.text);
    *problems = product.problem;
    *count = product.problems;
    return good;
}

long grid_problems_bits(const struct grid_problem *problem, size_t problems, const struct method *method,
                        size_t methods)
{
    double halved = 1;
    int order = 0;

    for (size_t i = 0; i < problems; i++) {
        const struct grid_problem *p = problem + i;
        double ratio = exact_to_double(p->default_step) / exact_to_double(p->step[p->first_steps - 1]);

        halved = ratio > halved ? ratio : halved;
    }
    for (size_t i = 0; i < methods; i++) {
        int claimed = method_expected_order(method + i);

        order = claimed > order ? claimed : order;
    }
    return default_steps_bits(halved, order);
}
