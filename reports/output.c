/* Writing files and escaping text: see output.h. */
#include "reports/output.h"

#include "numerics/text.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool output_make_directory(const char *path, struct error *error)
{
    char part[OUTPUT_PATH];
    struct stat status;

    if ((size_t)snprintf(part, sizeof part, "%s", path) >= sizeof part)
        return error_set(error, "%.200s...: path is too long; name a shorter one", path);
    for (char *slash = part + 1;; slash++) {
        char end = *slash;

        if (end != '/' && end != '\0')
            continue;
        *slash = '\0';
        if (mkdir(part, 0777) != 0 && !(stat(part, &status) == 0 && S_ISDIR(status.st_mode)))
            return error_set(error, "%s: cannot create folder: %s; name another place", part,
                             strerror(errno));
        *slash = end;
        if (end == '\0')
            return true;
    }
}

bool output_open_path(struct output *output, struct error *error, const char *path)
{
    if (path != output->path)
        snprintf(output->path, sizeof output->path, "%s", path);
    output->file = fopen(output->path, "w");
    return output->file || error_set(error, "%s: cannot write: %s; make room, or name another place",
                                     output->path, strerror(errno));
}

bool output_open(struct output *output, struct error *error, const char *directory, const char *name, ...)
{
    va_list arguments;
    size_t length = (size_t)snprintf(output->path, sizeof output->path, "%s/", directory);

    if (length < sizeof output->path) {
        va_start(arguments, name);
        length += (size_t)vsnprintf(output->path + length, sizeof output->path - length, name, arguments);
        va_end(arguments);
    }
    if (length >= sizeof output->path)
        return error_set(error, "%.200s...: path is too long; name a shorter one", directory);
    return output_open_path(output, error, output->path);
}

bool output_close(struct output *output, struct error *error)
{
    bool failed = ferror(output->file) != 0;

    errno = 0;
    failed |= fclose(output->file) != 0;
    output->file = NULL;
    if (failed)
        return error_set(error, "%s: cannot write: %s; make room, or name another place", output->path,
                         errno ? strerror(errno) : "output error");
    return true;
}

/* What replaces a character; only where this follows, if that is not NULL. */
struct replacement {
    char from;
    const char *to, *before;
};

static bool is_replaced(const struct replacement *replacement, const char *c)
{
    const char *before = replacement->before;

    return *c == replacement->from && (!before || strncmp(c + 1, before, strlen(before)) == 0);
}

static bool is_control(uint32_t number)
{
    return number < ' ' || (number >= 0x7f && number < 0xa0);
}

/* Control characters become blanks, but for tabs and ends of lines that are not replaced; bytes that are not UTF-8
 * become question marks. */
static void write_replaced(FILE *file, const char *text, const struct replacement *table, size_t rows)
{
    uint32_t number;

    for (const char *c = text; c && *c;) {
        size_t row = 0, length = text_character(c, &number);

        while (row < rows && !is_replaced(table + row, c))
            row++;
        if (length == 0)
            fputc('?', file);
        else if (row < rows)
            fputs(table[row].to, file);
        else if (is_control(number) && *c != '\n' && *c != '\t')
            fputc(' ', file);
        else
            fwrite(c, 1, length, file);
        c += length ? length : 1;
    }
}

void output_html(FILE *file, const char *text)
{
    static const struct replacement table[] = {
        {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}};

    write_replaced(file, text, table, sizeof table / sizeof *table);
}

/* No link, no picture and no mention of anybody either, which services make of plain text. */
void output_markdown(FILE *file, const char *text)
{
    static const struct replacement table[] = {
        {'\\', "\\\\"},       {'|', "\\|"},           {'*', "\\*"},      {'_', "\\_"},
        {'`', "\\`"},         {'<', "&lt;"},          {'>', "&gt;"},     {'&', "&amp;"},
        {'\n', " "},          {']', "\\]", "("},      {']', "\\]", "["}, {']', "\\]", ":"},
        {':', "&#58;", "//"}, {'w', "&#119;", "ww."}, {'@', "&#64;"}};

    write_replaced(file, text, table, sizeof table / sizeof *table);
}

/* Spreadsheets compute what begins like this; a number stays one. */
static bool is_formula(const char *text)
{
    return strchr("=@\t\r", *text) || (strchr("+-", *text) && text[strspn(text, "0123456789.eE+-/")]);
}

void output_csv(FILE *file, const char *text)
{
    static const struct replacement table[] = {{'"', "\"\""}};
    const char *const quote = text && strpbrk(text, ",\"\n") ? "\"" : "";

    fputs(quote, file);
    if (text && *text && is_formula(text))
        fputc('\'', file);
    write_replaced(file, text, table, 1);
    fputs(quote, file);
}

void output_line(FILE *file, const char *text)
{
    static const struct replacement table[] = {{'\n', " "}, {'\t', " "}};

    write_replaced(file, text, table, 2);
}

void output_gnuplot(FILE *file, const char *text)
{
    static const struct replacement table[] = {{'\'', "''"}, {'\n', " "}, {'\t', " "}};

    fputc('\'', file);
    if (text && *text == '\'') { /* gnuplot takes two at the beginning for an empty text */
        fputs("\u2019", file);
        text++;
    }
    write_replaced(file, text, table, 3);
    fputc('\'', file);
}

/* Ends a conversion: %s, %zu, %.1e, ... */
static const char conversions[] = "cdeEfgsu%";

void output_print(FILE *file, void escape(FILE *file, const char *text), const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    while (*format) {
        size_t plain = strcspn(format, "%"), length = plain;
        char part[32];

        fwrite(format, 1, plain, file);
        if (!format[plain])
            break;
        length += 1 + strcspn(format + plain + 1, conversions) + 1;
        snprintf(part, sizeof part, "%.*s", (int)(length - plain), format + plain);
        format += length;
        if (format[-1] == 's')
            escape(file, va_arg(arguments, const char *));
        else if (format[-1] == '%')
            fputc('%', file);
        else if (strchr("eEfg", format[-1]))
            fprintf(file, part, va_arg(arguments, double));
        else if (strchr(part, 'z') || strchr(part, 'l'))
            fprintf(file, part, va_arg(arguments, size_t)); /* as wide as unsigned long */
        else
            fprintf(file, part, va_arg(arguments, int));
    }
    va_end(arguments);
}
