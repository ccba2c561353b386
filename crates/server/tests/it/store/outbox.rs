//! Webhook calls: at least once each.

use crate::store::support::*;
use pgg_server::store::{NewGame, Person, Store, Webhook};
use pgg_table::Time;

both! { who_has_no_webhook_is_not_called, calls_are_made_at_least_once, a_call_is_taken_by_one_at_a_time }

async fn hooked(store: &Store, n: u8) {
    let webhook = Webhook { url: "https://example.org".to_owned(), secret: "s".to_owned() };
    let person = Person { webhook: Some(webhook), ..person(n, None) };
    store.register(&person, None, None).await.unwrap();
}

async fn who_has_no_webhook_is_not_called(place: Place) {
    let store = place.open().await;
    hooked(&store, 1).await;
    store.register(&person(2, None), None, None).await.unwrap();
    let wake = vec![person_id(2), person_id(1), person_id(3)];
    store.create(NewGame { wake, ..new_game(1, 50) }).await.unwrap();
    let taken = store.take_deliveries(Time(50), Time(60), 10).await.unwrap();
    assert_eq!(taken.iter().map(|d| d.person).collect::<Vec<_>>(), [person_id(1)]);
}

async fn calls_are_made_at_least_once(place: Place) {
    let store = place.open().await;
    hooked(&store, 1).await;
    hooked(&store, 2).await;
    store.create(NewGame { wake: vec![person_id(1)], ..new_game(1, 50) }).await.unwrap();
    let mut both = append(1, 1, "your turn");
    both.wake = vec![person_id(1), person_id(2)];
    store.append(both).await.unwrap();

    assert_eq!(store.take_deliveries(Time(49), Time(1000), 10).await.unwrap(), [], "none is due");
    let mut taken = store.take_deliveries(Time(200), Time(300), 10).await.unwrap();
    taken.sort_by_key(|d| d.id);
    let what: Vec<_> = taken.iter().map(|d| (d.person, d.game, d.n, d.created, d.tries)).collect();
    assert_eq!(
        what,
        [
            (person_id(1), game_id(1), 1, Time(50), 1),
            (person_id(1), game_id(1), 2, Time(101), 1),
            (person_id(2), game_id(1), 2, Time(101), 1),
        ]
    );
    // The process that took them died after the first.
    store.delivered(taken[0].id).await.unwrap();
    assert_eq!(store.take_deliveries(Time(299), Time(400), 10).await.unwrap(), []);
    store.close().await;
    let store = place.open().await;
    let again = store.take_deliveries(Time(300), Time(400), 1).await.unwrap();
    assert_eq!((again.len(), again[0].tries), (1, 2));
    store.deliver_later(again[0].id, Time(10_000)).await.unwrap();
    let other = store.take_deliveries(Time(400), Time(500), 10).await.unwrap();
    assert_eq!(other.len(), 1);
    assert_ne!(other[0].id, again[0].id);
    store.delivered(other[0].id).await.unwrap();
    let last = store.take_deliveries(Time(10_000), Time(10_001), 10).await.unwrap();
    assert_eq!(last.iter().map(|d| (d.id, d.tries)).collect::<Vec<_>>(), [(again[0].id, 3)]);
}

async fn a_call_is_taken_by_one_at_a_time(place: Place) {
    let store = place.open().await;
    hooked(&store, 1).await;
    for n in 0..50 {
        store.create(NewGame { wake: vec![person_id(1)], ..new_game(n, 1) }).await.unwrap();
    }
    let takers = (0..10).map(|_| {
        let store = store.clone();
        tokio::spawn(async move { store.take_deliveries(Time(2), Time(100), 20).await.unwrap() })
    });
    let mut taken = Vec::new();
    for taker in takers.collect::<Vec<_>>() {
        taken.extend(taker.await.unwrap().into_iter().map(|d| d.game));
    }
    taken.sort();
    assert_eq!(taken, (0..50).map(game_id).collect::<Vec<_>>());
}
