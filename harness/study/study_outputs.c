/* The tables and figures of a study file: see study_read.h.
 *
 *     { name = "fig20", title = ..., model = ..., precision = ..., measures = { ... } }
 *         errors against step sizes, a panel for each projection
 *     { name = "fig9", title = ..., kind = "history", channel = "energy", model = ..., precision = "double",
 *       panels = { { title = "Gauss, standard", methods = "gauss-*", projection = "standard" }, ... } }
 *         what runs kept of their histories; against time also kind = "maxima", in the plane the kinds
 *         "orbit", "loop" and "surface" with axes
 *
 * What a panel leaves out is that of its figure, so that one figure may show several models, data or
 * channels; a figure without panels is its only one. */
#include "harness/study/study_read.h"

#include <ctype.h>
#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>

#include "harness/study/study_field.h"
#include "models/sandbox/sandbox.h"
#include "numerics/memory.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const table_keys[] = {"name", "title", "source", "model", "measure", "precision", NULL};
static const char *const figure_keys[] = {"name",      "title", "source",  "model",  "measures", "kind",
                                          "channel",   "draw",  "initial", "step",   "methods",  "projection",
                                          "precision", "axes",  "aspect",  "panels", NULL};
static const char *const panel_keys[] = {"title",   "kind",   "channel", "draw",       "model",
                                         "initial", "step",   "methods", "projection", "precision",
                                         "axes",    "aspect", NULL};

/* A file is called after it: nothing that means something in a path. */
static char *field_name(lua_State *lua, const char *owner)
{
    char *name = study_field_string(lua, owner, "name", true);
    size_t good = 0;

    while (isalnum((unsigned char)name[good]) || name[good] == '-')
        good++;
    if (!good || name[good])
        sandbox_raise(lua, "the %s name '%.60s' is not a name of a file; write letters, digits and hyphens",
                      owner, name);
    return name;
}

/* Where it stands in a paper; empty where nothing is said. */
static char *read_source(lua_State *lua, const char *owner)
{
    char *source = study_field_string(lua, owner, "source", false);

    return source ? source : memory_copy_string("");
}

void study_outputs_read_table(lua_State *lua, struct study_table *table)
{
    study_field_check_keys(lua, "table", table_keys);
    table->name = field_name(lua, "table");
    table->title = study_field_string(lua, "table", "title", true);
    table->source = read_source(lua, "table");
    table->model = study_field_string(lua, "table", "model", true);
    table->measure = study_field_string(lua, "table", "measure", true);
    table->precision = study_field_string(lua, "table", "precision", true);
}

/* -- what figures and panels have in common -- */

/* axes = { "x1", "y1" } or { { "x1", "y1" }, { "x2", "y2" } } */
static void read_axes(lua_State *lua, const char *who, struct study_strings *axes)
{
    int list;
    bool pairs;

    lua_getfield(lua, -1, "axes");
    list = lua_gettop(lua);
    pairs = lua_istable(lua, list) && lua_rawgeti(lua, list, 1) == LUA_TTABLE;
    lua_settop(lua, list);
    if (!pairs)
        study_field_take_strings(lua, "axes", axes);
    for (lua_Integer i = 1; pairs && lua_rawgeti(lua, list, i) != LUA_TNIL; i++) {
        if (!lua_istable(lua, -1) || lua_rawlen(lua, -1) != 2)
            sandbox_raise(lua, "%s: entry %d of axes is not a pair; write { \"x1\", \"y1\" }", who, (int)i);
        study_field_take_strings(lua, "axes", axes);
    }
    if (axes->count % 2 || (!pairs && axes->count > 2))
        sandbox_raise(lua,
                      "%s: axes are not two coordinates; write axes = { \"x1\", \"y1\" } or { { \"x1\", "
                      "\"y1\" }, { \"x2\", \"y2\" } }",
                      who);
    lua_settop(lua, list - 1);
}

struct text_field {
    const char *key;
    char **text;
};

enum { TEXTS = 6 };

/* The texts of a panel but for its title. */
static void list_texts(struct study_panel *panel, struct text_field fields[TEXTS])
{
    const struct text_field all[TEXTS] = {
        {"channel", &panel->channel}, {"model", &panel->model},           {"initial", &panel->initial},
        {"step", &panel->step},       {"projection", &panel->projection}, {"precision", &panel->precision},
    };

    memcpy(fields, all, sizeof all);
}

/* How each kind is drawn: in ways of its own, the first of which stands where nothing is said; and its channel
 * where that is nothing else's. */
static const struct {
    const char *name, *channel;
    enum panel_draw ways[4];
    const char *advice;
} kinds[] = {
    [PANEL_HISTORY] = {"a history",
                       NULL,
                       {DRAW_MAGNITUDE, DRAW_SIGNED, DRAW_MEANS},
                       "\"magnitude\", \"signed\" or \"means\""},
    [PANEL_ORBIT] = {"an orbit", "state", {DRAW_POINTS, DRAW_LINES}, "\"points\" or \"lines\""},
    [PANEL_LOOP] = {"a loop", "loop", {DRAW_RUN, DRAW_FIRST_TENTH}, "\"run\" or \"first-tenth\""},
    [PANEL_SURFACE] = {"a surface", "surface", {DRAW_RUN, DRAW_FIRST_TENTH}, "\"run\" or \"first-tenth\""},
    [PANEL_MAXIMA] = {"maxima", NULL, {DRAW_NONE}, NULL},
};

static void read_kind(lua_State *lua, const char *owner, const char *who, struct study_panel *panel)
{
    char *word = study_field_string(lua, owner, "kind", false);
    int found = term_find(TERM_PANEL, word);

    if (word && found < 0)
        sandbox_raise(lua,
                      "%s: the kind '%.60s' is none; write kind = \"history\", \"orbit\", \"loop\", "
                      "\"surface\" or \"maxima\"",
                      who, word);
    panel->kind = word ? (enum panel_kind)found : PANEL_NONE;
    free(word);
}

static void read_draw(lua_State *lua, const char *owner, const char *who, struct study_panel *panel)
{
    char *word = study_field_string(lua, owner, "draw", false);
    int found = term_find(TERM_DRAW, word);

    if (word && found < 0)
        sandbox_raise(
            lua,
            "%s: nothing is drawn as '%.60s'; write draw = \"magnitude\", \"signed\" or \"means\" for "
            "histories, \"points\" or \"lines\" for orbits, \"run\" or \"first-tenth\" for loops and "
            "surfaces",
            who, word);
    panel->draw = word ? (enum panel_draw)found : DRAW_NONE;
    free(word);
}

static void read_aspect(lua_State *lua, const char *owner, const char *who, struct study_panel *panel)
{
    char *word = study_field_string(lua, owner, "aspect", false);

    panel->equal = word && strcmp(word, "equal") == 0;
    panel->free = word && strcmp(word, "free") == 0;
    if (word && !panel->equal && !panel->free)
        sandbox_raise(lua, "%s: the aspect '%.60s' is none; write aspect = \"equal\" or \"free\"", who, word);
    free(word);
}

static void read_shared(lua_State *lua, const char *owner, const char *who, struct study_panel *panel)
{
    struct text_field fields[TEXTS];

    list_texts(panel, fields);
    for (size_t i = 0; i < TEXTS; i++)
        *fields[i].text = study_field_string(lua, owner, fields[i].key, false);
    read_kind(lua, owner, who, panel);
    read_draw(lua, owner, who, panel);
    read_aspect(lua, owner, who, panel);
    study_field_strings(lua, "methods", &panel->methods);
    read_axes(lua, who, &panel->axes);
}

static void fill_text(char **text, const char *from)
{
    if (!*text && from)
        *text = memory_copy_string(from);
}

static void fill_strings(struct study_strings *strings, size_t count, const char *const *from)
{
    if (strings->count || !count)
        return;
    strings->text = memory_create(count + 1, sizeof *strings->text);
    while (strings->count < count) {
        strings->text[strings->count] = memory_copy_string(from[strings->count]);
        strings->count++;
    }
}

/* What the panel leaves out, from the figure; then what stands for what both leave out. */
static void inherit(struct study_panel *panel, struct study_panel *from)
{
    static const char *const any[] = {"*"};
    struct text_field fields[TEXTS], others[TEXTS];

    list_texts(panel, fields);
    list_texts(from, others);
    for (size_t i = 0; i < TEXTS; i++)
        fill_text(fields[i].text, *others[i].text);
    fill_strings(&panel->methods, from->methods.count, (const char *const *)from->methods.text);
    fill_strings(&panel->axes, from->axes.count, (const char *const *)from->axes.text);
    fill_strings(&panel->methods, 1, any);
    fill_text(&panel->projection, any[0]);
    panel->kind = panel->kind ? panel->kind : from->kind;
    panel->draw = panel->draw ? panel->draw : from->draw;
    panel->free |= !panel->equal && from->free;
    fill_text(&panel->channel, kinds[panel->kind].channel);
}

/* -- what is refused -- */

static void need_text(lua_State *lua, const char *who, const char *text, const char *key, const char *example)
{
    if (!text)
        sandbox_raise(lua, "%s has no %s; write %s = \"%s\"", who, key, key, example);
}

static void check_channel(lua_State *lua, const char *who, const struct study_panel *panel)
{
    const char *own = kinds[panel->kind].channel;

    need_text(lua, who, panel->channel, "channel", "energy");
    if (own && strcmp(panel->channel, own) != 0)
        sandbox_raise(lua, "%s: %s has the channel %s, not '%.60s'; leave out channel", who,
                      kinds[panel->kind].name, own, panel->channel);
    for (enum panel_kind kind = PANEL_HISTORY; !own && kind <= PANEL_MAXIMA; kind++) {
        if (kinds[kind].channel && strcmp(panel->channel, kinds[kind].channel) == 0)
            sandbox_raise(lua, "%s: the %s is not drawn against time; write kind = \"%s\"", who,
                          panel->channel, term_word(TERM_PANEL, kind));
    }
    if (own && !panel->axes.count)
        sandbox_raise(lua, "%s has no axes; write axes = { \"x1\", \"y1\" }", who);
}

/* Whether the channel is drawn with its sign where nothing is said. */
static bool is_signed(const char *channel)
{
    return strncmp(channel, "poincare_", 9) == 0 || strncmp(channel, "multiplier:", 11) == 0;
}

static void check_draw(lua_State *lua, const char *who, struct study_panel *panel)
{
    const enum panel_draw *way = kinds[panel->kind].ways;

    if (!*way && panel->draw)
        sandbox_raise(lua, "%s: maxima are drawn in one way; leave out draw", who);
    if (!panel->draw)
        panel->draw = way[panel->kind == PANEL_HISTORY && is_signed(panel->channel)];
    while (*way && *way != panel->draw)
        way++;
    if (*way != panel->draw)
        sandbox_raise(lua, "%s: %s is not drawn as '%s'; write draw = %s", who, kinds[panel->kind].name,
                      term_word(TERM_DRAW, panel->draw), kinds[panel->kind].advice);
}

static void check_panel(lua_State *lua, const char *who, struct study_panel *panel)
{
    if (panel->kind == PANEL_NONE)
        sandbox_raise(lua, "%s has no kind; write kind = \"history\"", who);
    need_text(lua, who, panel->model, "model", "lotka-volterra");
    need_text(lua, who, panel->precision, "precision", "double");
    check_channel(lua, who, panel);
    check_draw(lua, who, panel);
}

/* -- figures -- */

static struct study_panel *add_panel(struct study_figure *figure)
{
    struct study_panel *panel;

    figure->panel = memory_resize(figure->panel, figure->panels + 1, sizeof *figure->panel);
    panel = figure->panel + figure->panels++;
    memset(panel, 0, sizeof *panel);
    return panel;
}

/* The figure is on top of the stack. */
static void read_panels(lua_State *lua, struct study_figure *figure)
{
    int top = lua_gettop(lua), type = lua_getfield(lua, top, "panels");
    lua_Unsigned entries = type == LUA_TTABLE ? lua_rawlen(lua, -1) : 0;
    char who[120];

    if (type != LUA_TNIL && (entries == 0 || entries > STUDY_MOST_PANELS))
        sandbox_raise(lua,
                      "figure %.60s: panels are not a list of 1 to %d; write panels = { { title = \"...\", "
                      "methods = \"gauss-*\" } }",
                      figure->name, STUDY_MOST_PANELS);
    for (lua_Unsigned i = 1; i <= entries; i++) {
        struct study_panel *panel = add_panel(figure);

        snprintf(who, sizeof who, "panel %d of figure %.60s", (int)i, figure->name);
        if (lua_rawgeti(lua, top + 1, (lua_Integer)i) != LUA_TTABLE)
            sandbox_raise(lua, "%s is a %s; write { title = \"...\" }", who, luaL_typename(lua, -1));
        study_field_check_keys(lua, "panel", panel_keys);
        panel->title = study_field_string(lua, "panel", "title", true);
        read_shared(lua, "panel", who, panel);
        inherit(panel, &figure->shared);
        check_panel(lua, who, panel);
        lua_settop(lua, top + 1);
    }
    lua_settop(lua, top);
    if (entries == 0) {
        snprintf(who, sizeof who, "figure %.60s", figure->name);
        inherit(add_panel(figure), &figure->shared);
        check_panel(lua, who, figure->panel);
    }
}

/* Whether the figure, which is on top of the stack, says anything that only one of histories can say. */
static bool shows_histories(lua_State *lua, const struct study_panel *shared)
{
    bool panels = lua_getfield(lua, -1, "panels") != LUA_TNIL;

    lua_pop(lua, 1);
    return panels || shared->kind || shared->channel || shared->draw || shared->initial || shared->step ||
           shared->free || shared->equal || shared->projection || shared->methods.count || shared->axes.count;
}

void study_outputs_read_figure(lua_State *lua, struct study_figure *figure)
{
    char who[120];

    study_field_check_keys(lua, "figure", figure_keys);
    figure->name = field_name(lua, "figure");
    figure->title = study_field_string(lua, "figure", "title", true);
    figure->source = read_source(lua, "figure");
    snprintf(who, sizeof who, "figure %.60s", figure->name);
    read_shared(lua, "figure", who, &figure->shared);
    study_field_strings(lua, "measures", &figure->measures);
    if (shows_histories(lua, &figure->shared)) {
        if (figure->measures.count)
            sandbox_raise(lua,
                          "figure %s has measures, which are drawn against step sizes, and words for "
                          "histories; leave out one of them",
                          figure->name);
        read_panels(lua, figure);
        return;
    }
    figure->model = study_field_string(lua, "figure", "model", true);
    figure->precision = study_field_string(lua, "figure", "precision", true);
    if (!figure->measures.count)
        sandbox_raise(lua,
                      "figure %s has no measures; write measures = { \"energy_error\" }, or kind = "
                      "\"history\"",
                      figure->name);
}

/* -- release -- */

static void release_panel(struct study_panel *panel)
{
    struct text_field fields[TEXTS];

    list_texts(panel, fields);
    for (size_t i = 0; i < TEXTS; i++)
        free(*fields[i].text);
    free(panel->title);
    study_strings_clear(&panel->methods);
    study_strings_clear(&panel->axes);
}

static void release_figure(struct study_figure *figure)
{
    char *const strings[] = {figure->name, figure->title, figure->source, figure->model, figure->precision};

    for (size_t i = 0; i < COUNT(strings); i++)
        free(strings[i]);
    for (size_t i = 0; i < figure->panels; i++)
        release_panel(figure->panel + i);
    free(figure->panel);
    release_panel(&figure->shared);
    study_strings_clear(&figure->measures);
}

void study_outputs_release(struct study *study)
{
    for (size_t i = 0; i < study->tables; i++) {
        struct study_table *table = study->table + i;
        char *const strings[] = {table->name,  table->title,   table->source,
                                 table->model, table->measure, table->precision};

        for (size_t k = 0; k < COUNT(strings); k++)
            free(strings[k]);
    }
    for (size_t i = 0; i < study->figures; i++)
        release_figure(study->figure + i);
}
