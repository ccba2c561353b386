//! Refusals as programs and people get them: a code, an HTTP status, a sentence.

use pgg_core::{Case, Illegal, Reason, Side};
use pgg_table::Fault;
use serde_json::json;

#[test]
fn every_refusal_has_its_code_and_status() {
    let illegal = Illegal { case: Case("4.2"), reason: Reason::GameOver };
    for (fault, code, status) in [
        (Fault::NotSeated, "not_seated", 403),
        (Fault::NotYourSeat { side: Side::German }, "not_your_seat", 403),
        (Fault::Stale { moved: 7 }, "stale", 409),
        (Fault::Over, "over", 409),
        (Fault::TooManyQuestions { most: 8 }, "too_many_questions", 422),
        (Fault::NeedsChance, "needs_chance", 422),
        (illegal.into(), "illegal", 422),
        (Fault::Internal, "internal", 500),
    ] {
        assert_eq!((fault.code(), fault.status()), (code, status), "{fault:?}");
        assert_eq!(json!(fault)["code"], code, "the same as in its JSON form");
    }
}

#[test]
fn who_comes_too_late_for_a_seat_is_told_which() {
    let told = |side| Fault::SeatTaken { side }.to_string();
    assert_eq!(told(Some(Side::Soviet)), "the Soviet seat is taken");
    assert_eq!(told(None), "both seats are taken: you can watch");
}
