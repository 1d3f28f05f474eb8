/* Writing files and escaping text: see output.h. */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "reports/output.h"

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
        return error_set(error, "%.200s...: path is too long", path);
    for (char *slash = part + 1;; slash++) {
        char end = *slash;

        if (end != '/' && end != '\0')
            continue;
        *slash = '\0';
        if (mkdir(part, 0777) != 0 && !(stat(part, &status) == 0 && S_ISDIR(status.st_mode)))
            return error_set(error, "%s: cannot create folder: %s", part, strerror(errno));
        *slash = end;
        if (end == '\0')
            return true;
    }
}

bool output_open(struct output *output, struct error *error, const char *directory, const char *name, ...)
{
    va_list arguments;
    size_t length = (size_t)snprintf(output->path, sizeof output->path, "%s/", directory);

    output->file = NULL;
    if (length < sizeof output->path) {
        va_start(arguments, name);
        length += (size_t)vsnprintf(output->path + length, sizeof output->path - length, name, arguments);
        va_end(arguments);
    }
    if (length >= sizeof output->path)
        return error_set(error, "%.200s...: path is too long", directory);
    output->file = fopen(output->path, "w");
    if (!output->file)
        return error_set(error, "%s: cannot write: %s", output->path, strerror(errno));
    return true;
}

bool output_close(struct output *output, struct error *error)
{
    bool failed = ferror(output->file) != 0;

    errno = 0;
    failed |= fclose(output->file) != 0;
    output->file = NULL;
    if (failed)
        return error_set(error, "%s: cannot write: %s", output->path,
                         errno ? strerror(errno) : "output error");
    return true;
}

/* What replaces a character (or, in UTF-8, a sequence that stands for one). */
struct replacement {
    const char *from, *to;
};

static void write_replaced(FILE *file, const char *text, const struct replacement *table, size_t rows)
{
    for (const char *c = text; c && *c;) {
        size_t row = 0, length = 1;

        while (row < rows && strncmp(c, table[row].from, strlen(table[row].from)) != 0)
            row++;
        if (row < rows) {
            fputs(table[row].to, file);
            length = strlen(table[row].from);
        } else {
            fputc(*c, file);
        }
        c += length;
    }
}

void output_html(FILE *file, const char *text)
{
    static const struct replacement table[] = {
        {"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}, {"'", "&#39;"},
    };

    write_replaced(file, text, table, sizeof table / sizeof *table);
}

void output_markdown(FILE *file, const char *text)
{
    static const struct replacement table[] = {
        {"\\", "\\\\"}, {"|", "\\|"},  {"*", "\\*"},   {"_", "\\_"}, {"`", "\\`"},
        {"<", "&lt;"},  {">", "&gt;"}, {"&", "&amp;"}, {"\n", " "},
    };

    write_replaced(file, text, table, sizeof table / sizeof *table);
}

void output_csv(FILE *file, const char *text)
{
    static const struct replacement table[] = {{"\"", "\"\""}};

    if (!text)
        return;
    if (!strpbrk(text, ",\"\r\n")) {
        fputs(text, file);
        return;
    }
    fputc('"', file);
    write_replaced(file, text, table, 1);
    fputc('"', file);
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

void output_line(FILE *file, const char *text)
{
    for (; text && *text; text++)
        fputc((unsigned char)*text < ' ' ? ' ' : *text, file);
}

void output_number(FILE *file, double value)
{
    char text[64];

    if (!isfinite(value))
        return;
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    fputs(text, file);
}

void output_provenance(FILE *file, const char *comment, const struct provenance *provenance)
{
    const struct {
        const char *label, *value;
    } parts[] = {
        {" assay ", provenance->version},     {"; numerics ", provenance->numerics_version},
        {"; commit ", provenance->commit},    {"; compiler ", provenance->compiler},
        {"; MPFR ", provenance->mpfr},        {"; processor ", provenance->processor},
        {"; study ", provenance->study_hash}, {"; command: ", provenance->command},
    };

    fputs(comment, file);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        fputs(parts[i].label, file);
        output_line(file, parts[i].value ? parts[i].value : "unknown");
    }
    fputc('\n', file);
}
