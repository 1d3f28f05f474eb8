/* Walls around a process that runs the methods of strangers: what it may reach beside its lines and its memory.
 *
 *     privileges    it has none of root, and gains none by what it executes
 *     environment   variables of a short list, so that no token of a CI is among them
 *     files         it reads those of the system, of the working folder, of what is installed for the user (folders of interpreters, the
 *                   folders of PATH and of its library paths), and the folders of the files that its command names and of the shared objects that it needs; it
 *                   writes into a folder of its own for temporary files, which its keeper makes and removes
 *     network       it has no sockets
 *     signals       it sends them to its own processes alone
 *     processes     it neither traces nor inspects those that are not its own
 *
 * The kernel raises them, for ordinary users and inside containers alike: by prctl, by Landlock, by seccomp.  Where it does not have
 * one of them, the others are raised.  They stay up for whatever the process starts. */
#ifndef ASSAY_FOREIGN_WALLS_H
#define ASSAY_FOREIGN_WALLS_H

#include <stdbool.h>

enum foreign_wall {
    FOREIGN_WALL_PRIVILEGES,
    FOREIGN_WALL_ENVIRONMENT,
    FOREIGN_WALL_FILES,
    FOREIGN_WALL_NETWORK,
    FOREIGN_WALL_SIGNALS,
    FOREIGN_WALL_PROCESSES,
    FOREIGN_WALLS
};

/* Set in the environment: no walls are raised, by this program and those that it starts. */
#define FOREIGN_WALLS_TRUSTED "ASSAY_TRUSTED"
bool foreign_walls_are_down(void);

/* Whether the kernel has this one. */
bool foreign_walls_has(enum foreign_wall wall);
/* Raises those that the kernel has around the calling process, for good.  The words of the lines, which NULL ends, that are
 * files may be read and executed, with their folders; a line may be left out (""). */
void foreign_walls_raise(const char *const *lines);

#endif
