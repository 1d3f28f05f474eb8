/* Of how many bits the numbers of a foreign method are: see foreign_caller.h. */
#include "integrators/foreign/foreign_caller.h"

#include <math.h>
#include <stdlib.h>

#include "numerics/memory.h"

enum { SINGLE = 24, SURE = 16 }; /* bits of a number in single precision; of numbers that need all of them */

/* Of one coordinate. */
struct foreign_width_answered {
    bool wide;            /* a number has more bits than SINGLE */
    unsigned long single; /* so many have just as many */
};

struct foreign_width foreign_width_create(size_t d)
{
    return (struct foreign_width){
        .d = d, .undecided = d, .answered = memory_create(d, sizeof(struct foreign_width_answered))};
}

void foreign_width_destroy(struct foreign_width *width)
{
    free(width->answered);
}

void foreign_width_note(struct foreign_width *width, size_t i, double number)
{
    struct foreign_width_answered *one = width->answered + i;
    double digits;
    int exponent;

    if (one->wide) /* once is enough */
        return;
    digits = ldexp(frexp(number, &exponent), SINGLE);
    one->wide = digits != floor(digits);
    width->undecided -= one->wide;
    one->single += fabs(fmod(digits, 2)) == 1;
}

struct stepper_width foreign_width_find(const struct foreign_width *width)
{
    struct stepper_width found = {0};
    unsigned long single = 0;
    bool wide = false;

    for (size_t i = 0; i < width->d; i++) {
        const struct foreign_width_answered *one = width->answered + i;

        wide |= one->wide;
        single += one->single;
        if (!one->wide && one->single >= SURE)
            found.coordinate = i + 1;
    }
    if (!wide)
        found = (struct stepper_width){.bits = single >= SURE ? SINGLE : 0};
    return found;
}
