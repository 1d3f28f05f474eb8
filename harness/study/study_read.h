/* Reading study files inside the sandbox, and what is read. */
#ifndef ASSAY_STUDY_READ_H
#define ASSAY_STUDY_READ_H

#include <lua.h>

#include "harness/study/study.h"

/* For sandbox_run: fills the struct study that is its context from the table on top of the stack. */
int study_read(lua_State *lua);

/* Reads the table on top of the stack into `claim`, which is all zero; raises an error of the sandbox that
 * says what is wrong and what to write. */
void study_claims_read(lua_State *lua, struct study_claim *claim);
/* The same of what measures an order again. */
void study_claims_read_confirmation(lua_State *lua, struct study_confirmation *confirmation);
/* The same of what is known of a claim beside its runs, once all claims are read. */
void study_findings_read(lua_State *lua, struct study_finding *finding);
/* Claims of orders in powers of a small parameter, order = { 8, 2 }, become those on each power, before all are read. */
void study_powers_read(lua_State *lua);

/* Short claims, claim { method = ..., order = 4 }, become claims on measures, before all are read, and what the study does not
 * say of its runs gets a value that serves them. */
void study_short_read(lua_State *lua);
/* The list `measures` of the study, at 1, has the measure from now on. */
void study_need_measure(lua_State *lua, const char *name);

/* Fill a table or a figure, which is all zero, from the one on top of the stack; they raise what is wrong. */
void study_outputs_read_table(lua_State *lua, struct study_table *table);
void study_outputs_read_figure(lua_State *lua, struct study_figure *figure);

/* The programs among the methods, which leave the list; of the exec { ... } on top of the stack its knobs. */
void study_programs_read(lua_State *lua);
void study_knobs_read(lua_State *lua, struct study_program *program);

#endif
