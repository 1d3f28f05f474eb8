/* The words for what controls a claim that holds: see words.h. */
#include "reports/words.h"

#include "measures/step/relation_control.h"

/* "order 2.00", "falls with the precision", "broke down", ... */
static void append_member(struct words_text *text, const struct fit *fit, enum verdict_subject subject)
{
    static const char *const words[] = {"",           "at the floor",  "not asymptotic", "too few points",
                                        "broke down", "not applicable"};
    const bool property = subject == SUBJECT_PROPERTY;

    if (fit->order.status == FIT_MEASURED && !(property && words_is_zero(fit)))
        words_append(text, "order %.2f", fit->order.value);
    else if (!property || !words_append_member(text, fit))
        words_append(text, "%s", words[fit->order.status]);
}

static void append_named(struct words_text *text, const struct control *control)
{
    const bool more = control->apart > 1;

    words_append(text, "told apart from %zu member%s of its class that fail%s elsewhere: ", control->apart,
                 more ? "s" : "", more ? "" : "s");
    for (size_t i = 0; i < control->apart && i < CONTROL_NAMED; i++) {
        const struct fit *here = control->named[i];

        words_append(text, "%s%s/%s (", i ? ", " : "", here->curve.method->name,
                     here->curve.projection->name);
        if (here->order.status == FIT_MEASURED)
            words_append(text, "%.2f here)", here->order.value);
        else
            words_append(text, "%s here)", here->order.status == FIT_BROKE_DOWN ? "broke down" : "not exact");
    }
    words_append(text, control->apart > CONTROL_NAMED ? ", ..." : "");
}

static void append_blind(struct words_text *text, const struct control *control, enum verdict_subject subject)
{
    words_append(text, "%s tell it from %s/%s: that is refuted on %s (",
                 control->kind == CONTROL_PASSES ? "cannot" : "not known to",
                 control->here->curve.method->name, control->here->curve.projection->name,
                 control->elsewhere->curve.problem->model->name);
    append_member(text, control->elsewhere, subject);
    words_append(text, ") and %s here (", control->kind == CONTROL_PASSES ? "passes" : "not decided");
    append_member(text, control->here, subject);
    words_append(text, ")");
}

const char *words_control(const struct fit *fit, char *buffer, size_t size)
{
    static const char *const sentences[] = {
        [CONTROL_NOBODY] = "no member of its class fails on another model: nothing to tell it from",
        [CONTROL_NO_MEASURE] = "no other model with this measure in this study: not compared",
        [CONTROL_NO_MODEL] = "no other model in this study: not compared",
        [CONTROL_MODELS_ALIKE] =
            "cannot tell the model from the others: the same method fails on none of them",
        [CONTROL_ABSENT] = "the error whose order is claimed is zero here whatever the step, and no wrong "
                           "method is seen to have one",
        [CONTROL_DENIES] = "it says that something fails, and needs no comparison: the exact flow passes",
        [CONTROL_NOT_APPLICABLE] = "the measure does not apply: not compared"};
    const struct control *control = &fit->context.control;
    struct words_text text = {buffer, size, 0};

    switch (control->kind) {
    case CONTROL_NONE:
        return NULL;
    case CONTROL_APART:
        append_named(&text, control);
        break;
    case CONTROL_PASSES:
    case CONTROL_UNDECIDED:
        append_blind(&text, control, fit->outcome.subject);
        break;
    case CONTROL_MODEL:
        words_append(&text, "the same method fails on %s (", control->elsewhere->curve.problem->model->name);
        append_member(&text, control->elsewhere, fit->outcome.subject);
        words_append(&text, ")");
        break;
    case CONTROL_RELATION:
        words_append(&text, "%s, but for %.1e", relation_control_sentence(fit->measure.measure),
                     control->kept);
        break;
    default:
        words_append(&text, "%s", sentences[control->kind]);
    }
    return buffer;
}

const char *words_positive(const struct fit *fit, char *buffer, size_t size)
{
    struct words_text text = {buffer, size, 0};

    switch (fit->context.positive) {
    case POSITIVE_NONE:
        return NULL;
    case POSITIVE_DEFECT:
        words_append(&text, "the reference flow with its tangent has the defect %.1e over the largest step",
                     fit->context.positive_value);
        break;
    case POSITIVE_DIGITS:
        words_append(
            &text,
            "two integrations of the reference, of other order, step and precision, agree to %.0f digits",
            fit->context.positive_value);
        break;
    case POSITIVE_INVARIANT:
        words_append(&text, "the reference flow changes it by %.1e from 0 to T, relative to its scale",
                     fit->context.positive_value);
        break;
    }
    return buffer;
}
