/* A lexer for Lua, as far as the sandbox needs one.
 *
 * Lua computes with machine integers and floating-point numbers before any operator of ours is asked, so that
 * some operators and literals can only be refused in the text.  Tokens are names, numbers, strings and
 * symbols; comments and blanks separate them.  A text that is not Lua ends the token stream: Lua itself then
 * says what is wrong. */
#include "models/sandbox/lua_source.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/text.h"

enum token_kind { TOKEN_END, TOKEN_NAME, TOKEN_NUMBER, TOKEN_STRING, TOKEN_SYMBOL };

struct token {
    enum token_kind kind;
    const char *start;
    size_t length;
    int line;
};

struct lexer {
    const char *at;
    int line;
};

static bool is_name_character(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* The level of a long bracket [[ or [=[ at `at`, or -1. */
static int long_bracket_level(const char *at)
{
    int level = 0;

    if (*at++ != '[')
        return -1;
    for (; *at == '='; at++)
        level++;
    return *at == '[' ? level : -1;
}

static void skip_long_bracket(struct lexer *lexer, int level)
{
    const char *at = lexer->at + level + 2;

    for (; *at; at++) {
        if (*at == '\n')
            lexer->line++;
        if (*at == ']' && strspn(at + 1, "=") == (size_t)level && at[level + 1] == ']') {
            lexer->at = at + level + 2;
            return;
        }
    }
    lexer->at = at;
}

static void skip_comment(struct lexer *lexer)
{
    int level = long_bracket_level(lexer->at + 2);

    if (level >= 0) {
        lexer->at += 2;
        skip_long_bracket(lexer, level);
    } else {
        lexer->at += strcspn(lexer->at, "\n");
    }
}

static void skip_blanks(struct lexer *lexer)
{
    for (;;) {
        if (*lexer->at == '\n') {
            lexer->line++;
            lexer->at++;
        } else if (isspace((unsigned char)*lexer->at)) {
            lexer->at++;
        } else if (lexer->at[0] == '-' && lexer->at[1] == '-') {
            skip_comment(lexer);
        } else {
            return;
        }
    }
}

/* A short string ends at its quote; one that does not is an error of syntax and ends the line. */
static void skip_short_string(struct lexer *lexer)
{
    char quote = *lexer->at++;

    while (*lexer->at && *lexer->at != quote && *lexer->at != '\n') {
        if (lexer->at[0] == '\\' && lexer->at[1]) {
            lexer->at++;
            if (*lexer->at == 'z') { /* skips the blanks that follow, line ends included */
                for (lexer->at++; isspace((unsigned char)*lexer->at); lexer->at++)
                    lexer->line += *lexer->at == '\n';
                continue;
            }
            lexer->line += *lexer->at == '\n';
        }
        lexer->at++;
    }
    lexer->at += *lexer->at == quote;
}

static void skip_number(struct lexer *lexer)
{
    bool hexadecimal = lexer->at[0] == '0' && (lexer->at[1] == 'x' || lexer->at[1] == 'X');

    for (;; lexer->at++) {
        bool exponent =
            hexadecimal ? (*lexer->at == 'p' || *lexer->at == 'P') : (*lexer->at == 'e' || *lexer->at == 'E');
        if (exponent && (lexer->at[1] == '+' || lexer->at[1] == '-'))
            lexer->at++;
        else if (!is_name_character(*lexer->at) && *lexer->at != '.')
            return;
    }
}

static void skip_symbol(struct lexer *lexer)
{
    static const char *const SYMBOLS[] = {"...", "..", "//", "<<", ">>", "<=", ">=", "==", "~=", "::"};

    for (size_t i = 0; i < sizeof SYMBOLS / sizeof *SYMBOLS; i++) {
        size_t length = strlen(SYMBOLS[i]);
        if (strncmp(lexer->at, SYMBOLS[i], length) == 0) {
            lexer->at += length;
            return;
        }
    }
    lexer->at++;
}

static struct token next_token(struct lexer *lexer)
{
    skip_blanks(lexer);

    struct token token = {.start = lexer->at, .line = lexer->line};
    char c = *lexer->at;
    if (!c)
        return token;
    if (is_name_character(c) && !isdigit((unsigned char)c)) {
        token.kind = TOKEN_NAME;
        while (is_name_character(*lexer->at))
            lexer->at++;
    } else if (isdigit((unsigned char)c) || (c == '.' && isdigit((unsigned char)lexer->at[1]))) {
        token.kind = TOKEN_NUMBER;
        skip_number(lexer);
    } else if (c == '"' || c == '\'') {
        token.kind = TOKEN_STRING;
        skip_short_string(lexer);
    } else if (long_bracket_level(lexer->at) >= 0) {
        token.kind = TOKEN_STRING;
        skip_long_bracket(lexer, long_bracket_level(lexer->at));
    } else {
        token.kind = TOKEN_SYMBOL;
        skip_symbol(lexer);
    }
    token.length = (size_t)(lexer->at - token.start);
    return token;
}

static bool token_is(const struct token *token, const char *text)
{
    return token->length == strlen(text) && memcmp(token->start, text, token->length) == 0;
}

/* The fraction of smallest denominator that rounds to `value`; false when it is above 1000. */
static bool find_fraction(long *numerator, long *denominator, double value)
{
    for (*denominator = 1; *denominator <= 1000; ++*denominator) {
        double product = round(value * (double)*denominator);
        if (fabs(product) < 1e9 && product / (double)*denominator == value) {
            *numerator = (long)product;
            return true;
        }
    }
    return false;
}

void lua_source_explain_float(char *message, size_t size, const char *literal, double value)
{
    char decimal[64], fraction[64] = "";
    long numerator, denominator;

    snprintf(decimal, sizeof decimal, "%.40s", literal ? literal : "");
    for (int digits = 1; !literal && digits <= 17; digits++) { /* the shortest that reads back */
        snprintf(decimal, sizeof decimal, "%.*g", digits, value);
        if (strtod(decimal, NULL) == value)
            break;
    }
    if (isfinite(value) && find_fraction(&numerator, &denominator, value) && denominator > 1)
        snprintf(fraction, sizeof fraction, " or \"%ld/%ld\"", numerator, denominator);
    if (isfinite(value))
        snprintf(message, size, "%s is a floating-point number; write it as a string: \"%s\"%s", decimal,
                 decimal, fraction);
    else
        snprintf(message, size, "%s is a floating-point number; write exact numbers as strings", decimal);
}

static bool check_number(const char *path, const struct token *token, struct error *error)
{
    char literal[64], message[256];
    bool hexadecimal = token->length > 1 && (token->start[1] == 'x' || token->start[1] == 'X');
    bool is_float = false;
    char *end;

    if (token->length > 40)
        return error_set(error,
                         "%s:%d: a number of %zu characters; write numbers of more than 18 digits as strings",
                         path, token->line, token->length);
    memcpy(literal, token->start, token->length);
    literal[token->length] = '\0';
    is_float = strpbrk(literal, hexadecimal ? ".pP" : ".eE") != NULL;
    if (is_float) {
        lua_source_explain_float(message, sizeof message, literal, strtod(literal, NULL));
        return error_set(error, "%s:%d: %s", path, token->line, message);
    }
    errno = 0;
    strtoll(literal, &end, hexadecimal ? 16 : 10);
    if (errno == ERANGE)
        return error_set(error, "%s:%d: %s is too large for an integer; write it as a string: \"%s\"", path,
                         token->line, literal, literal);
    return true;
}

static bool check_symbol(const char *path, const struct token *token, struct error *error)
{
    static const char *const REFUSED[] = {"//", "%", "&", "|", "~", "<<", ">>"};

    for (size_t i = 0; i < sizeof REFUSED / sizeof *REFUSED; i++) {
        if (token_is(token, REFUSED[i]))
            return error_set(error,
                             "%s:%d: the operator %s has no meaning for expressions; write + - * / or ^",
                             path, token->line, REFUSED[i]);
    }
    return true;
}

/* Strings may hold quotes, backslashes and line ends. */
static bool check_string(const char *path, const struct token *token, struct error *error)
{
    for (size_t i = 0; *token->start != '[' && i + 1 < token->length; i++) {
        if (token->start[i] == '\\' && !strchr("\\\"'\nnz", token->start[++i]))
            return error_set(error,
                             "%s:%d: the escape \\%.1s in a string; write the character itself, in UTF-8",
                             path, token->line, token->start + i);
    }
    return true;
}

/* Lua computes 2^31*2^31*4 when it reads it: numbers with nothing but + - * and brackets between them give no more
 * than their product, of each at least 2. */
static bool check_run(const char *path, const struct token *token, double *product, int *numbers,
                      struct error *error)
{
    bool is_number = token->kind == TOKEN_NUMBER;

    if (!is_number && !(token->length == 1 && strchr("+-*()", *token->start))) {
        *product = 1;
        *numbers = 0;
    }
    *numbers += is_number;
    *product *= is_number ? fmax(2, strtod(token->start, NULL)) : 1;
    return *numbers < 2 || *product < 0x1p62 ||
           error_set(error,
                     "%s:%d: integers whose product may wrap around; write large numbers as strings and "
                     "multiply those",
                     path, token->line);
}

static bool check_constant(const char *path, const struct token *before, const struct token *token,
                           struct error *error)
{
    return !token_is(token, "const") || !token_is(before, "<") ||
           error_set(error, "%s:%d: a <const>, with which Lua computes before it runs; leave <const> out",
                     path, token->line);
}

static bool check_characters(const char *path, const char *text, struct error *error)
{
    uint32_t number;
    int line = 1;

    for (size_t length; *text; text += length) {
        length = text_character(text, &number);
        line += *text == '\n';
        if (!length || (number < 0xa0 && number >= 0x7f) || (number < ' ' && !strchr("\n\r\t", *text)))
            return error_set(error, "%s:%d: the byte 0x%02x, %s; write text in UTF-8", path, line,
                             (unsigned char)*text, length ? "a control character" : "which is not UTF-8");
    }
    return true;
}

bool lua_source_check(const char *path, const char *text, struct error *error)
{
    struct lexer lexer = {.at = text, .line = 1};
    struct token token = {.length = 0}, before;
    double product = 1;
    int numbers = 0;
    bool valid = check_characters(path, text, error);

    while (valid) {
        before = token;
        token = next_token(&lexer);
        if (token.kind == TOKEN_END)
            return true;
        valid = (token.kind != TOKEN_NUMBER || check_number(path, &token, error)) &&
                (token.kind != TOKEN_STRING || check_string(path, &token, error)) &&
                (token.kind != TOKEN_SYMBOL || check_symbol(path, &token, error)) &&
                check_constant(path, &before, &token, error) &&
                check_run(path, &token, &product, &numbers, error);
    }
    return false;
}

static bool is_key(const struct token *token, const char *key)
{
    if (token->kind == TOKEN_NAME)
        return token_is(token, key);
    return token->kind == TOKEN_STRING && token->length == strlen(key) + 2 &&
           memcmp(token->start + 1, key, token->length - 2) == 0;
}

/* Moves behind the next `key =` or `["key"] =`; its line, or 0 at the end. */
static int find_key(struct lexer *lexer, const char *key)
{
    struct token token = next_token(lexer);

    while (token.kind != TOKEN_END) {
        struct token following = next_token(lexer);
        if (is_key(&token, key)) {
            if (token.kind == TOKEN_STRING && token_is(&following, "]"))
                following = next_token(lexer);
            if (token_is(&following, "="))
                return token.line;
        }
        token = following;
    }
    return 0;
}

bool lua_source_include(const char *text, size_t k, char *name, size_t size, int *line)
{
    struct lexer lexer = {.at = text, .line = 1};
    struct token token = next_token(&lexer), before = {0};
    size_t found = 0;

    for (; token.length; before = token, token = next_token(&lexer)) {
        if (!token_is(&token, "include") || (before.length && token_is(&before, ".")) || found++ < k)
            continue;
        *line = token.line;
        token = next_token(&lexer);
        if (token_is(&token, "("))
            token = next_token(&lexer);
        *name = '\0';
        if (token.kind == TOKEN_STRING && token.length >= 2 && token.length - 2 < size && *token.start != '[')
            snprintf(name, size, "%.*s", (int)token.length - 2, token.start + 1);
        return true;
    }
    return false;
}

int lua_source_line(const char *text, const char *parent, const char *key)
{
    struct lexer lexer = {.at = text, .line = 1};

    if (parent && !find_key(&lexer, parent))
        return 0;
    return find_key(&lexer, key);
}
