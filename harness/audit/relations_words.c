/* Relations in words: see relations.h. */
#include "harness/audit/relations.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/audit/zero_stability.h"

static const char *name_of(int k)
{
    return measure_table[MEASURE_RELATION_TIME + k].name + strlen("relation:");
}

/* What was asked on fewer models than there are holds nowhere. */
static const char *verdict_of(const struct relation *relation, bool stopped)
{
    return relation->differs   ? "differs"
           : stopped           ? "not known"
           : relation->holds   ? "holds"
           : relation->vacuous ? "vacuous"
                               : "not applicable";
}

const char relations_stopped[] =
    "an answer was lost, or the process of the method crashed, before all models were asked";

/* The second end, behind the steps of `later`. */
static void write_second(const struct relations *found, char *text, size_t size)
{
    if (isfinite(found->later.apart))
        snprintf(text, size, "with %.17g", found->second);
    else
        snprintf(text, size, "nowhere");
}

const char *relations_sentence(const struct relations *found, char sentence[RELATIONS_SENTENCE])
{
    char second[40];

    if (found->growth > 0)
        return zero_stability_sentence(found->growth, found->model, found->step, sentence,
                                       RELATIONS_SENTENCE);
    write_second(found, second, sizeof second);
    if (found->changes)
        snprintf(sentence, RELATIONS_SENTENCE,
                 "the method is not the same later: from the initial data of %s (number %zu is %.17g) %d "
                 "steps of %s end with "
                 "%.17g, and %s when the same process is asked for them again, %lu steps later",
                 found->model, found->coordinate + 1, found->start, RELATION_FIRST_STEPS, found->step,
                 found->first, second, found->later.calls);
    else if (!found->remembers)
        snprintf(
            sentence, RELATIONS_SENTENCE,
            "%s: number %zu of its state has no more than 24 bits in %d steps of %s from the initial data of "
            "%s, and others have more: it is in single precision, and no order shows below its round-off",
            found->method, found->width.coordinate, RELATIONS_STEPS, found->step, found->model);
    else if (found->first == found->second)
        snprintf(
            sentence, RELATIONS_SENTENCE,
            "the method is no map: from the initial data of %s a step of %s and the same step, asked for "
            "again behind two others, end apart in MPFR, by %.2g",
            found->model, found->step,
            found->relation[MEASURE_RELATION_REPEATED - MEASURE_RELATION_TIME].largest);
    else
        snprintf(
            sentence, RELATIONS_SENTENCE,
            "the method is no map: from the initial data of %s (number %zu is %.17g) a step of %s ends with "
            "%.17g, "
            "and the same step, asked for again behind two others, with %.17g; let it say that it is a "
            "session",
            found->model, found->coordinate + 1, found->start, found->step, found->first, found->second);
    return sentence;
}

/* Of methods that are not ours: for how many steps of a process the audit speaks. */
static void print_later(FILE *to, const struct relations *found)
{
    char sentence[RELATIONS_SENTENCE];

    if (found->changes)
        fprintf(to, "    %-12s %-15s%s\n", "later", "differs", relations_sentence(found, sentence));
    else if (found->later.gone)
        fprintf(to,
                "    %-12s %-15sthe first %d steps on %s, asked for again and again, got no answer after %lu "
                "steps\n",
                "later", "not known", RELATION_FIRST_STEPS, found->lasting, found->later.calls);
    else if (found->later.calls)
        fprintf(to,
                "    %-12s %-15son %s, but for %.1e: the first %d steps again and again, %lu steps in one "
                "process\n",
                "later", "holds", found->lasting, found->later.apart, RELATION_FIRST_STEPS,
                found->later.calls);
}

const char *relations_difference(const struct relation *relation, char sentence[RELATIONS_SENTENCE])
{
    const size_t models_of = relation->holds + relation->differs;

    snprintf(sentence, RELATIONS_SENTENCE, "by %.2g on %s%s, on %zu of %zu model%s", relation->largest,
             relation->model, relation->bits ? ", in MPFR" : "", relation->differs, models_of,
             models_of > 1 ? "s" : "");
    return sentence;
}

static void print_one(FILE *to, const struct relation *relation, bool exchange)
{
    const size_t models_of = relation->holds + relation->differs;
    char sentence[RELATIONS_SENTENCE];

    if (relation->differs) {
        fprintf(to, "%s%s\n", relations_difference(relation, sentence),
                exchange ? ", as rightly of one that takes q and p in turn" : "");
    } else if (relation->holds) {
        fprintf(to, "on %zu model%s, ", models_of, models_of > 1 ? "s" : "");
        fprintf(to, relation->largest > 0 ? "but for round-off of %.1e\n" : "bit for bit\n",
                relation->largest);
    } else {
        fprintf(to, "%s\n", relation->reason ? relation->reason : "no step was made");
    }
}

void relations_print(FILE *to, const struct relations *found, size_t methods)
{
    for (size_t i = 0; i < methods; i++) {
        fprintf(to, "relations of %s, which take neither a claim nor a reference\n", found[i].method);
        for (int k = 0; k < RELATIONS; k++) {
            fprintf(to, "    %-12s %-15s", name_of(k), verdict_of(found[i].relation + k, found[i].stopped));
            print_one(to, found[i].relation + k, k == MEASURE_RELATION_EXCHANGE - MEASURE_RELATION_TIME);
        }
        if (found[i].stopped)
            fprintf(to, "    %s\n", relations_stopped);
        print_later(to, found + i);
    }
}

/* Why it is as it is; NULL where that is no question. */
static json_t *reason_json(const struct relations *found, int k)
{
    const struct relation *relation = found->relation + k;
    char sentence[RELATIONS_SENTENCE];

    if (found->remembers && k == MEASURE_RELATION_REPEATED - MEASURE_RELATION_TIME)
        return json_string(relations_sentence(found, sentence));
    return !relation->holds && !relation->differs && relation->reason ? json_string(relation->reason)
                                                                      : json_null();
}

static json_t *one_json(const struct relations *found, int k)
{
    const struct relation *relation = found->relation + k;
    const bool applies = relation->holds + relation->differs;

    return json_pack(
        "{s:s, s:s, s:s, s:i, s:i, s:i, s:o, s:o, s:o}", "method", found->method, "relation", name_of(k),
        "verdict", found->stopped && !relation->differs ? "inconclusive" : verdict_of(relation, false),
        "holds", (int)relation->holds, "differs", (int)relation->differs, "vacuous", (int)relation->vacuous,
        "largest", applies ? json_real(relation->largest) : json_null(), "model",
        applies ? json_string(relation->model) : json_null(), "reason", reason_json(found, k));
}

static json_t *later_json(const struct relations *found)
{
    char sentence[RELATIONS_SENTENCE];

    return json_pack(
        "{s:s, s:s, s:s, s:i, s:o, s:s, s:o}", "method", found->method, "relation", "later", "verdict",
        found->changes      ? "differs"
        : found->later.gone ? "inconclusive"
                            : "holds",
        "steps", (int)found->later.calls, "largest",
        isfinite(found->later.apart) ? json_real(found->later.apart) : json_null(), "model", found->lasting,
        "reason", found->changes ? json_string(relations_sentence(found, sentence)) : json_null());
}

json_t *relations_json(const struct relations *found, size_t methods)
{
    json_t *list = json_array();

    for (size_t i = 0; i < methods * RELATIONS; i++)
        json_array_append_new(list, one_json(found + i / RELATIONS, (int)(i % RELATIONS)));
    for (size_t i = 0; i < methods; i++) {
        if (found[i].later.calls)
            json_array_append_new(list, later_json(found + i));
    }
    return list;
}
