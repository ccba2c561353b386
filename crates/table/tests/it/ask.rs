//! Questions and their answers: the same JSON as in the engine protocol, and true.

use crate::support::*;
use pgg_core::{Face, Hex, HexSet, Kind, Phase, Side, State, UnitSet, data};
use pgg_table::ask::{Answer, UnitSupplyView, answer};
use pgg_table::{Ask, Fault};
use serde_json::{Map, Value, json};

/// Does `answer` match the example in the documentation? There "…" stands for anything, a last "…" in a list for further elements, a key "…"
/// for further keys.
fn fits(shown: &Value, answer: &Value) -> bool {
    match (shown, answer) {
        (Value::String(any), _) if any == "…" => true,
        (Value::Array(shown), Value::Array(answer)) => match shown.split_last() {
            Some((Value::String(any), first)) if any == "…" && shown.len() > 1 => {
                first.len() <= answer.len() && first.iter().zip(answer).all(|(a, b)| fits(a, b))
            }
            _ => shown.len() == answer.len() && shown.iter().zip(answer).all(|(a, b)| fits(a, b)),
        },
        (Value::Object(shown), Value::Object(answer)) => {
            let open = shown.contains_key("…");
            shown.iter().all(|(key, value)| key == "…" || answer.get(key).is_some_and(|a| fits(value, a)))
                && (open || answer.keys().all(|key| shown.contains_key(key)))
        }
        (shown, answer) => shown == answer,
    }
}

/// The examples of the documentation: each request with its reply.
fn examples() -> Vec<(Value, Value)> {
    let page = include_str!("../../../../docs/engine-protocol.md");
    let mut examples: Vec<(Value, String)> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        match line {
            "```session" => inside = true,
            "```" => inside = false,
            _ if !inside => {}
            _ => match (line.strip_prefix("> "), line.strip_prefix("< "), examples.last_mut()) {
                (Some(sent), ..) => {
                    examples.push((serde_json::from_str(sent).unwrap_or_default(), String::new()))
                }
                (_, Some(reply), Some(last)) => reply.clone_into(&mut last.1),
                (_, None, Some(last)) => last.1 += line,
                _ => {}
            },
        }
    }
    examples.into_iter().map(|(sent, reply)| (sent, serde_json::from_str(&reply).expect("a reply"))).collect()
}

/// A command of the protocol as a question, if it is one.
fn question(sent: &Value) -> Option<Value> {
    let mut fields: Map<String, Value> = sent.as_object()?.clone();
    let command = fields.remove("cmd")?;
    match command.as_str()? {
        "legal" => Some(json!("legal")),
        "score" => Some(json!("score")),
        "supply" if fields.contains_key("unit") => None,
        command @ ("reach" | "odds" | "supply") => Some(json!({ command: fields })),
        _ => None,
    }
}

#[test]
fn answers_are_those_of_the_engine_protocol() {
    let mut state: Option<State> = None;
    let mut compared = Vec::new();
    for (sent, reply) in examples() {
        if reply["ok"] != true {
            continue;
        }
        match sent["cmd"].as_str() {
            Some("apply") => break,
            Some("load") if sent.get("position").is_some() => {
                state = Some(State::from_text(&sent["position"].to_string()).expect("a position"));
            }
            _ => {}
        }
        let Some(state) = &state else { continue };
        let told = if let Some(unit) = sent.get("unit") {
            let unit = data().roster.parse_unit(unit.as_str().expect("a unit")).expect("a unit");
            json!({"supply": UnitSupplyView::of(state, unit).expect("it is on the map")})
        } else if let Some(ask) = question(&sent) {
            let ask: Ask = serde_json::from_value(ask).unwrap_or_else(|e| panic!("{e}: {sent}"));
            serde_json::to_value(answer(state, &ask).unwrap_or_else(|e| panic!("{e}: {sent}"))).expect("JSON")
        } else {
            continue;
        };
        let mut shown = reply.clone();
        shown.as_object_mut().expect("an object").remove("ok");
        assert!(fits(&shown, &told), "{sent}\nshown: {shown}\ntold: {told}");
        compared.push(sent["cmd"].as_str().expect("a command").to_owned());
    }
    compared.dedup();
    assert_eq!(compared, ["legal", "reach", "odds", "supply", "score"]);
}

#[test]
fn questions_have_one_form() {
    for (json, ask) in [
        (json!("legal"), Ask::Legal),
        (json!({"supply": {"side": "german"}}), Ask::Supply { side: Side::German }),
        (json!({"check": {"action": "done"}}), Ask::Check { action: pgg_core::Action::Done }),
        (json!("retreats"), Ask::Retreats),
        (json!("areas"), Ask::Areas),
        (json!("cup"), Ask::Cup),
    ] {
        assert_eq!(serde_json::to_value(&ask).expect("JSON"), json);
        assert_eq!(serde_json::from_value::<Ask>(json).expect("a question"), ask);
    }
    for bad in [
        json!("sublime"),
        json!({"reach": {}}),
        json!({"reach": {"units": [], "more": 1}}),
        json!({"supply": {}}),
    ] {
        assert!(serde_json::from_value::<Ask>(bad.clone()).is_err(), "{bad}");
    }
}

/// States sampled from a few games.
pub(crate) fn states() -> Vec<State> {
    let mut states = Vec::new();
    for n in 0..3 {
        let mut game = Game::new(n);
        let mut random = Random::new(n);
        let mut next = 0;
        while game.table.deciding().is_some() {
            game.play_on(&mut random, 3, |table| table.ply() >= next);
            states.push(*game.state());
            next += 40;
        }
    }
    assert!(states.len() > 20);
    states
}

pub(crate) fn ask(state: &State, ask: &Ask) -> Answer {
    answer(state, ask).unwrap_or_else(|e| panic!("{e:?}"))
}

#[test]
fn legal_actions_are_accepted() {
    for state in states() {
        let Answer::Legal(legal) = ask(&state, &Ask::Legal) else { panic!("another answer") };
        assert_eq!(legal.actions.is_empty() && legal.attacks.is_empty(), state.decision().is_none());
        for action in &legal.actions {
            assert_eq!(state.check(action), Ok(()), "{action:?}");
            let Answer::Check(check) = ask(&state, &Ask::Check { action: *action }) else {
                panic!("another answer")
            };
            assert!(check.refused.is_none());
        }
    }
}

#[test]
fn a_check_says_why_not() {
    let state = state(FRONT);
    let action = action(r#"{"move": {"units": ["pz7-25"], "path": ["1223"]}}"#);
    let Answer::Check(check) = ask(&state, &Ask::Check { action }) else { panic!("another answer") };
    let refused = check.refused.expect("it is refused");
    let told = json!({"case": "6.22", "reason": "in_enemy_zone", "facts": {"unit": "pz7-25", "hex": "1222"}});
    assert_eq!(json!(refused), told);
}

pub(crate) fn named(names: &[&str]) -> UnitSet {
    names.iter().map(|n| data().roster.parse_unit(n).expect("a unit")).collect()
}

/// Supposed actions must be legal and without chance, and there is a limit on their number.
#[test]
fn what_cannot_be_supposed() {
    let state = state(FRONT);
    let units = named(&["pz7-25", "pz7-6", "pz7-7"]);
    let target: pgg_core::Hex = "1322".parse().expect("a hex");
    let fault = |after| answer(&state, &Ask::Reach { units, after }).expect_err("not supposed");
    assert_eq!(fault(vec![pgg_core::Action::Overrun { units, target }]), Fault::NeedsChance);
    assert!(matches!(fault(vec![pgg_core::Action::TakeLoss]), Fault::Illegal(_)));
    assert_eq!(fault(vec![pgg_core::Action::Done; 33]), Fault::TooManyActions { most: 32 });
}

/// How far the enemy could go, although it is not his turn; units that are not on the map are refused as always.
#[test]
fn range_of_either_side() {
    let mut seen = 0;
    for state in states() {
        for unit in Side::BOTH.into_iter().flat_map(|side| state.on_map(side).iter().step_by(9)) {
            let units = UnitSet::one(unit);
            let Ok(Answer::Range(range)) = answer(&state, &Ask::Range { units }) else {
                let last = state.turn() == 12;
                assert!(
                    state.is_disrupted(unit) || state.turn() == 1 || last,
                    "{unit} could walk [6.62, 5.2, 15.0]"
                );
                continue;
            };
            assert_eq!(Some(range.start), state.hex(unit));
            seen += range.hexes.len();
        }
    }
    assert!(seen > 1000, "{seen}");
    let here = state(FRONT);
    assert!(answer(&here, &Ask::Range { units: UnitSet::EMPTY }).is_err());
    assert!(answer(&here, &Ask::Reach { units: named(&["konev"]), after: Vec::new() }).is_err());
    assert!(matches!(answer(&here, &Ask::Range { units: named(&["konev"]) }), Ok(Answer::Range(_))));
}

/// [9.67] pz7 against a lone division: 2-1, whose six faces take 0 or 1 step of either side.
#[test]
fn steps_lost_on_the_average() {
    let text = FRONT.replace("r1 untried", "r1 3-4");
    let Ok(Answer::Odds(odds)) = answer(
        &state(&text),
        &Ask::Odds {
            units: named(&["pz7-25", "pz7-6", "pz7-7"]),
            targets: pgg_core::Targets::one("1322".parse().expect("a hex")),
            overrun: true,
            after: Vec::new(),
        },
    ) else {
        panic!("odds")
    };
    let share = |hit: fn(&str) -> bool| -> f64 {
        odds.results.iter().filter(|(r, _)| hit(r.text())).map(|(_, chance)| chance).sum()
    };
    let (defender, attacker) =
        (share(|r| r.contains('D') || r == "Eng"), share(|r| r.contains("A1") || r == "Eng"));
    assert!((odds.losses.defender - defender).abs() < 1e-9, "{odds:?}");
    assert!((odds.losses.attacker - attacker).abs() < 1e-9, "{odds:?}");
}

#[test]
fn supply_of_a_side() {
    for state in states() {
        for side in Side::BOTH {
            let Answer::Supply(supply) = ask(&state, &Ask::Supply { side }) else { panic!("another answer") };
            assert_eq!(supply.live_road.is_some(), side == Side::German);
            assert_eq!(supply.units.len(), state.on_map(side).len());
            for unit in &supply.units {
                assert_eq!(Some(unit.hex), state.hex(unit.unit));
                assert_eq!(unit.supply.in_supply, !supply.out_of_supply.contains(unit.unit));
            }
        }
    }
}

#[test]
fn areas_are_those_computed_afresh() {
    let set = |hexes: &[Hex]| -> HexSet { hexes.iter().copied().collect() };
    for state in states() {
        let Answer::Areas(areas) = ask(&state, &Ask::Areas) else { panic!("another answer") };
        assert_eq!(set(&areas.german_zones), state.zones_afresh(Side::German));
        assert_eq!(set(&areas.soviet_zones), state.zones_afresh(Side::Soviet));
        assert_eq!(set(&areas.west_line), state.west_line());
        let leaders: UnitSet = areas.command.iter().map(|c| c.leader).collect();
        assert_eq!(leaders, state.on_map(Side::Soviet).and(&UnitSet::LEADER));
        let mut commanded = HexSet::EMPTY;
        for command in &areas.command {
            assert_eq!(Some(command.hex), state.hex(command.leader));
            assert_eq!(command.hexes.contains(&command.hex), !state.is_disrupted(command.leader));
            commanded = commanded.or(&set(&command.hexes));
        }
        for unit in state.on_map(Side::Soviet).without(&UnitSet::LEADER) {
            let hex = state.hex(unit).expect("on the map");
            assert_eq!(commanded.contains(hex), state.has_loc(unit), "{unit} in {hex}");
        }
    }
}

/// Cup, dead pile and map together contain the counter mix.
#[test]
fn the_cup_adds_up() {
    let mut died = false;
    for state in states() {
        let Answer::Cup(cup) = ask(&state, &Ask::Cup) else { panic!("another answer") };
        let kinds: Vec<Kind> = cup.iter().map(|c| c.kind).collect();
        assert_eq!(kinds, [Kind::Rifle, Kind::Tank, Kind::Mechanised]);
        for view in cup {
            let mix: Vec<_> = data().roster.counters().iter().filter(|c| c.kind == view.kind).collect();
            let in_play = UnitSet::DIVISION
                .iter()
                .filter(|&u| state.kind(u) == view.kind)
                .filter(|&u| matches!(state.place(u), pgg_core::Place::On(_) | pgg_core::Place::Waiting));
            let (mut face_up, mut divisions) = (Vec::new(), 0);
            for unit in in_play {
                divisions += 1;
                if let Some(Face::Up(counter)) = state.face(unit) {
                    face_up.push(counter);
                }
            }
            assert_eq!(usize::from(view.in_cup) + usize::from(view.in_dead_pile) + divisions, mix.len());
            let seen: usize = view.seen_dead.iter().map(|s| usize::from(s.count)).sum();
            let unseen: usize = view.never_seen.iter().map(|s| usize::from(s.count)).sum();
            died |= seen > 0;
            assert_eq!(seen + unseen + face_up.len(), mix.len());
            for counter in &mix {
                let (attack, defense) = (counter.attack, counter.defense);
                let of = |list: &[pgg_table::ask::StrengthView]| -> usize {
                    let same = list.iter().filter(|s| (s.attack, s.defense) == (attack, defense));
                    same.map(|s| usize::from(s.count)).sum()
                };
                let up = face_up.iter().map(|&c| data().roster.counter(c));
                let up = up.filter(|c| (c.attack, c.defense) == (attack, defense)).count();
                let all = mix.iter().filter(|c| (c.attack, c.defense) == (attack, defense)).count();
                assert_eq!(of(&view.never_seen) + of(&view.seen_dead) + up, all, "{attack}-{defense}");
            }
        }
    }
    assert!(died, "in one of these games a division died face up");
}

#[test]
fn answers_after_the_end() {
    let game = random_game(1);
    assert_eq!(game.state().phase(), Phase::GameOver);
    for question in [Ask::Legal, Ask::Areas, Ask::Cup, Ask::Score, Ask::Supply { side: Side::German }] {
        ask(game.state(), &question);
    }
    assert!(answer(game.state(), &Ask::Reach { units: UnitSet::EMPTY, after: Vec::new() }).is_err());
}
