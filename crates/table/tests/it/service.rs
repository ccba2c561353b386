//! The time of service under outages, jumps of the wall clock, machines that sleep, and processes that disagree: no game ends
//! before its players had their days.

use crate::support::*;
use pgg_core::Side;
use pgg_table::entry::How;
use pgg_table::service::{GRACE, JUMP, LAPSE, Pause, Reading};
use pgg_table::{Moment, Opening, Pace, Pulse, Service, Time};

const SECOND: i64 = 1000;
const HOUR: i64 = 3600 * SECOND;
/// How often a process of these tests stores that it is alive.
const BEAT: i64 = 30 * SECOND;

/// A process on a machine of its own, whose wall clock may be wrong.
struct Process {
    pulse: Option<Pulse>,
    /// The wall clock against the truth.
    off: i64,
    /// Its monotonic clock against the truth; it stands still while the machine sleeps.
    slept: i64,
}

/// Processes on one database, and the true time, which none of them knows.
struct World {
    now: i64,
    stored: Option<Service>,
    processes: Vec<Process>,
    /// Milliseconds in which at least one process was up.
    up: i64,
    pauses: Vec<Pause>,
}

impl World {
    fn new(processes: usize) -> World {
        let process = |n: usize| Process { pulse: None, off: 0, slept: n as i64 * HOUR };
        let processes = (0..processes).map(process).collect();
        let mut world = World { now: START.0, stored: None, processes, up: 0, pauses: Vec::new() };
        (0..world.processes.len()).for_each(|process| world.start(process));
        world
    }

    fn reading(&self, process: usize) -> Reading {
        let Process { off, slept, .. } = self.processes[process];
        Reading { wall: Time(self.now + off), steady: self.now - slept }
    }

    fn start(&mut self, process: usize) {
        let now = self.reading(process);
        let stored = self.stored.unwrap_or_else(|| Service::begin(now.wall, None));
        let (pulse, pause) = Pulse::begin(stored, now);
        self.stored = Some(pulse.service());
        self.processes[process].pulse = Some(pulse);
        self.pauses.extend(pause);
    }

    fn beat(&mut self, process: usize) {
        let now = self.reading(process);
        let (Some(stored), Some(mut pulse)) = (self.stored, self.processes[process].pulse) else { return };
        let (service, pause) = pulse.beat(stored, now);
        pulse.learn(service, now, now);
        self.stored = Some(service);
        self.processes[process].pulse = Some(pulse);
        self.pauses.extend(pause);
    }

    /// Time passes; every process that is up beats.
    fn serve(&mut self, span: i64) {
        let until = self.now + span;
        while self.now < until {
            let step = BEAT.min(until - self.now);
            self.now += step;
            if self.processes.iter().any(|process| process.pulse.is_some()) {
                self.up += step;
            }
            (0..self.processes.len()).for_each(|process| self.beat(process));
        }
    }

    fn stop(&mut self, process: usize) {
        self.processes[process].pulse = None;
    }

    /// The time for a table, as a process sees it.
    fn moment(&self, process: usize) -> Option<Moment> {
        let now = self.reading(process);
        let pulse = self.processes[process].pulse?;
        Some(Moment { wall: now.wall, served: pulse.time(now) })
    }

    /// Would any process end the game?
    fn ends(&self, game: &Game) -> bool {
        (0..self.processes.len())
            .filter_map(|process| self.moment(process))
            .any(|now| game.table.tick(now).is_some())
    }
}

/// A game of three days for each player-turn; the Soviet player has to decide.
fn game() -> Game {
    Game::open(Opening { pace: Pace::Days(3), ..opening() }, 1)
}

#[test]
fn in_good_order_days_are_days() {
    let (mut world, game) = (World::new(2), game());
    world.serve(3 * DAY);
    assert!(!world.ends(&game), "the last moment is not too late");
    world.serve(BEAT);
    assert!(world.ends(&game));
    assert_eq!(world.pauses, []);
}

#[test]
fn a_server_that_was_away_gives_the_time_back_and_a_day() {
    for away in [LAPSE + 1, DAY, 7 * DAY, 1000 * DAY] {
        let (mut world, game) = (World::new(1), game());
        world.serve(3 * DAY - HOUR);
        world.stop(0);
        world.now += away;
        world.start(0);
        let deadline = world.now + HOUR + GRACE;
        let now = world.reading(0);
        let told = world.processes[0].pulse.expect("up").on_the_wall(START.plus(3 * DAY), now);
        assert_eq!(told, Time(deadline), "what players are told");
        world.serve(HOUR + GRACE);
        assert!(!world.ends(&game), "{away} ms away");
        world.serve(BEAT);
        assert!(world.ends(&game), "but not for ever");
        assert_eq!(world.pauses, [Pause::Away(away)]);
    }
}

#[test]
fn a_short_restart_costs_nobody_anything_and_stops_nothing() {
    let (mut world, game) = (World::new(1), game());
    world.serve(DAY);
    world.stop(0);
    world.now += 20 * SECOND;
    world.start(0);
    world.serve(2 * DAY);
    assert!(!world.ends(&game));
    world.serve(BEAT);
    assert!(world.ends(&game));
    assert_eq!(world.pauses, []);
}

#[test]
fn a_wall_clock_that_jumps_ends_nothing_and_stops_deadlines_for_a_day() {
    for jump in [JUMP + 1, 4 * DAY, 10 * DAY, -10 * DAY] {
        let (mut world, game) = (World::new(1), game());
        world.serve(2 * DAY);
        world.processes[0].off += jump;
        assert!(!world.ends(&game), "{jump}: at once");
        world.serve(12 * SECOND);
        assert!(!world.ends(&game), "{jump}: 12 seconds later");
        world.processes[0].off -= jump;
        world.serve(BEAT);
        assert_eq!(world.pauses, [Pause::Jumped(jump), Pause::Jumped(-jump)]);
        world.serve(DAY + GRACE - HOUR);
        assert!(!world.ends(&game), "{jump}: there is a day's grace");
        world.serve(2 * HOUR);
        assert!(world.ends(&game), "{jump}: but not for ever");
    }
}

/// A database that cannot be written to is an outage too: nobody can act, and no process beats.
#[test]
fn silence_of_the_database_is_an_outage() {
    let (mut world, game) = (World::new(1), game());
    world.serve(3 * DAY - HOUR);
    world.now += 2 * DAY;
    assert!(!world.ends(&game), "deadlines stand still meanwhile");
    world.beat(0);
    world.serve(HOUR + GRACE);
    assert!(!world.ends(&game));
    assert_eq!(world.pauses, [Pause::Away(2 * DAY)]);
}

#[test]
fn a_machine_that_slept_was_away() {
    let (mut world, game) = (World::new(1), game());
    world.serve(3 * DAY - HOUR);
    world.now += 7 * DAY;
    world.processes[0].slept += 7 * DAY;
    assert!(!world.ends(&game), "on waking");
    world.serve(HOUR + GRACE);
    assert!(!world.ends(&game));
    assert_eq!(world.pauses, [Pause::Jumped(7 * DAY)]);
}

/// Several processes count the same time, not each its own, however wrong their wall clocks are.
#[test]
fn processes_that_disagree_share_one_time() {
    let mut world = World::new(0);
    world.processes = [0, 10 * DAY, -10 * DAY]
        .into_iter()
        .map(|off| Process { pulse: None, off, slept: off / 3 })
        .collect();
    (0..3).for_each(|process| world.start(process));
    let begun = world.moment(0).expect("up").served;
    world.serve(5 * DAY);
    let passed = world.moment(0).expect("up").served.since(begun);
    assert_eq!(passed, 5 * DAY - GRACE, "they disagreed at their start, and never again");
    for process in 0..3 {
        assert_eq!(world.moment(process).expect("up").served, world.moment(0).expect("up").served);
    }
}

/// A database of an older version says only when something happened last.
#[test]
fn before_the_first_beat_the_latest_entry_counts() {
    let begin = |wall: i64, latest: i64| Service::begin(START.plus(wall), Some(START.plus(latest))).time();
    assert_eq!(begin(7 * DAY, DAY), START.plus(DAY), "it may have been away since");
    assert_eq!(begin(-10 * DAY, DAY), START.plus(-10 * DAY), "a wall clock that is behind");
    assert_eq!(begin(DAY, 4 * DAY), START.plus(DAY), "one that was ahead once");
    assert_eq!(Service::begin(START, None).time(), START);
}

/// Any number of outages, jumps, sleeps and disagreements: however it goes, a game is never ended before its players had three
/// days of service, and the time of service never runs faster than somebody was up.
#[test]
fn no_game_ends_wrongly_whatever_happens() {
    let mut ended = 0;
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let mut world = World::new(1 + random.below(3) as usize);
        let game = game();
        loop {
            let process = random.below(world.processes.len() as u32) as usize;
            let jump = i64::from(random.below(20 * 24) as i32 - 10 * 24) * HOUR;
            match random.below(12) {
                0 => world.processes[process].off = jump,
                1 => world.stop(process),
                2 => {
                    (0..world.processes.len()).for_each(|process| world.stop(process));
                    world.now += i64::from(random.below(7 * 24)) * HOUR;
                    world.start(process);
                }
                3 => {
                    let slept = i64::from(random.below(7 * 24)) * HOUR;
                    world.now += slept;
                    world.processes.iter_mut().for_each(|process| process.slept += slept);
                }
                _ => {
                    if world.processes[process].pulse.is_none() {
                        world.start(process);
                    }
                    world.serve(i64::from(random.below(30)) * HOUR);
                }
            }
            if world.ends(&game) {
                assert!(world.up > 3 * DAY, "seed {seed}: after {} h", world.up / HOUR);
                ended += 1;
                break;
            }
            let served = world.stored.expect("stored").time().since(START);
            assert!(served <= world.up, "seed {seed}: {served} of {}", world.up);
            if world.up > 400 * DAY {
                break;
            }
        }
    }
    assert!(ended > 150, "games go on to their ends: {ended} of 200");
}

/// The log keeps the time of service, so that every process finds the same deadline in it, and again after a restart.
#[test]
fn the_log_and_a_snapshot_keep_the_time_of_service() {
    let mut game = game();
    let moment = |wall: i64, served: i64| Moment { wall: START.plus(wall), served: START.plus(served) };
    // The server was away for seven days.
    game.table =
        game.table.handle(&who(WATCHER), &say("Back").into(), moment(8 * DAY, DAY)).expect("talk").table;
    assert!(game.table.tick(moment(9 * DAY, 2 * DAY)).is_none());
    assert_eq!(game.table.clock().deadline(), Some((Side::Soviet, START.plus(3 * DAY))));
    let next = game.table.handle(&who(WATCHER), &say("Hm").into(), moment(9 * DAY, 2 * DAY)).expect("talk");
    let entry = &next.happened[0].entry;
    assert_eq!((entry.at, entry.served), (START.plus(9 * DAY), Some(START.plus(2 * DAY))));
    let again: pgg_table::Entry =
        serde_json::from_str(&serde_json::to_string(entry).expect("JSON")).expect("an entry");
    assert_eq!(again, *entry);
    let kept = pgg_table::Table::restore(&next.table.snapshot(), game.seed()).expect("a snapshot").table;
    assert_eq!(kept.clock(), next.table.clock());
    let end = kept.tick(moment(12 * DAY, 3 * DAY + 1)).expect("the end");
    assert_eq!(end.table.ended().expect("an end").how, How::Time);
    // A game without a pace has no clock, and its log does not grow.
    let free = Game::open(opening(), 1);
    let next = free.table.handle(&who(WATCHER), &say("Hm").into(), moment(9 * DAY, DAY)).expect("talk");
    assert_eq!(next.happened[0].entry.served, None);
}
