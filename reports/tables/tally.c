/* Claims counted by what is said of them: see tally.h. */
#include "reports/tables/tally.h"

void tally_add(struct tally *tally, const struct fit *fit)
{
    if (!fit || !fit->claim || fit->context.aside)
        return;
    tally->claimed++;
    tally->count[words_shown_of(fit)]++;
}

enum words_mark tally_worst(const struct tally *tally)
{
    static const enum words_mark order[] = {WORDS_REFUTED,
                                            WORDS_BELOW,
                                            WORDS_ABOVE,
                                            WORDS_NONE,
                                            WORDS_INCONCLUSIVE,
                                            WORDS_VACUOUS,
                                            WORDS_HOLDS_TO_ROUND_OFF,
                                            WORDS_HOLDS,
                                            WORDS_AGREES,
                                            WORDS_NOT_APPLICABLE};

    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        if (tally->count[order[i]] > 0)
            return order[i];
    }
    return WORDS_NONE;
}
