/* The command line: see options.h. */
#include "harness/options.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct option {
    const char *name;
    size_t offset; /* of a const char * in struct options */
};

static const struct option table[] = {
    {"method", offsetof(struct options, method)},
    {"projection", offsetof(struct options, projection)},
    {"initial", offsetof(struct options, initial)},
    {"step", offsetof(struct options, step)},
    {"steps", offsetof(struct options, steps)},
    {"until", offsetof(struct options, until)},
    {"precision", offsetof(struct options, precision)},
    {"coefficients", offsetof(struct options, coefficients)},
    {"every", offsetof(struct options, every)},
    {"digits", offsetof(struct options, digits)},
    {"only", offsetof(struct options, only)},
    {"jobs", offsetof(struct options, jobs)},
    {"out", offsetof(struct options, out)},
    {"store", offsetof(struct options, store)},
    {"shard", offsetof(struct options, shard)},
    {"junit", offsetof(struct options, junit)},
    {"summary", offsetof(struct options, summary)},
    {"allow", offsetof(struct options, allow)},
};

/* Options without a value. */
static const struct option flags[] = {
    {"json", offsetof(struct options, json)},
    {"fresh", offsetof(struct options, fresh)},
    {"dry-run", offsetof(struct options, dry_run)},
};

static bool is_allowed(const char *name, size_t length, const char *allowed)
{
    while (*allowed) {
        size_t word = strcspn(allowed, " ");

        if (word == length && strncmp(allowed, name, length) == 0)
            return true;
        allowed += word + (allowed[word] == ' ');
    }
    return false;
}

static const char **find_value(struct options *options, const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (strlen(table[i].name) == length && strncmp(table[i].name, name, length) == 0)
            return (const char **)(void *)((char *)options + table[i].offset);
    }
    return NULL;
}

static bool add_parameter(struct options *options, char *text, struct error *error)
{
    char *equals = strchr(text, '=');

    if (!equals || equals == text || !equals[1])
        return error_set(error, "--param %s is not NAME=VALUE; write for example --param alpha=1/2", text);
    for (size_t i = 0; i < options->parameters; i++) {
        const char *name = options->parameter[i].name;

        if (strlen(name) == (size_t)(equals - text) && strncmp(name, text, strlen(name)) == 0)
            return error_set(error, "--param %s is given twice; leave out one of them", name);
    }
    if (options->parameters == OPTIONS_MOST_PARAMETERS)
        return error_set(error, "there are more than %d --param", OPTIONS_MOST_PARAMETERS);
    *equals = '\0';
    options->parameter[options->parameters++] = (struct model_override){text, equals + 1};
    return true;
}

/* "a b" becomes "--a, --b". */
static void list_options(const char *allowed, char *list, size_t size)
{
    list[0] = '\0';
    while (*allowed) {
        size_t word = strcspn(allowed, " "), used = strlen(list);

        snprintf(list + used, size - used, "%s--%.*s", used ? ", " : "", (int)word, allowed);
        allowed += word + (allowed[word] == ' ');
    }
}

static bool refuse_option(const char *option, size_t length, const char *command, const char *allowed,
                          struct error *error)
{
    char list[400];

    list_options(allowed, list, sizeof list);
    return error_set(error, "%s has no option %.*s; it takes %s", command, (int)length, option, list);
}

/* The flag of that name; NULL when there is none. */
static bool *find_flag(struct options *options, const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        if (strlen(flags[i].name) == length && strncmp(flags[i].name, name, length) == 0)
            return (bool *)(void *)((char *)options + flags[i].offset);
    }
    return NULL;
}

static bool set_flag(bool *flag, const char *name, size_t length, bool with_value, struct error *error)
{
    if (with_value)
        return error_set(error, "--%.*s takes no value; leave out what follows the '='", (int)length, name);
    if (*flag)
        return error_set(error, "--%.*s is given twice; leave out one of them", (int)length, name);
    *flag = true;
    return true;
}

/* One "--name value" or "--name=value"; *taken says how many arguments it was. */
static bool read_option(struct options *options, char *argument, char *next, const char *command,
                        const char *allowed, int *taken, struct error *error)
{
    char *name = argument + 2, *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    char *value = equals ? equals + 1 : next;
    const char **place;
    bool *flag;

    *taken = 1;
    if (!is_allowed(name, length, allowed))
        return refuse_option(argument, length + 2, command, allowed, error);
    flag = find_flag(options, name, length);
    if (flag)
        return set_flag(flag, name, length, equals != NULL, error);
    if (!value || !*value || (!equals && strncmp(value, "--", 2) == 0))
        return error_set(error, "--%.*s needs a value after it", (int)length, name);
    *taken = equals ? 1 : 2;
    if (strncmp(name, "param", length) == 0 && length == 5)
        return add_parameter(options, value, error);
    place = find_value(options, name, length);
    if (*place)
        return error_set(error, "--%.*s is given twice; leave out one of them", (int)length, name);
    *place = value;
    return true;
}

bool options_read(struct options *options, int argc, char **argv, const char *command, const char *allowed,
                  struct error *error)
{
    for (int i = 2; i < argc;) {
        int taken = 1;

        if (strncmp(argv[i], "--", 2) == 0 && argv[i][2]) {
            if (!read_option(options, argv[i], i + 1 < argc ? argv[i + 1] : NULL, command, allowed, &taken,
                             error))
                return false;
        } else if (argv[i][0] == '-') {
            return refuse_option(argv[i], strlen(argv[i]), command, allowed, error);
        } else if (!argv[i][0]) {
            return error_set(error, "there is an empty argument; leave it out");
        } else if (options->words == OPTIONS_MOST_WORDS) {
            return error_set(error, "there are too many arguments, from '%s' on", argv[i]);
        } else {
            options->word[options->words++] = argv[i];
        }
        i += taken;
    }
    return true;
}

bool options_number(const char *option, const char *text, unsigned long least, unsigned long *value,
                    struct error *error)
{
    char *end;

    *value = strtoul(text, &end, 10);
    if (*text >= '0' && *text <= '9' && *end == '\0' && strlen(text) > 18)
        return error_set(error, "--%s %.40s is too large; write a smaller number", option, text);
    if (*text >= '0' && *text <= '9' && *end == '\0' && *value >= least)
        return true;
    return error_set(error, "--%s takes a whole number from %lu on, not '%s'", option, least, text);
}
