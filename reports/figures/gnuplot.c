/* gnuplot as a child process: see gnuplot.h. */
#include "reports/figures/gnuplot.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <stdlib.h>
#include <unistd.h>

#include "reports/output.h"

/* In the child: no return. */
static void become_gnuplot(const char *directory, const char *script)
{
    int null = open("/dev/null", O_RDWR);

    if (null >= 0) {
        dup2(null, STDIN_FILENO);
        dup2(null, STDOUT_FILENO);
        dup2(null, STDERR_FILENO);
    }
    unsetenv("GNUTERM"); /* scripts name their terminals, and one that is not there would end them */
    if (chdir(directory) == 0)
        execlp("gnuplot", "gnuplot", "-d", script, (char *)NULL);
    _exit(127);
}

bool gnuplot_run(const char *directory, const char *name, struct error *error)
{
    char script[OUTPUT_PATH];
    int status = 0;
    pid_t child;

    snprintf(script, sizeof script, "%s.gp", name);
    child = fork();
    if (child < 0)
        return error_set(error, "%s/%s: cannot start gnuplot: %s", directory, script, strerror(errno));
    if (child == 0)
        become_gnuplot(directory, script);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        return error_set(error, "%s/%s: gnuplot was not found; install it and run `gnuplot %s` there",
                         directory, script, script);
    return error_set(error, "%s/%s: gnuplot failed; run `gnuplot %s` there to see why", directory, script,
                     script);
}
