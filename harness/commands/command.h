/* The commands of the program. */
#ifndef ASSAY_COMMAND_H
#define ASSAY_COMMAND_H

#include "harness/commands/options.h"

enum { STATUS_COMPLETE = 0, STATUS_DIFFERENT = 1, STATUS_UNUSABLE = 2, STATUS_INCOMPLETE = 3 };

struct command {
    const char *name;
    const char *usage;   /* what follows "assay NAME", options that need not be given apart */
    const char *summary; /* in some five words */
    const char *options; /* allowed, separated by blanks */
    /* The exit status; STATUS_UNUSABLE with a message in `error`. */
    int (*run)(const struct options *options, struct error *error);
};

int command_list(const struct options *options, struct error *error);
int command_show(const struct options *options, struct error *error);
int command_integrate(const struct options *options, struct error *error);
int command_reference(const struct options *options, struct error *error);
int command_run(const struct options *options, struct error *error);
int command_report(const struct options *options, struct error *error);
int command_table(const struct options *options, struct error *error);
int command_plot(const struct options *options, struct error *error);
int command_explain(const struct options *options, struct error *error);
int command_gate(const struct options *options, struct error *error);
int command_audit(const struct options *options, struct error *error);
int command_reproduce(const struct options *options, struct error *error);
int command_demo(const struct options *options, struct error *error);
int command_compare(const struct options *options, struct error *error);
int command_status(const struct options *options, struct error *error);
int command_certify(const struct options *options, struct error *error);
int command_verify(const struct options *options, struct error *error);
int command_selftest(const struct options *options, struct error *error);
int command_merge(const struct options *options, struct error *error);

#endif
