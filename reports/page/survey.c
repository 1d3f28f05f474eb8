/* A survey of a paper: see survey.h. */
#include "reports/page/survey.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "reports/output.h"

const char *survey_path(const struct survey *survey, const struct survey_output *output, const char *folder,
                        const char *ending, char *buffer, size_t size)
{
    snprintf(buffer, size, "%s/%s/%s.%s", survey->study[output->study].name, folder, output->name, ending);
    return buffer;
}

bool survey_has_file(const struct survey *survey, const struct survey_output *output, const char *folder,
                     const char *ending, const char *directory)
{
    char name[512], path[OUTPUT_PATH + sizeof name];

    snprintf(path, sizeof path, "%s/%s", directory,
             survey_path(survey, output, folder, ending, name, sizeof name));
    return access(path, R_OK) == 0;
}

const char *survey_sentence(const struct survey *survey, char *buffer, size_t size)
{
    static const struct {
        enum verdict verdict;
        const char *one, *several;
    } words[] = {{VERDICT_HOLDS, "holds", "hold"},
                 {VERDICT_REFUTED, "is refuted", "are refuted"},
                 {VERDICT_INCONCLUSIVE, "is inconclusive", "are inconclusive"},
                 {VERDICT_VACUOUS, "is vacuous", "are vacuous"},
                 {VERDICT_NOT_APPLICABLE, "does not apply", "do not apply"},
                 {VERDICT_INCOMPLETE, "is incomplete", "are incomplete"},
                 {VERDICT_NOT_EXAMINED, "is not examined", "are not examined"}};
    const char *before = ": ";

    snprintf(buffer, size, "%zu claim%s", survey->claims, survey->claims == 1 ? "" : "s");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t used = strlen(buffer), count = 0;

        for (size_t k = 0; k < survey->claims; k++)
            count += survey->claim[k].verdict == words[i].verdict;
        if (!count)
            continue;
        snprintf(buffer + used, size - used, "%s%zu %s", before, count,
                 count == 1 ? words[i].one : words[i].several);
        before = ", ";
    }
    return buffer;
}

bool survey_examines(const struct survey *survey, const struct survey_claim *claim, size_t study)
{
    size_t i = 0;

    while (i < claim->parts && claim->part[i].study != study)
        i++;
    return study < survey->studies && i < claim->parts;
}

bool survey_decides(const struct fit *fit, const struct claim_result *claim)
{
    return fit->claim && fit->verdict && strcmp(fit->claim->id, claim->id) == 0 &&
           fit->verdict == claim->verdict;
}
