/* Elements of an HTML page.
 *
 * A verdict is a symbol, a word and a colour: the word is always there, the symbol and the colour repeat it.
 *
 * The colours are those of Okabe and Ito ("Color universal design", 2008), which colour-blind readers can
 * tell apart: bars beside black text, and tints of them behind it, which are lost on paper, where nothing
 * depends on them.  Nothing is loaded: fonts are those of the reader. */
#include "reports/page/html.h"

#include "harness/plan/provenance.h"

/* ---- The style sheet ---- */

static const char page[] =
    "@page{size:A4;margin:14mm}"
    "html{font:15px/1.45 'DejaVu Sans',Verdana,Arial,sans-serif;color:#111;background:#fff}"
    "body{max-width:80rem;margin:0 auto;padding:1rem}"
    "h1{font-size:1.55rem;line-height:1.2;margin:.5rem 0}"
    "h2{font-size:1.15rem;margin:2.2rem 0 .5rem;border-top:1px solid #999;padding-top:.6rem}"
    "h3{font-size:1rem;margin:1.4rem 0 .3rem}h4{font-size:.85rem;margin:.7rem 0 .3rem}"
    "p{max-width:46rem;margin:.5rem 0}.source,small{color:#444}a{color:inherit}sup{white-space:nowrap}"
    "nav{font-size:.85rem;margin:.8rem 0}nav a{margin-right:1rem;white-space:nowrap}"
    "code{font:.92em 'DejaVu Sans Mono',Consolas,monospace;overflow-wrap:anywhere}"
    "pre{font:.8rem/1.4 'DejaVu Sans Mono',Consolas,monospace;white-space:pre-wrap;overflow-wrap:anywhere;"
    "background:#f5f5f5;padding:.5rem .7rem;max-width:60rem}"
    "ul.rules{max-width:52rem;padding-left:1.2rem;font-size:.9rem}ul.rules li{margin:.35rem 0}"
    "dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.15rem 1rem;font-size:.8rem}"
    "dt{color:#444}dd{margin:0;overflow-wrap:anywhere}"
    ".scroll{overflow-x:auto}"
    "ul.counts{display:flex;flex-wrap:wrap;gap:.6rem;list-style:none;margin:.8rem 0;padding:0}"
    "ul.counts li{min-width:6.5rem;padding:.3rem .7rem}"
    "ul.counts b{display:block;font-size:1.5rem;line-height:1.2;font-variant-numeric:tabular-nums}";

static const char tables[] =
    "table{border-collapse:collapse;font-size:.78rem;line-height:1.3;font-variant-numeric:tabular-nums}"
    "th,td{text-align:left;vertical-align:top;padding:.22rem .5rem;border-bottom:1px solid #ddd}"
    "thead th{border-bottom:2px solid #111;white-space:nowrap}td{white-space:nowrap}"
    "tr.family th{background:#f2f2f2;font-weight:bold;padding-top:.35rem}"
    "tbody th{font-weight:normal;white-space:nowrap}td small,th small{display:block;white-space:nowrap}"
    ".differs{font-weight:bold}.differs small{font-weight:normal}"
    "td.text{white-space:normal}.next,.note{margin-top:.2rem}"
    "td>a{text-decoration:none;border-bottom:1px dotted #777}"
    "td>a:hover,td>a:focus{border-bottom-style:solid}tr:target,figure:target{outline:2px solid #0072B2}"
    "table.folds{width:100%}table.folds td{overflow-wrap:anywhere}"
    "table.folds td,table.folds th,table.folds small{white-space:normal}"
    "table.folds td:last-child{width:45%}table.matrix td{min-width:6rem}"
    "table.paper tbody th{white-space:normal}table.paper td,table.paper thead th{padding-right:.3rem}"
    "@media screen and (min-width:1160px){.beside{display:flex;gap:1.6rem;align-items:flex-start}"
    ".beside>div{min-width:0}.beside>div:first-child:not(:last-child){flex:none}table.paper tbody "
    "th{white-space:nowrap}.beside table{font-size:.75rem}.beside th,.beside td{padding-left:.35rem;"
    "padding-right:.35rem}.beside td small{white-space:normal}}";

static const char verdicts[] =
    ".verdict{white-space:nowrap;padding-left:.3rem}.symbol{display:inline-block;width:1.1em;text-align:"
    "center}"
    "td.holds,li.holds,span.holds{border-left:5px solid #009E73}"
    "td.refuted,li.refuted,span.refuted{border-left:5px solid #D55E00}"
    "td.inconclusive,li.inconclusive,span.inconclusive{border-left:5px solid #E69F00}"
    "td.vacuous,li.vacuous,span.vacuous{border-left:5px solid #CC79A7}"
    "td.idle,li.idle{border-left:5px solid #ddd}"
    "table.matrix td.holds,li.holds{background:#e8f5f1}table.matrix td.refuted,li.refuted{background:#fbe9de}"
    "table.matrix td.inconclusive,li.inconclusive{background:#fdf4e0}"
    "table.matrix td.vacuous,li.vacuous{background:#f8ecf2}"
    "td>span.verdict,li>span.verdict{border-left:0;padding-left:0}";

/* Blue and grey, the order claimed vermilion; fill and dashes tell them apart as well. */
static const char pictures[] =
    "figure{margin:1.2rem 0}figure svg{width:100%;min-width:42rem;height:auto;display:block}"
    "figcaption{font-size:.8rem;color:#222;padding-top:.2rem}"
    "details.fits{margin:.35rem 0;border-left:3px solid #ddd;padding-left:.7rem}"
    "summary{cursor:pointer;font-weight:bold;font-size:.9rem}summary small{font-weight:normal}"
    "details.fits>p{max-width:none;font-size:.75rem;overflow-wrap:anywhere}"
    "details.fits>div{display:grid;grid-template-columns:repeat(auto-fill,minmax(16.5rem,1fr));gap:1rem}"
    "figure.fit{margin:.5rem 0}figure.fit figcaption{font-size:.72rem;overflow-wrap:anywhere}"
    "figure.fit figcaption b{display:block}p.nothing{font-size:.75rem;color:#444}"
    "figure svg.chart{min-width:0;max-width:21rem}"
    ".chart text{font-size:9px;fill:#333}.chart path{fill:none}.chart .grid{stroke:#e4e4e4}"
    ".chart .axis{stroke:#333}.chart .floor{fill:#d4d4d4}.chart .limit{stroke:#555;stroke-dasharray:1.5 2.5}"
    ".chart .claimed{stroke:#D55E00;stroke-width:1.3;stroke-dasharray:6 3}.chart .curve{stroke:#0072B2}"
    ".chart .used{fill:#0072B2;stroke:#0072B2}.chart .unused{fill:#fff;stroke:#0072B2}";

static const char media[] =
    "@media screen and (max-width:640px){body{padding:.7rem}"
    "table.folds,table.folds tbody,table.folds tr,table.folds td,table.folds th{display:block;width:auto}"
    "table.folds thead{display:none}table.folds tr{border-bottom:1px solid #999;padding:.35rem 0}"
    "table.folds td,table.folds th,table.folds td:last-child{border-bottom:0;padding:.1rem .5rem;width:auto}"
    "table.folds td:empty{display:none}table.folds td[data-label]::before{content:attr(data-label) \" "
    "\";color:#444;font-weight:normal}"
    "table.matrix th[scope=row],table.measured th[scope=row],table.paper th[scope=row]"
    "{position:sticky;left:0;background:#fff}}"
    "@media print{html{font-size:10.5px}body{padding:0;max-width:none}.scroll{overflow:visible}"
    "nav{display:none}figure "
    "svg{min-width:0}figure,tr,ul.counts{break-inside:avoid}h2,h3,h4{break-after:avoid}"
    "tr.family{break-after:avoid}thead{display:table-header-group}table{font-size:9px}th,td{padding:.15rem "
    ".3rem}"
    "td small{white-space:normal}table.matrix td{min-width:0}"
    "ul.counts li,tr.family th{print-color-adjust:exact;-webkit-print-color-adjust:exact}"
    "table.measured{width:100%}details:not([open]){display:none}details.fits>div{grid-template-columns:"
    "repeat(3,1fr)}td>a{border-"
    "bottom:0}a{text-decoration:none}}";

static void write_style(FILE *file)
{
    static const char *const parts[] = {page, tables, verdicts, pictures, media};

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        fputs(parts[i], file);
}

/* ---- Elements ---- */

void html_begin(FILE *file, const char *title)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n",
          file);
    html_element(file, "title", title);
    fputs("<style>", file);
    write_style(file);
    fputs("</style>", file);
}

void html_heading(FILE *file, const char *id, const char *text)
{
    html_print(file, "<h2 id=\"%s\">%s</h2>\n", id, text);
}

void html_element(FILE *file, const char *tag, const char *text)
{
    html_print(file, "<%s>%s</%s>\n", tag, text, tag);
}

void html_provenance(FILE *file, const char *term, const char *text, const struct provenance *provenance)
{
    html_print(file, "<dl>\n<dt>%s</dt><dd>%s</dd>\n", term, text);
    for (size_t i = 0; i < PROVENANCE_PARTS; i++) {
        const struct provenance_part part = provenance_part(provenance, i);

        html_print(file, "<dt>%s</dt><dd>%s</dd>\n", part.label, part.value);
    }
    fputs("</dl>\n", file);
}

void html_controls(FILE *file, const struct fit *fit)
{
    const struct {
        const char *label, *text;
    } controls[] = {{"Control", fit->control}, {"Positive control", fit->positive_control}};

    for (size_t i = 0; i < sizeof controls / sizeof *controls; i++) {
        if (controls[i].text)
            html_print(file, "<div class=\"note\">%s: %s</div>", controls[i].label, controls[i].text);
    }
}

void html_labelled(FILE *file, const char *label, const char *text)
{
    html_print(file, "<td data-label=\"%s\">%s</td>", label, text);
}

static const struct {
    const char *class, *symbol;
} looks[WORDS_MARKS] = {
    [WORDS_NONE] = {"idle", ""},
    [WORDS_AGREES] = {"holds", "✓"},
    [WORDS_ABOVE] = {"refuted", "▲"},
    [WORDS_BELOW] = {"refuted", "▼"},
    [WORDS_HOLDS] = {"holds", "✓"},
    [WORDS_REFUTED] = {"refuted", "✗"},
    [WORDS_INCONCLUSIVE] = {"inconclusive", "?"},
    [WORDS_VACUOUS] = {"vacuous", "∅"},
    [WORDS_NOT_APPLICABLE] = {"idle", "–"},
};

const char *html_class(enum words_mark mark)
{
    return looks[mark].class;
}

void html_verdict(FILE *file, enum words_mark mark, const char *word)
{
    if (!word || !word[0])
        return;
    html_print(file, "<span class=\"verdict %s\">", looks[mark].class);
    if (looks[mark].symbol[0])
        html_print(file, "<span class=\"symbol\" aria-hidden=\"true\">%s</span> ", looks[mark].symbol);
    html_print(file, "%s</span>", word);
}
