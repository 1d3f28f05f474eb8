/* SVG pictures inside an HTML page.
 *
 * gnuplot gives the markers of every picture the same identifiers (gpPt0, ...), with sizes of their own.  In
 * one page the first would serve all pictures; so every identifier and every reference to one gets the name
 * of the picture. */
#include "reports/figures/picture.h"

#include <stdlib.h>
#include <string.h>

/* The whole file as a string; NULL when it cannot be read.  The caller frees it. */
static char *read_file(const char *path)
{
    FILE *file = fopen(path, "r");
    size_t length = 0, room = 1 << 16, n;
    char *text = file ? malloc(room) : NULL, *larger;

    while (text && (n = fread(text + length, 1, room - length - 1, file)) > 0) {
        length += n;
        if (room - length > 1)
            continue;
        larger = realloc(text, room *= 2);
        if (!larger)
            free(text);
        text = larger;
    }
    if (text)
        text[length] = '\0';
    if (file)
        fclose(file);
    return text;
}

/* What an identifier or a reference to one begins with, up to where the identifier starts. */
static const char *const identifiers[] = {" id=\"", " id='", "href=\"#", "href='#", "url(#", "url('#"};

static size_t identifier_at(const char *text)
{
    for (size_t i = 0; i < sizeof identifiers / sizeof *identifiers; i++) {
        size_t length = strlen(identifiers[i]);

        if (strncmp(text, identifiers[i], length) == 0)
            return length;
    }
    return 0;
}

bool picture_inline(FILE *page, const char *path, const char *name)
{
    char *text = read_file(path);
    char *begin = text ? strstr(text, "<svg") : NULL;

    for (const char *c = begin; c && *c;) {
        size_t length = identifier_at(c);

        if (length > 0) {
            fprintf(page, "%.*s%s-", (int)length, c, name);
            c += length;
        } else {
            fputc(*c++, page);
        }
    }
    free(text);
    return begin != NULL;
}
