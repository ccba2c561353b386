//! What is tuned: named parameters, each with a few values to choose from.

use serde::{Deserialize, Serialize};

/// A parameter and the values it may take, rising.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// The values tried.
    pub values: Vec<f64>,
    /// The place among them of the value it has now.
    pub start: u8,
}

/// For each parameter the place of its value in the list.
pub type Point = Vec<u8>;

impl Parameter {
    /// `count` values spread evenly over a range, the nearest one replaced by the value it has now.
    ///
    /// They are rounded to six digits, so that they come back from a file bit for bit.
    pub fn spread(name: &str, now: f64, (low, high): (f64, f64), count: u8) -> Parameter {
        let now = short(now);
        let step = (high - low) / f64::from(count.max(2) - 1);
        let mut values: Vec<f64> = (0..count).map(|n| short(low + step * f64::from(n))).collect();
        let nearest =
            (0..values.len()).min_by(|&a, &b| (values[a] - now).abs().total_cmp(&(values[b] - now).abs()));
        if let Some(nearest) = nearest {
            values[nearest] = now;
        }
        values.sort_by(f64::total_cmp);
        values.dedup();
        let start = values.iter().position(|&value| value == now).unwrap_or(0) as u8;
        Parameter { name: name.to_owned(), values, start }
    }

    /// The way from the start to a value, as a share of the whole range.
    pub(super) fn way(&self, value: u8) -> f64 {
        let range = self.values[self.values.len() - 1] - self.values[0];
        let way = self.values[usize::from(value)] - self.values[usize::from(self.start)];
        if range > 0.0 { way / range } else { 0.0 }
    }

    /// What is wrong with it, if anything is.
    pub(super) fn fault(&self) -> Option<String> {
        let fault = |what| Some(format!("parameter {}: {what}", self.name));
        if self.values.is_empty() || self.values.len() > usize::from(u8::MAX) {
            fault("it has no values, or too many")
        } else if usize::from(self.start) >= self.values.len() {
            fault("it starts at a value that it does not have")
        } else if !self.values.iter().all(|value| value.is_finite()) {
            fault("it has a value that is no number")
        } else {
            None
        }
    }
}

/// A number of six significant digits: as text it is short and comes back equal.
fn short(number: f64) -> f64 {
    format!("{number:.5e}").parse().unwrap_or(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_now_is_among_them() {
        let parameter = Parameter::spread("a", 0.35, (0.0, 1.0), 5);
        assert_eq!(parameter.values, [0.0, 0.35, 0.5, 0.75, 1.0]);
        assert_eq!(parameter.start, 1);
        // A single-precision number comes out as it was meant.
        assert_eq!(Parameter::spread("a", f64::from(0.1f32), (-1.0, 1.0), 3).values, [-1.0, 0.1, 1.0]);
        // Outside its range, or in a range without width.
        assert_eq!(Parameter::spread("a", 7.0, (0.0, 1.0), 3).values, [0.0, 0.5, 7.0]);
        assert_eq!(Parameter::spread("a", 2.0, (2.0, 2.0), 3).values, [2.0]);
        for parameter in [&parameter, &Parameter::spread("a", 2.0, (2.0, 2.0), 0)] {
            assert_eq!(parameter.fault().is_some(), parameter.values.is_empty());
        }
    }
}
