"""The pages of packaging/site.sh: Markdown becomes HTML by cmark-gfm, links between pages are kept, and all of them are checked."""

import glob
import html
import json
import os
import re
import shutil
import subprocess
import sys

PAGES = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"] + sorted(glob.glob("docs/*.md"))
STYLE = """body { margin: 0 auto; max-width: 62rem; padding: 0 1rem 3rem; font: 1rem/1.5 sans-serif; color: #222; background: #fff; }
nav { padding: .8rem 0; border-bottom: 1px solid #ccc; font-size: .9rem; } nav a { margin-right: 1rem; }
table { border-collapse: collapse; display: block; overflow-x: auto; } th, td { border: 1px solid #ccc; padding: .2rem .5rem; text-align: left; vertical-align: top; }
pre { background: #f5f5f5; padding: .6rem; overflow-x: auto; } code { font-size: .9em; } a { color: #0645ad; }
.refuted { color: #a00; font-weight: bold; } .holds { color: #060; font-weight: bold; }"""
PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>%(title)s</title><style>%(style)s</style></head><body>
<nav><a href="%(up)sindex.html">assay</a> <a href="%(up)sdocs/tutorial.html">tutorial</a> <a href="%(up)smanual.html">manual</a>
<a href="%(up)sCHANGELOG.html">changes</a></nav>
%(body)s
</body></html>
"""


def write(folder, name, title, body):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(PAGE % {"title": html.escape(title), "style": STYLE, "up": "../" * name.count("/"), "body": body})


def slug(text):
    """The name of a heading, as links of Markdown call it."""
    plain = html.unescape(re.sub("<[^>]*>", "", text)).lower()
    return re.sub(r"[^\w-]", "", plain.replace(" ", "-"))


def page_of(path):
    return path[:-3] + ".html" if path in PAGES else path


def convert(path):
    """The body of a page, with names for its headings and links to pages in the place of those to their sources."""
    body = subprocess.run(["cmark-gfm", "-e", "table", path], stdout=subprocess.PIPE, text=True, check=True).stdout
    body = re.sub(r"<h([1-6])>(.*?)</h\1>", lambda m: '<h%s id="%s">%s</h%s>' % (m[1], slug(m[2]), m[2], m[1]), body, flags=re.S)
    here = os.path.dirname(path)

    def link(match):
        target, mark, name = match[1].partition("#")
        if not target or re.match("[a-z]+:", target):
            return match[0]
        source = os.path.normpath(os.path.join(here, target))
        return 'href="%s"' % (os.path.relpath(page_of(source), here or ".") + mark + name)

    return re.sub('href="([^"]*)"', link, body), body


def title_of(body):
    found = re.search("<h1[^>]*>(.*?)</h1>", body, re.S)
    return html.unescape(re.sub("<[^>]*>", "", found[1])) if found else "assay"


def copy_reports(folder, reports):
    """[(name, path of the page, {verdict: how many claims})]: the reports that there are, with all that they consist of."""
    found = []
    for name in sorted(os.listdir(reports)) if os.path.isdir(reports) else []:
        page = os.path.join(reports, name, "index.html")
        if not os.path.exists(page):
            continue
        shutil.copytree(os.path.join(reports, name), os.path.join(folder, "reports", name),
                        ignore=shutil.ignore_patterns("*.sqlite*", "log.txt", "lock"))
        counts = {}
        for path in (os.path.join(reports, name, "claims.json"), os.path.join(reports, name, "data", "report.json")):
            if os.path.exists(path):
                with open(path, encoding="utf-8") as file:
                    whole = json.load(file)
                for claim in whole.get("claims", []) if isinstance(whole, dict) else []:
                    if isinstance(claim, dict) and claim.get("verdict"):
                        counts[claim["verdict"]] = counts.get(claim["verdict"], 0) + 1
                break
        found.append((name, "reports/%s/index.html" % name, counts))
    return found


def front(found):
    """What assay found, in one screen."""
    rows = ""
    for name, path, counts in found:
        said = ", ".join('<span class="%s">%d %s</span>' % (html.escape(verdict.split()[0]), count, html.escape(verdict))
                         for verdict, count in sorted(counts.items(), key=lambda each: (each[0] != "refuted", each[0])))
        rows += '<tr><td><a href="%s">%s</a></td><td>%s</td></tr>\n' % (html.escape(path), html.escape(name), said or "see its page")
    table = "<h2>What it found</h2>\n<table><tr><th>report</th><th>claims</th></tr>\n%s</table>\n" % rows if found else ""
    return """<h1>assay</h1>
<p>assay tests numerical integrators against what is claimed of them: orders, symplecticity, symmetry, constraints, drifts.</p>
%s<p><a href="README.html">What it does, and how to install it</a>; a <a href="docs/tutorial.html">tutorial</a>;
<a href="docs/ten-tasks.html">ten tasks</a>; the <a href="manual.html">manual</a>.</p>""" % table


def check_links(folder):
    """Links that lead nowhere, and what pages would request from elsewhere."""
    faults, ids = [], {}
    pages = [os.path.join(at, name) for at, _, names in os.walk(folder) for name in names if name.endswith(".html")]
    texts = {}
    for page in pages:
        with open(page, encoding="utf-8") as file:
            texts[page] = file.read()
        ids[page] = set(re.findall(r'\bid="([^"]*)"', texts[page]))
    for page, text in texts.items():
        name = os.path.relpath(page, folder)
        faults += ["%s: requests %s" % (name, each) for each in re.findall(r'\b(?:src|data)="((?:https?:)?//[^"]*)"', text)]
        faults += ["%s: requests %s" % (name, each) for each in re.findall(r'<link[^>]*href="((?:https?:)?//[^"]*)"', text)]
        for target in re.findall(r'<a\b[^>]*\bhref="([^"]*)"', text):
            path, _, heading = html.unescape(target).partition("#")
            if re.match("[a-z]+:", path):
                continue
            whole = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
            if not os.path.exists(whole):
                faults.append("%s: %s is not there" % (name, target))
            elif heading and whole in ids and heading not in ids[whole]:
                faults.append("%s: %s has no such heading" % (name, target))
    return faults


def main(folder, reports):
    lines, sources = "", set()
    for path in PAGES:
        body, plain = convert(path)
        write(folder, page_of(path), title_of(plain), body)
        lines += '<li><a href="%s">%s</a></li>\n' % (page_of(path), html.escape(title_of(plain)))
        for target in re.findall('href="([^"#]*)', body):
            source = os.path.normpath(os.path.join(os.path.dirname(path), target))
            if target and not re.match("[a-z]+:", target) and os.path.exists(source):
                sources.add(source)
    for source in sorted(sources):  # what pages link to beside each other
        to = os.path.join(folder, source)
        os.makedirs(os.path.dirname(to), exist_ok=True)
        if os.path.isfile(source):
            shutil.copy(source, to)
        elif not os.path.exists(to):
            shutil.copytree(source, to)
    write(folder, "manual.html", "Manual of assay", "<h1>Manual</h1>\n<ul>\n%s</ul>" % lines)
    write(folder, "index.html", "assay", front(copy_reports(folder, reports)))
    faults = check_links(folder)
    for fault in faults:
        print("site: " + fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
