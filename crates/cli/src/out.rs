//! Text for people: colours only where a terminal shows them, letters beyond ASCII only where the locale has them.

use anstream::AutoStream;
use std::io::{self, StderrLock, StdoutLock, Write};
use std::sync::LazyLock;

/// Standard output for data: JSON and pictures do not depend on the locale.
pub(crate) fn data() -> StdoutLock<'static> {
    io::stdout().lock()
}

/// Standard output, for text.
pub(crate) fn stdout() -> Text<AutoStream<StdoutLock<'static>>> {
    Text(anstream::stdout().lock())
}

/// Standard error, for text.
pub(crate) fn stderr() -> Text<AutoStream<StderrLock<'static>>> {
    Text(anstream::stderr().lock())
}

/// Is the locale limited to ASCII? Only if a variable says so: without one, assume UTF-8, which terminals use
/// nowadays.
pub(crate) fn ascii_only() -> bool {
    static ASCII: LazyLock<bool> = LazyLock::new(|| {
        let value = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(value).is_some_and(|locale| !is_utf8(&locale))
    });
    *ASCII
}

/// `en_GB.UTF-8` and `C.utf8` are; `C`, `POSIX` and `de_DE.ISO-8859-1` are not. A bare language such as `en_GB`
/// counts as UTF-8.
fn is_utf8(locale: &str) -> bool {
    let (language, charset) = locale.split_once('.').unwrap_or((locale, ""));
    match charset.split('@').next().unwrap_or_default() {
        "" => !matches!(language, "C" | "POSIX"),
        charset => charset.eq_ignore_ascii_case("UTF-8") || charset.eq_ignore_ascii_case("utf8"),
    }
}

/// A text stream that is converted to ASCII where the locale requires it.
pub(crate) struct Text<W>(W);

impl<W: Write> Write for Text<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Formatting writes whole strings, so no character is split.
        if bytes.is_ascii() || !ascii_only() {
            return self.0.write(bytes);
        }
        self.0.write_all(in_ascii(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// ASCII replacements for our signs, of the same width where a table or the map needs it.
fn in_ascii(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            _ if letter.is_ascii() => plain.push(letter),
            '▐' => plain.push('|'),
            '²' | '³' | '⁴' | '⁵' | '⁶' | '⁷' | '⁸' | '⁹' => plain.push(digit(letter)),
            '⁺' => plain.push('+'),
            '×' => plain.push('x'),
            '½' => plain.push_str(".5"),
            '–' | '—' | '−' | '‑' | '·' => plain.push('-'),
            '…' => plain.push_str("..."),
            '→' => plain.push_str("->"),
            '↓' => plain.push('v'),
            '≤' => plain.push_str("<="),
            '≥' => plain.push_str(">="),
            '’' | '‘' => plain.push('\''),
            '“' | '”' | '„' => plain.push('"'),
            'ä' | 'á' | 'à' => plain.push('a'),
            'é' | 'è' => plain.push('e'),
            'ö' | 'ó' => plain.push('o'),
            'ü' | 'ú' => plain.push('u'),
            'Ä' => plain.push('A'),
            'Ö' => plain.push('O'),
            'Ü' => plain.push('U'),
            'ß' => plain.push_str("ss"),
            '\u{a0}' => plain.push(' '),
            _ => plain.push('?'),
        }
    }
    plain
}

const fn digit(superscript: char) -> char {
    match superscript {
        '²' => '2',
        '³' => '3',
        '⁴' => '4',
        '⁵' => '5',
        '⁶' => '6',
        '⁷' => '7',
        '⁸' => '8',
        _ => '9',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales_that_have_more_than_ascii() {
        for locale in ["en_GB.UTF-8", "C.utf8", "de_DE.UTF-8@euro", "en_GB"] {
            assert!(is_utf8(locale), "{locale}");
        }
        for locale in ["C", "POSIX", "de_DE.ISO-8859-1", "ja_JP.eucJP"] {
            assert!(!is_utf8(locale), "{locale}");
        }
    }

    #[test]
    fn signs_in_ascii() {
        assert_eq!(in_ascii("P16³▐ 2½ MP, ½, ×2, 4–6 …"), "P163| 2.5 MP, .5, x2, 4-6 ...");
    }

    /// Every sign in the rulebook has a replacement here.
    #[test]
    fn every_sign_of_the_rules_is_known() {
        for case in crate::rules::CASES.iter().chain(crate::rules::RULEBOOK) {
            let ours: String = case.text.chars().filter(|c| !('\u{3000}'..='\u{ffff}').contains(c)).collect();
            let known = in_ascii(&ours);
            assert_eq!(known.matches('?').count(), ours.matches('?').count(), "{}: {known}", case.number);
        }
    }
}
