/* The families of methods: see method.h.
 *
 * Variational (partitioned) Runge-Kutta methods on the whole of T*Q: Kraus (2017), section 4.1.
 *
 * Gauss: nodes at the zeros of the shifted Legendre polynomial, a from collocation, abar = a, R(infinity) = (-1)^s.
 *
 * srk-3: three stages, the central one at the midpoint of the step: Kraus (2017), table 1, after Zhao and Wei;
 * R(infinity) = -1.
 *
 * Radau IIA with abar = a: stiffly accurate, so that the last stage is the end of the step, where
 * p_{n+1} = theta(q_{n+1}) holds by itself and projections have nothing to do.  Not symplectic.
 *
 * Lobatto: nodes at 0, 1 and the zeros between them.  A: collocation.  B: the symplectic conjugate of A.  C: first
 * column b_1 and C(s-1).  C*: the conjugate of C.
 *
 *     IIIA-IIIB  a = A, abar = B          IIID  a = abar = (C + C*)/2
 *     IIIB-IIIA  a = B, abar = A          IIIE  a = abar = (A + B)/2
 *     IIIC       a = C, abar = C*
 *
 * The first two carry a null vector: A is singular, and sum_i n_i V_i = 0 takes the place of what is missing.
 *
 * Plain Runge-Kutta methods on Om q' = grad H, the explicit equations: what variational methods are compared with.
 *
 * Two methods start from a discrete action on (q, p), integrators/steps/discrete_action.c.  The augmented one puts
 * the constraint at the end of the step into the action.  It holds at (q_{n+1}, pb_{n+1}), not at
 * (q_{n+1}, p_{n+1}), where the next step starts: shown by its author as an approach that fails, and kept as that.
 * The discrete Hamilton-Pontryagin principle with the discrete Lagrangian of a tableau is the method without
 * projection in other unknowns, and unstable like it. */
#include "integrators/methods/method.h"
#include "integrators/steps/composed_step.h"
#include "integrators/steps/implicit_step.h"
#include "integrators/constrained/phase_step.h"
#include "integrators/multistep/multistep_step.h"
#include "integrators/steps/step_families.h"

/* Those whose systems are a field alone to a step. */
#define EXPLICIT_KINDS                                                                                       \
    (1U << MODEL_DEGENERATE | 1U << MODEL_ODE | 1U << MODEL_HAMILTONIAN | 1U << MODEL_INDEX_ONE |            \
     1U << MODEL_NONHOLONOMIC | 1U << MODEL_BODY)

static const char explicit_alone[] =
    "it acts on the explicit equations of motion, where p = theta(q) by definition";

static const char discrete_alone[] = "it keeps its constraint, or does without";

#define SYMPLECTIC_PAIR                                                                                      \
    {                                                                                                        \
        "symplectic", "true",                                                                                \
            "b_i abar_ij + b_j a_ji = b_i b_j: Kraus (2017), eq. 76; on T*Q, without projection"             \
    }
#define LOBATTO(member, text)                                                                                \
    .name = member, .documentation = text, .kinds = 1U << MODEL_DEGENERATE, .space = STEP_MOMENTUM,          \
    .has_stages = true, .fewest = 2, .most_listed = 4, .order_factor = 2, .order_offset = -2,                \
    .takes_time = true, STEP_FAMILIES_STEPPERS(vprk)
#define SYMMETRIC_LOBATTO(member, text)                                                                      \
    {                                                                                                        \
        LOBATTO(member, text),                                                                               \
            .symmetric = true,                                                                               \
            .claim = {                                                                                       \
                {"order", "2*s - 2", "Jay (2015), Lobatto methods; Kraus (2017), table 2 with projection",   \
                 .about = CLAIM_OF_PROJECTED},                                                               \
                SYMPLECTIC_PAIR,                                                                             \
                {"symmetric", "true", "Jay (2015), Lobatto methods"},                                        \
            },                                                                                               \
    }

static const char in_equations[] = "it has the constraints in its equations";

/* On H(q, p) with holonomic constraints: integrators/constrained/rattle.c. */
#define CONSTRAINED(member, text, KINDS)                                                                     \
    .name = member, .documentation = text, .kinds = KINDS, .space = STEP_POSITION,                           \
    .no_projections = in_equations
#define HOLONOMIC_KINDS (1U << MODEL_HAMILTONIAN | 1U << MODEL_INDEX_ONE)
#define HOLONOMIC(member, family, text)                                                                      \
    CONSTRAINED(member, text, HOLONOMIC_KINDS), STEP_FAMILIES_PHASES(family)
/* The same, on rigid bodies and tops in reduced variables: integrators/constrained/rigid_body.c. */
#define HOLONOMIC_OR_BODY(member, family, text)                                                              \
    CONSTRAINED(member, text, HOLONOMIC_KINDS | 1U << MODEL_BODY), STEP_FAMILIES_PHASES(family),             \
        .body = &step_families_body_##family, .in_turn = true

#define TAKEN(...)                                                                                           \
    .taken = (const char *const[])                                                                           \
    {                                                                                                        \
        __VA_ARGS__, NULL                                                                                    \
    }
/* The members that a suite takes of what names a tableau without abar: FAMILY:TABLEAU */
#define TAKE(member)                                                                                         \
    member ":gauss-1", member ":gauss-2", member ":gauss-3", member ":gauss-4", member ":srk-3",             \
        member ":radau-iia-2", member ":radau-iia-3"

const struct method_family method_families[] = {
    {
        .name = "gauss",
        .documentation = "Gauss-Legendre collocation with s stages, as a variational integrator (abar = a).",
        .kinds = 1U << MODEL_DEGENERATE,
        .space = STEP_MOMENTUM,
        .has_stages = true,
        .fewest = 1,
        .most_listed = 6,
        .most_taken = 4,
        .order_factor = 2,
        .symmetric = true,
        .claim = {{"order", "2*s",
                   "Hairer, Lubich, Wanner (2006), theorem II.1.5; Kraus (2017), table 2 with projection",
                   .about = CLAIM_OF_PROJECTED_AT_ENDS},
                  {"symplectic", "true",
                   "Hairer, Lubich, Wanner (2006), theorem VI.4.2; on T*Q, without projection"},
                  {"symmetric", "true", "Hairer, Lubich, Wanner (2006), theorem V.2.1"}},
        .takes_time = true,
        STEP_FAMILIES_STEPPERS(vprk),
    },
    {
        .name = "srk-3",
        .documentation =
            "Symplectic Runge-Kutta method with three stages, the second at the midpoint of the step.",
        .kinds = 1U << MODEL_DEGENERATE,
        .space = STEP_MOMENTUM,
        .order_offset = 4,
        .symmetric = true,
        .claim = {{"order", "4", "Kraus (2017), section 4.5 and table 2, with projection",
                   .about = CLAIM_OF_PROJECTED},
                  {"symplectic", "true", "Kraus (2017), section 4.5; on T*Q, without projection"},
                  {"symmetric", "true", "Kraus (2017), section 4.5"}},
        .takes_time = true,
        STEP_FAMILIES_STEPPERS(vprk),
    },
    SYMMETRIC_LOBATTO("lobatto-iiia-iiib",
                      "Lobatto IIIA for the positions, IIIB for the momenta, with null vector."),
    SYMMETRIC_LOBATTO("lobatto-iiib-iiia",
                      "Lobatto IIIB for the positions, IIIA for the momenta, with null vector."),
    {
        /* Its adjoint is IIIC*: the pair (C, C*) goes over into itself only with the roles of q and p exchanged. */
        LOBATTO("lobatto-iiic", "Lobatto IIIC for the positions, IIIC* for the momenta; its R(infinity) = "
                                "(-1)^(s-1) is a convention."),
        .claim = {{"order", "2*s - 2", "Jay (2015), Lobatto methods; Kraus (2017), table 2 with projection",
                   .about = CLAIM_OF_PROJECTED},
                  SYMPLECTIC_PAIR},
    },
    SYMMETRIC_LOBATTO("lobatto-iiid", "Lobatto IIID, the mean of IIIC and IIIC*, for positions and momenta."),
    SYMMETRIC_LOBATTO("lobatto-iiie", "Lobatto IIIE, the mean of IIIA and IIIB, for positions and momenta."),
    {
        .name = "radau-iia",
        .documentation =
            "Radau IIA collocation for positions and momenta: keeps the Dirac constraint by itself.",
        .kinds = 1U << MODEL_DEGENERATE,
        .space = STEP_POSITION,
        .has_stages = true,
        .fewest = 2,
        .most_listed = 3,
        .no_projections = "it keeps the constraint by itself (stiffly accurate)",
        .order_factor = 2,
        .order_offset = -1,
        .claim = {{"order", "2*s - 1", "Hairer, Wanner (1996), section IV.5"},
                  {"constraint", "true", "Q_s = q_{n+1}, P_s = p_{n+1}: Kraus (2017), section 3.5"}},
        .takes_time = true,
        STEP_FAMILIES_STEPPERS(vprk),
    },
    {
        .name = "rk4",
        .documentation = "The classical explicit Runge-Kutta method, on the explicit equations of motion.",
        .kinds = EXPLICIT_KINDS,
        .space = STEP_POSITION,
        .no_projections = explicit_alone,
        .projected_kinds = HOLONOMIC_KINDS,
        .order_offset = 4,
        .claim = {{"order", "4", "Kutta (1901); Hairer, Norsett, Wanner (1993), section II.1"}},
        .takes_time = true,
        STEP_FAMILIES_STEPPERS(runge_kutta),
    },
    {
        .name = "runge-kutta",
        TAKEN("runge-kutta:euler", TAKE("runge-kutta"), "runge-kutta:lobatto-iiia-iiib-2",
              "runge-kutta:lobatto-iiia-iiib-3", "runge-kutta:lobatto-iiia-iiib-4",
              "runge-kutta:lobatto-iiic-2", "runge-kutta:lobatto-iiic-3", "runge-kutta:lobatto-iiic-4"),
        .documentation = "runge-kutta:TABLEAU, the Runge-Kutta method of the tableau's a, b on the explicit "
                         "equations of motion: runge-kutta:gauss-3.",
        .kinds = EXPLICIT_KINDS,
        .space = STEP_POSITION,
        .names_tableau = true,
        .a_alone = true,
        .no_projections = explicit_alone,
        .takes_time = true,
        .projected_kinds = HOLONOMIC_KINDS,
        STEP_FAMILIES_STEPPERS(runge_kutta),
    },
    {
        .name = "index-one",
        TAKEN(TAKE("index-one"), "index-one:lobatto-iiid-3", "index-one:lobatto-iiie-3"),
        .documentation =
            "index-one:TABLEAU, the Runge-Kutta method of the tableau's a, b on (q, p, lambda), with "
            "0 = H_lambda at its stages: the method on the eliminated Hamiltonian, solved directly.  TABLEAU "
            "is "
            "no pair.",
        .kinds = 1U << MODEL_INDEX_ONE,
        .space = STEP_POSITION,
        .names_tableau = true,
        .a_alone = true,
        .no_pairs = true,
        .no_projections = "its steps are those of runge-kutta:TABLEAU; project these",
        .takes_time = true,
        STEP_FAMILIES_PHASES(generalized),
    },
    {
        .name = "rattle-midpoint",
        .documentation =
            "RATTLE for holonomic constraints with the midpoint rule inside, on the Hamiltonian whose "
            "multipliers of velocity constraints are eliminated.",
        .kinds = HOLONOMIC_KINDS,
        .space = STEP_POSITION,
        .tableau = "gauss-1",
        .no_projections = "it has the constraints in its equations",
        .order_offset = 2,
        .symmetric = true,
        .claim = {{"order", "2", "McLachlan, Modin, Verdier, Wilkins (2013), Proposition 8"},
                  {"symplectic", "true",
                   "McLachlan, Modin, Verdier, Wilkins (2013), Proposition 8; on the manifold"},
                  {"symmetric", "true", "its equations are"},
                  {"constraint", "true", "g and psi are equations of its step"}},
        STEP_FAMILIES_PHASES(rattle_midpoint),
    },
    {
        .name = "augmented",
        TAKEN("augmented:gauss-1", "augmented:gauss-2"), /* a control */
        .documentation =
            "augmented:TABLEAU, the variational method of the tableau with the constraint in its "
            "action (Kraus 2017, section 3.6), which fails; for theta with det T != 0.",
        .kinds = 1U << MODEL_DEGENERATE,
        .space = STEP_MOMENTUM,
        .names_tableau = true,
        .no_projections = "it has a projection of its own, and fails with it",
        STEP_FAMILIES_STEPPERS(augmented),
    },
    {
        .name = "hamilton-pontryagin",
        TAKEN("hamilton-pontryagin:gauss-2"), /* a control */
        .documentation =
            "hamilton-pontryagin:TABLEAU, the discrete Hamilton-Pontryagin principle (Kraus 2017, "
            "section 3.7): for a symplectic tableau the unprojected method in other unknowns.",
        .kinds = 1U << MODEL_DEGENERATE,
        .space = STEP_MOMENTUM,
        .names_tableau = true,
        .no_projections = "it is the method without projection; write the method of the tableau itself",
        STEP_FAMILIES_STEPPERS(pontryagin),
    },
    {
        .name = "without-null-vector",
        .documentation =
            "without-null-vector:TABLEAU, the variational method of a tableau that has one, by the "
            "equations without it, in which its stages depend on each other.",
        .kinds = 1U << MODEL_DEGENERATE,
        .space = STEP_MOMENTUM,
        .names_tableau = true,
        .no_null_vector = true,
        .takes_time = true,
        STEP_FAMILIES_STEPPERS(vprk),
    },
    {
        HOLONOMIC_OR_BODY("rattle", rattle,
                          "RATTLE: the Stormer-Verlet step with the multipliers of g(q) = 0 at its end and "
                          "of the hidden constraint; of any H(q, p)."),
        .takes_time = true,
        .no_tableau = true,
        .order_offset = 2,
        .symmetric = true,
        .claim = {{"order", "2", "Hairer, Lubich, Wanner (2006), theorem VII.1.3"},
                  {"symplectic", "true", "Hairer, Lubich, Wanner (2006), theorem VII.1.3; on the manifold"},
                  {"symmetric", "true", "Hairer, Lubich, Wanner (2006), section VII.1.4"},
                  {"constraint", "true", "g and psi are equations of its step"}},
    },
    {
        HOLONOMIC("shake", shake,
                  "SHAKE: the positions of RATTLE; the momenta are not brought to the hidden "
                  "constraint."),
        .in_turn = true,
        .takes_time = true,
        .no_tableau = true,
        .order_offset = 1,
        .claim = {{"order", "1", "Leimkuhler, Skeel (1994): 2 in its positions, which are those of RATTLE"}},
    },
    {
        HOLONOMIC_OR_BODY("reich", reich,
                          "Reich's method: the symplectic Euler step with the multipliers of both "
                          "constraints at its end."),
        .takes_time = true,
        .no_tableau = true,
        .order_offset = 1,
        .adjoint = "reich-adjoint",
        .claim = {{"order", "1", "McLachlan, Scovel (1994), section 2"},
                  {"symplectic", "true", "McLachlan, Scovel (1994), section 2; on the manifold"},
                  {"constraint", "true", "g and psi are equations of its step"}},
    },
    {
        HOLONOMIC_OR_BODY("reich-adjoint", reich_adjoint, "The adjoint of Reich's method."),
        .takes_time = true,
        .no_tableau = true,
        .order_offset = 1,
        .adjoint = "reich",
        .claim = {{"order", "1", "McLachlan, Scovel (1994), section 4"},
                  {"symplectic", "true", "McLachlan, Scovel (1994), section 4; on the manifold"},
                  {"constraint", "true", "g and psi are equations of its step"}},
    },
    {
        HOLONOMIC(
            "rattle-cotangent", rattle_cotangent,
            "RATTLE on T*N: the momenta at the end of a step are restricted to the tangents of the manifold; "
            "conjugate to rattle."),
        .in_turn = true,
        .no_tableau = true,
        .order_offset = 2,
        .claim = {{"symplectic", "true", "McLachlan, Scovel (1994), theorem 1 and eq. 11; on the manifold"}},
        .takes_time = true,
    },
    {
        HOLONOMIC(
            "reich-cotangent", reich_cotangent,
            "Reich's method on T*N: the momenta at the end of a step are restricted to the tangents of the "
            "manifold; conjugate to reich."),
        .in_turn = true,
        .no_tableau = true,
        .order_offset = 1,
        .claim = {{"symplectic", "true", "McLachlan, Scovel (1994), theorem 1 and eq. 9; on the manifold"}},
        .takes_time = true,
    },
    {
        HOLONOMIC("lobatto-jay", jay,
                  "Lobatto IIIA-IIIB with s stages on H(q, p), the multipliers of g = 0 at the "
                  "stages and of the hidden constraint at the end (Jay)."),
        .in_turn = true,
        .tableau = "lobatto-iiia-iiib",
        .has_stages = true,
        .fewest = 2,
        .most_listed = 4,
        .no_null_vector = true,
        .order_factor = 2,
        .order_offset = -2,
        .symmetric = true,
        .claim = {{"order", "2*s - 2", "Jay (1996); Hairer, Lubich, Wanner (2006), theorem VII.1.7"},
                  {"symplectic", "true",
                   "Jay (1996); Hairer, Lubich, Wanner (2006), theorem VII.1.7; on the manifold"},
                  {"symmetric", "true", "Jay (1996)"}},
    },
    {
        HOLONOMIC("midpoint-direct", direct,
                  "The midpoint rule on H + l g(q) with g = 0 at the midpoint, which does "
                  "not converge: a control."),
        .tableau = "gauss-1",
        .symmetric = true,
        .claim = {{"symmetric", "true", "its equations are"}},
    },
    {
        HOLONOMIC("bdf-2", bdf,
                  "The backward differentiation formula with two steps on the constrained equations; it "
                  "starts with the exact solution one step before."),
        .no_tableau = true,
        .remembers = true,
        .order_offset = 2,
        .claim = {{"order", "2", "Brenan, Campbell, Petzold (1989); Leimkuhler, Reich (1994), section 1"}},
    },
    {
        .name = "moser-veselov",
        .documentation =
            "The free rigid body by the factorisation of Moser and Veselov (1991): the same map as reich.",
        .kinds = 1U << MODEL_BODY,
        .space = STEP_POSITION,
        .no_tableau = true,
        .no_projections = in_equations,
        .order_offset = 2,
        .symmetric = true,
        .claim = {{"order", "2", "McLachlan, Scovel (1994), theorems 5 and 6"},
                  {"symplectic", "true",
                   "a Poisson map: McLachlan, Scovel (1994), theorem 2 and corollary 4"},
                  {"symmetric", "true", "McLachlan, Scovel (1994), section 5"}},
        .free_bodies = true,
        STEP_FAMILIES_PHASES(body_moser_veselov),
    },
    {
        .name = "compose",
        TAKEN("compose:gauss-1:triple-jump-4", "compose:gauss-1:yoshida-6a",
              "compose:runge-kutta:gauss-1:suzuki-4", "compose:runge-kutta:gauss-1:yoshida-6a",
              "compose:rattle:triple-jump-4", "compose:rattle:yoshida-6a", "compose:reich:symmetrised"),
        .documentation =
            "compose:METHOD:SCHEME, steps of METHOD and of its adjoint one after the other; SCHEME is "
            "symmetrised, triple-jump-P or suzuki-P (P even), yoshida-6a or yoshida-8.",
        .kinds = ~0U >> (32 - MODEL_KINDS),
        .composes = true,
        .symmetric = true,
        .claim = {{"order", "that of SCHEME",
                   "Yoshida (1990); Suzuki (1990); Hairer, Lubich, Wanner (2006), sections II.4 and V.3"},
                  {"symmetric", "true", "Hairer, Lubich, Wanner (2006), theorem II.3.2 and section V.3"}},
        COMPOSED_STEPPERS,
    },
    {
        .name = "dla",
        TAKEN("dla:0", "dla:1/3", "dla:1/2"),
        .documentation =
            "dla:ALPHA, the discrete principle of Lagrange and d'Alembert: L and the constraints at "
            "(1 - ALPHA) q_k + ALPHA q_{k+1} and the difference quotient.",
        .kinds = 1U << MODEL_NONHOLONOMIC,
        .space = STEP_POSITION,
        .discretization = DISCRETIZATION_REACTS,
        .takes_time = true,
        .no_tableau = true,
        .no_projections = discrete_alone,
        .claim = {{"order", "1, or 2 where ALPHA = 1/2",
                   "Cortes, Martinez (2001), Nonlinearity 14, 1365-1392"},
                  {"constraint", "true", "Fernandez (2010)"}},
        STEP_FAMILIES_PHASES(discrete),
    },
    {
        .name = "variational",
        TAKEN("variational:0:first", "variational:1/3:first", "variational:1/2:first",
              "variational:1/2:second"),
        .documentation =
            "variational:ALPHA:first|second, the variational integrator of the first or second form of "
            "the Hamiltonized Lagrangian, discretized as in dla.",
        .kinds = 1U << MODEL_NONHOLONOMIC,
        .space = STEP_CANONICAL,
        .discretization = DISCRETIZATION_FREE,
        .takes_time = true,
        .no_tableau = true,
        .no_projections = discrete_alone,
        .claim = {{"order", "1, or 2 where ALPHA = 1/2", "Marsden, West (2001), section 2.3"},
                  {"symplectic", "true", "Marsden, West (2001), section 1.3; of (q, p), p = D2 L_d"}},
        STEP_FAMILIES_PHASES(discrete),
    },
    {
        .name = "variational-constrained",
        TAKEN("variational-constrained:1/2:post", "variational-constrained:1/2:inside"),
        .documentation = "variational-constrained:ALPHA:post|inside[:first|second], the same with the last "
                         "coordinates from the discrete constraint: after a step, or inside its equations.",
        .kinds = 1U << MODEL_NONHOLONOMIC,
        .space = STEP_CANONICAL,
        .discretization = DISCRETIZATION_POST,
        .takes_time = true,
        .no_tableau = true,
        .no_projections = discrete_alone,
        .claim = {{"order", "1, or 2 where ALPHA = 1/2", "Fernandez (2010): it retains the accuracy"},
                  {"constraint", "true", "Fernandez (2010)"}},
        STEP_FAMILIES_PHASES(discrete),
    },
    {.name = NULL},
};

/* On the explicit equations of motion. */
#define EXPLICIT(member, KINDS, text)                                                                        \
    .name = member, .documentation = text, .kinds = KINDS, .space = STEP_POSITION,                           \
    .no_projections = explicit_alone
#define HALVES_KINDS (1U << MODEL_HAMILTONIAN | 1U << MODEL_ODE)

const struct method_family method_file_families[] = {
    {EXPLICIT("tableau", ~0U >> (32 - MODEL_KINDS), "The Runge-Kutta method of a file of coefficients."),
     .a_alone = true, .takes_time = true, .projected_kinds = HOLONOMIC_KINDS,
     STEP_FAMILIES_STEPPERS(runge_kutta)},
    {.name = "tableau",
     .documentation = "The variational method of a file of coefficients.",
     .kinds = 1U << MODEL_DEGENERATE,
     .space = STEP_MOMENTUM,
     .takes_time = true,
     STEP_FAMILIES_STEPPERS(vprk)},
    {EXPLICIT("partitioned", HALVES_KINDS, "The partitioned Runge-Kutta method of a file of coefficients."),
     .partition = PARTITION_HALVES, STEP_FAMILIES_STEPPERS(partitioned)},
    {EXPLICIT("nystroem", HALVES_KINDS, "The Runge-Kutta-Nystroem method of a file, on q'' = f(t, q)."),
     .partition = PARTITION_SECOND, .takes_time = true, STEP_FAMILIES_STEPPERS(nystroem)},
    {EXPLICIT("splitting", HALVES_KINDS,
              "The splitting of a file: drifts q' = T_p and kicks p' = -V_q of H = T(p) + V(q), by turns."),
     .partition = PARTITION_SEPARABLE, STEP_FAMILIES_STEPPERS(partitioned)},
    {EXPLICIT("multistep", EXPLICIT_KINDS, "The linear multistep method of a file, with its starter."),
     .no_tableau = true, .remembers = true, .takes_time = true, .steps = &step_families_multistep,
     MULTISTEP_STEPPERS},
    {.name = "composition",
     .documentation = "Steps of a method and of its adjoint one after the other, of the lengths in a file.",
     .kinds = ~0U >> (32 - MODEL_KINDS),
     .composes = true,
     COMPOSED_STEPPERS},
    {.name = "formulas",
     .documentation = "The method of a file of formulas.",
     .space = STEP_POSITION,
     .no_tableau = true,
     .takes_time = true,
     .no_projections = "its formulas say where its steps end",
     STEP_FAMILIES_IN_PHASES},
};
