/* The parameters in the name of initial data, read back as they are given on a command line. */
#include "tests/fixtures/test.h"

#include <stdio.h>
#include <string.h>

#include "reports/page/parameters.h"

/* "BASE p=v q=w" */
static void expect(const char *initial, const char *expected)
{
    char read[400];
    struct parameters_value parameter;

    snprintf(read, sizeof read, "%.*s", (int)parameters_base(initial), initial);
    for (size_t i = 0; parameters_get(initial, i, &parameter); i++) {
        size_t used = strlen(read);

        snprintf(read + used, sizeof read - used, " %s=%s", parameter.name, parameter.value);
    }
    assert_string_equal(read, expected);
}

TEST(test_none)
{
    expect("default", "default");
    expect("", "");
    expect("default[b", "default[b");
    expect("default[]", "default");
}

TEST(test_values)
{
    expect("default[rate=2]", "default rate=2");
    expect("half[rate=1:3,shift=-0.001]", "half rate=1/3 shift=-0.001");
    expect("half[a=2*pi,b=1:3,c=10]", "half a=2*pi b=1/3 c=10");
}
