/* Reading text files with suspicion: see sandbox_file.h. */
#include "models/sandbox/sandbox_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "models/sandbox/sandbox.h"
#include "numerics/memory.h"

static bool check_status(int file, const char *path, struct error *error)
{
    struct stat status;

    if (fstat(file, &status) != 0)
        return error_set(error, "%s: %s", path, strerror(errno));
    if (S_ISDIR(status.st_mode))
        return error_set(error, "%s: is a directory; name a file in it", path);
    if (!S_ISREG(status.st_mode))
        return error_set(error, "%s: is not a plain file; name a text file", path);
    if (status.st_size > SANDBOX_MAXIMAL_FILE)
        return error_set(error, "%s: is larger than %d bytes; write a smaller file", path,
                         SANDBOX_MAXIMAL_FILE);
    return true;
}

/* Up to `size` bytes; -1 on an error of the system. */
static ssize_t read_all(int file, char *text, size_t size)
{
    size_t length = 0;

    while (length < size) {
        ssize_t count = read(file, text + length, size - length);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return -1;
        if (count == 0)
            break;
        length += (size_t)count;
    }
    return (ssize_t)length;
}

static bool check_text(const char *text, ssize_t length, const char *path, struct error *error)
{
    if (length < 0)
        return error_set(error, "%s: %s", path, strerror(errno));
    if (length > SANDBOX_MAXIMAL_FILE)
        return error_set(error, "%s: is larger than %d bytes; write a smaller file", path,
                         SANDBOX_MAXIMAL_FILE);
    if (length == 0)
        return error_set(error, "%s: is empty; write a Lua file", path);
    if (memchr(text, '\0', (size_t)length) || text[0] == '\033')
        return error_set(error, "%s: is not text; write a Lua file", path);
    return true;
}

char *sandbox_file_read(const char *path, struct error *error)
{
    /* Opening a pipe that nobody writes to must not wait. */
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);

    if (file < 0) {
        error_set(error, "%s: cannot be opened: %s", path, strerror(errno));
        return NULL;
    }
    if (!check_status(file, path, error)) {
        close(file);
        return NULL;
    }
    char *text = memory_create(SANDBOX_MAXIMAL_FILE + 2, 1);
    ssize_t length = read_all(file, text, SANDBOX_MAXIMAL_FILE + 1);
    bool valid = check_text(text, length, path, error);
    close(file);
    if (!valid) {
        free(text);
        return NULL;
    }
    return memory_resize(text, (size_t)length + 1, 1);
}
