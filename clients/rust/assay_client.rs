// Lets assay audit integrators that are written in Rust.  Copy this file beside yours.  (It is compiled, and not run by the
// tests of assay, which do not need Rust.)
//
//     mod assay_client;
//     use assay_client::{serve, Field};
//
//     fn euler(f: &mut Field, t: f64, h: f64, z: &[f64]) -> Result<Vec<f64>, String> {
//         let k = f.rhs(t, z);          // the right-hand side of z' = f(t, z), which assay evaluates
//         Ok(z.iter().zip(&k).map(|(x, k)| x + h * k).collect())
//     }
//
//     fn main() { serve(&[("my-euler", "order 1", euler)]) }
//
// and then:  rustc -O my_euler.rs && assay audit --exec ./my_euler
//
// f.many("rhs", &[(t, &z), ...]) evaluates several points at once, and "gradient" or another function of the model in the
// place of "rhs"; f.model, f.dimension, f.constraints and f.size are what assay says of it, and serve_form("hamiltonian", ...)
// names another form than ode.  A step depends on (t, h, z) alone; an Err is a step that
// cannot be made.  What a method says of itself (order 1, ...) is in docs/protocol.md.
use std::io::{self, BufRead, Write};

#[allow(dead_code)]
#[derive(Default)]
pub struct Field {
    asked: String,
    pub model: String,
    pub dimension: usize,
    pub constraints: usize,
    pub size: usize,
}

pub type Step = fn(&mut Field, f64, f64, &[f64]) -> Result<Vec<f64>, String>;

fn hear() -> String {
    let mut line = String::new();
    match io::stdin().lock().read_line(&mut line) {
        Ok(count) if count > 0 => line.trim_end().to_string(),
        _ => std::process::exit(0),
    }
}

fn say(line: &str) {
    let mut out = io::stdout().lock();
    if writeln!(out, "{}", line).and_then(|_| out.flush()).is_err() {
        std::process::exit(0);
    }
}

// Rust writes the shortest text that reads back exactly.
fn write(x: &[f64]) -> String {
    x.iter().map(|x| format!(" {:e}", x)).collect()
}

fn read(words: &[&str]) -> Vec<f64> {
    words.iter().map(|word| word.parse().unwrap_or(f64::NAN)).collect()
}

#[allow(dead_code)]
impl Field {
    pub fn many(&mut self, name: &str, points: &[(f64, &[f64])]) -> Vec<Vec<f64>> {
        let mut line = format!("evaluate {} {} {}", self.asked, name, points.len());
        for (t, z) in points {
            line += &write(&[*t]);
            line += &write(z);
        }
        say(&line);
        let answer = hear();
        let words: Vec<&str> = answer.split_whitespace().collect();
        if words.len() < 2 || words[0] != "value" || words[1] != self.asked {
            std::process::exit(1);
        }
        let values = read(&words[2..]);
        let width = values.len() / points.len();
        (0..points.len()).map(|k| values[k * width..(k + 1) * width].to_vec()).collect()
    }

    pub fn rhs(&mut self, t: f64, z: &[f64]) -> Vec<f64> {
        self.many("rhs", &[(t, z)]).remove(0)
    }
}

fn answer(step: Step, words: &[&str], field: &mut Field) {
    let numbers = read(&words[2..]);
    field.asked = words[1].to_string();
    match step(field, numbers[0], numbers[1], &numbers[2..]) {
        Ok(z) => say(&format!("done {}{}", words[1], write(&z))),
        Err(reason) => say(&format!("failed {} {}", words[1], reason.replace('\n', " "))),
    }
}

// "model NAME dimension d constraints m size n"
fn describe(words: &[&str], field: &mut Field) {
    let number = |k: usize| words.get(k).and_then(|word| word.parse().ok()).unwrap_or(0);
    field.model = words[1].to_string();
    field.dimension = number(3);
    field.constraints = number(5);
    field.size = number(7);
}

// Serves (name, traits, step) until assay has enough.
#[allow(dead_code)]
pub fn serve(methods: &[(&str, &str, Step)]) {
    serve_form("ode", methods)
}

#[allow(dead_code)]
pub fn serve_form(form: &str, methods: &[(&str, &str, Step)]) {
    let mut step = methods[0].2;
    let mut field = Field::default();
    loop {
        let line = hear();
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[0] {
            "hello" if words[3] == "double" => {
                let list: String = methods.iter().map(|m| format!(" {} form {} {}", m.0, form, m.1)).collect();
                say(&format!("methods{}", list));
            }
            "hello" => say("unsupported these methods are written for double"),
            "select" => step = methods.iter().find(|m| m.0 == words[1]).unwrap_or(&methods[0]).2,
            "model" => {
                describe(&words, &mut field);
                say("ok");
            }
            "reset" => say("ok"),
            "step" => answer(step, &words, &mut field),
            "quit" => return,
            _ => (),
        }
    }
}
