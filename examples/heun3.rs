// Heun's method of order 3, in Rust:
// rustc -O examples/heun3.rs -o heun3 && assay audit --exec ./heun3
#[path = "../clients/rust/assay_client.rs"]
mod assay_client;
use assay_client::{serve, Field};

fn add(z: &[f64], a: f64, k: &[f64]) -> Vec<f64> {
    z.iter().zip(k).map(|(x, k)| x + a * k).collect()
}

fn heun(f: &mut Field, t: f64, h: f64, z: &[f64]) -> Result<Vec<f64>, String> {
    let k1 = f.rhs(t, z);
    let k2 = f.rhs(t + h / 3.0, &add(z, h / 3.0, &k1));
    let k3 = f.rhs(t + 2.0 * h / 3.0, &add(z, 2.0 * h / 3.0, &k2));
    Ok(add(&add(z, h / 4.0, &k1), 3.0 * h / 4.0, &k3))
}

fn main() {
    serve(&[("rust-heun-3", "order 3", heun)])
}
