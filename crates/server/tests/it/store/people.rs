//! Persons, sessions, tokens, invitations.

use crate::store::support::*;
use pgg_server::store::{Invitation, Kind, Person, Registered, Session, Token, Webhook};
use pgg_table::Time;

both! {
    persons_are_entered_found_and_changed,
    a_login_is_given_once,
    a_guest_becomes_an_account,
    sessions_begin_last_and_end,
    tokens_work_until_they_are_revoked,
    invitations_are_spent_exactly,
}

async fn persons_are_entered_found_and_changed(place: Place) {
    let store = place.open().await;
    let webhook = Webhook { url: "https://example.org/hook?a=\"b\"".to_owned(), secret: "s".to_owned() };
    let bot = Person { kind: Kind::Bot, webhook: Some(webhook.clone()), ..person(1, None) };
    assert_eq!(store.register(&bot, None, None).await, Ok(Registered::Done));
    assert_eq!(store.person(person_id(1)).await.unwrap(), Some(bot));
    assert_eq!(store.person(person_id(2)).await.unwrap(), None);

    let account = person(2, Some("anna"));
    store.register(&account, None, None).await.unwrap();
    assert_eq!(store.person_by_login("anna").await.unwrap(), Some(account.clone()));
    assert_eq!(store.person_by_login("Anna").await.unwrap(), None);
    assert_eq!(store.person_by_login("a\0").await.unwrap(), None);

    assert_eq!(store.rename(person_id(2), &name("Anna K.")).await, Ok(true));
    assert_eq!(store.set_password(person_id(2), "new").await, Ok(true));
    assert_eq!(store.set_webhook(person_id(2), Some(&webhook)).await, Ok(true));
    assert_eq!(store.set_webhook(person_id(1), None).await, Ok(true));
    assert_eq!(store.rename(person_id(3), &name("Nobody")).await, Ok(false));
    let changed =
        Person { name: name("Anna K."), password: Some("new".to_owned()), webhook: Some(webhook), ..account };
    assert_eq!(store.person(person_id(2)).await.unwrap(), Some(changed));
    assert_eq!(store.person(person_id(1)).await.unwrap().unwrap().webhook, None);
}

async fn a_login_is_given_once(place: Place) {
    let store = place.open().await;
    let tries = (0..20).map(|n| {
        let (store, person) = (store.clone(), person(n, Some("anna")));
        tokio::spawn(async move { store.register(&person, None, Some(&session(n))).await.unwrap() })
    });
    let mut done = 0;
    for one in tries.collect::<Vec<_>>() {
        done += u32::from(one.await.unwrap() == Registered::Done);
    }
    assert_eq!(done, 1);
    let anna = store.person_by_login("anna").await.unwrap().unwrap();
    let mut sessions = 0;
    for n in 0..20 {
        if let Some((person, _)) = store.session(&[n; 32], Time(20)).await.unwrap() {
            assert_eq!(person, anna);
            sessions += 1;
        }
    }
    assert_eq!(sessions, 1, "who was refused has no session either");
}

async fn a_guest_becomes_an_account(place: Place) {
    let store = place.open().await;
    store.register(&person(1, None), None, None).await.unwrap();
    store.register(&person(2, Some("taken")), None, None).await.unwrap();
    assert_eq!(store.promote(person_id(1), "taken", "pw", None, Time(1)).await, Ok(Registered::LoginTaken));
    assert_eq!(
        store.promote(person_id(1), "anna", "pw", Some(&[1; 32]), Time(1)).await,
        Ok(Registered::Refused)
    );
    assert_eq!(store.promote(person_id(3), "anna", "pw", None, Time(1)).await, Ok(Registered::Refused));
    assert_eq!(store.promote(person_id(1), "anna", "pw", None, Time(1)).await, Ok(Registered::Done));
    assert_eq!(store.promote(person_id(1), "anna2", "pw", None, Time(1)).await, Ok(Registered::Refused));
    let anna = store.person_by_login("anna").await.unwrap().unwrap();
    assert_eq!((anna.id, anna.kind, anna.password.as_deref()), (person_id(1), Kind::Account, Some("pw")));
}

async fn sessions_begin_last_and_end(place: Place) {
    let store = place.open().await;
    store.register(&person(1, None), None, Some(&session(1))).await.unwrap();
    for n in 2..5 {
        store.begin_session(person_id(1), &session(n)).await.unwrap();
    }
    let (who, until) = store.session(&[1; 32], Time(999)).await.unwrap().unwrap();
    assert_eq!((who, until), (person(1, None), Time(1000)));
    assert_eq!(store.session(&[1; 32], Time(1000)).await.unwrap(), None, "expired");
    assert_eq!(store.session(&[7; 32], Time(20)).await.unwrap(), None, "forged");

    store.extend_session(&[1; 32], Time(5000)).await.unwrap();
    store.end_session(&[2; 32]).await.unwrap();
    assert_eq!(store.session(&[2; 32], Time(20)).await.unwrap(), None);
    store.sweep(Time(1000)).await.unwrap();
    assert_eq!(store.session(&[3; 32], Time(20)).await.unwrap(), None, "swept");
    assert_eq!(store.session(&[1; 32], Time(1000)).await.unwrap().unwrap().1, Time(5000));

    store.begin_session(person_id(1), &Session { hash: [8; 32], ..session(1) }).await.unwrap();
    store.end_other_sessions(person_id(1), Some(&[8; 32])).await.unwrap();
    assert!(store.session(&[8; 32], Time(20)).await.unwrap().is_some());
    assert_eq!(store.session(&[1; 32], Time(20)).await.unwrap(), None);
    store.end_other_sessions(person_id(1), None).await.unwrap();
    assert_eq!(store.session(&[8; 32], Time(20)).await.unwrap(), None);
    assert!(store.begin_session(person_id(9), &session(9)).await.is_err(), "nobody's session");
}

async fn tokens_work_until_they_are_revoked(place: Place) {
    let store = place.open().await;
    store.register(&person(1, None), None, None).await.unwrap();
    let token = |id: &str, created| Token {
        id: id.to_owned(),
        person: person_id(1),
        name: "my bot".to_owned(),
        scopes: vec!["play".to_owned(), "chat".to_owned()],
        created: Time(created),
        used: None,
        revoked: None,
    };
    store.create_token(&token("a", 1), &[1; 32]).await.unwrap();
    store.create_token(&token("b", 2), &[2; 32]).await.unwrap();
    assert_eq!(store.token(&[1; 32]).await.unwrap(), Some((token("a", 1), person(1, None))));
    assert_eq!(store.token(&[3; 32]).await.unwrap(), None);
    store.token_used("a", Time(9)).await.unwrap();
    assert_eq!(store.revoke_token(person_id(2), "a", Time(10)).await, Ok(false), "somebody else's");
    assert_eq!(store.revoke_token(person_id(1), "\0", Time(10)).await, Ok(false));
    assert_eq!(store.revoke_token(person_id(1), "a", Time(10)).await, Ok(true));
    assert_eq!(store.revoke_token(person_id(1), "a", Time(11)).await, Ok(false), "already");
    assert_eq!(store.token(&[1; 32]).await.unwrap(), None);
    let a = Token { used: Some(Time(9)), revoked: Some(Time(10)), ..token("a", 1) };
    assert_eq!(store.tokens_of(person_id(1)).await.unwrap(), [token("b", 2), a]);
}

async fn invitations_are_spent_exactly(place: Place) {
    let store = place.open().await;
    let invitation = Invitation { hash: [1; 32], by: None, uses: 3, expires: Time(100) };
    store.create_invitation(&invitation).await.unwrap();
    store.register(&person(50, Some("taken")), None, None).await.unwrap();
    assert_eq!(store.invitation_is_good(&[1; 32], Time(99)).await, Ok(true));
    assert_eq!(store.invitation_is_good(&[1; 32], Time(100)).await, Ok(false));
    assert_eq!(store.invitation_is_good(&[2; 32], Time(1)).await, Ok(false));
    let late = Person { created: Time(100), ..person(51, Some("late")) };
    assert_eq!(store.register(&late, Some(&[1; 32]), None).await, Ok(Registered::Refused));
    // A login that is taken costs no use.
    let taken = person(52, Some("taken"));
    assert_eq!(store.register(&taken, Some(&[1; 32]), None).await, Ok(Registered::LoginTaken));

    let tries = (0..10).map(|n| {
        let store = store.clone();
        let person = person(n, Some(&format!("login{n}")));
        tokio::spawn(async move { store.register(&person, Some(&[1; 32]), None).await.unwrap() })
    });
    let mut done = 0;
    for one in tries.collect::<Vec<_>>() {
        done += u32::from(one.await.unwrap() == Registered::Done);
    }
    assert_eq!(done, 3);
    assert_eq!(store.invitation_is_good(&[1; 32], Time(1)).await, Ok(false));
    store.sweep(Time(1)).await.unwrap();
    store.create_invitation(&Invitation { by: Some(person_id(50)), ..invitation }).await.unwrap();
}
