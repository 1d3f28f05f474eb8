# Lets assay audit integrators that are written in Julia.  Copy this file beside yours.  (It is not run by the tests of
# assay, which do not need Julia.)
#
#     include("AssayClient.jl")
#
#     euler(f, t, h, z) = z + h * f(t, z)      # f(t, z): the right-hand side of z' = f(t, z), which assay evaluates
#
#     AssayClient.serve(["my-euler" => (euler, "order 1")])
#
# and then:  assay audit --exec "julia my_euler.jl"
#
# AssayClient.many(f, [(t, z), ...]) evaluates several points at once, many(f, points, "gradient") another function of the
# model; f.model, f.dimension, f.constraints and f.size are what assay says of it, and serve(methods, "hamiltonian") names
# another form than ode.  A step depends on (t, h, z) alone; one that throws is one that cannot be made.  What a method says of itself (order 1, ...) is in docs/protocol.md.
module AssayClient

struct Field
    asked::String
    model::String
    dimension::Int
    constraints::Int
    size::Int
end

hear() = eof(stdin) ? exit(0) : split(readline(stdin))

function say(words...)
    println(stdout, join(words, " "))
    flush(stdout)
end

function many(f::Field, points, name = "rhs")
    say("evaluate", f.asked, name, length(points), (join([t; z], " ") for (t, z) in points)...)
    words = hear()
    (words[1] == "value" && words[2] == f.asked) || exit(1)
    values = parse.(Float64, words[3:end])
    width = length(values) ÷ length(points)
    [values[(k - 1) * width + 1 : k * width] for k in 1:length(points)]
end

(f::Field)(t, z) = many(f, [(t, z)])[1]

function answer(step, words, model)
    numbers = parse.(Float64, words[3:end])
    try
        z = step(Field(words[2], model...), numbers[1], numbers[2], numbers[3:end])
        say("done", words[2], z...)
    catch reason
        say("failed", words[2], replace(sprint(showerror, reason), "\n" => " "))
    end
end

"Serves [name => (step, traits), ...] until assay has enough."
function serve(methods, form = "ode")
    step = first(methods).second[1]
    model = ("", 0, 0, 0)
    while true
        words = hear()
        isempty(words) && continue
        if words[1] == "hello" && words[4] == "double"
            say("methods", (join((name, "form", form, traits), " ") for (name, (_, traits)) in methods)...)
        elseif words[1] == "hello"
            say("unsupported these methods are written for double")
        elseif words[1] == "select"
            step = Dict(methods)[words[2]][1]
        elseif words[1] == "model"
            model = (words[2], parse.(Int, words[4:2:8])...)
            say("ok")
        elseif words[1] == "reset"
            say("ok")
        elseif words[1] == "step"
            answer(step, words, model)
        elseif words[1] == "quit"
            return
        end
    end
end

end
