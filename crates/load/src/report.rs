//! Figures as a Markdown table.

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

/// One line of the table.
#[derive(Clone, Debug)]
pub struct Row {
    /// What was measured.
    pub what: String,
    /// The target, if there is one.
    pub bar: String,
    /// What came out.
    pub measured: String,
    /// Is the target met?
    pub held: Option<bool>,
}

/// All lines.
#[derive(Clone, Debug, Default)]
pub struct Report {
    rows: Vec<Row>,
}

impl Report {
    /// A figure without a target.
    pub fn figure(&mut self, what: impl Into<String>, measured: impl Into<String>) {
        let (what, measured) = (what.into(), measured.into());
        self.rows.push(Row { what, bar: String::new(), measured, held: None });
    }

    /// A figure with a target.
    pub fn bar(&mut self, what: impl Into<String>, bar: &str, measured: impl Into<String>, held: bool) {
        let (what, measured) = (what.into(), measured.into());
        self.rows.push(Row { what, bar: bar.to_owned(), measured, held: Some(held) });
    }

    /// Add another report's lines.
    pub fn add(&mut self, other: Report) {
        self.rows.extend(other.rows);
    }

    /// Are all targets met?
    pub fn all_held(&self) -> bool {
        self.rows.iter().all(|row| row.held != Some(false))
    }
}

impl Display for Report {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "| what | bar | measured |")?;
        writeln!(f, "| --- | --- | --- |")?;
        for Row { what, bar, measured, held } in &self.rows {
            let missed = if *held == Some(false) { " **(missed)**" } else { "" };
            writeln!(f, "| {what} | {bar} | {measured}{missed} |")?;
        }
        Ok(())
    }
}

/// A time as people read it.
pub fn time(time: Duration) -> String {
    let micros = time.as_micros();
    match micros {
        0..1_000 => format!("{micros} µs"),
        1_000..100_000 => format!("{:.1} ms", micros as f64 / 1e3),
        100_000..10_000_000 => format!("{:.0} ms", micros as f64 / 1e3),
        _ => format!("{:.0} s", micros as f64 / 1e6),
    }
}

/// A number with thousands separators.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Memory in mebibytes.
pub fn mebibytes(bytes: u64) -> String {
    format!("{:.0} MiB", bytes as f64 / 1_048_576.0)
}

/// The median.
pub fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_readable() {
        assert_eq!(count(0), "0");
        assert_eq!(count(999), "999");
        assert_eq!(count(1_234_567), "1,234,567");
        assert_eq!(time(Duration::from_micros(1_250)), "1.2 ms");
        assert_eq!(mebibytes(1 << 20), "1 MiB");
    }

    #[test]
    fn a_missed_bar_shows() {
        let mut report = Report::default();
        report.bar("speed", "5", "4", false);
        assert!(!report.all_held());
        assert!(report.to_string().contains("| speed | 5 | 4 **(missed)** |"));
    }
}
