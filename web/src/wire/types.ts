// Every type that crosses between server and page, made from the Rust types by
// `PGG_BLESS=1 cargo test -p pgg-types`; do not edit.
//
// Names are those of Rust, but for a few that would hide one of the browser's or another crate's: GameEvent,
// GameResult, GameStatus, EntryNumber, PersonKind, StrengthRange. Ids are texts, such as a hex "0120" and a unit
// "pz7-25"; docs/server-protocol.md, docs/engine-protocol.md and docs/position-format.md tell the rest.

// Messages of the WebSocket, refusals, and bodies about games.

/** Why an address cannot be called. */
export type BadAddress =
  | {
      why: 'too_long';
      /** How long it may be. */
      most: number;
    }
  | { why: 'unreadable' }
  | { why: 'scheme' }
  | { why: 'credentials' }
  | { why: 'private' };

/** What a limit counts by. */
export type CountedBy = 'address' | 'session' | 'game' | 'connection' | 'server';

/** The body of an answer that refuses. */
export type ErrorBody = {
  /** Why. */
  error: FaultView;
  /** Try again after so many seconds. */
  retry_after?: number;
};

/** A fault as it is sent, with its sentence. */
export type FaultView = {
  /** The same as a sentence in English, for programs and their logs; it may change. */
  message: string;
} & (
  | { code: 'no_at' }
  | {
      code: 'bad_key';
      facts: {
        /** How long it may be. */
        most: number;
      };
    }
  | { code: 'bad_code' }
  | {
      code: 'no_such_level';
      facts: {
        /** Those there are. */
        levels: string[];
      };
    }
  | { code: 'no_such_person' }
  | { code: 'yourself' }
  | {
      code: 'bad_range';
      facts: {
        /** How many actions the game has. */
        actions: number;
        /** How many positions at once. */
        most: number;
      };
    }
  | { code: 'bad_cursor' }
  | { code: 'no_session' }
  | { code: 'bad_login' }
  | { code: 'bad_token' }
  | {
      code: 'missing_scope';
      facts: {
        /** What it would need. */
        scope: Scope;
      };
    }
  | { code: 'session_needed' }
  | {
      code: 'wrong_origin';
      facts: {
        /** What is wrong. */
        what: Foreign;
      };
    }
  | { code: 'signed_in' }
  | { code: 'has_account' }
  | { code: 'no_account' }
  | { code: 'name_needed' }
  | { code: 'bad_login_name' }
  | { code: 'login_taken' }
  | { code: 'bad_password' }
  | {
      code: 'bad_password_length';
      facts: {
        /** The fewest characters. */
        least: number;
        /** The most. */
        most: number;
      };
    }
  | { code: 'invitation_needed' }
  | { code: 'bad_invitation' }
  | { code: 'registration_closed' }
  | { code: 'cannot_invite' }
  | {
      code: 'bad_invitation_terms';
      facts: {
        /** The most persons. */
        uses: number;
        /** The most days. */
        days: number;
      };
    }
  | { code: 'scope_needed' }
  | {
      code: 'too_many_tokens';
      facts: {
        /** How many one may have. */
        most: number;
      };
    }
  | { code: 'bad_webhook'; facts: BadAddress }
  | { code: 'not_built' }
  | {
      code: 'too_many_requests';
      facts: {
        /** Which limit. */
        limit: string;
        /** What it counts by. */
        by: CountedBy;
        /** When there will be more. */
        seconds: number;
      };
    }
  | { code: 'storage' }
  | {
      code: 'refused';
      facts: {
        /** Why, in English. */
        detail: string;
      };
    }
  | { code: 'timeout' }
  | {
      code: 'bad_request';
      facts: {
        /** Why, in English. */
        detail: string;
      };
    }
  | {
      code: 'bad_body';
      facts: {
        /** Why, in English. */
        detail: string;
      };
    }
  | { code: 'not_json' }
  | { code: 'bad_path' }
  | {
      code: 'bad_message';
      facts: {
        /** Why, in English. */
        detail: string;
      };
    }
  | {
      code: 'too_large';
      facts: {
        /** The most, where it is known. */
        most?: number;
      };
    }
  | {
      code: 'not_found';
      facts: {
        /** What was looked for. */
        what: Thing;
      };
    }
  | { code: 'method_not_allowed' }
  | { code: 'upgrade_required' }
  | { code: 'closing' }
  | { code: 'slow' }
  | Fault
);

/** Why a request does not come from our own page. */
export type Foreign = 'host' | 'origin';

/** What was not found. */
export type Thing = 'game' | 'code' | 'token' | 'file' | 'endpoint';

/** What a player or spectator may send: one JSON object per text frame. */
export type FromPlayer = {
  /** Chosen by the sender, unique for each request: the same key again is answered, not done again. */
  key?: string | null;
  /** The number of the last entry the sender has seen; an action needs it. */
  at?: number | null;
  /** Comes back with the answer. */
  id?: unknown;
} & ({ do: Request } | { ask: Asks } | { stop_thinking: boolean } | { writing: boolean } | { ping: unknown });

/** Everything that happened. */
export type History = {
  /** The entries, from the first or after `since`. */
  entries: EntryView[];
};

/** A record to import. */
export type Import = {
  /** The text of the record. */
  record: string;
  /** What the game is called. */
  name?: Name | null;
  /** The side you play on with, or both. */
  side?: Sides;
  /** Who plays the other side. */
  opponent?: Opponent;
  /** Who may see and join it. */
  visibility?: Visibility;
};

/** A game that has been made. */
export type Made = {
  /** Its id. */
  id: GameId;
  /** The code to join by. */
  code: string;
  /** The link to give to others. */
  link: string;
  /** Hash of the seed that decides every die and draw. */
  commitment: string;
};

/** A game to be made. */
export type NewGame = {
  /** The name of the game; by default it is made from the players' names. */
  name?: Name | null;
  /** The side you play, or both at one screen. */
  side: Sides;
  /** Who plays the other side. */
  opponent?: Opponent;
  /** Edition and options. */
  options?: Partial<Options>;
  /** The pace: `"unlimited"` or `{"days": 3}` for each player-turn. */
  pace?: Pace;
  /** Who may see and join it: `"public"` or `"link"`. */
  visibility?: Visibility;
  /** Should forced choices be played for you? */
  auto?: boolean;
  /** The position to start from, if not from set-up. */
  position?: Partial<Position<string>> | null;
};

/** Who plays the other side. */
export type Opponent =
  | 'open'
  | {
      program: {
        /** Its level; `/api/about` lists them. */
        level: string;
      };
    }
  | {
      person: {
        /** His login. */
        login: string;
      };
    };

/** A position of the past. */
export type Past = {
  /** After so many actions. */
  ply: number;
  /** The position. */
  position: Position<DiagramUnit>;
  /** Points by source. */
  score: Score;
  /** Facts about units that only the rules can compute. */
  marks: Marks;
};

/** The sides the maker of a game plays. */
export type Sides = 'german' | 'soviet' | 'both';

/** A game with its whole view. */
export type Whole = {
  /** Its id. */
  id: GameId;
  /** The number of the last entry. */
  last: number;
  /** The sides you play. */
  you: Side[];
  /** The code to join by, for those who play. */
  code: string | null;
  /** All there is to see. */
  view: View;
};

/** What a token allows. All of them allow to read. */
export type Scope = 'read' | 'play' | 'bot';

/** An entry of the log as everybody may see it. */
export type EntryView = {
  /** Its number. */
  n: number;
  /** When. */
  at: Time;
  /** What happened. */
  what: What;
  /** What it did on the map. */
  events: GameEvent[];
  /** The state of the game after it. */
  now: Now;
};

/** Where everything is. */
export type PositionView = {
  /** After this entry. */
  n: number;
  /** The position. */
  position: Position<DiagramUnit>;
  /** Points by source. */
  score: Score;
  /** Facts about units that only the rules can compute. */
  marks: Marks;
  /** The legal actions, if you have to decide. */
  legal?: LegalView;
};

/** Who is at the table, as far as this server process knows. */
export type Presence = {
  /** Is the German player connected? */
  german: boolean;
  /** Is the Soviet player connected? */
  soviet: boolean;
  /** How many watch. */
  spectators: number;
};

/** A program at work. */
export type Thinking = {
  /** For which side. */
  side: Side;
  /** Which. */
  level: string;
  /** The share of its budget that is spent, 0 to 1. */
  share: number;
  /** Its intent, as facts: a client words them in the language of its reader. */
  intent: Intent;
};

/** What the server sends. */
export type ToPlayer =
  | { welcome: Welcome }
  | { entry: EntryView }
  | { position: PositionView }
  | {
      done: {
        /** Of the request. */
        id: unknown;
        /** The number of the entry. */
        n: number;
      };
    }
  | {
      refused: {
        /** Of the request. */
        id: unknown;
        /** Why. */
        error: FaultView;
      };
    }
  | {
      answer: {
        /** Of the question. */
        id: unknown;
        /** The answer. */
        answer: Answer;
        /** The number of the last entry it knows of. */
        at: number;
      };
    }
  | {
      answers: {
        /** Of the questions. */
        id: unknown;
        /** One for each question, in order. */
        answers: Reply[];
        /** The number of the last entry they know of. */
        at: number;
      };
    }
  | { presence: Presence }
  | { thinking: Thinking }
  | {
      writing: {
        /** Which player. */
        side: Side;
      };
    }
  | { pong: unknown }
  | { bye: FaultView };

/** The first message. */
export type Welcome = {
  /** The version of the protocol. */
  protocol: number;
  /** Which game. */
  game: GameId;
  /** The sides you play. */
  you: Side[];
  /** The number of the last entry that the view includes. */
  last: number;
  /** The whole view, unless you reconnect and only the missed entries are sent. */
  view: View | null;
  /** The legal actions, if you have to decide; for `view=full`. */
  legal?: LegalView;
};

// Other bodies of the HTTP API.

/** What the server is. */
export type About = {
  /** The version of the program. */
  version: string;
  /** The version of the WebSocket's protocol. */
  protocol: number;
  /** The programs that play, weakest first. */
  levels: string[];
  /** Who may have an account: `open`, `invitation` or `closed`. */
  registration: string;
  /** Is it a local server, which only its owner can reach? */
  local: boolean;
};

/** An action of a bot. */
export type BotAction = {
  /** The action, as in `legal`. */
  action: Action;
  /** The number of the last entry seen, so that the action cannot apply to another position. */
  at?: number | null;
};

/** Something to say. */
export type BotChat = {
  /** What. */
  text: Words;
};

/** How a game ended. */
export type GameResult = {
  /** `rules`, `resigned`, `agreed` or `time`. */
  how: How;
  /** Who won; none in a draw. */
  winner: Side | null;
  /** The points. */
  score: number;
  /** The level they mean, if it was played to its end. */
  level: LevelName | null;
};

/** A page of games. */
export type Games = {
  /** The games. */
  games: Listed[];
  /** Where the next page begins; none if this is the last. */
  next: string | null;
};

/** Which list. */
export type List = 'open' | 'mine' | 'watch' | 'finished';

/** What a list shows of a game. */
export type Listed = {
  /** Its id. */
  id: GameId;
  /** What it is called. */
  name: Name;
  /** When it was made, milliseconds since 1970. */
  created: Time;
  /** When something happened last. */
  updated: Time;
  /** `open`, `playing` or `finished`. */
  status: GameStatus;
  /** Who may see and join it. */
  visibility: Visibility;
  /** Edition, options and pace. */
  options: { options: Options; pace: Pace };
  /** Who sits where. */
  seats: BySide<Seat>;
  /** The Game-Turn. */
  turn: number;
  /** The phase. */
  phase: Phase;
  /** Who has to decide. */
  deciding: Side | null;
  /** Is it you? */
  your_turn: boolean;
  /** Until when. */
  deadline: Time | null;
  /** How it ended. */
  result: GameResult | null;
};

/** Which game a code is for. */
export type Found = {
  /** The game. */
  id: GameId;
};

/** An answer. */
export type Answered = {
  /** The number of the last entry it knows of. */
  at: number;
  /** To one question. */
  answer?: Answer;
  /** To a list, in its order. */
  answers?: Reply[];
};

/** A request, with the fields that make it idempotent. */
export type Do = {
  /** What. */
  do: Request;
  /** Chosen by the sender, unique for each request: the same key again is answered, not done again. */
  key?: string | null;
  /** The number of the last entry the sender has seen; an action needs it. */
  at?: number | null;
  /** As over the WebSocket; ignored over HTTP. */
  id?: unknown;
};

/** The number of an entry. */
export type EntryNumber = {
  /** The entry that answers the request. */
  n: number;
};

/** How to join. */
export type Join = {
  /** The side; the open one if it is left out. */
  side?: Side | null;
  /** The game's code, if it is by invitation. */
  code?: string | null;
};

/** The fields to change. */
export type Changes = {
  /** The name that others see. Games keep the one by which they were joined. */
  name: Name;
};

/** Login and password. */
export type Credentials = {
  /** The login. */
  login: string;
  /** The password. */
  password: string;
};

/** How somebody comes in. */
export type Entrance = { guest: Guest } | { login: Credentials };

/** A guest. */
export type Guest = {
  /** The name that others see. On a local server it may be left out. */
  name?: Name | null;
};

/** A person, as he sees himself. */
export type Me = {
  /** The id. */
  id: PersonId;
  /** The name that others see. */
  name: Name;
  /** `guest`, `account` or `bot`. */
  kind: PersonKind;
  /** The login, of an account. */
  login: string | null;
  /** Where "your turn" is sent. */
  webhook: string | null;
  /** What this session or token allows. */
  scopes: Scope[];
};

/** A new account. */
export type NewAccount = {
  /** 3 to 32 characters: lower-case letters, digits, `_` and `-`. */
  login: string;
  /** 8 to 200 characters. */
  password: string;
  /** The name that others see; a guest keeps his, otherwise it is the login. */
  name?: Name | null;
  /** Is it for a program? */
  bot?: boolean;
  /** The invitation, on a server that requires one. */
  invitation?: string | null;
};

/** A change of password. */
export type NewPassword = {
  /** The one there is. */
  old: string;
  /** 8 to 200 characters. */
  new: string;
};

/** Who is calling. */
export type Session = {
  /** The person; none if nobody is signed in. */
  person: Me | null;
};

/** An invitation that was made; it is shown only this once. */
export type InvitationMade = {
  /** What to register with. */
  invitation: string;
  /** The page to register at. */
  link: string;
  /** Until when, in milliseconds since 1970. */
  expires: Time;
};

/** An invitation to be made. */
export type NewInvitation = {
  /** How many may use it, 1 to 100; 1 if it is left out. */
  uses?: number | null;
  /** How many days it lasts, 1 to 90; 14 if it is left out. */
  days?: number | null;
};

/** A token to be made. */
export type NewToken = {
  /** What it is for. */
  name: Name;
  /** What it allows. */
  scopes: Scope[];
};

/** A token that was made. */
export type TokenMade = {
  /** To revoke it by. */
  id: string;
  /** For the header `Authorization: Bearer`; it is shown only this once. */
  token: string;
};

/** A token, without its secret. */
export type TokenView = {
  /** To revoke it by. */
  id: string;
  /** What it is for. */
  name: string;
  /** What it allows. */
  scopes: string[];
  /** When it was made, in milliseconds since 1970. */
  created: Time;
  /** When it was used last, to the minute. */
  used: Time | null;
};

/** One's tokens. */
export type Tokens = {
  /** Newest first. */
  tokens: TokenView[];
};

/** Where to be called. */
export type NewWebhook = {
  /** An `http` or `https` address. */
  url: string;
};

/** A webhook, with the secret that signs its calls, which is shown only this once. */
export type WebhookMade = {
  /** Where calls go. */
  url: string;
  /** The key of the HMAC-SHA256 in the header `x-pgg-signature`. */
  secret: string;
};

/** Their answers. */
export type Answers = {
  /** One for each question, in order. */
  answers: Reply[];
};

/** Questions about a position. */
export type Inquiry = {
  /** The position, as the server tells it or as a file has it. */
  position: Partial<Position<DiagramUnit>>;
  /** The questions, as in `/api/games/{id}/ask`; at most eight. */
  asks: Ask[];
};

/** The status of a game. */
export type GameStatus = 'open' | 'playing' | 'finished';

/** What a person is to the server. */
export type PersonKind = 'guest' | 'account' | 'bot';

// A game among people.

/** An answer. */
export type Answer =
  | { legal: LegalView }
  | { reach: ReachView }
  | { range: RangeView }
  | { bring_in: BringInView }
  | { march: MarchView }
  | { march_ends: MarchEndView[] }
  | { odds: Odds }
  | { check: CheckView }
  | { supply: SupplyView }
  | { retreats: RetreatView[] }
  | { areas: AreasView }
  | { cup: CupView[] }
  | { score: Score }
  | { position: Position<string> };

/** Areas to draw over the map. */
export type AreasView = {
  /** Hexes in German zones of control [8.0]. */
  german_zones: Hex[];
  /** Hexes in Soviet zones of control. */
  soviet_zones: Hex[];
  /** Hexes with a line to the west edge [15.11]. */
  west_line: Hex[];
  /** Each Leader on the map with his rating and the hexes he commands [10.3]. */
  command: CommandView[];
};

/** A question. */
export type Ask =
  | 'legal'
  | {
      reach: {
        /** The units. */
        units: UnitSet;
        /** After these actions, none of which needs a die: waypoints. */
        after?: Action[];
      };
    }
  | {
      range: {
        /** The units. */
        units: UnitSet;
      };
    }
  | {
      bring_in: {
        /** Who: one entry for each unit or division, at most 64. */
        who: Newcomer[];
        /** The hex. */
        to: Hex;
      };
    }
  | 'march'
  | {
      march_ends: {
        /** The units. */
        units: UnitSet;
      };
    }
  | {
      odds: {
        /** Who attacks. */
        units: UnitSet;
        /** What is attacked. */
        targets: Hex[];
        /** An overrun? */
        overrun?: boolean;
        /** After these actions, none of which needs a die: the march to the attack. */
        after?: Action[];
      };
    }
  | {
      check: {
        /** The action. */
        action: Action;
      };
    }
  | {
      supply: {
        /** Which side. */
        side: Side;
      };
    }
  | 'retreats'
  | 'areas'
  | 'cup'
  | 'score'
  | 'position';

/** Units that may attack a hex. */
export type AttackView = { target: Hex; units: UnitSet };

/** Would an action be refused? */
export type CheckView = {
  /** The refusal; none if it would be accepted. */
  refused: Illegal | null;
};

/** A Leader's command. */
export type CommandView = {
  /** The Leader. */
  leader: UnitId;
  /** Where he is. */
  hex: Hex;
  /** His rating now. */
  rating: number;
  /** The hexes from which a Line of Communications reaches him. */
  hexes: Hex[];
};

/** The counters of a kind that nobody has seen yet [12.1]. */
export type CupView = {
  /** The kind. */
  kind: Kind;
  /** Divisions of the kind still in the cup. */
  in_cup: number;
  /** Counters of the kind in the dead pile. */
  in_dead_pile: number;
  /** Strengths never seen, with how many counters have each. */
  never_seen: StrengthView[];
  /** Those seen in the dead pile. */
  seen_dead: StrengthView[];
};

/** If units of `stack` attack and none of `reserves` stays out, all `leaders` take part [10.26]. */
export type DutyView = { stack: UnitSet; reserves: UnitSet; leaders: UnitSet };

/**
 * The legal actions. Overruns and attacks are sets of units, listed by the units they are made of; see
 * `Legal`.
 */
export type LegalView = {
  /** Simple actions, one by one; walks and rides as single steps. */
  actions: Action[];
  /** Overruns. */
  overruns: OverrunView[];
  /** Attacks. */
  attacks: AttackView[];
  /** What Leaders have to do in attacks [10.26]. */
  leader_duties: DutyView[];
  /** Attack-capable units: one of them has to take part. */
  capable: UnitSet;
};

/** Units of one group in a hex that may overrun another. */
export type OverrunView = { from: Hex; target: Hex; units: UnitSet };

/** A strength as on the counter. */
export type StrengthView = { attack: number; defense: number; count: number };

/** The supply of a side. */
export type SupplyView = {
  /** Which side. */
  side: Side;
  /** Units on the map that are out of supply. */
  out_of_supply: UnitSet;
  /** The live road of the Germans [11.11]. */
  live_road?: Hex[];
  /** Each unit's supply with its line. */
  units: UnitSupplyView[];
};

/** The supply of one unit. */
export type UnitSupplyView = {
  /** The unit. */
  unit: UnitId;
  /** Where it is. */
  hex: Hex;
  /** In supply? */
  in_supply: boolean;
  /** How, or why not. */
  by: SupplyBy;
  /**
   * The line traced, the unit's hex first. For Soviet combat units: to the Leader, then his line to the east
   * edge; only to him if he is cut off from it.
   */
  line: Hex[];
  /** The Leader used, for a Soviet combat unit; out of supply, the nearest working Leader, who is cut off himself. */
  leader: UnitId | null;
  /** Has a Soviet combat unit a Line of Communications to a working Leader [10.35]? */
  loc: boolean;
};

/** One newcomer, or the regiments of a division. */
export type ArrivalView = {
  /** Who. */
  who: Newcomer[];
  /** The entry hex. */
  entry: Hex;
  /** By rail [6.32]. */
  rail: boolean;
  /** Where they end. */
  to: Hex;
  /**
   * What has to be done. The kind of an armoured division is drawn as it enters; that changes none of these actions.
   */
  actions: Action[];
};

/** How newcomers come in, one after another. */
export type BringInView = {
  /** Those who can, in the order in which they do. A later one counts on those before it. */
  arrivals: ArrivalView[];
  /** Those who cannot. */
  left_out: LeftOutView[];
};

/** A newcomer that cannot come in. */
export type LeftOutView = {
  /** Who. */
  who: Newcomer;
  /** Why. */
  why: Illegal;
};

/** Where a march may end. */
export type MarchEndView = {
  /** Where. */
  hex: Hex;
  /** A way there: the hexes entered, in order. */
  path: Hex[];
  /** Half-points left then to the unit that has fewest: too few for a step that is allowed. */
  left: number;
};

/** Who still has to march, and how all of them could. */
export type MarchView = {
  /** Units that can march together, in the order in which they may. */
  parties: PartyView[];
  /** The rest of the march, action by action. */
  plan: Action[];
};

/** Units of one hex that pay alike and have the same points left. */
export type PartyView = {
  /** Where they are. */
  hex: Hex;
  /** Who. */
  units: UnitSet;
};

/** The case that bars the hexes of each list, and that of a hex to which no ride leads. */
export type BarredCases = {
  /** Too few points. */
  far: string;
  /** Enemy zones of control. */
  zone: string;
  /** No overrun reaches it. */
  enemies: string;
  /** No ride leads there. */
  ride: string;
};

/**
 * Why adjacent hexes are out of reach. Of several reasons the simplest is given: one that bars the hex itself
 * before one that bars the path to it.
 */
export type BarredView = {
  /** Too few points [6.12]. */
  far: Hex[];
  /** Enemy zones of control stop the march before them [6.22, 8.13]. */
  zone: Hex[];
  /** Enemies that no overrun can reach [6.51]. */
  enemies: Hex[];
  /** By any other rule. */
  others: [Hex, Illegal][];
  /** The cases of these lists. */
  cases: BarredCases;
  /** Why the units can take no step at all. */
  stuck?: Illegal;
};

/**
 * A hex and the side by which a cheapest path enters it: `1222sw` is entered from 1123. Sides are n, ne, se,
 * s, sw, nw.
 */
export type Entered = string;

/** Where units can ride, or why they cannot. */
export type RailView = {
  /** The units. */
  units: UnitId[];
  /** Where they can ride to, the cheapest first. */
  hexes: RideView[];
  /** Why they may not ride at all. */
  refused?: Illegal;
};

/** How far units could walk. */
export type RangeView = {
  /** Where they are. */
  start: Hex;
  /** The hexes in range, with the cost in half-points of the unit that pays most. */
  hexes: [Hex, number][];
};

/**
 * Where units can go together. It is sent for every stack that a player inspects, so it is compact: paths as
 * predecessors, and barred hexes by code.
 */
export type ReachView = {
  /** Where they are. */
  start: Hex;
  /** Half-points left to the unit that has fewest. */
  left: number;
  /** The hexes in reach, cheapest first. */
  hexes: WalkView[];
  /** Of these, where the units must stop [6.22]. */
  stops: Hex[];
  /** Of these, those entered along a road, at the road rate [6.7a]. */
  road: Hex[];
  /** Enemies that can be overrun, each with the hexes to do it from, the best first [6.51]. */
  targets: [Hex, Hex[]][];
  /** What is not reached. */
  barred: BarredView;
  /** Where Soviet units can ride [6.3]; units with the same reach are listed together. */
  rail: RailView[];
};

/** Hexes that can be ridden to at one cost in rail points [6.33]. */
export type RideView = [number, Entered[]];

/**
 * Hexes that can be reached at one cost: the half-points of the unit that pays most, the half-points left to
 * the unit that has fewest, and the hexes.
 */
export type WalkView = [number, number, Entered[]];

/** Where one stack could be sent. */
export type RetreatView = {
  /** The hex it stands in. */
  stack: Hex;
  /** Where it could end if it went first, by the opponent's choice [9.72]. */
  ends: Hex[];
  /** It could find no path, and be lost. */
  lost: boolean;
};

/** A question, or a list of them. */
export type Asks = Ask | Ask[];

/** The outcome of one question of a list. */
export type Reply = { answer: Answer } | { refused: Fault };

/** The pace of a game. */
export type Pace = 'unlimited' | { days: number };

/** How a game ended. */
export type Ended = {
  /** Why it is over. */
  how: How;
  /** Who won; none in a draw. */
  winner: Side | null;
  /** The points as they stood. */
  score: number;
  /** The level of those points [15.2], if the game was played to its end; otherwise there is none. */
  level: LevelName | null;
  /** The seed, so that anybody can check the dice. */
  seed: string;
};

/** Why a game is over. */
export type How = 'rules' | 'resigned' | 'agreed' | 'time';

/** Something the other side may agree to. */
export type Offer =
  | {
      takeback: {
        /** How many actions remain. */
        to: number;
      };
    }
  | 'draw';

/** How a game was set up. */
export type Opened = {
  /** What the game is called. */
  name: Name;
  /** Edition and options. */
  options: Options;
  /** Who may see and join it. */
  visibility: Visibility;
  /** How fast it has to go. */
  pace: Pace;
  /** Who sits where at first. */
  seats: BySide<Seat>;
  /** For whom forced choices are played. */
  auto: BySide<boolean>;
  /** Hash of the secret seed that decides every die and draw. */
  commitment: string;
  /** The outcomes of chance while the set-up was drawn. */
  opening?: Outcome[];
  /** The position the game starts from, if not from set-up. */
  start?: Position<string>;
  /** So many actions were brought in with a record: their dice and draws, and the opening, are not from the seed. */
  imported?: number;
};

/** What happened. */
export type What =
  | { opened: Opened }
  | {
      seated: {
        /** Which. */
        side: Side;
        /** Who has it now. */
        seat: Seat;
      };
    }
  | {
      acted: {
        /** By which side. */
        side: Side;
        /** What. */
        action: Action;
        /** The dice and draws it used. */
        chance?: Outcome[];
        /** Fingerprint of the state after it. */
        state: string;
        /** Played for the player, who had no choice. */
        auto?: boolean;
      };
    }
  | {
      undid: {
        /** How many are left. */
        to: number;
      };
    }
  | 'redid'
  | {
      resumed: {
        /** What goes another way. */
        differs: Differs;
        /** Fingerprint of the position. */
        state: string;
        /** The position. What was played before cannot be taken back. */
        position: Position<string>;
      };
    }
  | {
      offered: {
        /** Who offers. */
        side: Side;
        /** What. */
        offer: Offer;
      };
    }
  | {
      declined: {
        /** By whom. */
        side: Side;
      };
    }
  | {
      forced: {
        /** Which side. */
        side: Side;
        /** Are they? */
        auto: boolean;
      };
    }
  | {
      said: {
        /** By what name. */
        name: Name;
        /** What. */
        text: Words;
        /** From which seat; none for a spectator. */
        side?: Side;
      };
    }
  | { ended: Ended }
  | {
      reopened: {
        /** Hash of the new secret seed, since the end has published the one before. */
        commitment: string;
      };
    };

/** A refusal. Nothing has changed. */
export type Fault =
  | {
      code: 'stale';
      facts: {
        /** The last entry that changed the game. */
        moved: number;
      };
    }
  | { code: 'over' }
  | {
      code: 'out_of_time';
      facts: {
        /** Whose. */
        side: Side;
      };
    }
  | { code: 'begun' }
  | { code: 'not_seated' }
  | {
      code: 'not_your_seat';
      facts: {
        /** Which. */
        side: Side;
      };
    }
  | {
      code: 'not_your_decision';
      facts: {
        /** Who decides. */
        side: Side;
      };
    }
  | { code: 'which_side' }
  | { code: 'not_invited' }
  | {
      code: 'seat_taken';
      facts: {
        /** Where; both seats if none is named. */
        side?: Side;
      };
    }
  | {
      code: 'cannot_undo';
      facts: {
        /** What stands in the way. */
        why: NoUndo;
        /** How far it can be: so many actions are left then. */
        undo_to?: number;
      };
    }
  | { code: 'cannot_redo' }
  | { code: 'nothing_offered' }
  | { code: 'offered_already' }
  | {
      code: 'chat_full';
      facts: {
        /** How many. */
        most: number;
      };
    }
  | {
      code: 'log_full';
      facts: {
        /** How many entries. */
        most: number;
      };
    }
  | { code: 'no_opponent' }
  | {
      code: 'bad_pace';
      facts: {
        /** The most days. */
        most: number;
      };
    }
  | {
      code: 'bad_position';
      facts: {
        /** All its problems. */
        problems: Problem[];
      };
    }
  | {
      code: 'bad_record';
      facts: {
        /** In which line, from 1. */
        line: number;
        /** What is wrong. */
        what: string;
      };
    }
  | {
      code: 'too_many_questions';
      facts: {
        /** How many at once. */
        most: number;
      };
    }
  | {
      code: 'too_many_actions';
      facts: {
        /** The most. */
        most: number;
      };
    }
  | { code: 'needs_chance' }
  | { code: 'internal' }
  | Forbidden;

/** A refusal by the rules. */
export type Forbidden = {
  code: 'illegal';
  /** The case broken, such as `6.12`. */
  case: string;
} & (
  | { reason: 'game_over' }
  | { reason: 'not_asked'; facts: { asked: Question } }
  | { reason: 'wrong_side'; facts: { unit: UnitId; side: Side } }
  | { reason: 'not_on_map'; facts: { unit: UnitId } }
  | { reason: 'not_waiting'; facts: { unit: UnitId } }
  | { reason: 'no_units' }
  | { reason: 'no_hexes' }
  | { reason: 'not_together' }
  | { reason: 'not_adjacent'; facts: { from: Hex; to: Hex } }
  | { reason: 'hex_not_offered'; facts: { hex: Hex } }
  | { reason: 'full'; facts: { hex: Hex } }
  | { reason: 'still_to_place'; facts: { unit: UnitId } }
  | { reason: 'not_mechanized'; facts: { unit: UnitId } }
  | { reason: 'disrupted'; facts: { unit: UnitId } }
  | { reason: 'halted'; facts: { unit: UnitId } }
  | { reason: 'finished'; facts: { unit: UnitId } }
  | { reason: 'stopped'; facts: { unit: UnitId } }
  | { reason: 'in_enemy_zone'; facts: { unit: UnitId; hex: Hex } }
  | { reason: 'lake'; facts: { from: Hex; to: Hex } }
  | { reason: 'enemy_in_hex'; facts: { hex: Hex } }
  | { reason: 'too_far'; facts: { unit: UnitId; hex: Hex; cost: number; left: number } }
  | { reason: 'western_hexrows'; facts: { hex: Hex } }
  | { reason: 'no_more_movement' }
  | { reason: 'rode'; facts: { unit: UnitId } }
  | { reason: 'standing'; facts: { unit: UnitId } }
  | { reason: 'standing_full'; facts: { allowed: number } }
  | { reason: 'march_by_rail'; facts: { unit: UnitId } }
  | { reason: 'march_west'; facts: { unit: UnitId; hex: Hex } }
  | { reason: 'march_twice'; facts: { unit: UnitId; hex: Hex } }
  | { reason: 'march_too_slow'; facts: { unit: UnitId; hex: Hex; column: number } }
  | { reason: 'march_unfinished'; facts: { unit: UnitId; hex: Hex } }
  | { reason: 'leader_alone'; facts: { unit: UnitId; hex: Hex } }
  | { reason: 'german_rail' }
  | { reason: 'not_on_rail'; facts: { unit: UnitId } }
  | { reason: 'no_rail'; facts: { from: Hex; to: Hex } }
  | { reason: 'rail_zone'; facts: { hex: Hex } }
  | { reason: 'rail_cut'; facts: { hex: Hex } }
  | { reason: 'rail_repaired'; facts: { hex: Hex } }
  | { reason: 'rail_capacity'; facts: { unit: UnitId; needs: number; left: number } }
  | { reason: 'rail_capacity_entering'; facts: { who: Newcomer; needs: number; left: number } }
  | { reason: 'rail_too_far'; facts: { unit: UnitId; hex: Hex; cost: number; left: number } }
  | { reason: 'cuts_off' }
  | { reason: 'nothing_to_cut' }
  | { reason: 'no_cut_marker' }
  | { reason: 'cut_already'; facts: { hex: Hex } }
  | { reason: 'no_cut'; facts: { hex: Hex } }
  | { reason: 'no_enemy'; facts: { hex: Hex } }
  | { reason: 'overrun_points'; facts: { unit: UnitId; left: number } }
  | { reason: 'not_same_group'; facts: { unit: UnitId } }
  | { reason: 'no_strength' }
  | { reason: 'no_loc_at_start'; facts: { unit: UnitId } }
  | { reason: 'no_loc'; facts: { unit: UnitId } }
  | { reason: 'no_attack'; facts: { unit: UnitId } }
  | { reason: 'has_attacked'; facts: { unit: UnitId } }
  | { reason: 'was_attacked'; facts: { hex: Hex } }
  | { reason: 'hex_twice'; facts: { hex: Hex } }
  | { reason: 'leader_without_units'; facts: { unit: UnitId } }
  | { reason: 'leader_must_join'; facts: { unit: UnitId } }
  | { reason: 'not_concerned'; facts: { unit: UnitId } }
  | { reason: 'no_stack'; facts: { hex: Hex } }
  | { reason: 'retreat_under_way' }
  | { reason: 'retreat_enemy'; facts: { hex: Hex } }
  | { reason: 'retreat_zone'; facts: { hex: Hex } }
  | { reason: 'retreat_back'; facts: { hex: Hex } }
  | { reason: 'retreat_too_short'; facts: { hex: Hex } }
  | { reason: 'retreat_open'; facts: { hex: Hex } }
  | { reason: 'retreat_loses_more'; facts: { hex: Hex } }
  | { reason: 'retreat_vacant_first'; facts: { hex: Hex } }
  | { reason: 'not_vacated'; facts: { hex: Hex } }
  | { reason: 'off_retreat_path'; facts: { hex: Hex } }
  | { reason: 'advance_too_far' }
  | { reason: 'advance_occupied'; facts: { hex: Hex } }
  | { reason: 'leader_advances_alone'; facts: { unit: UnitId; hex: Hex } }
  | { reason: 'no_advance' }
  | { reason: 'advanced'; facts: { unit: UnitId } }
  | { reason: 'removal_useless'; facts: { unit: UnitId } }
  | { reason: 'not_surrounded'; facts: { unit: UnitId } }
  | { reason: 'no_evacuation' }
  | { reason: 'no_marker' }
  | { reason: 'marker_already'; facts: { hex: Hex } }
  | { reason: 'air_limit'; facts: { hex: Hex } }
  | { reason: 'air_limit_too_soon'; facts: { hex: Hex } }
  | { reason: 'air_limit_no_line'; facts: { hex: Hex } }
  | { reason: 'german_in_hex'; facts: { hex: Hex } }
  | { reason: 'no_arrivals' }
  | { reason: 'nothing_due' }
  | { reason: 'no_counter' }
  | { reason: 'not_entry_hex'; facts: { hex: Hex } }
  | { reason: 'not_rail_hex'; facts: { hex: Hex } }
  | { reason: 'front_limit'; facts: { per_turn: number; per_game: number } }
  | { reason: 'front_too_early'; facts: { turn: number } }
  | { reason: 'provisional_due' }
);

/** What prevents an undo. */
export type NoUndo = 'nothing' | 'decided' | 'drawn';

/** The name of a game: twelve random characters, as in a link to it. */
export type GameId = string;

/** The name of a person, whether guest, account or bot. */
export type PersonId = string;

/** A point in time: milliseconds since the beginning of 1970, UTC. */
export type Time = number;

/** The luck of both sides in a game. */
export type Luck = {
  /** By side. */
  sides: BySide<SideLuck>;
  /** Strengths of the divisions turned face up: attack and defence together [12.2]. */
  draws: Sum;
};

/** The luck of one side. */
export type SideLuck = {
  /** The dice of its own attacks and overruns: a low one is good [9.5]. */
  dice: Sum;
  /** What the results did to the enemy: steps or hexes, an elimination counting as 3. */
  dealt: Sum;
  /** What they did to itself. */
  taken: Sum;
};

/** The actual and the expected sum. */
export type Sum = {
  /** How often. */
  count: number;
  /** What came, added up. */
  came: number;
  /** The expected sum. */
  expected: number;
};

/**
 * Facts about units for a map. Whether a unit has moved, attacked, stopped or is Disrupted is in the position
 * itself.
 */
export type Marks = {
  /** Units whose division is integrated where they stand, and so has twice its strength [7.3]. */
  integrated: UnitSet;
  /** Units of both sides on the map that are out of supply now [11.3]. */
  out_of_supply: UnitSet;
  /**
   * Units that can still act, or be acted on, in the current decision; the other units of the deciding side
   * are spent.
   */
  can_act: UnitSet;
  /** Hexes where the phasing side has more units than may stay when the phase ends [7.1, 7.2]. */
  crowded: Hex[];
  /** The allowance of this phase in half-points, for units where it differs from the printed one [6.25]. */
  allowances: Record<UnitId, number>;
};

/** Something to be done. */
export type Request =
  | { action: Action }
  | {
      undo: {
        /** How many actions of the game remain; by default one fewer than now. */
        to?: number | null;
      };
    }
  | 'redo'
  | 'reset_phase'
  | {
      offer_takeback: {
        /** How many actions of the game remain. */
        to: number;
      };
    }
  | 'offer_draw'
  | 'accept'
  | 'decline'
  | {
      resign: {
        /** Which side, for a player of both. */
        side?: Side | null;
      };
    }
  | {
      say: {
        /** What. */
        text: Words;
      };
    }
  | {
      sit: {
        /** Which. */
        side: Side;
      };
    }
  | {
      stand: {
        /** Which side, for a player of both. */
        side?: Side | null;
      };
    }
  | {
      seat_program: {
        /** Which seat. */
        side: Side;
        /** The program's level. */
        level: string;
      };
    }
  | {
      forced: {
        /** Yes or no. */
        auto: boolean;
      };
    };

/** One side's place at the table. */
export type Seat =
  | 'open'
  | {
      invited: {
        /** Who. */
        id: PersonId;
        /** By what name. */
        name: Name;
      };
    }
  | {
      person: {
        /** By whom. */
        id: PersonId;
        /** By what name. */
        name: Name;
      };
    }
  | {
      program: {
        /** Its level, a name of `pgg_ai::NAMES`. */
        level: string;
      };
    };

/** Who may see and join a game. */
export type Visibility = 'public' | 'link';

/** Where today's rules replay a game differently. */
export type Differs = {
  /** The first entry that replays differently. */
  n: number;
  /** The version of the rules it was played by. */
  version: number;
};

/** The name of a person or a game. */
export type Name = string;

/** Something said at the table. */
export type Words = string;

/** How the game stands, in short. */
export type Now = {
  /** The Game-Turn. */
  turn: number;
  /** The phase. */
  phase: Phase;
  /** Who has to decide what; none when the game is over. */
  decision: Decision | null;
  /** Actions that count. */
  ply: number;
  /** How far the deciding side can undo: the number of actions that would be left. */
  undo_to: number;
  /** How far a take-back can reach with the opponent's assent: the number of actions that would be left. */
  takeback_to: number;
  /** How many undone actions can be taken again. */
  redo: number;
};

/** An offer that waits for an answer. */
export type Offered = {
  /** Who offers. */
  side: Side;
  /** What. */
  offer: Offer;
};

/** Everything there is to see at the table. */
export type View = {
  /** What the game is called. */
  name: Name;
  /** Edition and options. */
  options: Options;
  /** Who may see and join it. */
  visibility: Visibility;
  /** Who sits where. */
  seats: BySide<Seat>;
  /** For whom forced choices are played. */
  auto: BySide<boolean>;
  /** How fast it has to go. */
  pace: Pace;
  /** The deadline of the side that has to decide. */
  deadline: Time | null;
  /** Hash of the seed; the seed itself is in `ended`. */
  commitment: string;
  /** What has been offered, and by whom. */
  offer: Offered | null;
  /** How it ended, if it has. */
  ended: Ended | null;
  /** Where today's rules replay the game differently. */
  differs: Differs | null;
  /** How the game stands. */
  now: Now;
  /** Points by source. */
  score: Score;
  /** Where everything is. */
  position: Position<DiagramUnit>;
  /** Facts about units that only the rules can compute. */
  marks: Marks;
};

// The opponents.

/** Divisions that behave in a manner. */
export type Behaving = {
  /** The manner. */
  manner: Manner;
  /** How many. */
  divisions: number;
};

/** What a program means to do. */
export type Intent =
  | {
      side: 'german';
      /** Divisions by how they behave. */
      manners: Behaving[];
      /** Divisions by the objective they are sent to. */
      goals: Sent[];
    }
  | {
      side: 'soviet';
      /** How it behaves. */
      stance: Stance;
      /** Ids of the objectives that count more than usual. */
      emphasis: string[];
    };

/** Divisions that are sent to an objective. */
export type Sent = {
  /** The id of the objective. */
  objective: string;
  /** How many. */
  divisions: number;
};

/** How a German division behaves. */
export type Manner = 'as_usual' | 'drive_on' | 'strike' | 'seal' | 'careful' | 'hold';

/** How the Soviet side behaves as a whole. */
export type Stance = 'as_usual' | 'counter_attack' | 'delay' | 'lines' | 'cities' | 'guard' | 'wings';

// The game.

/**
 * Steps lost on average if both sides always take the loss [9.65]; a side that retreats loses fewer. Every
 * cause counts: the result, including the exchange of Eng [9.67]; the reveal, which removes divisions without
 * strength [12.3] and Leaders or 0-1-6 that cannot withdraw [10.23b], even if no die is thrown [R31, R42]; the
 * elimination of units marked retreated [9.75]. A Leader and a Soviet division are one step.
 */
export type Losses = {
  /** By the attacker. */
  attacker: number;
  /** By the defender. */
  defender: number;
};

/** One line of the sheet. */
export type Modifier = {
  /** The case. */
  case: string;
  /** What it is. */
  what: ModifierKind;
  /** The units concerned. */
  units: UnitId[];
  /** The hex concerned. */
  hex: Hex | null;
  /**
   * By how much at least: a factor or a number of points. It differs from `most` only where it depends on
   * untried divisions: a Leader adds no more than they have [10.36].
   */
  least: number;
  /** By how much at most. */
  most: number;
};

/** What bears on the odds. */
export type ModifierKind =
  'integrated' | 'out_of_supply' | 'leader' | 'terrain' | 'river' | 'overrun' | 'retreated' | 'untried' | 'lone_leader';

/** The odds sheet of an attack or overrun. */
export type Odds = {
  /** An overrun, at half strength [6.55]. */
  overrun: boolean;
  /** Attack strength: mean, least and most. */
  attack: StrengthRange;
  /** Defence strength: mean, least and most. */
  defense: StrengthRange;
  /** Chance of each possible column. */
  columns: [Column, number][];
  /** Chance of each possible result. */
  results: [CombatResult, number][];
  /** Steps each side loses on average. */
  losses: Losses;
  /** Chance that no attacker with strength is left [12.3, R42]. */
  called_off: number;
  /** Chance that no defender is left and no die is thrown [12.3, R31]. */
  walkover: number;
  /** Everything that changes a strength, with its case. */
  modifiers: Modifier[];
  /** Exact, or by samples? */
  exact: boolean;
};

/** A strength that may not be known. */
export type StrengthRange = {
  /** Mean. */
  mean: number;
  /** Least. */
  least: number;
  /** Most. */
  most: number;
};

/** An entry area: A to H German, V to Z Soviet. */
export type Area = 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H' | 'V' | 'W' | 'X' | 'Z';

/** A column of the combat table. */
export type Column = '1-3' | '1-2' | '1-1' | '2-1' | '3-1' | '4-1' | '5-1' | '6-1' | '7-1' | '8-1' | '9-1' | '10-1';

/** A result of the combat table: the defender's part first [9.6]. */
export type CombatResult = 'A1' | 'A2' | 'Ae' | 'D1' | 'D2' | 'De' | 'D1/A1' | 'D2/A1' | 'De/A1' | 'Eng';

/** Which values apply where the sources and the printed game differ [0.6]. */
export type Edition = 'reference' | '1976';

/** How the game ended [15.2]. */
export type LevelName =
  | 'soviet_decisive'
  | 'soviet_strategic'
  | 'soviet_marginal'
  | 'german_marginal'
  | 'german_strategic'
  | 'german_decisive';

/** A counter in the dead pile: `"rifle 3-4#1"`, or with the number of draws before, plus one, `"rifle 3-4#1 @2"`. */
export type DeadCounter = string;

/** The active group. */
export type GroupText = {
  /** Those that have moved. */
  units: string[];
  /** Where they began. */
  start: Hex | null;
  /** They entered the map there. */
  entering: boolean;
  /** The rail hex that may be cut. */
  cuttable: Hex | null;
};

/** Divisions owed at an area. */
export type Owed = {
  /** Rifle divisions. */
  rifle: number;
  /** Armoured divisions. */
  armoured: number;
};

/** A position. Its units are texts; in a diagram they are typed values. */
export type Position<U = string> = {
  /** `pgg-position 1`, or `pgg-diagram 1`. */
  format: string;
  /** Edition and options. */
  options: Options;
  /** Game-Turn. */
  turn: number;
  /** Phase. */
  phase: Phase;
  /** The phase is ending; stacks over the limit are being reduced. */
  ending: boolean;
  /** Units on the map: hex, then units such as `"pz7"`, `"inf6 lost 2"`, `"rifle 3-4 disrupted"`. */
  units: Record<Hex, U[]>;
  /** Units that may enter now. */
  waiting: U[];
  /** German units and Leaders that will come by the schedule. */
  scheduled: U[];
  /** German units and Leaders eliminated. */
  dead: U[];
  /** Leaders that were evacuated, with the turn from which they may return. */
  evacuated: Record<string, number>;
  /** Do scheduled Soviet divisions and the provisional die still come? */
  schedule: boolean;
  /** Soviet divisions owed, by area. */
  owed: Partial<Record<Area, Owed>>;
  /** The die of the provisional division that is still to enter. */
  provisional: number | null;
  /** Front divisions called in the game. */
  front: number;
  /** Front divisions called this turn. */
  front_this_turn: number;
  /** Air Interdiction markers. */
  air: Hex[];
  /** The Soviet Interdiction marker. */
  soviet_marker: Hex | null;
  /** Turns in which it was used. */
  soviet_marker_uses: number;
  /** Rail Cut markers. */
  rail_cuts: Hex[];
  /** Rail hexes repaired this turn. */
  rail_repaired: Hex[];
  /** Rail capacity used, of eight. */
  rail_used: number;
  /** Objective hexes under German control; if not given, those with a German unit in them. */
  german_control: Hex[] | null;
  /** The turn since which Smolensk is German; 0 if it is not. */
  smolensk_since: number;
  /** Objectives the German occupied at the end of his last Player-Turn. */
  occupied: string[];
  /** Cities recaptured. */
  recaptures: number;
  /** Leaders evacuated in the game. */
  evacuations: number;
  /** One was evacuated this turn. */
  evacuated_this_turn: boolean;
  /**
   * Counters that went to the dead pile face up, each with one more than the number of draws made from it
   * before.
   */
  dead_pile: DeadCounter[];
  /** Counters that went there face down, by kind, with the same numbers. */
  dead_unseen: Partial<Record<Kind, number[]>>;
  /** Draws made from the dead pile. */
  pile_draws: number;
  /** The history of the dead pile, as `State::to_text` writes it; if not given, one that fits `dead_pile`. */
  pile_log: number[];
  /** The next number for a rifle and an armoured division. */
  next: [number, number];
  /** The active group. */
  group: GroupText;
  /** Units of the 13th and 20th Armies that have to march. */
  marching: string[];
  /** Units of the 16th and of the 19th Army that stand. */
  standing: [string[], string[]];
  /** A combat being resolved. */
  combat: Combat | null;
};

/** One thing that is wrong. */
export type Problem = {
  /** The field, such as `units.1222[0]`. */
  field: string;
  /** What is wrong and what was expected. */
  what: string;
};

/** A unit of a diagram: its id, or more if there is more to say. A text of a position is read as well. */
export type DiagramUnit = UnitId | UnitDetails;

/** What there is to say about a unit; what is left out is none, or zero. */
export type UnitDetails = {
  /** Which. */
  id: UnitId;
  /** The kind of an armoured division. */
  kind?: Kind;
  /** Of a revealed division: attack, defence, and which of the counters that are alike. */
  strength?: [number, number, number];
  /** Steps lost. */
  lost?: number;
  /** Half-points, or rail points of one that rides, spent in this phase. */
  spent?: number;
  /** The hex from which it came into the one where it is. */
  from?: Hex;
  /** Of an untried division from the dead pile: the draw that brought it. */
  pile?: number;
  /** Its marks. */
  marks?: UnitMark[];
};

/** A mark of a unit in a position; `docs/position-format.md` says what each means. */
export type UnitMark =
  | 'disrupted'
  | 'entered'
  | 'unsupplied'
  | 'no-loc'
  | 'moved'
  | 'stopped'
  | 'halted'
  | 'rode'
  | 'attacked'
  | 'defended'
  | 'retreated';

/**
 * An action of the deciding side. The numbers in parentheses are those of part A of `docs/rules.md`, the ones
 * in brackets cases of the rules.
 */
export type Action =
  | {
      deploy: {
        /** The unit. */
        unit: UnitId;
        /** Where. */
        hex: Hex;
      };
    }
  | {
      interdict: {
        /** Where. */
        hex: Hex;
      };
    }
  | {
      evacuate: {
        /** The Leader. */
        unit: UnitId;
      };
    }
  | {
      enter: {
        /** Who. */
        who: Newcomer;
        /** The entry hex. */
        hex: Hex;
        /** By rail [6.32]. */
        rail?: boolean;
      };
    }
  | {
      move: {
        /** Units of one hex. */
        units: UnitSet;
        /** The hexes entered, in order. */
        path: Hex[];
      };
    }
  | {
      ride: {
        /** The unit. */
        unit: UnitId;
        /** The hexes entered, in order. */
        path: Hex[];
      };
    }
  | {
      overrun: {
        /** Units of one hex and one group, Leaders that join included. */
        units: UnitSet;
        /** The hex overrun. */
        target: Hex;
      };
    }
  | {
      cut_rail: {
        /** The hex. */
        hex: Hex;
      };
    }
  | {
      lift_cut: {
        /** The hex. */
        hex: Hex;
      };
    }
  | {
      attack: {
        /** The hexes attacked. */
        targets: Hex[];
        /** All units that take part, Leaders included. */
        units: UnitSet;
      };
    }
  | 'take_loss'
  | 'take_retreat'
  | {
      lose_step: {
        /** The unit. */
        unit: UnitId;
      };
    }
  | {
      route: {
        /** The hex where the stack is now. */
        stack: Hex;
        /** The next hex. */
        to: Hex;
      };
    }
  | {
      remove: {
        /** The unit. */
        unit: UnitId;
      };
    }
  | {
      advance: {
        /** The unit. */
        unit: UnitId;
        /** One hex or two. */
        path: Hex[];
      };
    }
  | 'done';

/** Who enters the map. */
export type Newcomer = string;

/** One outcome, as records keep it. */
export type Outcome =
  | { die: number }
  | {
      draw: {
        /** The unit. */
        unit: UnitId;
        /** Tank or mechanised. */
        kind: Kind;
      };
    }
  | {
      reveal: {
        /** The unit. */
        unit: UnitId;
        /** The counter. */
        counter: CounterName;
      };
    };

/** What has to be decided now, and by whom. */
export type Decision = {
  /** Who decides. */
  side: Side;
} & (
  | { question: 'deploy' }
  | { question: 'place_air_markers' }
  | { question: 'evacuate' }
  | { question: 'move' }
  | { question: 'attack' }
  | { question: 'place_soviet_marker' }
  | {
      question: 'loss_or_retreat';
      /** Steps or hexes. */
      n: number;
    }
  | {
      question: 'lose_step';
      /** Steps still to lose. */
      n: number;
    }
  | {
      question: 'route';
      /** Hexes of the retreat still to go. */
      n: number;
    }
  | {
      question: 'make_room';
      /** The hex too full. */
      hex: Hex;
    }
  | { question: 'advance' }
  | {
      question: 'remove_excess';
      /** The hex too full. */
      hex: Hex;
    }
);

/** The decisions of part A. */
export type Question =
  | { question: 'deploy' }
  | { question: 'place_air_markers' }
  | { question: 'evacuate' }
  | { question: 'move' }
  | { question: 'attack' }
  | { question: 'place_soviet_marker' }
  | {
      question: 'loss_or_retreat';
      /** Steps or hexes. */
      n: number;
    }
  | {
      question: 'lose_step';
      /** Steps still to lose. */
      n: number;
    }
  | {
      question: 'route';
      /** Hexes of the retreat still to go. */
      n: number;
    }
  | {
      question: 'make_room';
      /** The hex too full. */
      hex: Hex;
    }
  | { question: 'advance' }
  | {
      question: 'remove_excess';
      /** The hex too full. */
      hex: Hex;
    };

/** A question that closed by itself. */
export type ClosedQuestion = 'lose_step' | 'make_room' | 'advance';

/** What a die was thrown for. */
export type DieFor = 'army16' | 'army19' | 'provisional' | 'overrun' | 'combat';

/** One thing that happened, in order. */
export type GameEvent =
  | { event: 'phase_began'; turn: number; phase: Phase }
  | { event: 'deployed'; unit: UnitId; hex: Hex }
  | { event: 'drawn'; unit: UnitId; kind: Kind; from_dead_pile: boolean }
  | { event: 'die'; why: DieFor; die: number }
  | { event: 'army_rolled'; army: number; stands: boolean }
  | { event: 'arrivals_due'; turn: number }
  | { event: 'interdiction_placed'; side: Side; hex: Hex }
  | { event: 'interdiction_removed'; side: Side }
  | { event: 'entered'; who: Newcomer; unit: UnitId; hex: Hex; rail: boolean; cost: number }
  | { event: 'front_points'; points: number; total: number }
  | { event: 'moved'; unit: UnitId; from: Hex; to: Hex; cost: number; left: number }
  | { event: 'stopped'; unit: UnitId; hex: Hex }
  | { event: 'rode'; unit: UnitId; from: Hex; to: Hex; cost: number; left: number }
  | { event: 'rail_cut'; hex: Hex }
  | { event: 'rail_cut_lifted'; hex: Hex }
  | { event: 'rail_repaired'; hex: Hex }
  | { event: 'evacuated'; unit: UnitId; hex: Hex }
  | { event: 'overrun_began'; units: UnitSet; from: Hex; target: Hex }
  | { event: 'attack_began'; units: UnitSet; targets: Hex[] }
  | { event: 'out_of_supply'; units: UnitSet }
  | { event: 'revealed'; unit: UnitId; counter: CounterName }
  | { event: 'withdrew'; unit: UnitId; from: Hex; to: Hex }
  | { event: 'combat_off' }
  | { event: 'odds'; attack: number; defense: number; column: Column }
  | { event: 'result'; die: number; result: CombatResult }
  | { event: 'no_retreat'; side: Side }
  | { event: 'loss_chosen'; side: Side; steps: number }
  | { event: 'retreat_chosen'; side: Side; hexes: number }
  | { event: 'closed'; side: Side; what: ClosedQuestion }
  | { event: 'step_lost'; unit: UnitId; left: number }
  | { event: 'eliminated'; unit: UnitId; hex: Hex; why: Why }
  | { event: 'retreated'; units: UnitSet; from: Hex; to: Hex }
  | { event: 'marked_retreated'; units: UnitSet }
  | { event: 'disrupted'; units: UnitSet }
  | { event: 'recovered'; units: UnitSet }
  | { event: 'overrun_entered'; units: UnitSet; from: Hex; to: Hex }
  | { event: 'halted'; units: UnitSet }
  | { event: 'advanced'; unit: UnitId; from: Hex; to: Hex }
  | { event: 'combat_ended' }
  | { event: 'control'; hex: Hex; side: Side }
  | { event: 'recaptured'; objective: number }
  | { event: 'provisional_lost' }
  | { event: 'turn_began'; turn: number }
  | { event: 'game_over'; score: number; level: LevelName };

/** Why a unit was eliminated. */
export type Why =
  | 'result'
  | 'step'
  | 'no_strength'
  | 'stacking'
  | 'no_room'
  | 'western_hexrows'
  | 'path_closed'
  | 'retreated'
  | 'no_withdrawal';

/** A refusal. Nothing has changed. */
export type Illegal = {
  /** The case broken, such as `6.12`. */
  case: string;
} & (
  | { reason: 'game_over' }
  | { reason: 'not_asked'; facts: { asked: Question } }
  | { reason: 'wrong_side'; facts: { unit: UnitId; side: Side } }
  | { reason: 'not_on_map'; facts: { unit: UnitId } }
  | { reason: 'not_waiting'; facts: { unit: UnitId } }
  | { reason: 'no_units' }
  | { reason: 'no_hexes' }
  | { reason: 'not_together' }
  | { reason: 'not_adjacent'; facts: { from: Hex; to: Hex } }
  | { reason: 'hex_not_offered'; facts: { hex: Hex } }
  | { reason: 'full'; facts: { hex: Hex } }
  | { reason: 'still_to_place'; facts: { unit: UnitId } }
  | { reason: 'not_mechanized'; facts: { unit: UnitId } }
  | { reason: 'disrupted'; facts: { unit: UnitId } }
  | { reason: 'halted'; facts: { unit: UnitId } }
  | { reason: 'finished'; facts: { unit: UnitId } }
  | { reason: 'stopped'; facts: { unit: UnitId } }
  | { reason: 'in_enemy_zone'; facts: { unit: UnitId; hex: Hex } }
  | { reason: 'lake'; facts: { from: Hex; to: Hex } }
  | { reason: 'enemy_in_hex'; facts: { hex: Hex } }
  | { reason: 'too_far'; facts: { unit: UnitId; hex: Hex; cost: number; left: number } }
  | { reason: 'western_hexrows'; facts: { hex: Hex } }
  | { reason: 'no_more_movement' }
  | { reason: 'rode'; facts: { unit: UnitId } }
  | { reason: 'standing'; facts: { unit: UnitId } }
  | { reason: 'standing_full'; facts: { allowed: number } }
  | { reason: 'march_by_rail'; facts: { unit: UnitId } }
  | { reason: 'march_west'; facts: { unit: UnitId; hex: Hex } }
  | { reason: 'march_twice'; facts: { unit: UnitId; hex: Hex } }
  | { reason: 'march_too_slow'; facts: { unit: UnitId; hex: Hex; column: number } }
  | { reason: 'march_unfinished'; facts: { unit: UnitId; hex: Hex } }
  | { reason: 'leader_alone'; facts: { unit: UnitId; hex: Hex } }
  | { reason: 'german_rail' }
  | { reason: 'not_on_rail'; facts: { unit: UnitId } }
  | { reason: 'no_rail'; facts: { from: Hex; to: Hex } }
  | { reason: 'rail_zone'; facts: { hex: Hex } }
  | { reason: 'rail_cut'; facts: { hex: Hex } }
  | { reason: 'rail_repaired'; facts: { hex: Hex } }
  | { reason: 'rail_capacity'; facts: { unit: UnitId; needs: number; left: number } }
  | { reason: 'rail_capacity_entering'; facts: { who: Newcomer; needs: number; left: number } }
  | { reason: 'rail_too_far'; facts: { unit: UnitId; hex: Hex; cost: number; left: number } }
  | { reason: 'cuts_off' }
  | { reason: 'nothing_to_cut' }
  | { reason: 'no_cut_marker' }
  | { reason: 'cut_already'; facts: { hex: Hex } }
  | { reason: 'no_cut'; facts: { hex: Hex } }
  | { reason: 'no_enemy'; facts: { hex: Hex } }
  | { reason: 'overrun_points'; facts: { unit: UnitId; left: number } }
  | { reason: 'not_same_group'; facts: { unit: UnitId } }
  | { reason: 'no_strength' }
  | { reason: 'no_loc_at_start'; facts: { unit: UnitId } }
  | { reason: 'no_loc'; facts: { unit: UnitId } }
  | { reason: 'no_attack'; facts: { unit: UnitId } }
  | { reason: 'has_attacked'; facts: { unit: UnitId } }
  | { reason: 'was_attacked'; facts: { hex: Hex } }
  | { reason: 'hex_twice'; facts: { hex: Hex } }
  | { reason: 'leader_without_units'; facts: { unit: UnitId } }
  | { reason: 'leader_must_join'; facts: { unit: UnitId } }
  | { reason: 'not_concerned'; facts: { unit: UnitId } }
  | { reason: 'no_stack'; facts: { hex: Hex } }
  | { reason: 'retreat_under_way' }
  | { reason: 'retreat_enemy'; facts: { hex: Hex } }
  | { reason: 'retreat_zone'; facts: { hex: Hex } }
  | { reason: 'retreat_back'; facts: { hex: Hex } }
  | { reason: 'retreat_too_short'; facts: { hex: Hex } }
  | { reason: 'retreat_open'; facts: { hex: Hex } }
  | { reason: 'retreat_loses_more'; facts: { hex: Hex } }
  | { reason: 'retreat_vacant_first'; facts: { hex: Hex } }
  | { reason: 'not_vacated'; facts: { hex: Hex } }
  | { reason: 'off_retreat_path'; facts: { hex: Hex } }
  | { reason: 'advance_too_far' }
  | { reason: 'advance_occupied'; facts: { hex: Hex } }
  | { reason: 'leader_advances_alone'; facts: { unit: UnitId; hex: Hex } }
  | { reason: 'no_advance' }
  | { reason: 'advanced'; facts: { unit: UnitId } }
  | { reason: 'removal_useless'; facts: { unit: UnitId } }
  | { reason: 'not_surrounded'; facts: { unit: UnitId } }
  | { reason: 'no_evacuation' }
  | { reason: 'no_marker' }
  | { reason: 'marker_already'; facts: { hex: Hex } }
  | { reason: 'air_limit'; facts: { hex: Hex } }
  | { reason: 'air_limit_too_soon'; facts: { hex: Hex } }
  | { reason: 'air_limit_no_line'; facts: { hex: Hex } }
  | { reason: 'german_in_hex'; facts: { hex: Hex } }
  | { reason: 'no_arrivals' }
  | { reason: 'nothing_due' }
  | { reason: 'no_counter' }
  | { reason: 'not_entry_hex'; facts: { hex: Hex } }
  | { reason: 'not_rail_hex'; facts: { hex: Hex } }
  | { reason: 'front_limit'; facts: { per_turn: number; per_game: number } }
  | { reason: 'front_too_early'; facts: { turn: number } }
  | { reason: 'provisional_due' }
);

/** A combat or overrun being resolved [9.0]; opaque outside this crate. */
export type Combat = {
  overrun: boolean;
  attacker: Side;
  targets: Hex[];
  /** The hexes attacked from. */
  origins: Hex[];
  /** Units still in the combat. */
  attackers: UnitSet;
  defenders: UnitSet;
  result: CombatResult;
  stage: Stage;
  /** Stacks that retreated, for the advance along their path [9.81]. */
  paths: (RetreatPath | null)[];
  /** Units that advanced already. */
  advanced: UnitSet;
};

/** The path of one stack: the hex it left, and the hex it passed through if it went two. */
export type RetreatPath = { left: Hex; passed: Hex | null };

/** What the combat waits for. */
export type Stage =
  | { choose: { side: Side; n: number } }
  | { lose: { side: Side; n: number } }
  | { retreat: { side: Side; n: number; waiting: UnitSet } }
  | { routing: { side: Side; n: number; waiting: UnitSet; way: Way } }
  | { make_room: { side: Side; n: number; waiting: UnitSet; way: Way } }
  | { advance: { side: Side } };

/** A stack under way in retreat. */
export type Way = { units: UnitSet; left: Hex; passed: Hex | null; at: Hex; steps: number };

/** The switches of 0.6, fixed before play. */
export type Options = {
  /** Which values apply where the sources and the printed game differ. */
  edition: Edition;
  /** German rail cuts [6.37]. */
  rail_cut: boolean;
  /** Evacuating surrounded Leaders [10.4]. */
  leader_evacuation: boolean;
  /** A German Marginal result counts as a draw [15.2]. */
  historical_draw: boolean;
  /** Leaders do not count against the stacking limit [7.1, R32]. */
  free_leaders?: boolean;
};

/** The phases in which a player decides [4.2]. Disruption removal is automatic. */
export type Phase =
  | 'soviet_set_up'
  | 'german_set_up'
  | 'evacuation'
  | 'soviet_movement'
  | 'soviet_combat'
  | 'soviet_interdiction'
  | 'german_movement'
  | 'german_combat'
  | 'mechanized_movement'
  | 'air_interdiction'
  | 'game_over';

/** A hex of the map, written `CCRR`. Held as its index plus one, so that `Option<Hex>` is two bytes. */
export type Hex = string;

/** The source of supply. */
export type SupplyBy = 'entered' | 'road' | 'direct' | 'leader' | 'east_edge' | 'none';

/** The public name of a counter: `rifle 3-4#2` is the second of the rifle divisions 3-4. */
export type CounterName = string;

/** Points of both sides by source. */
export type Score = {
  /** Objectives the German occupies now, with their points [15.11]. */
  objectives: [string, number][];
  /** Points for Front divisions called [14.23]. */
  front: number;
  /** German divisions wholly eliminated [15.12]. */
  divisions_lost: string[];
  /** Cities recaptured [15.12]. */
  recaptures: number;
  /** German points less Soviet points. */
  total: number;
  /** The level of that total. */
  level: LevelName;
  /** With the historical draw, a German Marginal result [15.2]. */
  draw: boolean;
};

/** A value for each side. */
export type BySide<T> = { german: T; soviet: T };

/** What kind of unit it is [3.4]. */
export type Kind =
  'infantry' | 'panzer' | 'panzergrenadier' | 'motorized' | 'cavalry' | 'leader' | 'rifle' | 'tank' | 'mechanised';

/** One of the two players. */
export type Side = 'german' | 'soviet';

/** A unit of the game. Its text form is the id of `data/counters.json`, or `r1`… and `a1`… for Soviet divisions. */
export type UnitId = string;

/** A set of units. */
export type UnitSet = UnitId[];
