// Whether MuJoCo's integrator "implicit" is symplectic, with MuJoCo alone:
//
//     g++ -O1 reproduce.cpp -o reproduce -lmujoco && ./reproduce
//
// D = derivative of one mj_step in (q, p), p = M(q) v, by central differences; a symplectic map has D^T J D = J.  Printed is
// the largest entry of D^T J D - J for steps h, of a double pendulum without damping, contacts or actuators, and of its
// first body alone, whose mass matrix is constant.  RK4 stands beside it: no symplectic method, but one of order 4.
#include <mujoco/mujoco.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

using state = std::vector<double>;

static mjModel *model;
static mjData *data;

static void load(bool both)
{
    const std::string body = "<joint type='hinge' axis='0 1 0'/><inertial pos='0 0 -1' mass='1' diaginertia='.25 .25 .25'/>",
                      second = both ? "<body pos='0 0 -1'>" + body + "</body>" : "";
    FILE *file = std::fopen("reproduce.xml", "w");
    char error[300] = "";

    std::fprintf(file, "<mujoco><option gravity='0 0 -1'/><worldbody><body>%s%s</body></worldbody></mujoco>", body.c_str(),
                 second.c_str());
    std::fclose(file);
    model = mj_loadXML("reproduce.xml", nullptr, error, sizeof error);
    std::remove("reproduce.xml");
    data = mj_makeData(model);
}

// M(q)
static state mass(const state &z)
{
    const int n = model->nv;
    state matrix(n * n);

    std::copy(z.begin(), z.begin() + n, data->qpos);
    std::fill(data->qvel, data->qvel + n, 0);
    mj_forward(model, data);
    mj_fullM(model, matrix.data(), data->qM);
    return matrix;
}

// (q, p) after a step
static state step(state z, int integrator, double h)
{
    const int n = model->nv;
    state m = mass(z), v(n);

    if (n == 1) {
        v[0] = z[1] / m[0];
    } else {
        const double det = m[0] * m[3] - m[1] * m[2];
        v = {(m[3] * z[2] - m[1] * z[3]) / det, (m[0] * z[3] - m[2] * z[2]) / det};
    }
    mj_resetData(model, data);
    std::copy(z.begin(), z.begin() + n, data->qpos);
    std::copy(v.begin(), v.end(), data->qvel);
    model->opt.integrator = integrator;
    model->opt.timestep = h;
    mj_step(model, data);
    std::copy(data->qpos, data->qpos + n, z.begin());
    std::copy(data->qvel, data->qvel + n, v.begin());
    m = mass(z);
    for (int i = 0; i < n; i++) {
        z[n + i] = 0;
        for (int j = 0; j < n; j++)
            z[n + i] += m[i * n + j] * v[j];
    }
    return z;
}

static double defect(const state &z, int integrator, double h)
{
    const int n = model->nv, d = 2 * n;
    const double e = 1e-5;
    std::vector<state> column(d);
    double largest = 0;

    for (int j = 0; j < d; j++) {
        state up = z, down = z;

        up[j] += e;
        down[j] -= e;
        up = step(up, integrator, h);
        down = step(down, integrator, h);
        for (int i = 0; i < d; i++)
            column[j].push_back((up[i] - down[i]) / (2 * e));
    }
    for (int a = 0; a < d; a++) {
        for (int b = 0; b < d; b++) {
            double sum = (b == a + n) - (a == b + n);

            for (int i = 0; i < n; i++)
                sum -= column[a][i] * column[b][n + i] - column[a][n + i] * column[b][i];
            largest = std::max(largest, std::fabs(sum));
        }
    }
    return largest;
}

static void show(const char *name, int integrator, const state &z)
{
    std::printf("%-10s", name);
    for (double h : {0.2, 0.1, 0.05, 0.025})
        std::printf("   h = %-5g %.1e", h, defect(z, integrator, h));
    std::printf("\n");
}

int main()
{
    std::printf("MuJoCo %s\nD^T J D - J, double pendulum at q = (1, 1/2), p = (1/5, 1/10)\n", mj_versionString());
    load(true);
    show("implicit", mjINT_IMPLICIT, {1, 0.5, 0.2, 0.1});
    show("Euler", mjINT_EULER, {1, 0.5, 0.2, 0.1});
    show("RK4", mjINT_RK4, {1, 0.5, 0.2, 0.1});
    std::printf("the same, one body, at q = 1, p = 1/5\n");
    load(false);
    show("implicit", mjINT_IMPLICIT, {1, 0.2});
    show("Euler", mjINT_EULER, {1, 0.2});
    show("RK4", mjINT_RK4, {1, 0.2});
}
