/* The dates inside a PDF file: see pdf.h.
 *
 * A date is the string (D:YYYYMMDDHHmmSS) with a time zone, after /CreationDate or /ModDate.  The new digits
 * take the places of the old ones, so that no offset in the file changes. */
#include "reports/figures/pdf.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char date[] = "20000101000000"; /* then the zone, if any, as zeros */

static bool starts_with(const char *text, size_t left, const char *what)
{
    return left >= strlen(what) && memcmp(text, what, strlen(what)) == 0;
}

/* The digits of a date whose key ends at `text`; the signs between the zone's digits stay. */
static bool overwrite(char *text, size_t left)
{
    size_t i = 0, digit = 0;

    while (i < left && isspace((unsigned char)text[i]))
        i++;
    if (!starts_with(text + i, left - i, "(D:"))
        return false;
    for (i += 3; i < left && text[i] != ')'; i++) {
        if (isdigit((unsigned char)text[i]))
            text[i] = digit < strlen(date) ? date[digit++] : '0';
    }
    return i < left;
}

static size_t overwrite_all(char *text, size_t length)
{
    static const char *const keys[] = {"/CreationDate", "/ModDate"};
    size_t created = 0;

    for (size_t i = 0; i < length; i++) {
        for (size_t k = 0; k < 2; k++) {
            size_t end = i + strlen(keys[k]);

            if (starts_with(text + i, length - i, keys[k]) && overwrite(text + end, length - end))
                created += k == 0;
        }
    }
    return created;
}

bool pdf_fix_dates(const char *path)
{
    FILE *file = fopen(path, "r+b");
    char *text = NULL;
    long length = -1;
    bool good = false;

    if (!file)
        return false;
    if (fseek(file, 0, SEEK_END) == 0)
        length = ftell(file);
    if (length > 0)
        text = malloc((size_t)length);
    if (text && fseek(file, 0, SEEK_SET) == 0 && fread(text, 1, (size_t)length, file) == (size_t)length)
        good = overwrite_all(text, (size_t)length) > 0 && fseek(file, 0, SEEK_SET) == 0 &&
               fwrite(text, 1, (size_t)length, file) == (size_t)length;
    free(text);
    return fclose(file) == 0 && good;
}
