"""A plugin of pytest: each claim of assay.lua is a test.

    pip install path/to/clients/python        # then pytest finds the plugin
    pytest                                    # every assay.lua that it collects
    pytest my-study.lua                       # or a study

Without pip: pytest -p assay_pytest, with the folder in PYTHONPATH.

A test passes if its verdict is the expected one.  A claim that is known to fail (fails = "ISSUE") is xfailed; once it holds,
the test fails with the issue to close.  Verdicts and values that differ without a claim are tests, too.  `--assay-options`
takes options of `assay gate`, such as "--store FILE --jobs 2"; $ASSAY names the program.
"""

import shlex

import pytest

import assay_results


def pytest_addoption(parser):
    parser.addoption("--assay-options", default="", help="options of assay gate, for example '--store FILE --jobs 2'")


def pytest_collect_file(file_path, parent):
    named = any(str(file_path) == argument.split("::")[0] or argument.split("::")[0].endswith("/" + file_path.name) or
                argument.split("::")[0] == file_path.name for argument in parent.config.args)
    if file_path.suffix == ".lua" and (file_path.name == "assay.lua" or named):
        return ClaimsFile.from_parent(parent, path=file_path)
    return None


class ClaimsFile(pytest.File):
    def collect(self):
        options = shlex.split(self.config.getoption("--assay-options"))
        try:
            outcome = assay_results.gate(str(self.path), options=options)
        except (OSError, RuntimeError) as error:
            raise self.CollectError(str(error)) from error
        for check in outcome["checks"]:
            if check["kind"] == "claim" or (check["state"] != "as expected" and not check.get("claim")) or check["of_value"]:
                yield Claim.from_parent(self, name=check["id"], check=check)


class Differs(Exception):
    pass


class Claim(pytest.Item):
    def __init__(self, *, check, **others):
        super().__init__(**others)
        self.check = check

    def runtest(self):
        check = self.check
        if check["state"] != "as expected":
            raise Differs("the values differ" if check["of_value"] else "incomplete" if check["state"] == "incomplete" else
                          "expected %s, found %s" % (check["expected"], check["verdict"]))
        if check.get("issue"):
            pytest.xfail(check["issue"])

    def repr_failure(self, excinfo):
        if not isinstance(excinfo.value, Differs):
            return super().repr_failure(excinfo)
        lines = ["%s: %s" % (self.name, excinfo.value)]
        lines += ["%s: %s" % (key, self.check[key]) for key in ("claimed", "source", "measured", "evidence", "next", "command")
                  if self.check.get(key)]
        return "\n".join(lines)

    def reportinfo(self):
        return self.path, None, self.name
