//! The page's files, their HTTP headers, and the document of the API.

use crate::support::Host;
use serde_json::Value;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

#[tokio::test]
async fn the_page_is_served_with_its_guards() {
    let host = Host::start().await;
    let client = host.client();
    for path in ["/", "/game/000000000000", "/register", "/some/where/else"] {
        let answer = client.get(path).await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
        assert!(answer.text.to_lowercase().starts_with("<!doctype html>"), "{}", answer.text);
        let policy = answer.header("content-security-policy");
        for part in [
            "default-src 'none';",
            "script-src 'self' 'wasm-unsafe-eval';",
            "connect-src 'self';",
            "frame-ancestors 'none'",
        ] {
            assert!(policy.contains(part), "{policy}");
        }
        // The referee's module may be compiled; nothing else that is unsafe is allowed.
        assert!(!policy.replace("'wasm-unsafe-eval'", "").contains("unsafe"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("referrer-policy"), "same-origin");
        assert_eq!(answer.header("cache-control"), "no-cache");
        assert_eq!(answer.header("x-request-id").len(), 12);
    }
    assert_eq!(client.get("/api/about").await.header("cache-control"), "no-store");
    assert_eq!(client.get("/nothing.js").await.status, 404);
    // A case of the rules has a dot in it, but is an address of the page.
    assert_eq!(client.get("/rules/9.72").await.status, 200);
    assert_eq!(client.get("/assets/nothing-abc.js").await.code(), "not_found");
}

#[tokio::test]
async fn what_the_browser_has_is_not_sent_again() {
    let host = Host::start().await;
    let client = host.client();
    let tag = client.get("/").await.header("etag").to_owned();
    assert!(tag.starts_with("W/\""));
    let again = client.with("if-none-match", &tag).get("/").await;
    assert_eq!((again.status, again.text.as_str()), (304, ""));
    assert_eq!(client.with("if-none-match", "\"other\"").get("/").await.status, 200);
}

#[tokio::test]
async fn pages_are_packed_for_who_can_unpack() {
    let host = Host::start().await;
    let plain = host.client().get("/").await;
    assert_eq!(plain.header("content-encoding"), "");
    let packed = host.client().with("accept-encoding", "gzip").get("/").await;
    assert_eq!(packed.header("content-encoding"), "gzip");
    let api = host.client().with("accept-encoding", "gzip").get("/api/openapi.json").await;
    assert_eq!(api.header("content-encoding"), "gzip");
}

#[tokio::test]
async fn path_tricks_lead_nowhere() {
    let host = Host::start().await;
    for path in [
        "/../Cargo.toml",
        "/../../../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2fetc%2fpasswd",
        "/assets/..%5c..%5cindex.html",
        "/assets/../../Cargo.toml",
        "/index.html%00.js",
        "/./index.html",
        "//etc/passwd",
        "/%252e%252e/etc/passwd",
        "/..\\Cargo.toml",
        "/.git/config",
        "/api/../index.html",
        "/api/%2e%2e/index.html",
        "/api/games/..%2f..%2fetc",
        "/api/games/%00",
        "http://localhost/../etc/passwd",
    ] {
        let answer = host
            .raw(format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").as_bytes())
            .await;
        let status = answer.split(' ').nth(1).unwrap_or_default().to_owned();
        assert!(["400", "404"].contains(&status.as_str()), "{path}: {answer}");
        assert!(!answer.contains("root:") && !answer.contains("[workspace"), "{path}: {answer}");
    }
    assert_eq!(host.client().get("/health").await.status, 200);
}

#[tokio::test]
async fn the_document_of_the_api_is_whole() {
    let host = Host::start().await;
    let document = host.client().get("/api/openapi.json").await.body;
    assert!(document["openapi"].as_str().unwrap().starts_with("3."), "{document}");
    let paths = document["paths"].as_object().unwrap();
    for (path, methods) in [
        ("/api/session", &["post", "delete"][..]),
        ("/api/me", &["get", "patch"]),
        ("/api/me/password", &["post"]),
        ("/api/me/webhook", &["put", "delete"]),
        ("/api/accounts", &["post"]),
        ("/api/tokens", &["get", "post"]),
        ("/api/tokens/{id}", &["delete"]),
        ("/api/invitations", &["post"]),
        ("/api/games", &["get", "post"]),
        ("/api/games/import", &["post"]),
        ("/api/games/{id}", &["get"]),
        ("/api/games/{id}/join", &["post"]),
        ("/api/games/{id}/do", &["post"]),
        ("/api/games/{id}/ask", &["post"]),
        ("/api/games/{id}/ws", &["get"]),
        ("/api/games/{id}/history", &["get"]),
        ("/api/games/{id}/record", &["get"]),
        ("/api/games/{id}/luck", &["get"]),
        ("/api/codes/{code}", &["get"]),
        ("/api/stream/event", &["get"]),
        ("/api/bot/game/stream/{id}", &["get"]),
        ("/api/bot/game/{id}/action", &["post"]),
        ("/api/bot/game/{id}/chat", &["post"]),
        ("/api/bot/game/{id}/resign", &["post"]),
        ("/api/about", &["get"]),
        ("/api/openapi.json", &["get"]),
        ("/health", &["get"]),
        ("/metrics", &["get"]),
    ] {
        let listed = paths.get(path).unwrap_or_else(|| panic!("{path} is not in the document"));
        for method in methods {
            assert!(listed[method]["responses"].is_object(), "{method} {path}");
        }
    }
    every_reference_leads_somewhere(&document, &document);
}

fn every_reference_leads_somewhere(document: &Value, part: &Value) {
    match part {
        Value::Object(fields) => {
            if let Some(Value::String(reference)) = fields.get("$ref") {
                let pointer = reference.strip_prefix('#').expect("a reference within the document");
                assert!(document.pointer(pointer).is_some(), "{reference}");
            }
            fields.values().for_each(|part| every_reference_leads_somewhere(document, part));
        }
        Value::Array(parts) => parts.iter().for_each(|part| every_reference_leads_somewhere(document, part)),
        _ => {}
    }
}

#[tokio::test]
async fn every_route_of_the_document_answers_in_form() {
    let host = Host::start().await;
    let document = host.client().get("/api/openapi.json").await.body;
    for (path, item) in document["paths"].as_object().unwrap() {
        for method in item.as_object().unwrap().keys() {
            let path = path.replace("{id}", "000000000000").replace("{code}", "nonsense");
            let answer = host.client().send(method.to_uppercase().parse().unwrap(), &path, None).await;
            assert!(answer.status < 500, "{method} {path}: {}", answer.text);
            assert!(
                answer.status < 400 || !answer.code().is_empty(),
                "{method} {path}: {} {}",
                answer.status,
                answer.text
            );
        }
    }
}

#[tokio::test]
async fn measurements_and_health() {
    let host = Host::start().await;
    let client = host.client();
    assert_eq!(client.get("/health").await.body["status"], "ok");
    client.get("/api/me").await;
    let metrics = client.get("/metrics").await;
    assert!(metrics.header("content-type").starts_with("text/plain"));
    for line in [
        "pgg_requests_total{method=\"GET\",route=\"/api/me\",status=\"401\"}",
        "pgg_refused_total{code=\"no_session\"}",
        "pgg_request_seconds_bucket{route=\"/health\",le=\"0.05\"}",
        "# TYPE pgg_live_games gauge",
        "# TYPE pgg_sockets gauge",
        "# TYPE pgg_programs_thinking gauge",
        "# TYPE pgg_entries_total counter",
    ] {
        assert!(metrics.text.contains(line), "{line}\n{}", metrics.text);
    }
    host.server().app().store.close().await;
    let answer = client.get("/health").await;
    assert_eq!((answer.status, answer.code()), (503, "storage"));
    assert_eq!(client.get("/").await.status, 200, "the page is there all the same");
}

#[tokio::test]
async fn the_server_closes_in_good_order() {
    let host = Host::start().await;
    let (address, client) = (host.address(), host.client());
    assert_eq!(client.get("/").await.status, 200);
    timeout(Duration::from_secs(600), host.stop()).await.expect("it does not hang on idle connections");
    // The port is free again, and somebody else may have taken it.
    if let Ok(mut stream) = TcpStream::connect(address).await {
        let _ =
            stream.write_all(b"GET /health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").await;
        let mut answer = String::new();
        let _ = timeout(Duration::from_secs(10), stream.read_to_string(&mut answer)).await;
        assert!(!answer.contains("\"status\":\"ok\""), "it is still there: {answer}");
    }
}
