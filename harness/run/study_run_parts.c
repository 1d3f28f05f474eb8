/* Pages of the results so far: see study_run.h. */
#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/judge/fits.h"
#include "harness/run/study_run_parts.h"

enum { EARLY_SECONDS = 30 };

/* In a child, so that the workers are fed meanwhile: it has all results so far, and leaves the store alone. */
void study_run_parts_show(struct study_run *run)
{
    const double now = pool_seconds();

    run->show_since = run->show_since > 0 ? run->show_since : now;
    if (!run->show || !run->current || !run->study->matrix || now - run->show_since < EARLY_SECONDS)
        return;
    run->shows = fork();
    if (run->shows == 0) {
        const struct provenance provenance = study_run_parts_provenance(run);
        struct error ignored;
        struct results *results =
            fits_create(run->grid, run->cells->row, run->panel, NULL, &provenance, &ignored);

        if (results)
            run->show(run->show_context, results);
        _exit(0);
    }
    run->show = NULL;
}

void study_run_parts_wait(struct study_run *run)
{
    while (run->shows > 0 && waitpid(run->shows, NULL, 0) < 0 && errno == EINTR)
        continue;
    run->shows = 0;
}
