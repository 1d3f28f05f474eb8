/* The store when things go wrong: files that are damaged or something else, folders that cannot be written,
 * full disks. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/run_fixture.h"
#include "tests/fixtures/runs/store_fixture.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

static void write_bytes(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* ---- damage ------------------------------------------------------------------------------------------- */

enum { DAMAGED_CELLS = 40 };

/* Whether the store opens and every line that it gives is right; a cell may be missing or refused. */
static bool is_refused_or_right(uint64_t seed, size_t *refusals)
{
    struct store *store = store_open(place.other, &said);
    bool right = true;
    char key[65];

    if (!store) {
        assert_int_not_equal(said.text[0], '\0');
        assert_null(strchr(said.text, '\n'));
        ++*refusals;
        return true;
    }
    for (uint64_t n = 0; n < DAMAGED_CELLS; n++) {
        char *line, *expected = make_line(seed + n, 4000);

        if (!store_find(store, STORE_CELL, make_key(key, n), &line, &said)) {
            assert_line(&said, "damaged");
            assert_null(line);
            ++*refusals;
        }
        right = right && (!kept(line) || strcmp(line, expected) == 0);
    }
    store_close(store);
    return right;
}

TEST_WITH(damage_is_found, make_place, remove_place)
{
    uint64_t seed = print_seed(), random = seed;
    size_t size, refusals = 0;
    char *sound;

    fill(place.path, seed, DAMAGED_CELLS);
    sound = read_bytes(place.path, &size);
    write_bytes(place.other, sound, size);
    assert_true(is_refused_or_right(seed, &refusals));
    assert_int_equal(refusals, 0);
    for (int i = 0; i < 150; i++) {
        char *bytes = kept_memory(malloc(size));
        size_t length = i % 3 ? 16 : 1, at = next_number(&random) % (size - length);

        memcpy(bytes, sound, size);
        for (size_t k = 0; k < length; k++)
            bytes[at + k] = (char)(bytes[at + k] ^ (char)(1 + next_number(&random) % 255));
        write_bytes(place.other, bytes, size);
        assert_true(is_refused_or_right(seed, &refusals));
    }
    print_message("%zu refusals\n", refusals);
    assert_true(refusals > 30);
}

/* Damage to the trees is found when the store is opened, before a cell is looked for. */
TEST_WITH(broken_trees_are_refused, make_place, remove_place)
{
    struct store *store;
    char *answer, *bytes;
    size_t size, page;

    fill(place.path, 1, DAMAGED_CELLS);
    answer = store_sql_ask(place.path, "SELECT rootpage FROM sqlite_schema WHERE name = 'record'");
    assert_non_null(answer);
    page = strtoul(answer, NULL, 10);
    bytes = read_bytes(place.path, &size);
    assert_true(page > 1 && page * 4096 <= size);
    memset(bytes + (page - 1) * 4096, 0x5a, 4096);
    write_bytes(place.path, bytes, size);
    assert_refused(place.path, "damaged");
    assert_refused(place.path, ".recover");
    store =
        store_open_again(place.path, &said); /* one that was sound a moment ago is not looked through twice */
    assert_done(store, said);
    store_close(store);
}

TEST_WITH(truncated_stores_are_refused, make_place, remove_place)
{
    uint64_t seed = print_seed(), random = seed;
    size_t size, left;
    char *sound, *after;

    fill(place.path, seed, DAMAGED_CELLS);
    sound = read_bytes(place.path, &size);
    for (int i = 0; i < 60; i++) {
        size_t length = 1 + next_number(&random) % (size - 1);

        if (i % 3 == 1) /* whole pages */
            length = length > 4096 ? length / 4096 * 4096 : 4096;
        if (i % 3 == 2) /* the last page in part */
            length = size - 1 - length % 4095;
        write_bytes(place.other, sound, length);
        assert_refused(place.other, length < 512 ? "" : "damaged");
        after = read_bytes(place.other, &left);
        assert_int_equal(left, length); /* what is left is left alone */
        assert_memory_equal(after, sound, length);
    }
}

TEST_WITH(other_files_are_refused, make_place, remove_place)
{
    static const char text[] = "id,model\npoint-vortices/default,point-vortices\n";
    char long_text[20000], *after;
    size_t size;

    memset(long_text, 'x', sizeof long_text);
    for (int i = 0; i < 2; i++) {
        const char *bytes = i ? long_text : text;
        size_t length = i ? sizeof long_text : sizeof text - 1;

        write_bytes(place.path, bytes, length);
        assert_refused(place.path, "not a store");
        after = read_bytes(place.path, &size);
        assert_int_equal(size, length);
        assert_memory_equal(after, bytes, length);
    }
    remove(place.path);
    run_sql(place.path, "CREATE TABLE song (title TEXT)");
    assert_refused(place.path, "not a store");
    assert_sql(place.path, "SELECT count(*) FROM sqlite_schema", "1");
    assert_refused(place.folder, "is a folder");
    assert_refused("/dev/null", "not a regular file");
}

TEST_WITH(other_schemas_are_refused, make_place, remove_place)
{
    fill(place.path, 1, 3);
    run_sql(place.path, "PRAGMA user_version = 2");
    assert_refused(place.path, "schema 2");
    run_sql(place.path, "PRAGMA user_version = 4");
    assert_refused(place.path, "schema 4");
    assert_refused(place.path, "--store FILE");
    assert_sql(place.path, "SELECT count(*) FROM cell", "3");
    run_sql(place.path, "PRAGMA user_version = 3");
    store_close(open_place(place.path));
}

/* ---- what cannot be written --------------------------------------------------------------------------- */

TEST_WITH(impossible_folders_are_refused, make_place, remove_place)
{
    char path[200];

    snprintf(path, sizeof path, "%s/missing/assay.sqlite", place.folder);
    assert_refused(path, "does not exist");
    assert_refused("/dev/null/assay.sqlite", "cannot be opened");
    assert_refused("/proc/assay.sqlite", "/proc/assay.sqlite");
}

/* Runs the check without the rights of root; true when it holds. */
static bool holds_for_nobody(bool (*check)(void))
{
    pid_t child = fork();
    int status;

    assert_true(child >= 0);
    if (child == 0)
        _exit((geteuid() != 0 || setuid(65534) == 0) && check() ? 0 : 1);
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool refuses_both(void)
{
    struct error first = {""}, second = {""};

    return !store_open(place.path, &first) && !store_open(place.other, &second) &&
           strstr(first.text, "read-only") && strstr(second.text, "read-only");
}

static bool refuses_first(void)
{
    struct store *other = store_open(place.other, &said);
    bool refused = other && !store_open(place.path, &said) && strstr(said.text, "read-only");

    store_close(other);
    return refused;
}

static bool merges_first(void)
{
    struct store *other = store_open(place.other, &said);
    bool merged = other && store_merge(other, place.path, NULL, &said);

    store_close(other);
    return merged;
}

TEST_WITH(read_only_places_are_refused, make_place, remove_place)
{
    fill(place.path, 1, 3);
    assert_int_equal(chmod(place.path, 0666), 0);
    assert_int_equal(chmod(place.folder, 0555), 0); /* neither written nor created in */
    assert_true(holds_for_nobody(refuses_both));
    assert_int_equal(chmod(place.folder, 0777), 0);
    assert_false(holds_for_nobody(refuses_both));
    assert_int_equal(chmod(place.path, 0444), 0);
    assert_true(holds_for_nobody(refuses_first));
    assert_true(holds_for_nobody(merges_first));
    assert_int_equal(chmod(place.path, 0666), 0);
    assert_false(holds_for_nobody(refuses_first));
    store_close(open_place(place.path));
}

/* No file may grow beyond `size` bytes; 0: as before. */
static void limit_files(size_t size)
{
    struct rlimit limit;

    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = size ? (rlim_t)size : limit.rlim_max;
    setrlimit(RLIMIT_FSIZE, &limit);
}

TEST_WITH(full_disks_lose_nothing, make_place, remove_place)
{
    uint64_t seed = print_seed(), n = 20;
    struct store *store;
    struct stat status;
    char key[65];
    bool done = true;

    fill(place.path, seed, n);
    store = open_place(place.path);
    assert_int_equal(stat(place.path, &status), 0);
    limit_files((size_t)status.st_size + 40000);
    while (done && n < 1000) {
        char *line = make_line(seed + n, 4000);

        done = store_put(store, STORE_CELL, make_key(key, n), key, line, &said);
        n += done;
    }
    limit_files(0);
    assert_false(done);
    assert_line(&said, "cannot be written");
    assert_true(n > 20);
    assert_int_equal(count_stored(store), n);
    for (uint64_t i = 0; i <= n; i++) {
        char *line = make_line(seed + i, 4000);

        assert_cell(store, make_key(key, i), i < n ? line : NULL);
        if (i == n)
            put(store, key, line); /* there is room again */
        assert_cell(store, key, line);
    }
    store_close(store);
    assert_sql(place.path, "PRAGMA integrity_check", "ok");
}

TEST_WITH(full_disks_create_nothing, make_place, remove_place)
{
    struct store *store;

    limit_files(6000);
    store = store_open(place.path, &said);
    limit_files(0);
    assert_null(store);
    assert_line(&said, "cannot be written");
    store_close(open_place(place.path)); /* what is left is no obstacle */
}
