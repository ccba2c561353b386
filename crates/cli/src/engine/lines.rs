//! Lines of bounded length, so that no input can use much memory.

use std::io::{self, BufRead};

/// The longest line taken as a request, its newline not counted.
pub(super) const LIMIT: usize = 1 << 20;

/// What came.
pub(super) enum Line {
    /// A line; the last one of the input may lack its newline.
    Read,
    /// More than [`LIMIT`] bytes without a newline; call [`skip`] before the next read.
    TooLong,
    /// Nothing more.
    End,
}

/// Read a line, without its newline, into `line`.
pub(super) fn read(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Line> {
    line.clear();
    let mut came = false;
    loop {
        let chunk = fill(input)?;
        if chunk.is_empty() {
            return Ok(if came { Line::Read } else { Line::End });
        }
        came = true;
        let newline = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..newline.unwrap_or(chunk.len())];
        if line.len() + part.len() > LIMIT {
            *line = Vec::new();
            return Ok(Line::TooLong);
        }
        line.extend_from_slice(part);
        let used = part.len() + usize::from(newline.is_some());
        input.consume(used);
        if newline.is_some() {
            return Ok(Line::Read);
        }
    }
}

/// Pass over the rest of a line, keeping nothing.
pub(super) fn skip(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let chunk = fill(input)?;
        if chunk.is_empty() {
            return Ok(());
        }
        let newline = chunk.iter().position(|&byte| byte == b'\n');
        let used = newline.map_or(chunk.len(), |n| n + 1);
        input.consume(used);
        if newline.is_some() {
            return Ok(());
        }
    }
}

/// The next bytes, none at the end of the input.
fn fill(input: &mut impl BufRead) -> io::Result<&[u8]> {
    loop {
        match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
            // Ask again, because a borrow cannot leave the loop; the data stays buffered.
            Ok(_) => return input.fill_buf(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    /// Every line of the input as it is read, with buffers of different sizes.
    fn all(bytes: &[u8], buffer: usize) -> Vec<Option<Vec<u8>>> {
        let mut input = BufReader::with_capacity(buffer, bytes);
        let (mut lines, mut line) = (Vec::new(), Vec::new());
        loop {
            match read(&mut input, &mut line).unwrap() {
                Line::End => return lines,
                Line::Read => lines.push(Some(line.clone())),
                Line::TooLong => {
                    lines.push(None);
                    skip(&mut input).unwrap();
                }
            }
        }
    }

    #[test]
    fn lines_end_at_newlines_and_at_the_end() {
        for buffer in [1, 2, 3, 64] {
            let texts: Vec<_> = all(b"ab\n\ncde", buffer).into_iter().flatten().collect();
            assert_eq!(texts, [b"ab".to_vec(), b"".to_vec(), b"cde".to_vec()], "buffer {buffer}");
        }
    }

    #[test]
    fn the_limit_is_exact_and_the_next_line_is_whole() {
        for (length, fits) in [(LIMIT - 1, true), (LIMIT, true), (LIMIT + 1, false), (3 * LIMIT, false)] {
            let mut bytes = vec![b'x'; length];
            bytes.extend(b"\nnext\n");
            let lines = all(&bytes, 8192);
            assert_eq!(lines.len(), 2, "length {length}");
            assert_eq!(lines[0].is_some(), fits, "length {length}");
            assert_eq!(lines[1].as_deref(), Some(&b"next"[..]), "length {length}");
        }
    }
}
