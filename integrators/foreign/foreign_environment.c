/* What a method called in our process could change without a sign: see foreign_environment.h. */
#define _GNU_SOURCE
#include "integrators/foreign/foreign_environment.h"

#include <float.h>
#include <langinfo.h>
#include <locale.h>
#include <string.h>

#include <mpfr.h>

struct foreign_environment foreign_environment_keep(void)
{
    struct foreign_environment now = {.smallest = mpfr_get_emin(), .largest = mpfr_get_emax()};

    fegetenv(&now.floating_point);
    return now;
}

/* By what arithmetic does, since a processor may have more than one unit with a mode of its own: to the nearest, with
 * subnormal numbers, and in long double with all of its bits. */
static bool rounds_as_ever(void)
{
    const volatile double one = 1, least = DBL_EPSILON / 8, tiny = DBL_MIN / 8;
    const volatile long double whole = 1, last = LDBL_EPSILON;

    return one + least == one && one - least == one && tiny + tiny > 0 && whole + last > whole &&
           whole + last / 4 == whole && whole - last / 8 == whole;
}

/* Threads may have a locale of their own. */
static bool writes_as_ever(void)
{
    return strcmp(nl_langinfo(RADIXCHAR), ".") == 0;
}

bool foreign_environment_restore(const struct foreign_environment *kept)
{
    if (rounds_as_ever() && writes_as_ever() && mpfr_get_emin() == kept->smallest &&
        mpfr_get_emax() == kept->largest)
        return true;
    fesetenv(&kept->floating_point);
    uselocale(LC_GLOBAL_LOCALE);
    setlocale(LC_ALL, "C");
    mpfr_set_emin(kept->smallest);
    mpfr_set_emax(kept->largest);
    return false;
}
