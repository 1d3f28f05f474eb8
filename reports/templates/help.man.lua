<% -- A manual page (man 7 groff_man): each command with its options and examples.
   local function roff(text)
     return (text:gsub("\\", "\\e"):gsub("-", "\\-"):gsub("^([.'])", "\\&%1"):gsub("\n([.'])", "\n\\&%1"))
   end
   local function put(line) %><%- line %>
<% end
   put((".TH ASSAY 1 \"\" \"assay %s\" \"User Commands\""):format(document.version))
   put(".SH NAME")
   put("assay \\- tests numerical integrators against what is claimed of them")
   put(".SH SYNOPSIS")
   put(".B assay")
   put(".I COMMAND")
   put("[\\fIARGUMENT\\fR]...")
   put(".SH DESCRIPTION")
   put(roff("A method comes with claims: an order, symplecticity, symmetry, no drift. assay runs it on models that are given by formulas, at decreasing steps, in double and in MPFR, compares the runs with certified reference solutions, and gives each claim a verdict with its evidence."))
   put(".SH COMMANDS")
   for _, command in ipairs(document.commands) do
     put(".SS " .. roff("assay " .. command.name .. (command.usage ~= "" and " " .. command.usage or "")))
     put(roff(command.sentence))
     for _, option in ipairs(command.options) do
       put(".TP")
       put(("%s\\fB\\-\\-%s\\fR%s"):format(option.letter ~= "" and "\\fB\\-" .. option.letter .. "\\fR, " or "", roff(option.name),
           option.value ~= "" and " \\fI" .. roff(option.value) .. "\\fR" or ""))
       put(roff(option.meaning))
     end
     if #command.examples > 0 then
       put(".PP")
       put("Examples:")
       put(".PP")
       put(".EX")
       for _, example in ipairs(command.examples) do put("    " .. roff(example)) end
       put(".EE")
     end
   end
   put(".SH EXIT STATUS")
   for _, row in ipairs { { 0, "done" }, { 1, "a gate that differs, a claim that is refuted, or two results that are not the same" },
                          { 2, "wrong input: one line says what to write instead" },
                          { 3, "incomplete, or a claim that is left open" } } do
     put(".TP")
     put(".B " .. row[1])
     put(roff(row[2]))
   end
   put(".SH ENVIRONMENT")
   for _, row in ipairs { { "ASSAY_PATH", "folders, separated by colons, in which models, studies and templates are looked up before the installed ones" },
                          { "ASSAY_STORE", "where results are kept, unless --store says so" },
                          { "NO_COLOR", "if it is set, verdicts are not coloured" } } do
     put(".TP")
     put(".B " .. roff(row[1]))
     put(roff(row[2]))
   end %>
