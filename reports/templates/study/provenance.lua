-- What the document was made from: a list of {label, value}, and `line`, one line of it.
local names = { "version", "commit", "numerics_version", "compiler", "mpfr", "processor", "study_hash", "command" }
local labels = { version = "assay", numerics_version = "numerics", mpfr = "MPFR", study_hash = "study hash" }
local parts, texts = {}, {}
for i, name in ipairs(names) do
  local value = document.assay[name]
  parts[i] = { label = labels[name] or name, value = value ~= "" and value or "unknown" }
  texts[i] = parts[i].label .. " " .. parts[i].value:gsub("%c", " ")
end
parts.line = table.concat(texts, "; ")
return parts
