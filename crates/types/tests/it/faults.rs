//! Every fault fits its type and its schema, and has a sentence and a status.

use crate::schemas::Schemas;
use pgg_core::{Case, Illegal, Reason, Side};
use pgg_server::error::{BadAddress, Error, ErrorBody, Foreign, Thing};
use pgg_server::limits::CountedBy;
use pgg_server::people::Scope;
use pgg_table::{Fault, NoUndo};
use pgg_types::Types;
use pgg_types::tables::variants;
use serde_json::Value;
use std::collections::BTreeSet;

/// One of each.
pub(crate) fn samples() -> Vec<Error> {
    let detail = || "expected a hex".to_owned();
    let own = vec![
        Error::NoAt,
        Error::BadKey { most: 40 },
        Error::BadCode,
        Error::NoSuchLevel { levels: &["cadet", "major"] },
        Error::NoSuchPerson,
        Error::Yourself,
        Error::BadRange { actions: 7, most: 200 },
        Error::BadCursor,
        Error::NoSession,
        Error::BadLogin,
        Error::BadToken,
        Error::MissingScope { scope: Scope::Play },
        Error::SessionNeeded,
        Error::WrongOrigin { what: Foreign::Host },
        Error::SignedIn,
        Error::HasAccount,
        Error::NoAccount,
        Error::NameNeeded,
        Error::BadLoginName,
        Error::LoginTaken,
        Error::BadPassword,
        Error::BadPasswordLength { least: 8, most: 200 },
        Error::InvitationNeeded,
        Error::BadInvitation,
        Error::RegistrationClosed,
        Error::CannotInvite,
        Error::BadInvitationTerms { uses: 100, days: 90 },
        Error::ScopeNeeded,
        Error::TooManyTokens { most: 50 },
        Error::BadWebhook(BadAddress::TooLong { most: 500 }),
        Error::NotBuilt,
        Error::TooManyRequests { limit: "games.join", by: CountedBy::Game, seconds: 5 },
        Error::Storage,
        Error::Refused { detail: detail() },
        Error::Timeout,
        Error::BadRequest { detail: detail() },
        Error::BadBody { detail: detail() },
        Error::NotJson,
        Error::BadPath,
        Error::BadMessage { detail: detail() },
        Error::TooLarge { most: None },
        Error::NotFound { what: Thing::Game },
        Error::MethodNotAllowed,
        Error::UpgradeRequired,
        Error::Closing,
        Error::Slow,
    ];
    let side = Side::German;
    let tables = vec![
        Fault::Stale { moved: 7 },
        Fault::Over,
        Fault::OutOfTime { side },
        Fault::Begun,
        Fault::NotSeated,
        Fault::NotYourSeat { side },
        Fault::NotYourDecision { side },
        Fault::WhichSide,
        Fault::NotInvited,
        Fault::SeatTaken { side: Some(side) },
        Fault::CannotUndo { why: NoUndo::Decided, undo_to: Some(7) },
        Fault::CannotRedo,
        Fault::NothingOffered,
        Fault::OfferedAlready,
        Fault::ChatFull { most: 2000 },
        Fault::LogFull { most: 100_000 },
        Fault::NoOpponent,
        Fault::BadPace { most: 30 },
        pgg_core::State::from_text(r#"{"turn": 99}"#).expect_err("no turn").into(),
        pgg_core::Record::parse("").expect_err("no record").into(),
        Fault::TooManyQuestions { most: 8 },
        Fault::TooManyActions { most: 32 },
        Fault::NeedsChance,
        Fault::Internal,
        Illegal { case: Case("15.0"), reason: Reason::GameOver }.into(),
    ];
    own.into_iter().chain(tables.into_iter().map(Error::Table)).collect()
}

#[test]
fn there_is_a_sample_of_each() {
    let named = variants::<Error>("code").into_iter().chain(variants::<Fault>("code"));
    let mut named: BTreeSet<String> = named.map(|variant| variant.name).collect();
    named.insert("illegal".to_owned());
    assert!(named.len() > 60, "{named:?}");
    let samples: Vec<&str> = samples().iter().map(Error::code).collect();
    assert_eq!(samples.iter().map(|&code| code.to_owned()).collect::<BTreeSet<_>>(), named);
    assert_eq!(samples.len(), named.len(), "each code once");
}

#[test]
fn faults_fit_the_types() {
    let (types, mut schemas) = (Types::all(), Schemas::new());
    for fault in samples() {
        assert!((400..600).contains(&fault.status()), "{fault:?}");
        let (code, sentence) = (fault.code(), fault.to_string());
        assert!(!sentence.is_empty(), "{fault:?}");
        let retry_after = fault.retry_after();
        let body = serde_json::to_value(ErrorBody::from(fault)).expect("JSON");
        assert_eq!(body["error"]["code"], code);
        assert_eq!(body["error"]["message"], sentence.as_str());
        assert_eq!(body.get("retry_after").and_then(Value::as_u64), retry_after.map(u64::from));
        types.check("ErrorBody", &body).unwrap_or_else(|why| panic!("{why}\n{body}"));
        schemas.check("ErrorBody", &body).unwrap_or_else(|why| panic!("{why}\n{body}"));
    }
}
