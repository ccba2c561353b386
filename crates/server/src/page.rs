//! The page: its files are embedded in the program. If it was not built, a placeholder says how to build it.

use crate::error::{Error, Thing};
use crate::secret::hex;
use axum::extract::Request;
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::RustEmbed;
use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Write;
use std::sync::{LazyLock, OnceLock};

/// The files of the page, as `web/` builds them.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Built;

/// The placeholder for a page that was not built.
const NOT_BUILT: &[u8] = b"<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
    <title>Panzergruppe Guderian</title>\n<h1>Panzergruppe Guderian</h1>\n\
    <p>The server runs, but this program was built without its page. In the project's folder, <code>cargo play</code> \
    builds the page, then the program with the page in it, and starts it.</p>\n\
    <p>The interface for programs is here all the same: <a href=\"/api/openapi.json\">/api/openapi.json</a>.</p>\n";

/// Only our own scripts, styles, pictures and connections, and no framing by other pages. `wasm-unsafe-eval` lets the referee
/// run, a module of ours, and no text as a script.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
     media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; \
     form-action 'self'; frame-ancestors 'none'",
);

/// Headers of every answer.
const PROTECTION: [(HeaderName, HeaderValue); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    // Addresses of games contain their codes, which other sites must not learn.
    (header::REFERRER_POLICY, HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
];

/// Files whose names change with their content are cached for good; everything else is revalidated each time.
const FOR_GOOD: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const ASK: HeaderValue = HeaderValue::from_static("no-cache");

/// Adds the security headers to every answer. Answers of the API must not be cached.
pub async fn protect(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in PROTECTION {
        headers.insert(name, value);
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// A file of the page, or the page itself for any other address.
pub async fn serve(request: Request) -> Response {
    let path = request.uri().path();
    if path == "/api" || path.starts_with("/api/") {
        return Error::NotFound { what: Thing::Endpoint }.into_response();
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Error::MethodNotAllowed.into_response();
    }
    if is_trick(path) {
        return Error::BadPath.into_response();
    }
    let name = path.trim_start_matches('/');
    match FILES.get(name) {
        Some(file) => file.answer(request.headers()),
        None if is_file(name) => Error::NotFound { what: Thing::File }.into_response(),
        None => match FILES.get("index.html") {
            Some(index) => index.answer(request.headers()),
            None => NO_PAGE.answer(request.headers()),
        },
    }
}

/// Does the path look like a file, by its extension or a leading dot? `/rules/9.72` does not; it is an address
/// of the page.
fn is_file(name: &str) -> bool {
    let last = name.rsplit('/').next().unwrap_or_default();
    let ending = last.rsplit_once('.').map_or("", |(_, ending)| ending);
    ending.starts_with(|c: char| c.is_ascii_alphabetic()) || name.split('/').any(|part| part.starts_with('.'))
}

/// Files are found by their names alone, so path tricks are harmless; but a client that tries one is refused.
fn is_trick(path: &str) -> bool {
    let path = path.to_ascii_lowercase();
    path.contains('\\')
        || path.contains("//")
        || ["%00", "%2e", "%2f", "%5c", "%25"].iter().any(|code| path.contains(code))
        || path.split('/').any(|part| part == ".." || part == ".")
}

static FILES: LazyLock<HashMap<String, File>> = LazyLock::new(|| {
    let file = |name: Cow<'static, str>| {
        let built = Built::get(&name)?;
        let tag = hex(&built.metadata.sha256_hash()[..12]);
        Some((name.to_string(), File::new(&name, built.data, &tag)))
    };
    Built::iter().filter_map(file).collect()
});
static NO_PAGE: LazyLock<File> = LazyLock::new(|| File::new("not-built.html", NOT_BUILT.into(), "not-built"));

struct File {
    data: Cow<'static, [u8]>,
    /// Compressed, if that makes it smaller; computed on first use.
    packed: OnceLock<Option<Vec<u8>>>,
    kind: HeaderValue,
    /// Weak, because it also stands for the compressed form.
    tag: Option<HeaderValue>,
    caching: HeaderValue,
}

impl File {
    fn new(name: &str, data: Cow<'static, [u8]>, tag: &str) -> File {
        File {
            data,
            packed: OnceLock::new(),
            kind: HeaderValue::from_static(kind(name)),
            tag: HeaderValue::from_str(&format!("W/\"{tag}\"")).ok(),
            caching: if name.starts_with("assets/") { FOR_GOOD } else { ASK },
        }
    }

    fn answer(&'static self, asked: &HeaderMap) -> Response {
        let mut headers = HeaderMap::new();
        headers.insert(header::CACHE_CONTROL, self.caching.clone());
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if let Some(tag) = &self.tag {
            headers.insert(header::ETAG, tag.clone());
            if is_known(asked, tag) {
                return (StatusCode::NOT_MODIFIED, headers).into_response();
            }
        }
        headers.insert(header::CONTENT_TYPE, self.kind.clone());
        match self.packed() {
            Some(packed) if takes_gzip(asked) => {
                headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
                (headers, packed).into_response()
            }
            _ => (headers, &*self.data).into_response(),
        }
    }

    fn packed(&self) -> Option<&[u8]> {
        let pack = || {
            let mut packer = GzEncoder::new(Vec::new(), Compression::default());
            packer.write_all(&self.data).ok()?;
            packer.finish().ok().filter(|packed| packed.len() < self.data.len() * 9 / 10)
        };
        self.packed.get_or_init(pack).as_deref()
    }
}

fn is_known(asked: &HeaderMap, tag: &HeaderValue) -> bool {
    let plain = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    let Ok(ours) = tag.to_str() else { return false };
    let known = asked.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    known.flat_map(|value| value.split(',')).any(|tag| tag.trim() == "*" || plain(tag) == plain(ours))
}

fn takes_gzip(asked: &HeaderMap) -> bool {
    let takes = asked.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    takes.flat_map(|value| value.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        name.trim().eq_ignore_ascii_case("gzip")
            && !matches!(weight.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000")
    })
}

/// The media type, by the extension.
fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "txt" => "text/plain; charset=utf-8",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tricks_are_seen() {
        for trick in
            ["/../a", "/a/..", "/./a", "/%2e%2e/a", "/a%2Fb", "/a%5cb", "/a\\b", "/a%00.js", "//a", "/%252e"]
        {
            assert!(is_trick(trick), "{trick}");
        }
        for good in ["/", "/game/abc", "/assets/index-B3.x.js", "/search/Gro%C3%9F", "/..a/b.."] {
            assert!(!is_trick(good), "{good}");
        }
    }

    #[test]
    fn tags_and_codings_are_read() {
        let headers =
            |name: HeaderName, value| HeaderMap::from_iter([(name, HeaderValue::from_static(value))]);
        let tag = HeaderValue::from_static("W/\"abc\"");
        for known in ["W/\"abc\"", "\"abc\"", "\"x\", W/\"abc\"", "*"] {
            assert!(is_known(&headers(header::IF_NONE_MATCH, known), &tag), "{known}");
        }
        assert!(!is_known(&headers(header::IF_NONE_MATCH, "\"abcd\""), &tag));
        assert!(takes_gzip(&headers(header::ACCEPT_ENCODING, "br, gzip;q=0.8")));
        assert!(!takes_gzip(&headers(header::ACCEPT_ENCODING, "br, gzip;q=0")));
    }
}
