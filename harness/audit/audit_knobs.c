/* The knobs of a program that is audited: see audit.h. */
#include "harness/audit/audit.h"

#include <stdlib.h>
#include <string.h>

#include "numerics/memory.h"

/* Adds the methods of one combination to the `count` that are there; NULL with a message, without any. */
static struct foreign_method **add_methods(struct foreign_method **methods, const char *command,
                                           const char *suffix, size_t *count, struct error *error)
{
    size_t more;
    struct foreign_method **added = foreign_method_create_all(command, suffix, &more, error);

    if (!added) {
        for (size_t i = 0; i < *count; i++)
            foreign_method_destroy(methods[i]);
        free(methods);
        *count = 0;
        return NULL;
    }
    methods = memory_resize(methods, *count + more, sizeof(struct foreign_method *));
    memcpy(methods + *count, added, more * sizeof(struct foreign_method *));
    *count += more;
    free(added);
    return methods;
}

struct foreign_method **audit_knobs_create(struct audit_knobs *knobs, const char *command,
                                           const struct model_override *pair, size_t pairs, size_t *count,
                                           struct error *error)
{
    struct foreign_method **methods = NULL;
    char *combined, *suffix, place[64];

    *count = 0;
    knobs->program.command = memory_keep_string(&knobs->kept, command);
    for (size_t i = 0; i < pairs; i++)
        study_knobs_add(&knobs->program, &knobs->kept, pair[i].name, pair[i].value);
    if (!study_knobs_check(&knobs->program, error))
        return NULL;
    for (size_t k = 0; study_knobs_combine(&knobs->program, k, &combined, &suffix); k++) {
        methods = add_methods(methods, combined, suffix, count, error);
        if (!methods && study_knobs_find_place(combined, place))
            error_set(
                error,
                "the command '%.200s' has a place for a knob and fails as it is; write --knob %s=VALUE,VALUE",
                combined, place);
        free(combined);
        free(suffix);
        if (!methods)
            return NULL;
    }
    return methods;
}

void audit_knobs_write(FILE *to, const struct audit_knobs *knobs)
{
    for (size_t i = 0; knobs && i < knobs->program.knobs; i++) {
        const struct study_axis *knob = knobs->program.knob + i;

        fprintf(to, "%s[\"%s\"] = { ", i ? ", " : ", knobs = { ", knob->parameter);
        for (size_t k = 0; k < knob->values.count; k++)
            fprintf(to, "%s\"%s\"", k ? ", " : "", knob->values.text[k]);
        fputs(i + 1 < knobs->program.knobs ? " }" : " } }", to);
    }
}
