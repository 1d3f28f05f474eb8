// Lets assay audit integrators that are written in C++.  Copy this file beside yours.
//
//     #include "assay_client.hpp"
//
//     int main()
//     {
//         return assay::serve({{"my-euler", [](assay::field &f, double t, double h, assay::state z) {
//             assay::state k = f(t, z);               // the right-hand side of z' = f(t, z), which assay evaluates
//             for (std::size_t i = 0; i < z.size(); i++)
//                 z[i] += h * k[i];
//             return z;
//         }}});
//     }
//
// and then:  c++ my_euler.cpp -o my-euler && assay audit --exec ./my-euler --claim order=1
//
// f(t, z, k) writes to k, for steppers that take such a function; f.many(t, z) evaluates several points at once.  A step
// depends on (t, h, z) alone; one that throws is one that cannot be made.  A method that remembers is a session: serve
// makes it anew, by its maker, for every trajectory ({"my-method", {}, maker, "order 2"}).  A program with a model of its own
// gives serve(methods, own), own(t, z) -> z', with which assay compares its own first.  f.many(t, z, "gradient") evaluates
// another function of the model; f.model, f.dimension, f.constraints and f.size are what assay says of it, and what follows a
// method's name is its form, where that is not ode: {"my-shake", step, {}, "constraints order 2", "hamiltonian"}.
#ifndef ASSAY_CLIENT_HPP
#define ASSAY_CLIENT_HPP

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <iostream>
#include <string>
#include <vector>

namespace assay {

using state = std::vector<double>;

inline std::string hear()
{
    std::string line;

    if (!std::getline(std::cin, line))
        std::exit(0);
    return line;
}

inline void say(const std::string &line) { std::cout << line << '\n' << std::flush; }

inline std::string write(const state &x)
{
    std::string text;
    char number[40];

    for (double each : x) {
        std::snprintf(number, sizeof number, " %.17g", each);
        text += number;
    }
    return text;
}

// The numbers of a text, from its word `first` on.
inline state read(const std::string &text, int first)
{
    const char *at = text.c_str();
    char *end;
    state x;

    for (int k = 0; k < first; k++) {
        at += std::string(at).find_first_not_of(' ');
        while (*at && *at != ' ')
            at++;
    }
    for (double number = std::strtod(at, &end); end != at; number = std::strtod(at, &end)) {
        x.push_back(number);
        at = end;
    }
    return x;
}

class field {
  public:
    std::string asked, model;
    std::size_t dimension = 0, constraints = 0, size = 0;

    // "model NAME dimension d constraints m size n"
    void describe(const std::string &line)
    {
        const auto number = [&line](const char *word) {
            const std::size_t at = line.find(word);

            return at == std::string::npos ? 0 : std::strtoul(line.c_str() + at + std::string(word).size(), nullptr, 10);
        };

        model = line.substr(6, line.find(' ', 6) - 6);
        dimension = number(" dimension ");
        constraints = number(" constraints ");
        size = number(" size ");
    }
    std::vector<state> many(const std::vector<double> &t, const std::vector<state> &z, const std::string &name = "rhs")
    {
        std::string line = "evaluate " + asked + " " + name + " " + std::to_string(z.size());
        std::vector<state> values;

        for (std::size_t k = 0; k < z.size(); k++)
            line += write({t[k]}) + write(z[k]);
        say(line);
        state numbers = read(hear(), 2);
        const std::size_t width = numbers.size() / z.size();
        for (std::size_t k = 0; k < z.size(); k++)
            values.emplace_back(numbers.begin() + static_cast<std::ptrdiff_t>(k * width),
                                numbers.begin() + static_cast<std::ptrdiff_t>((k + 1) * width));
        return values;
    }
    state operator()(double t, const state &z) { return many({t}, {z})[0]; }
    void operator()(double t, const state &z, state &k) { k = (*this)(t, z); }
};

using step = std::function<state(field &f, double t, double h, state z)>;

struct method {
    std::string name;
    step make_step;
    std::function<step()> session = {}; // makes the steps of a trajectory, where they remember
    std::string traits = "";            // what follows the form: order 2, ...
    std::string form = "ode";
};

using right_hand_side = std::function<state(double t, const state &z)>;

inline int serve(const std::vector<method> &methods, const right_hand_side &own = {})
{
    const method *selected = &methods.front();
    step current = selected->make_step;
    field f;

    for (;;) {
        const std::string line = hear(), word = line.substr(0, line.find(' '));

        if (line == "hello 1 precision double") {
            std::string list = "methods";

            for (const method &each : methods)
                list += " " + each.name + " form " + each.form + (each.session ? " session" : "") +
                        (each.traits.empty() ? "" : " " + each.traits) + (own ? " own" : "");
            say(list);
        } else if (word == "hello") {
            say("unsupported these methods are written for double");
        } else if (word == "select") {
            for (const method &each : methods)
                selected = line.substr(7) == each.name ? &each : selected;
        } else if (word == "model" || word == "reset") {
            if (word == "model")
                f.describe(line);
            current = selected->session ? selected->session() : selected->make_step;
            say("ok");
        } else if (word == "step") {
            state z = read(line, 2);
            const double t = z[0], h = z[1];

            f.asked = line.substr(5, line.find(' ', 5) - 5);
            z.erase(z.begin(), z.begin() + 2);
            try {
                say("done " + f.asked + write(current(f, t, h, z)));
            } catch (const std::exception &reason) {
                say("failed " + f.asked + " " + reason.what());
            }
        } else if (word == "evaluate") {
            state z = read(line, 4);
            const double t = z[0];

            z.erase(z.begin());
            say("value " + line.substr(9, line.find(' ', 9) - 9) + write(own(t, z)));
        } else if (word == "quit") {
            return 0;
        }
    }
}

} // namespace assay

#endif
