#!/usr/bin/env python3
"""One step of each method of examples/formulas, or three of those that carry more than the state, by formulas that were written down again by hand, with derivatives by hand, fixed
points and mpmath's solver.  Prints tests/data/method-steps.values:

    FILE MODEL STEP STEPS  x1 ...        (q1 ..., then p1 ... of those that map p)

    python3 tests/independent/method_steps.py > tests/data/method-steps.values
"""
import re

from mpmath import mp, mpf, matrix, findroot, sqrt, sin, cos, log, lu_solve

mp.dps = 50
H = mpf(1) / 10


def vec(*x):
    return matrix([mpf(y) if not isinstance(y, str) else ratio(y) for y in x])


def ratio(text):
    a, _, b = text.partition("/")
    return mpf(a) / mpf(b or 1)


def solve(f, guess):
    """The zero of f, a function of a list, near the guess."""
    n = len(guess)
    return matrix(findroot(lambda *x: [y for y in f(list(x))], [guess[i] for i in range(n)], tol=mpf(10) ** -90, maxsteps=60))


def fixed(f, x, steps=200):
    for _ in range(steps):
        x = f(x)
    return x


def dot(a, b):
    return sum(a[i] * b[i] for i in range(len(a)))


def cross(a, b):
    return matrix([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])


# ---- Henon-Heiles, z = (q1, q2, p1, p2), H = (p1^2 + p2^2 + q1^2 + q2^2)/2 + q1^2 q2 - q2^3/3 ----

def hh(z):
    return matrix([z[2], z[3], -z[0] - 2 * z[0] * z[1], -z[1] - z[0] ** 2 + z[1] ** 2])


def hh_energy(z):
    return (z[0] ** 2 + z[1] ** 2 + z[2] ** 2 + z[3] ** 2) / 2 + z[0] ** 2 * z[1] - z[1] ** 3 / 3


def hh_jacobian(z):
    return matrix([[0, 0, 1, 0], [0, 0, 0, 1], [-1 - 2 * z[1], -2 * z[0], 0, 0], [-2 * z[0], -1 + 2 * z[1], 0, 0]])


def midpoint(z):
    return fixed(lambda y: z + H * hh((z + y) / 2), z)


def theta_method(z, theta):
    return fixed(lambda y: z + H * ((1 - theta) * hh(z) + theta * hh(y)), z)


def average(z):  # Simpson's rule, exact for quadratic fields
    return fixed(lambda y: z + H / 6 * (hh(z) + 4 * hh((z + y) / 2) + hh(y)), z)


def gonzalez(z):
    J = matrix([[0, 0, 1, 0], [0, 0, 0, 1], [-1, 0, 0, 0], [0, -1, 0, 0]])

    def step(y):
        m, d = (z + y) / 2, y - z
        f = hh(m)
        g = matrix([-f[2], -f[3], f[0], f[1]])
        g = g + (hh_energy(y) - hh_energy(z) - dot(g, d)) / dot(d, d) * d
        return z + H * J * g

    return fixed(step, z + H * hh(z))


def ros2(z):
    g = 1 + 1 / sqrt(mpf(2))
    A = mp.eye(4) - g * H * hh_jacobian(z)
    k1 = lu_solve(A, hh(z))
    k2 = lu_solve(A, hh(z + H * k1) - 2 * k1)
    return z + H * (3 * k1 + k2) / 2


def ros_midpoint(z):
    return z + H * lu_solve(mp.eye(4) - H / 2 * hh_jacobian(z), hh(z))


# ---- two rotors, (a, b, p, r), V = (cos a + cos(a - b) + sin(2 b)/2)/10, T = (p^2 + r^2)/2 + p r/3 ----

def rotors_force(q):
    a, b = q
    return matrix([(-sin(a) - sin(a - b)) / 10, (sin(a - b) + cos(2 * b)) / 10])


def rotors_hessian(q):
    a, b = q
    c = cos(a - b)
    return matrix([[(-cos(a) - c) / 10, c / 10], [c / 10, (-c - 2 * sin(2 * b)) / 10]])


MASS = matrix([[1, mpf(1) / 3], [mpf(1) / 3, 1]])


def verlet(z):
    q, p = z[0:2], z[2:4]
    p = p - H / 2 * rotors_force(q)
    q = q + H * MASS * p
    p = p - H / 2 * rotors_force(q)
    return list(q) + list(p)


def staggered(z, start):  # three kicks and drifts by turns, of a velocity that starts behind q by `start` steps
    q, v = z[0:2], z[2:4] + start * H * rotors_force(z[0:2])
    for _ in range(3):
        v = v - H * rotors_force(q)
        q = q + H * MASS * v
    return list(q) + list(v - H / 2 * rotors_force(q))


def two_step(z):
    x = [z - H * hh(z - H / 2 * hh(z)), z]
    for _ in range(3):
        x.append(x[-2] + 2 * H * hh(x[-1]))
    return x[-1]


def takahashi(z):
    q, p = z[0:2], z[2:4]
    q = q + H / 2 * MASS * p
    g = rotors_force(q)
    p = p - H * (g - H ** 2 / 12 * rotors_hessian(q) * (MASS * g))
    q = q + H / 2 * MASS * p
    return list(q) + list(p)


# ---- Lotka-Volterra: q1' = q1 (q2 - 2), q2' = q2 (1 - q1); H = q1 + q2 - log q1 - 2 log q2 ----
# theta = (log(q2)/q1 + q2, q1); in the singular gauge (log(q2)/q1, 0)

def lv(q):
    return matrix([q[0] * (q[1] - 2), q[1] * (1 - q[0])])


def lv_gradient(q):
    return matrix([1 - 1 / q[0], 1 - 2 / q[1]])


def theta(q, gauge):
    return matrix([log(q[1]) / q[0] + gauge * q[1], gauge * q[0]])


def theta_jacobian(q, gauge):
    return matrix([[-log(q[1]) / q[0] ** 2, 1 / (q[0] * q[1]) + gauge], [gauge, 0]])


def force(q, d, gauge):  # T^T d - h grad H
    return theta_jacobian(q, gauge).T * d - H * lv_gradient(q)


def lv_midpoint(q):
    return fixed(lambda y: q + H * lv((q + y) / 2), q)


def dvi_midpoint(q):
    def momentum(y, sign):  # -D1 and D2 of theta(m) . d - h H(m)
        m, d = (q + y) / 2, y - q
        return theta(m, 1) + sign * force(m, d, 1) / 2

    y = solve(lambda x: theta(q, 1) - momentum(matrix(x), -1), q + H * lv(q))
    return list(y) + list(momentum(y, 1))


def dvi_trapezoidal(q):
    p = theta(q, 1)

    def d1(y):
        return force(q, y - q, 1) / 2 - (theta(q, 1) + theta(y, 1)) / 2

    def d2(y):
        return force(y, y - q, 1) / 2 + (theta(q, 1) + theta(y, 1)) / 2

    y = solve(lambda x: p + d1(matrix(x)), q + H * lv(q))
    return list(y) + list(d2(y))


def dvi_singular(q):
    def v(q):  # theta_y v = H_y, theta = log(y)/x
        return (1 - 2 / q[1]) * q[0] * q[1]

    def f(q):
        return -log(q[1]) / q[0] ** 2 * v(q) - (1 - 1 / q[0])

    return solve(lambda y: [y[0] - q[0] - H * v(y), log(y[1]) / y[0] - log(q[1]) / q[0] - H * f(q)], q + H * lv(q))


def dvrk(q):  # gauge 0
    d = solve(lambda d: theta(q + matrix(d) / 2, 0) - theta(q, 0) - force(q + matrix(d) / 2, matrix(d), 0) / 2, H * lv(q))
    p = theta(q, 0)[0] + force(q + d / 2, d, 0)[0]
    x = q[0] + d[0]
    return [x, mp.exp(p * x)]


def flrk(q, right=True):
    y = lv_midpoint(q)
    m, d = (q + y) / 2, y - q
    p = theta(q, 1) + theta_jacobian(m, 1).T * d
    return list(y) + list(p - H * lv_gradient(m) if right else p)


def pglrk(q):
    def energy(q):
        return q[0] + q[1] - log(q[0]) - 2 * log(q[1])

    x = 1 / (2 * sqrt(mpf(3)))

    def stages(l):
        y = x + l  # P X P^-1
        a = [[mpf(1) / 4, mpf(1) / 4 - y], [mpf(1) / 4 + y, mpf(1) / 4]]
        u = v = H * lv(q)
        for _ in range(120):
            u, v = H * lv(q + a[0][0] * u + a[0][1] * v), H * lv(q + a[1][0] * u + a[1][1] * v)
        return q + (u + v) / 2

    l = findroot(lambda l: energy(stages(l)) - energy(q), (mpf(0), mpf(1) / 1000), solver="secant", tol=mpf(10) ** -94, maxsteps=60)
    return stages(l)


# ---- the planar pendulum: H = |p|^2/2 + y, g = (x^2 + y^2 - 1)/2 ----

def shake(z, behind=False):
    q, p = z[0:2], z[2:4]
    up = matrix([0, 1])
    free = q + H * (p - H / 2 * up)
    g = free if behind else q
    # |free - l g|^2 = 1, the smaller root
    a, b, c = dot(g, g), dot(free, g), dot(free, free) - 1
    l = c / (b + sqrt(b * b - a * c))
    q1 = free - l * g
    p1 = (q1 - q) / H - H / 2 * up
    return list(q1) + list(p1 - dot(q1, p1) / dot(q1, q1) * q1)


# ---- charged particles ----

def B(x):
    return matrix([-x[0] * x[2] / 2, -x[1] * x[2] / 2, 1 + x[2] ** 2 / 2])


def E(x):
    return matrix([-x[0] / 4, x[1] / 8, x[2] / 8])


def boris(z):
    x, v = z[0:3], z[3:6]
    x = x + H / 2 * v
    minus = v + H / 2 * E(x)
    t = H / 2 * B(x)
    prime = minus + cross(minus, t)
    plus = minus + cross(prime, 2 / (1 + dot(t, t)) * t)
    v = plus + H / 2 * E(x)
    return list(x + H / 2 * v) + list(v)


def gamma(u):
    return sqrt(1 + dot(u, u))


def drift(x, u):
    return x + H / 2 * u / gamma(u)


def push(z, kind):
    x, u = drift(z[0:3], z[3:6]), z[3:6]
    tau, e = H / 2 * B(x), H / 2 * E(x)
    if kind == "vay":  # Vay (2008), eq. 9 to 12
        prime = u + 2 * e + cross(u / gamma(u), tau)
    else:  # Higuera, Cary (2017), eq. 20 and below
        prime = u + e
    star = dot(prime, tau)
    sigma = 1 + dot(prime, prime) - dot(tau, tau)
    g = sqrt((sigma + sqrt(sigma ** 2 + 4 * (dot(tau, tau) + star ** 2))) / 2)
    t = tau / g
    s = 1 / (1 + dot(t, t))
    plus = s * (prime + dot(prime, t) * t + cross(prime, t))
    u = plus if kind == "vay" else plus + cross(plus, t) + e
    return list(drift(x, u)) + list(u)


# ---- Euler's equations ----

def top(x):
    return matrix([x[1] * x[2] * (mpf(1) / 3 - mpf(1) / 2), x[2] * x[0] * (1 - mpf(1) / 3), x[0] * x[1] * (mpf(1) / 2 - 1)])


def spherical(x):  # from the sphere of x to itself
    r = sqrt(dot(x, x))

    def step(y):
        m = x + y
        return x + H * top(m * r / sqrt(dot(m, m)))

    return fixed(step, x)


def rkmk(x):
    def rotate(a):  # Cayley's map of a/1 as a rotation by 2 atan(|a|/2), in closed form
        s = dot(a, a) / 4
        return x + (cross(a, x) + cross(a, cross(a, x)) / 2) / (1 + s)

    y = rotate(H / 2 * cross(x, top(x)) / dot(x, x))
    return rotate(H * cross(y, top(y)) / dot(y, y))


HH = "models/henon-heiles.lua"



def data(path):
    """The numbers of the default data of a model file."""
    text = open(path).read()
    block = re.search(r"default\s*=\s*\{(.*?)\}\s*[,}]", text, re.S).group(1)
    return vec(*re.findall(r"-?\d+(?:/\d+|\.\d+)?", block))


LV, LVS = "models/lotka-volterra.lua", "models/lotka-volterra-singular.lua"
ROTORS, PENDULUM = "models/panel/perturbed-rotors.lua", "models/pendulum.lua"
CHARGED, FAST, TOP = ("examples/models/%s.lua" % name for name in ("charged-particle", "relativistic-particle", "euler-top"))
HERE = {ROTORS: vec("1/2", "-1/3", 1, "3/5"), PENDULUM: vec(1, 0, 0, -2)}
STEPS = [("implicit-midpoint", HH, midpoint), ("average-vector-field", HH, average), ("discrete-gradient", HH, gonzalez),
         ("rosenbrock-2", HH, ros2), ("rosenbrock-midpoint", HH, ros_midpoint), ("rosenbrock-wrong", HH, ros_midpoint),
         ("families/theta-1-3", HH, lambda z: theta_method(z, mpf(1) / 3)), ("families/trapezoidal", HH, lambda z: theta_method(z, mpf(1) / 2)),
         ("euler", HH, lambda z: z + H * hh(z)), ("verlet", ROTORS, verlet), ("takahashi-imada", ROTORS, takahashi),
         ("dvi-midpoint", LV, dvi_midpoint), ("dvi-trapezoidal", LV, dvi_trapezoidal), ("dvi-singular", LVS, dvi_singular),
         ("dvrk", LVS, dvrk), ("flrk", LV, flrk), ("flrk-wrong-force", LV, lambda q: flrk(q, False)), ("pglrk", LV, pglrk),
         ("shake", PENDULUM, shake), ("spark-2", PENDULUM, shake), ("shake-wrong", PENDULUM, lambda z: shake(z, True)),
         ("boris", CHARGED, boris), ("vay", FAST, lambda z: push(z, "vay")), ("higuera-cary", FAST, lambda z: push(z, "hc")),
         ("spherical-midpoint", TOP, spherical), ("rkmk-2", TOP, rkmk)]
THREE_STEPS = [("leapfrog", ROTORS, lambda z: staggered(z, mpf(1) / 2)), ("leapfrog-wrong-start", ROTORS, lambda z: staggered(z, 0)),
               ("leapfrog-two-step", HH, two_step)]

if __name__ == "__main__":
    for count, (name, path, step) in [(1, each) for each in STEPS] + [(3, each) for each in THREE_STEPS]:
        z = HERE[path] if path in HERE else data(path)
        print(name, path, "1/10", count, "", " ".join(mp.nstr(x, 40, min_fixed=-mp.inf, max_fixed=mp.inf) for x in step(z)))
