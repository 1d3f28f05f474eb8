/* The tables and figures of a study file: see study_read.h.
 *
 *     { name = "fig20", title = ..., model = ..., precision = ..., measures = { ... } }
 *         errors against step sizes, a panel for each projection
 *     { name = "work", title = ..., model = ..., precision = ..., measures = ..., against = "work",
 *       beside = { "rk4" } }
 *         errors against evaluations of the right-hand side, also of methods that the study does not have
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
#include <string.h>

#include "harness/study/study_field.h"
#include "models/sandbox/sandbox.h"

/* A file is called after it: nothing that means something in a path. */
static void check_name(lua_State *lua, const char *owner, const char *name)
{
    size_t good = 0;

    while (isalnum((unsigned char)name[good]) || name[good] == '-')
        good++;
    if (!good || name[good] || name[0] == '-' || good > STUDY_MOST_NAME)
        sandbox_raise(
            lua,
            "the %s name '%.60s' is not a name of a file; write letters, digits and hyphens, a letter or "
            "a digit first, %d at most",
            owner, name, STUDY_MOST_NAME);
}

void study_outputs_read_table(lua_State *lua, struct study_table *table)
{
    study_field_read(lua, "table", "table", "name! title! source? model! measure! precision!", &table->name,
                     &table->title, &table->source, &table->model, &table->measure, &table->precision);
    check_name(lua, "table", table->name);
    table->source = table->source ? table->source : study_field_copy(lua, "");
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

/* The value of the word at `key`, 0 where there is none. */
static unsigned read_term(lua_State *lua, const char *owner, const char *who, const char *key, enum term term,
                          const char *refusal)
{
    char *word = study_field_string(lua, owner, key, false);
    int found = term_find(term, word);

    if (word && found < 0)
        sandbox_raise(lua, refusal, who, word);
    return found < 0 ? 0 : (unsigned)found;
}

static void read_aspect(lua_State *lua, const char *owner, const char *who, struct study_panel *panel)
{
    char *word = study_field_string(lua, owner, "aspect", false);

    panel->equal = word && strcmp(word, "equal") == 0;
    panel->free = word && strcmp(word, "free") == 0;
    if (word && !panel->equal && !panel->free)
        sandbox_raise(lua, "%s: there is no aspect '%.60s'; write aspect = \"equal\" or \"free\"", who, word);
}

/* What the fields say elsewhere: words, the scales, the axes. */
static void read_shared(lua_State *lua, const char *owner, const char *who, struct study_panel *panel)
{
    panel->kind = read_term(lua, owner, who, "kind", TERM_PANEL,
                            "%s: there is no kind '%.60s'; write kind = \"history\", \"orbit\", \"loop\", "
                            "\"surface\" or \"maxima\"");
    panel->draw = read_term(lua, owner, who, "draw", TERM_DRAW,
                            "%s: nothing is drawn as '%.60s'; write draw = \"magnitude\", \"signed\" or "
                            "\"means\" for histories, \"points\" or \"lines\" for orbits, \"run\" or "
                            "\"first-tenth\" for loops and surfaces");
    read_aspect(lua, owner, who, panel);
    read_axes(lua, who, &panel->axes);
}

/* What the panel leaves out, from the figure; then what stands for what both leave out. */
static void inherit(lua_State *lua, struct study_panel *panel, const struct study_panel *from)
{
    char *any = study_field_copy(lua, "*");

    panel->channel = panel->channel ? panel->channel : from->channel;
    panel->model = panel->model ? panel->model : from->model;
    panel->initial = panel->initial ? panel->initial : from->initial;
    panel->step = panel->step ? panel->step : from->step;
    panel->projection = panel->projection ? panel->projection : from->projection ? from->projection : any;
    panel->precision = panel->precision ? panel->precision : from->precision;
    panel->methods = panel->methods.count ? panel->methods : from->methods;
    panel->axes = panel->axes.count ? panel->axes : from->axes;
    if (!panel->methods.count) {
        lua_pushstring(lua, any);
        study_field_take_strings(lua, "methods", &panel->methods);
    }
    panel->kind = panel->kind ? panel->kind : from->kind;
    panel->draw = panel->draw ? panel->draw : from->draw;
    panel->free |= !panel->equal && from->free;
    if (!panel->channel && kinds[panel->kind].channel)
        panel->channel = study_field_copy(lua, kinds[panel->kind].channel);
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
    if (own && strcmp(panel->channel, own) != 0 &&
        !(panel->kind == PANEL_ORBIT && strcmp(panel->channel, "section") == 0))
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

/* joined = true: the panel has the letter of the one before, as where a paper shows one run in several pictures. */
static void read_joined(lua_State *lua, const char *who, struct study_panel *panel)
{
    const int type = lua_getfield(lua, -1, "joined");

    if (type != LUA_TNIL && type != LUA_TBOOLEAN)
        sandbox_raise(lua, "%s: joined is a %s; write joined = true or leave it out", who,
                      lua_typename(lua, type));
    panel->joined = lua_toboolean(lua, -1);
    lua_pop(lua, 1);
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
    figure->panels = entries ? entries : 1;
    figure->panel = study_field_create(lua, figure->panels, sizeof *figure->panel);
    for (lua_Unsigned i = 1; i <= entries; i++) {
        struct study_panel *panel = figure->panel + i - 1;

        snprintf(who, sizeof who, "panel %d of figure %.60s", (int)i, figure->name);
        if (lua_rawgeti(lua, top + 1, (lua_Integer)i) != LUA_TTABLE)
            sandbox_raise(lua, "%s is a %s; write { title = \"...\" }", who, luaL_typename(lua, -1));
        study_field_read(
            lua, "panel", "panel",
            "title! kind channel? draw model? initial? step? methods* projection? precision? axes "
            "aspect joined",
            &panel->title, &panel->channel, &panel->model, &panel->initial, &panel->step, &panel->methods,
            &panel->projection, &panel->precision);
        read_joined(lua, who, panel);
        read_shared(lua, "panel", who, panel);
        inherit(lua, panel, &figure->shared);
        check_panel(lua, who, panel);
        lua_settop(lua, top + 1);
    }
    lua_settop(lua, top);
    if (entries == 0) {
        snprintf(who, sizeof who, "figure %.60s", figure->name);
        inherit(lua, figure->panel, &figure->shared);
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

static void read_work(lua_State *lua, const char *who, struct study_figure *figure)
{
    char *against = study_field_string(lua, "figure", "against", false);

    figure->against_work = against && strcmp(against, "work") == 0;
    if (against && !figure->against_work)
        sandbox_raise(lua, "%s: nothing is drawn against '%.60s'; write against = \"work\", or leave it out",
                      who, against);
    if (figure->beside.count && !figure->against_work)
        sandbox_raise(lua, "%s has methods beside those of the study; write against = \"work\" with them",
                      who);
}

void study_outputs_read_figure(lua_State *lua, struct study_figure *figure)
{
    struct study_panel *shared = &figure->shared;
    char who[120];

    study_field_read(lua, "figure", "figure",
                     "name! title! source? model? measures* beside* kind channel? draw initial? step? "
                     "methods* projection? "
                     "precision? axes aspect panels against",
                     &figure->name, &figure->title, &figure->source, &shared->model, &figure->measures,
                     &figure->beside, &shared->channel, &shared->initial, &shared->step, &shared->methods,
                     &shared->projection, &shared->precision);
    check_name(lua, "figure", figure->name);
    figure->source = figure->source ? figure->source : study_field_copy(lua, "");
    snprintf(who, sizeof who, "figure %.60s", figure->name);
    read_work(lua, who, figure);
    read_shared(lua, "figure", who, shared);
    if (shows_histories(lua, shared)) {
        if (figure->measures.count)
            sandbox_raise(lua,
                          "figure %s has measures, which are drawn against step sizes, and keys of "
                          "histories; leave out one of them",
                          figure->name);
        read_panels(lua, figure);
        return;
    }
    need_text(lua, who, figure->model = shared->model, "model", "lotka-volterra");
    need_text(lua, who, figure->precision = shared->precision, "precision", "double");
    if (!figure->measures.count)
        sandbox_raise(lua,
                      "figure %s has no measures; write measures = { \"energy_error\" }, or kind = "
                      "\"history\"",
                      figure->name);
}
