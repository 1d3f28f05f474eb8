/* The dates inside a PDF file: see pdf.h.
 *
 * A date is the string (D:YYYYMMDDHHmmSS) with a time zone, after /CreationDate or /ModDate.  The new digits
 * take the places of the old ones, so that no offset in the file changes. */
#include "reports/figures/pdf.h"

#include <ctype.h>
#include <stdio.h>

/* Digits of a date, then the zone as zeros, up to the parenthesis that closes; false where none does. */
static bool overwrite(FILE *file)
{
    const char *date = "20000101000000";

    for (int c; (c = getc(file)) != EOF && c != ')';) {
        if (!isdigit(c))
            continue;
        fseek(file, -1, SEEK_CUR);
        putc(*date ? *date++ : '0', file);
        fseek(file, 0, SEEK_CUR);
    }
    return !feof(file) && !ferror(file);
}

bool pdf_fix_dates(const char *path)
{
    static const char *const keys[] = {"/CreationDate (D:", "/ModDate (D:"};
    FILE *file = fopen(path, "r+b");
    size_t matched[2] = {0, 0};
    bool good = false;

    for (int c; file && (c = getc(file)) != EOF;) {
        for (size_t k = 0; k < 2; k++) {
            matched[k] = c == keys[k][matched[k]] ? matched[k] + 1 : c == '/';
            if (keys[k][matched[k]])
                continue;
            matched[k] = 0;
            good |= overwrite(file) && k == 0;
        }
    }
    return file && fclose(file) == 0 && good;
}
