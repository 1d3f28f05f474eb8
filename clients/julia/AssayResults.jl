"""
Results of assay in Julia, and its claims as tests.  Needs the package JSON.

    include("AssayResults.jl")
    using .AssayResults

    studies = AssayResults.read("report.json")         # dictionaries with the keys of docs/json.md
    AssayResults.test("assay.lua")                     # a test of Test for each claim

A claim that is known to fail (fails = "ISSUE") is a broken test; once it holds, it is an unexpected pass.
"""
module AssayResults

using JSON
using Test

"The studies in what `assay report STUDY --json` prints, or in the report.json of a report."
function read(path)
    whole = JSON.parsefile(path)
    whole isa AbstractVector && return whole
    return get(whole, "studies", [whole])
end

"The document that `assay gate STUDY... --json` prints."
function gate(studies...; program = get(ENV, "ASSAY", "assay"))
    JSON.parse(Base.read(ignorestatus(`$program gate $(collect(studies)) --json`), String))
end

"One test for each claim of the studies."
function test(studies...; program = get(ENV, "ASSAY", "assay"))
    @testset "assay" begin
        for check in gate(studies...; program = program)["checks"]
            check["kind"] == "claim" || continue
            met = check["state"] == "as expected"
            issue = get(check, "issue", nothing)
            @testset "$(check["id"])" begin
                if issue !== nothing
                    @test_broken !met
                else
                    met || @info "$(check["id"]): expected $(check["expected"]), found $(check["verdict"])" check["evidence"]
                    @test met
                end
            end
        end
    end
end

end
