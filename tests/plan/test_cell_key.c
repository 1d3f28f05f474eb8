/* Keys of cells: every field counts, none can be taken for another, and the hash is SHA-256 of the text that
 * digest.c describes, as the program sha256sum computes it. */
#include "tests/fixtures/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "harness/plan/cell_key.h"
#include "harness/plan/digest.h"

static const struct cell_key_value parameters[] = {{"a", "1/2"}, {"bc", "0.1"}};
static const struct cell_key_value initials[] = {{"q1", "1"}, {"q2", "-1"}};

static struct cell_key_parts base_parts(mpq_srcptr step)
{
    return (struct cell_key_parts){.model = "return model {}\n",
                                   .parameters = 2,
                                   .parameter = parameters,
                                   .initials = 2,
                                   .initial = initials,
                                   .method = "gauss-2",
                                   .projection = "symmetric",
                                   .step = step,
                                   .steps = 100,
                                   .bits = 200,
                                   .coefficients = "rounded",
                                   .reference_digits = 40,
                                   .numerics_version = "0123abcd"};
}

/* ---- every field counts ------------------------------------------------------------------------------- */

enum { MOST = 64 };

struct keys {
    size_t count;
    char key[MOST][CELL_KEY_TEXT];
};

/* The key must be unlike all before it. */
static void add(struct keys *keys, struct cell_key_parts parts)
{
    char *key = keys->key[keys->count];

    assert_true(keys->count < MOST);
    cell_key_create(&parts, key);
    assert_int_equal(strlen(key), 64);
    assert_int_equal(strspn(key, "0123456789abcdef"), 64);
    for (size_t i = 0; i < keys->count; i++)
        assert_string_not_equal(keys->key[i], key);
    keys->count++;
}

#define ADD(field, other)                                                                                    \
    do {                                                                                                     \
        struct cell_key_parts changed = base_parts(step);                                                    \
        changed.field = other;                                                                               \
        add(&keys, changed);                                                                                 \
    } while (0)

TEST(every_field_changes_the_key)
{
    static const struct cell_key_value names[] = {{"a", "1/2"}, {"bd", "0.1"}};
    static const struct cell_key_value values[] = {{"a", "1/2"}, {"bc", "0.10"}};
    static const struct cell_key_value joined[] = {{"ab", "1/2"}, {"c", "0.1"}};
    static const struct cell_key_value shifted[] = {{"a1", "/2"}, {"bc", "0.1"}};
    static const struct cell_key_value swapped[] = {{"q1", "-1"}, {"q2", "1"}};
    struct keys keys = {.count = 0};
    mpq_t step, other;

    mpq_inits(step, other, NULL);
    mpq_set_str(step, "1/10", 10);
    mpq_set_str(other, "1/20", 10);
    add(&keys, base_parts(step));
    ADD(model, "return model {} \n");
    ADD(model, "");
    ADD(parameter, names);
    ADD(parameter, values);
    ADD(parameter, joined);
    ADD(parameter, shifted);
    ADD(parameters, 1);
    ADD(parameters, 0);
    ADD(initial, swapped);
    ADD(initials, 1);
    ADD(method, "gauss-3");
    ADD(formulation, "dirac");
    ADD(projection, "midpoint");
    ADD(projection, "");
    ADD(step, other);
    ADD(steps, 101);
    ADD(bits, 0);
    ADD(bits, 201);
    ADD(coefficients, "split");
    ADD(reference_digits, 41);
    ADD(numerics_version, "0123abce");
    mpq_clears(step, other, NULL);
}

TEST(fields_are_not_taken_for_each_other)
{
    static const struct cell_key_value three[] = {{"a", "1/2"}, {"bc", "0.1"}, {"q1", "1"}};
    static const struct cell_key_value one[] = {{"q2", "-1"}};
    struct keys keys = {.count = 0};
    struct cell_key_parts parts;
    mpq_t step;

    mpq_init(step);
    mpq_set_str(step, "1/10", 10);
    add(&keys, base_parts(step));
    parts = base_parts(step);
    parts.parameters = 3;
    parts.parameter = three;
    parts.initials = 1;
    parts.initial = one;
    add(&keys, parts); /* an initial value among the parameters */
    parts = base_parts(step);
    parts.formulation = parts.projection;
    parts.projection = "";
    add(&keys, parts);
    parts = base_parts(step);
    parts.method = parts.projection;
    parts.projection = "gauss-2";
    add(&keys, parts);
    parts = base_parts(step);
    parts.steps = 200;
    parts.bits = 100;
    add(&keys, parts);
    mpq_clear(step);
}

TEST(equal_numbers_have_equal_keys)
{
    char first[CELL_KEY_TEXT], second[CELL_KEY_TEXT], third[CELL_KEY_TEXT];
    struct cell_key_parts parts;
    mpq_t step, same;

    mpq_inits(step, same, NULL);
    mpq_set_ui(step, 1, 10);
    mpz_set_ui(mpq_numref(same), 3); /* not in lowest terms */
    mpz_set_ui(mpq_denref(same), 30);
    parts = base_parts(step);
    cell_key_create(&parts, first);
    parts.step = same;
    parts.formulation = "";
    cell_key_create(&parts, second);
    assert_string_equal(first, second);
    assert_int_equal(mpz_get_ui(mpq_denref(same)), 30); /* left as it was */
    mpz_set_ui(mpq_denref(same), 31);
    cell_key_create(&parts, third);
    assert_string_not_equal(first, third);
    mpq_clears(step, same, NULL);
}

/* ---- against sha256sum -------------------------------------------------------------------------------- */

static void hash_elsewhere(const char *text, char hash[65])
{
    char path[] = "/tmp/assay-key-XXXXXX", command[128];
    int descriptor = mkstemp(path);
    FILE *file = fdopen(descriptor, "w"), *answer;

    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    snprintf(command, sizeof command, "sha256sum <%s", path);
    answer = popen(command, "r");
    assert_non_null(answer);
    assert_int_equal(fscanf(answer, "%64s", hash), 1);
    pclose(answer);
    remove(path);
}

TEST(key_is_what_sha256sum_says)
{
    static const char text[] = "model 16:return model {}\n\n"
                               "parameters 1:2\nname 1:a\nvalue 3:1/2\nname 2:bc\nvalue 3:0.1\n"
                               "initial 1:2\nname 2:q1\nvalue 1:1\nname 2:q2\nvalue 2:-1\n"
                               "method 7:gauss-2\nformulation 0:\nprojection 9:symmetric\nstep 4:1/10\n"
                               "steps 3:100\nbits 3:200\ncoefficients 7:rounded\nreference_digits 2:40\n"
                               "numerics_version 8:0123abcd\n";
    struct cell_key_parts parts;
    char key[CELL_KEY_TEXT], expected[65];
    mpq_t step;

    mpq_init(step);
    mpq_set_ui(step, 1, 10);
    parts = base_parts(step);
    cell_key_create(&parts, key);
    hash_elsewhere(text, expected);
    assert_string_equal(key, expected);
    hash_elsewhere(text + 1, expected);
    assert_string_not_equal(key, expected);
    mpq_clear(step);
}

/* ---- no ambiguity ------------------------------------------------------------------------------------- */

enum { CUT = 12 };

/* Three fields cut from one text: different cuts never share a digest. */
static void assert_cuts_differ(const char text[CUT])
{
    char digests[(CUT + 1) * (CUT + 2) / 2][DIGEST_TEXT];
    size_t count = 0;

    for (size_t i = 0; i <= CUT; i++) {
        for (size_t j = i; j <= CUT; j++) {
            struct digest digest;

            digest_begin(&digest);
            digest_add(&digest, "x", text, i);
            digest_add(&digest, "x", text + i, j - i);
            digest_add(&digest, "x", text + j, CUT - j);
            digest_end(&digest, digests[count]);
            for (size_t k = 0; k < count; k++)
                assert_string_not_equal(digests[k], digests[count]);
            count++;
        }
    }
    assert_int_equal(count, 91);
}

/* The first text is made of what stands between fields, and the others of the characters of the format. */
TEST(cuts_of_a_text_differ)
{
    static const char alphabet[] = "x 1:2\n0";
    const char *given = getenv("ASSAY_TEST_SEED");
    unsigned seed = given ? (unsigned)strtoul(given, NULL, 10) : (unsigned)time(NULL);
    char text[CUT];

    print_message("seed %u\n", seed);
    srand(seed);
    assert_cuts_differ("\nx\nx\nx\nx\nx\nx");
    for (int pass = 0; pass < 10; pass++) {
        for (size_t i = 0; i < CUT; i++)
            text[i] = alphabet[(size_t)rand() % (sizeof alphabet - 1)];
        assert_cuts_differ(text);
    }
}
