// The integrators of MuJoCo, for assay: mj_step of a double pendulum without contacts, damping or actuators, which is the
// model double-pendulum of this folder and no other.  The state is (q, v); assay takes the momenta M(q) v from it, and
// compares the accelerations with its own first.
#include <mujoco/mujoco.h>

#include <cstdio>
#include <stdexcept>

#include "../../../clients/cpp/assay_client.hpp"

using assay::state;

static const char pendulum[] = R"(<mujoco>
  <option timestep="1" gravity="0 0 -1" iterations="1"><flag contact="disable" constraint="disable"/></option>
  <worldbody>
    <body>
      <joint type="hinge" axis="0 1 0"/>
      <inertial pos="0 0 -1" mass="1" diaginertia="0.25 0.25 0.25"/>
      <body pos="0 0 -1">
        <joint type="hinge" axis="0 1 0"/>
        <inertial pos="0 0 -1" mass="1" diaginertia="0.25 0.25 0.25"/>
      </body>
    </body>
  </worldbody>
</mujoco>)";

static mjModel *model;
static mjData *data;

static void load()
{
    char name[] = "/tmp/assay-pendulum-XXXXXX", error[300] = "";
    const int descriptor = mkstemp(name);
    FILE *file = descriptor < 0 ? nullptr : fdopen(descriptor, "w");

    if (file) {
        std::fputs(pendulum, file);
        std::fclose(file);
        model = mj_loadXML(name, nullptr, error, sizeof error);
        std::remove(name);
    }
    if (!model) {
        std::fprintf(stderr, "MuJoCo does not take the model: %s\n", error);
        std::exit(1);
    }
    data = mj_makeData(model);
}

static void place(double t, const state &z)
{
    mj_resetData(model, data);
    data->time = t;
    for (std::size_t i = 0; i < 2; i++) {
        data->qpos[i] = z[i];
        data->qvel[i] = z[2 + i];
    }
}

static assay::step step_of(int integrator)
{
    return [=](assay::field &, double t, double h, const state &z) {
        place(t, z);
        model->opt.integrator = integrator;
        model->opt.timestep = h;
        mj_step(model, data);
        return state{data->qpos[0], data->qpos[1], data->qvel[0], data->qvel[1]};
    };
}

static state own(double t, const state &z)
{
    place(t, z);
    mj_forward(model, data);
    return {z[2], z[3], data->qacc[0], data->qacc[1]};
}

int main(int count, char **words)
{
    const std::vector<assay::method> all = {{"mujoco-Euler", step_of(mjINT_EULER), {}, "velocities"},
                                            {"mujoco-implicit", step_of(mjINT_IMPLICIT), {}, "velocities"},
                                            {"mujoco-RK4", step_of(mjINT_RK4), {}, "velocities"}};
    std::vector<assay::method> wanted;

    load();
    for (const assay::method &each : all)
        for (int i = 1; i < count; i++)
            if (each.name == words[i])
                wanted.push_back(each);
    return assay::serve(wanted.empty() ? all : wanted, own);
}
