<% local sentences = {
     privileges = "none of root; none are gained by what is executed",
     environment = "variables of a short list, no tokens",
     files = "read: the system, the working folder, its own; written: a folder of its own for temporary files",
     network = "no sockets",
     signals = "to its own processes alone",
     processes = "others are neither traced nor inspected" }
   local missing = 0
   for _, wall in ipairs(document.walls) do
     local first = (wall.raised and paint("raised ", "green") or document.trusted and paint("down   ", "red") or paint("missing", "red")) .. ("  %-13s"):format(wall.name)
     for _, line in ipairs(wrap(sentences[wall.name], first, (" "):rep(22))) do %><%- line %>
<%   end
     missing = missing + (wall.raised and 0 or 1)
   end
   local last = document.trusted and "All walls are down: --trusted, or ASSAY_TRUSTED is set." or
     missing > 0 and "This kernel lacks what is missing (Landlock, since Linux 5.13; signals since 6.12): audit strangers' code in a container or as a user of its own." or
     "Each program and shared object runs behind all of them." %>
<% for _, line in ipairs(wrap(last, "", "")) do %><%- line %>
<% end %>
