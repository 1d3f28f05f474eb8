/* Which shards of a study a store has, and which it lacks. */
#include "tests/fixtures/test.h"

#include "harness/run/shards.h"
#include "tests/fixtures/runs/store_fixture.h"

static void put_shard(struct store *store, struct study_run_settings settings, const char *hash,
                      unsigned long shard)
{
    settings.shard = shard;
    assert_done(shards_put(&settings, hash, "study.lua", store, &said), said);
}

TEST_WITH(shards_that_a_store_lacks, make_place, remove_place)
{
    struct store *store = open_place(place.path);
    const struct study_run_settings three = {.shards = 3}, part = {.shards = 3, .only = "rk4"};
    char list[40];

    assert_false(shards_lost(&three, "a", store, list, sizeof list)); /* it was never divided */
    put_shard(store, three, "a", 2);
    assert_true(shards_lost(&three, "a", store, list, sizeof list));
    assert_string_equal(list, "1/3, 3/3");
    assert_false(shards_lost(&three, "b", store, list, sizeof list)); /* of another study */
    assert_false(shards_lost(&part, "a", store, list, sizeof list));  /* of a part of it */
    put_shard(store, three, "a", 1);
    put_shard(store, three, "a", 3);
    assert_false(shards_lost(&three, "a", store, list, sizeof list));
    assert_string_equal(list, "");
    store_close(store);
}
