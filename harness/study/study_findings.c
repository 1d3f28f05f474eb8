/* What a study says of its claims beside their runs: see study_read.h.
 *
 *     findings = { { claim = "order", of = "holds", verdict = "inconclusive", evidence = "steps are too long by ..." } }
 *
 * An audit knows of a claim what its runs do not show: that trees contradict it, that a step is no map, a counterexample.
 * It is written into the study, so that whoever reads the study says the same.  A finding takes the place of a verdict or
 * stands beside it; it makes no claim hold.  The order that a method has by rooted trees stands beside its runs: see
 * harness/judge/verdict_in_double.h. */
#include "harness/study/study_read.h"

#include <stdlib.h>
#include <string.h>

#include "harness/study/study_field.h"
#include "models/sandbox/sandbox.h"

static bool is_made(const struct study *study, const char *claim)
{
    size_t i = 0;

    while (i < study->claims && strcmp(study->claim[i].id, claim) != 0)
        i++;
    return i < study->claims;
}

/* { claim = "order", method = "fehlberg-8", trees = 8, evidence = "..." } */
static long read_trees(lua_State *lua, const struct study_finding *finding, const char *text)
{
    char *end;
    const long order = strtol(text, &end, 10);

    if (*end || order < 1 || !finding->method)
        sandbox_raise(lua, "findings: %s: trees = %s; write a whole number from 1 on, and method = \"...\"",
                      finding->claim, text);
    return order;
}

/* { claim = "order", of = "holds", verdict = "inconclusive", evidence = "..." } */
void study_findings_read(lua_State *lua, struct study_finding *finding)
{
    struct study_strings of = {.count = 0};
    char *verdict = NULL, *trees = NULL;

    study_field_read(lua, "line of findings", "findings",
                     "claim! text? source? of* verdict? evidence! method? trees?", &finding->claim,
                     &finding->text, &finding->source, &of, &verdict, &finding->evidence, &finding->method,
                     &trees);
    if (trees)
        finding->trees = read_trees(lua, finding, trees);
    for (size_t i = 0; i < of.count; i++)
        finding->of |= 1U << study_field_verdict(lua, "findings", finding->claim, of.text[i]);
    finding->verdict = verdict ? study_field_verdict(lua, "findings", finding->claim, verdict) : VERDICT_NONE;
    if (term_holds(finding->verdict))
        sandbox_raise(lua, "findings: %s: only runs make a claim hold; write refuted or inconclusive",
                      finding->claim);
    if (!is_made(sandbox_context(lua), finding->claim) && (!finding->text || !finding->source))
        sandbox_raise(lua,
                      "findings: %s: the study makes no such claim; write text = \"...\" and source = "
                      "\"...\", or the id of a claim",
                      finding->claim);
}
