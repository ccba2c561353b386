// The cases of the rules and where the sources cite them. Shared by the build script, which makes the table of
// `pgg rules`, and by the coverage test.

use std::fs;
use std::io;
use std::path::Path;

/// A case of `docs/rules.md` or of the players' `docs/rulebook.md`, or a ruling.
pub(crate) struct CaseText {
    /// `9.72`, `9.4a`, `R42`; in the rulebook's second part `B.2`.
    pub(crate) number: String,
    /// Its text as written.
    pub(crate) text: String,
    /// Nothing but a title over the cases within it.
    pub(crate) title_only: bool,
}

/// One place that cites a case.
pub(crate) struct Citation {
    pub(crate) case: String,
    /// Path from the root of the workspace.
    pub(crate) file: String,
    pub(crate) line: usize,
    /// The test that it belongs to.
    pub(crate) test: Option<String>,
    /// Above or within the declaration of a type: it says what a word means and enforces nothing.
    pub(crate) declares: bool,
}

/// All cases of the rules, in their order.
pub(crate) fn cases(rules: &str) -> Vec<CaseText> {
    let lines: Vec<&str> = rules.lines().collect();
    let mut found: Vec<CaseText> = Vec::new();
    let mut sections: Vec<CaseText> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if let Some((number, level)) = heading(line) {
            let ends = |l: &str| l == "---" || hashes(l).is_some_and(|other| other <= level);
            sections.push(CaseText { number, text: text_until(&lines[at..], ends), title_only: true });
        } else if let Some((number, title)) = bold_case(line) {
            let ends = |l: &str| l == "---" || hashes(l).is_some() || bold_case(l).is_some();
            let text = text_until(&lines[at..], ends);
            let title_only = text.trim_start_matches("- ").len() <= title.len() + 4;
            found.push(CaseText { number, text, title_only });
        } else if let Some(number) = ruling(line) {
            found.push(CaseText { number, text: (*line).to_owned(), title_only: true });
        }
    }
    sections.retain(|s| found.iter().all(|c| c.number != s.number));
    found.extend(sections);
    found.sort_by_key(|c| order(&c.number));
    found
}

/// A key that sorts cases like the rules: 6.1, 6.11, 6.2; then the rulebook's second part, then rulings.
pub(crate) fn order(case: &str) -> (u32, String) {
    if let Some(ruling) = case.strip_prefix('R') {
        return (1000 + ruling.parse().unwrap_or(0), String::new());
    }
    let (chapter, rest) = case.split_once('.').unwrap_or((case, ""));
    if let [letter @ b'A'..=b'Z'] = chapter.as_bytes() {
        return (500 + u32::from(*letter), rest.to_owned());
    }
    (chapter.parse().unwrap_or(0), rest.to_owned())
}

fn text_until(lines: &[&str], ends: impl Fn(&str) -> bool) -> String {
    let indent = lines[0].len() - lines[0].trim_start().len();
    let mut fenced = false;
    let mut text: Vec<&str> = Vec::new();
    for (n, line) in lines.iter().enumerate() {
        if n > 0 && !fenced && ends(line.trim_start()) {
            break;
        }
        fenced ^= line.trim_start().starts_with("```");
        text.push(line.get(indent..).unwrap_or(line.trim_start()));
    }
    text.join("\n").trim_end().to_owned()
}

fn hashes(line: &str) -> Option<usize> {
    let level = line.bytes().take_while(|&b| b == b'#').count();
    (level > 0 && line[level..].starts_with(' ')).then_some(level)
}

/// `### [6.1] How to move units`.
fn heading(line: &str) -> Option<(String, usize)> {
    let level = hashes(line)?;
    let number = line[level + 1..].strip_prefix('[')?.split(']').next()?;
    is_case(number).then(|| (number.to_owned(), level))
}

/// `- **[6.21]** …`, `**[6.0] …**`, `**0.5 The map.** …` or `**B.2 Automatic.** …`: the number and the bold words.
fn bold_case(line: &str) -> Option<(String, &str)> {
    let line = line.trim_start();
    let bold = line.strip_prefix("- ").unwrap_or(line).strip_prefix("**")?;
    let title = bold.split("**").next()?;
    let number = match title.strip_prefix('[') {
        Some(rest) => rest.split(']').next()?,
        None => title.split(' ').next().filter(|n| n.starts_with("0.") || is_added(n))?,
    };
    (is_case(number) || is_added(number)).then(|| (number.to_owned(), title))
}

/// `| R42 | All attackers vanish | target not attacked | O, l |`.
fn ruling(line: &str) -> Option<String> {
    let number = line.strip_prefix("| ")?.split(" |").next()?;
    (number.starts_with('R') && is_case(number)).then(|| number.to_owned())
}

/// `B.2`: what the program adds, in the second part of the rulebook.
fn is_added(text: &str) -> bool {
    matches!(text.as_bytes(), [b'A'..=b'Z', b'.', b'1'..=b'9'])
}

/// `9.72`, `9.73a` or `R42`.
pub(crate) fn is_case(text: &str) -> bool {
    let digits = |t: &str, most| !t.is_empty() && t.len() <= most && t.bytes().all(|b| b.is_ascii_digit());
    if let Some(number) = text.strip_prefix('R') {
        return digits(number, 3);
    }
    text.split_once('.').is_some_and(|(chapter, rest)| {
        let number = rest.strip_suffix(|c: char| c.is_ascii_lowercase()).unwrap_or(rest);
        digits(chapter, 2) && digits(number, 2)
    })
}

/// All citations in the sources and tests of the workspace, in order of file and line.
pub(crate) fn citations(root: &Path, cases: &[CaseText]) -> io::Result<Vec<Citation>> {
    let mut files = Vec::new();
    for package in sorted(&root.join("crates"))? {
        for folder in ["src", "tests"] {
            // The tests of the command line mention cases without testing them.
            let about = folder == "tests" && package.ends_with("cli");
            let folder = package.join(folder);
            if folder.is_dir() && !about {
                rust_files(&folder, &mut files)?;
            }
        }
    }
    let mut all = Vec::new();
    for path in files {
        let text = fs::read_to_string(&path)?;
        let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        scan(&text, &name, cases, &mut all);
    }
    Ok(all)
}

fn sorted(folder: &Path) -> io::Result<Vec<std::path::PathBuf>> {
    let mut paths: Vec<_> = fs::read_dir(folder)?.map(|e| e.map(|e| e.path())).collect::<Result<_, _>>()?;
    paths.sort();
    Ok(paths)
}

fn rust_files(folder: &Path, files: &mut Vec<std::path::PathBuf>) -> io::Result<()> {
    for path in sorted(folder)? {
        if path.is_dir() {
            rust_files(&path, files)?;
        } else if path.is_file() && path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

fn scan(text: &str, file: &str, cases: &[CaseText], all: &mut Vec<Citation>) {
    let lines: Vec<&str> = text.lines().collect();
    let tests = tests_in(&lines);
    let types = types_in(&lines);
    for (at, line) in lines.iter().enumerate() {
        let declares = types.iter().any(|lines| lines.contains(&at));
        let (code, comment) = line.split_at(line.find("//").unwrap_or(line.len()));
        let mut cited = in_brackets(comment, cases);
        // A case as a whole string is a refusal, or a test that expects one.
        let strings = code.split('"').skip(1).step_by(2).filter(|s| is_case(s) && !s.starts_with('0'));
        cited.extend(strings.map(str::to_owned));
        let test = tests.iter().find(|t| t.lines.contains(&at)).map(|t| t.name.clone());
        for case in cited {
            all.push(Citation { case, file: file.to_owned(), line: at + 1, test: test.clone(), declares });
        }
    }
}

/// The declarations of types in a file, each with its comments.
fn types_in(lines: &[&str]) -> Vec<std::ops::RangeInclusive<usize>> {
    let mut types = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let indent = line.len() - line.trim_start().len();
        let mut words = line.split_whitespace().skip_while(|w| w.starts_with("pub"));
        if !matches!(words.next(), Some("enum" | "struct")) {
            continue;
        }
        let above = |l: &&str| l.trim_start().starts_with("//") || l.trim_start().starts_with("#[");
        let first = at - lines[..at].iter().rev().take_while(|l| above(l)).count();
        let close = format!("{}}}", " ".repeat(indent));
        let open = line.trim_end().ends_with('{');
        let last = if open { (at..lines.len()).find(|&n| lines[n] == close).unwrap_or(at) } else { at };
        types.push(first..=last);
    }
    types
}

struct Test {
    name: String,
    lines: std::ops::RangeInclusive<usize>,
}

/// The tests of a file, each with its doc comment.
fn tests_in(lines: &[&str]) -> Vec<Test> {
    let mut tests = Vec::new();
    for at in 0..lines.len() {
        if lines[at].trim() != "#[test]" {
            continue;
        }
        let above = |l: &&str| l.trim_start().starts_with("//") || l.trim_start().starts_with("#[");
        let first = at - lines[..at].iter().rev().take_while(|l| above(l)).count();
        let Some(start) = (at..lines.len()).find(|&n| lines[n].contains("fn ")) else { continue };
        let name = lines[start].split("fn ").nth(1).and_then(|rest| rest.split(['(', '<']).next());
        let indent = lines[start].len() - lines[start].trim_start().len();
        let close = format!("{}}}", " ".repeat(indent));
        let last = (start..lines.len()).find(|&n| lines[n] == close).unwrap_or(start);
        tests.push(Test { name: name.unwrap_or("?").to_owned(), lines: first..=last });
    }
    tests
}

/// The cases of `[9.72]`, `[9.72, 9.73a]` and `[14.11-14.13]` in a comment.
fn in_brackets(comment: &str, cases: &[CaseText]) -> Vec<String> {
    let mut cited = Vec::new();
    for (start, _) in comment.match_indices('[') {
        let Some((inside, _)) = comment[start + 1..].split_once(']') else { continue };
        if comment[..start].ends_with('`') {
            continue; // an example of a citation, not one
        }
        for item in inside.split(',').map(str::trim) {
            let ends: Vec<&str> = item.split(['-', '–']).collect();
            match ends.as_slice() {
                [one] if is_case(one) => cited.push((*one).to_owned()),
                [from, to] if is_case(from) && is_case(to) => {
                    let between = order(from)..=order(to);
                    cited.extend(
                        cases.iter().map(|c| &c.number).filter(|c| between.contains(&order(c))).cloned(),
                    );
                }
                _ => {}
            }
        }
    }
    cited
}

/// Is `cited` the case itself or a clause of it?
pub(crate) fn speaks_of(cited: &str, case: &str) -> bool {
    cited
        .strip_prefix(case)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(|c: char| c.is_ascii_lowercase()))
}
