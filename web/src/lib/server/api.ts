// Generated from the server's messages by `twilight serve --print-types`; do not edit.
// Addresses and examples are in docs/server-api.md.

export const API_VERSION = 1;

/** The codes of refusals. */
export type RefusalCode =
  "bad_message" | "bad_rules" | "bad_log" | "bad_name" | "bad_address" | "bad_origin" | "not_signed_in" | "wrong_password" | "wrong_code" | "bad_token" | "forbidden" | "not_seated" | "not_your_decision" | "rated_needs_account" | "not_found" | "stale_decision" | "illegal_action" | "unknown_action" | "game_over" | "not_over" | "not_started" | "paused" | "not_paused" | "no_undo" | "no_offer" | "offer_pending" | "only_casual" | "seat_taken" | "name_taken" | "already_claimed" | "time_over" | "too_large" | "too_slow" | "rate_limited" | "storage_failed" | "busy" | "no_mail" | "no_vacation" | "failed";

/** The name of whoever has left, in place of their own. */
export const DELETED_PLAYER = "Deleted player";

/** Let a computer player fill a seat. */
export interface AddBot {
  bot: string;
}

/** Agree that others watch a private game, or agree no more: then the link ends. */
export interface AgreeToWatch {
  agree: boolean;
}

/** The process answers. */
export interface Alive {
  status: "ok";
  version: string;
}

/** Answer the pending decision; `decision` is the number that its prompt had. */
export interface AnswerMessage {
  type: "answer";
  decision: number;
  action: string;
  ref?: string;
}

/** Ask for a mail with the way back into an account, by its name or its address. */
export interface AskForMail {
  name: string;
  lang?: string;
}

/**
 * One of the best plays: the chance of its side, what it loses against the best, and why.
 *
 * `touches` are countries that it usually wins, loses or frees, whether it names them or not;
 * `changes` is what it does to the influence in most worlds, `coup` its odds if it is one.
 */
export interface BestPlayInfo {
  play: PlayInfo;
  chance: number;
  loss: number;
  why: string;
  touches: string[];
  changes: CountryChange[];
  coup: CoupOddsInfo | null;
  played: boolean;
}

/** The best plays of a moment for the side that chooses a card there, of `all` that it has. */
export interface BestPlays {
  game: string;
  answer: number;
  side: "us" | "ussr";
  plays: BestPlayInfo[];
  all: number;
}

/**
 * A computer player, with its rating on the scale of people if matches have measured it.
 *
 * `seconds` is how long it usually thinks about an answer, if that is known.
 */
export interface BotInfo {
  bot: string;
  text: string;
  rating: number | null;
  rating_deviation: number | null;
  seconds: number | null;
}

/**
 * A variation: where it leaves the game before it, by whom, and its first plays of all.
 *
 * `opponent` is the level that it was played against, `friend` the name of the person.
 */
export interface BranchInfo {
  game: string;
  parent: string;
  at: number;
  begins: number;
  mode: "computer" | "hotseat" | "online" | "study";
  status: "aborted" | "active" | "finished" | "open";
  author: string;
  mine: boolean;
  answers: number;
  plays: BranchPlay[];
  all_plays: number;
  opponent: string | null;
  friend: string | null;
}

/** The game that a variation leaves, and after how many answers. */
export interface BranchOf {
  game: string;
  answer: number;
}

/** A play of a variation: how many answers lie before it, whose it is, and what it is. */
export interface BranchPlay {
  answer: number;
  turn: number;
  round: number;
  headline: boolean;
  side: "us" | "ussr";
  text: string;
}

/** A card. */
export interface CardInfo {
  card: string;
  number: number;
  name: string;
  text: string;
  side: "nobody" | "us" | "ussr";
  ops: number;
  period: "early" | "late" | "mid";
  starred: boolean;
  scoring: boolean;
  war: boolean;
  optional: boolean;
  region: string | null;
}

/** What one knows of a card: where it is, or how likely the other side holds it. */
export interface CardKnowledge {
  card: string;
  place: string;
  chance: number;
}

/** All cards of all sets; `games` is of how many recorded games the uses are counted. */
export interface CardLibrary {
  games: number;
  cards: CardPage[];
}

/**
 * What the gallery tells of a card besides its facts: set, rulings, rules that name it, uses.
 *
 * Rulings are in English.
 */
export interface CardPage {
  card: string;
  set: string;
  rulings: string[];
  rules: string[];
  uses: SideUses;
}

/** Cards for each side. */
export interface Cards {
  us: string[];
  ussr: string[];
}

/** Everything that has a name, in one language. */
export interface Catalog {
  version: number;
  language: string;
  languages: string[];
  cards: CardInfo[];
  countries: CountryInfo[];
  regions: RegionInfo[];
  space: SpaceBox[];
  actions: Record<string, string>;
}

/** Markers of a side that an answer has added to a country, or less than none if removed. */
export interface Change {
  side: "us" | "ussr";
  country: string;
  change: number;
}

/** New messages of the chat. */
export interface Chat {
  type: "chat";
  game: string;
  lines: ChatLine[];
}

/** A message of the chat. */
export interface ChatLine {
  number: number;
  name: string;
  seat: number | null;
  text: string;
  at: number;
}

/** Say something to all who are at the table. */
export interface ChatMessage {
  type: "chat";
  text: string;
  ref?: string;
}

/** One's own password, for what nobody else may do at an open screen. */
export interface CheckPassword {
  password: string;
}

/** The new account, and its recovery codes: they are shown this once. */
export interface Claimed {
  user: UserInfo;
  codes: string[];
}

/**
 * The time left in milliseconds at `now`; only the clocks of `running` go down.
 *
 * `starts_in` is how long the clock still waits while dice are shown, `grace` how long it stands
 * still because the connection of the deciding side is lost.
 */
export interface ClockInfo {
  left: Numbers;
  running: ("us" | "ussr")[];
  starts_in: number;
  grace: number;
  now: number;
}

/** An answer that one might expect and that is closed, with the reason. */
export interface Closed {
  action: string;
  reason: string;
}

/** The key of the mail that was sent to an address. */
export interface ConfirmEmail {
  code: string;
}

/** A reserve of hours to which every headline and action round adds, up to the cap. */
export interface CorrespondenceClock {
  type: "correspondence";
  hours: number;
  increment_hours: number;
  cap_hours: number;
}

/** By how much the influence of both sides changes in a country. */
export interface CountryChange {
  country: string;
  us: number;
  ussr: number;
}

/** A country; `superpower` is the one that it borders on. */
export interface CountryInfo {
  country: string;
  name: string;
  region: string;
  subregions: string[];
  stability: number;
  battleground: boolean;
  neighbours: string[];
  superpower: "nobody" | "us" | "ussr";
}

/**
 * A coup before the die: `faces` are die + value + modifier - needed for 1 to 6.
 *
 * `defcon`, `military` and `vp` are the tracks after it; `winner` is set when the attempt alone
 * ends the game.
 */
export interface CoupOddsInfo {
  country: string;
  value: number;
  modifier: number;
  needed: number;
  faces: number[];
  success: number;
  control: number;
  results: CoupResult[];
  defcon: number;
  military: number;
  vp: number;
  winner: "us" | "ussr" | null;
}

/** What a coup may come to. */
export interface CoupResult {
  chance: number;
  removed: number;
  gained: number;
  controller: "nobody" | "us" | "ussr";
}

/**
 * Make a game.
 *
 * `side` is that of the one who makes it; `random` and `bid` are settled at the table. `options`
 * are single options of the rules that differ from the preset, as `/api/v1/rules` lists them,
 * handicap and variants among them. A chosen `seed` decides all dice and cards: who knows it knows
 * everything, so it is for games against the computer and at one screen.
 */
export interface CreateGame {
  mode: "computer" | "hotseat" | "online";
  side?: "bid" | "random" | "us" | "ussr";
  bot?: string;
  preset?: string;
  options?: Record<string, boolean | number | string>;
  repair_oversights?: boolean;
  clock?: NoClock | TotalClock | IncrementClock | CorrespondenceClock | PerMoveClock;
  rated?: boolean;
  public?: boolean;
  seed?: string | null;
}

/**
 * Announce a tournament.
 *
 * `sides` are given out with the pairings, or bid for at each table; a fixed handicap is an option
 * of the rules (`handicap_side`, `handicap_amount`). `rounds` is for the Swiss system; everybody
 * against everybody plays `cycles` times. A round ends after `round_hours`.
 */
export interface CreateTournament {
  name: string;
  form?: "round_robin" | "swiss";
  about?: string;
  rounds?: number;
  cycles?: number;
  seats?: number;
  sides?: "assigned" | "bid";
  preset?: string;
  options?: Record<string, boolean | number | string>;
  clock?: NoClock | TotalClock | IncrementClock | CorrespondenceClock | PerMoveClock;
  round_hours?: number;
  rated?: boolean;
  public?: boolean;
}

/** A name and a password. */
export interface Credentials {
  name: string;
  password: string;
}

/**
 * Turn Zero: the crisis at hand, the totals so far, and statecraft cards.
 *
 * `shifts` is what those that the viewer has left add to the die.
 */
export interface CrisesView {
  crisis: string | null;
  totals: Record<string, number>;
  statecraft: Cards;
  shown: Cards;
  shifts: Record<string, number>;
}

/** The tracks over the game, one moment for each change and each round. */
export interface Curve {
  game: string;
  answers: number;
  moments: Moment[];
}

/** The puzzle of a day, which ends at midnight UTC. */
export interface DailyPuzzle {
  day: string;
  puzzle: PuzzleEntry;
}

/**
 * How dangerous an answer is: a card is graded for each use.
 *
 * `hand_stuck` leaves a hand that can't be played out, `may_lose` loses if things go badly,
 * `loses_now` loses whatever happens. `proven` is false when the search was given up.
 */
export interface DangerInfo {
  action: string;
  mode: string | null;
  grade: "hand_stuck" | "loses_now" | "may_lose" | "safe";
  reason: string | null;
  text: string;
  cards: string[];
  proven: boolean;
}

/** The dangers of all answers to the pending decision. */
export interface Dangers {
  decision: number;
  dangers: DangerInfo[];
}

/** A device on which one is signed in. */
export interface Device {
  id: string;
  device: string;
  created_at: number;
  seen_at: number;
  this_one: boolean;
}

/** All devices on which one is signed in. */
export interface Devices {
  devices: Device[];
}

/** What was asked for is done and stored; `number` is the last entry of the log. */
export interface Done {
  type: "done";
  ref: string;
  number: number;
}

/** A lasting effect: the card that brought it, whom it serves, and what it does. */
export interface EffectView {
  effect: string;
  card: string;
  owner: "nobody" | "us" | "ussr";
  duration: "game" | "turn" | "until_ended";
  name: string;
  text: string;
}

/** How many games ended in a way, as leagues write it. */
export interface EndingCount {
  ending: string;
  games: number;
}

/**
 * Who takes part, and how they stand; points may be halves.
 *
 * `buchholz` and `sonneborn_berger` break ties (`tie_breaks`); `left_round` is set when they have
 * withdrawn.
 */
export interface Entrant {
  number: number;
  place: number;
  name: string;
  user: string | null;
  bot: string | null;
  rating: number | null;
  points: number;
  played: number;
  wins: number;
  buchholz: number;
  sonneborn_berger: number;
  left_round: number | null;
}

/** What every refused request gets: a code for programs and a sentence for people. */
export interface ErrorBody {
  code: string;
  message: string;
}

/** Ask why the countries that the pending decision does not offer are closed. */
export interface ExplainMessage {
  type: "explain";
  decision: number;
  ref?: string;
}

/** A game as text. */
export interface ExportedText {
  game: string;
  text: string;
}

/** The table and all results as text: CSV or JSON. */
export interface ExportedTournament {
  tournament: string;
  text: string;
}

/** Let the round end so many hours later. */
export interface ExtendRound {
  hours: number;
}

/**
 * One fact of the journal as the viewer sees it, with its line of text.
 *
 * `answer` is how many answers had been given when it happened: the moment to look at it. What
 * `subject` and `values` hold for each kind is in docs/server-api.md.
 */
export interface FactLine {
  index: number;
  answer: number;
  kind: string;
  side: "nobody" | "us" | "ussr" | "chance";
  subject: string | null;
  values: number[];
  text: string;
}

/** A card that was used often: how, in how many games, and how many of those were won. */
export interface FavouriteCard {
  card: string;
  headline: number;
  event: number;
  operations: number;
  space: number;
  games: number;
  won: number;
}

/**
 * What everyone who may see a game can know about it; in lists `answers` is 0.
 *
 * `played_on` is there for a variation: with hidden cards as they lay in the game that it leaves,
 * which whoever began it could see, or dealt anew. `branch_of` names that game, but not to a
 * friend who was invited to play on: it lies open to everyone who has its address.
 */
export interface GameInfo {
  id: string;
  mode: "computer" | "hotseat" | "online" | "study";
  status: "aborted" | "active" | "finished" | "open";
  rated: boolean;
  public: boolean;
  preset: string;
  rules: Record<string, unknown>;
  changed: Record<string, unknown>;
  clock: NoClock | TotalClock | IncrementClock | CorrespondenceClock | PerMoveClock;
  seeded: boolean;
  seed: string | null;
  players: PlayerInfo[];
  turn: number;
  answers: number;
  created_at: number;
  updated_at: number;
  handicap: Numbers;
  result: ResultInfo | null;
  rematch_of: string | null;
  rematch: string | null;
  rematch_wanted: number[];
  your_seats: number[];
  invite: string | null;
  played_on: "anew" | "same" | null;
  branch_of: BranchOf | null;
  watch_agreed: number[];
  watch: string | null;
}

/** Games of a user; `next_before` continues the list. */
export interface GameList {
  games: GameInfo[];
  next_before: number | null;
}

/**
 * A card of the viewer's hand, with the value that it has now.
 *
 * `off` says why its event would not happen if the card were played next.
 */
export interface HandCard {
  card: string;
  ops: number;
  off?: string | null;
}

/** How two users have played against each other, from the view of the first. */
export interface HeadToHead {
  user: UserInfo;
  other: UserInfo;
  tally: Tally;
  by_side: SideResults;
}

/** Whether the server is well. */
export interface Health {
  status: "failing" | "ok";
  database: boolean;
  version: string;
  games: number;
}

/** One step of a hint for a decision: what it says, and what it points at. */
export interface HintInfo {
  decision: number;
  step: "best" | "danger" | "idea";
  text: string;
  cards: string[];
  countries: string[];
  regions: string[];
  use: string | null;
  answer: string | null;
  chance: number | null;
}

/** A hint that was given: to which side, after how many answers, and which step of it. */
export interface HintNote {
  side: "us" | "ussr";
  answer: number;
  step: "best" | "danger" | "idea";
}

/** What the host says: terms as plain text, and where they can be reached. */
export interface HostPage {
  terms: string | null;
  contact: string | null;
}

/** A public log or a saved game, to be studied. */
export interface ImportLog {
  text: string;
  name?: string;
}

/** A total time and seconds that every headline and action round adds. */
export interface IncrementClock {
  type: "increment";
  minutes: number;
  increment_seconds: number;
}

/** What is known about the game; sent first, and again whenever it changes. */
export interface Info {
  type: "info";
  info: GameInfo;
}

/** The answer that somebody is about to give, to be looked at before it is too late. */
export interface Intended {
  decision: number;
  action: string;
}

/** Take the free seat of a game; a private one asks for its invitation. */
export interface JoinGame {
  invite?: string;
}

/** Take part; a private tournament asks for its invitation. */
export interface JoinTournament {
  invite?: string;
}

/** All facts of a game that the viewer may know. */
export interface Journal {
  game: string;
  answers: number;
  facts: FactLine[];
}

/** What one knows of all cards; the turn of the next reshuffle if it can be told. */
export interface Knowledge {
  cards: CardKnowledge[];
  reshuffle_turn: number | null;
}

/**
 * A position, what is wrong with it, and how it looks; there is no view where it is wrong.
 *
 * `effect_names` are the names of all effects that can be laid out.
 */
export interface LaidOut {
  layout: LayoutInfo;
  problems: string[];
  view: View | null;
  effect_names: Record<string, string>;
}

/**
 * A position that is laid out; `round` 0 are the headlines.
 *
 * `cards` says where cards lie (us_hand, ussr_hand, discard, removed, draw); those that are not
 * named lie in the draw pile, or come into the game later.
 */
export interface LayoutInfo {
  preset?: string;
  turn?: number;
  round?: number;
  side?: string;
  vp?: number;
  defcon?: number;
  military?: Record<string, number>;
  space?: Record<string, number>;
  china_holder?: string;
  china_face_up?: boolean;
  influence?: Record<string, Record<string, number>>;
  cards?: Record<string, string>;
  effects?: Record<string, number>;
}

/** The record of a finished game as leagues use it; `final_vp` is positive for the US. */
export interface LeagueRecord {
  game: string;
  us: string;
  ussr: string;
  handicap: Numbers;
  winner: "nobody" | "us" | "ussr";
  end_turn: number;
  end_mode: string;
  final_vp: number;
  finished_at: number;
  rated: boolean;
}

/** Results against a computer player, in all and by the side that was played. */
export interface LevelResults {
  bot: string;
  results: Results;
  by_side: SideResults;
}

/** Open games to join and running games to watch. */
export interface Lobby {
  open: OpenGame[];
  running: WatchedGame[];
}

/** Where the win chance of the US came from; the parts and a half add up to the end. */
export interface LuckInfo {
  start: number;
  dice: number;
  draws: number;
  headlines: number;
  plays: number;
  end: number;
}

/** A mail is on its way, if there is such an account. */
export interface MailSent {
  sent: boolean;
}

/**
 * How far each side is from the control of every country, in the order of the catalog.
 *
 * A positive number is what the side lacks. A negative one says that it controls the country,
 * and after how many markers lost, or gained by the enemy, it no longer does.
 */
export interface Margins {
  us: number[];
  ussr: number[];
}

/**
 * Who one is; no user yet for someone who has only looked.
 *
 * `email` is the confirmed address of an account, `mail` whether the server sends any mail, and
 * `codes` how many recovery codes are left. `terms` tells whether the host has an own page.
 */
export interface Me {
  user: UserInfo | null;
  email: string | null;
  mail: boolean;
  codes: number;
  terms: boolean;
}

/** The tracks after some answers. */
export interface Moment {
  answer: number;
  turn: number;
  round: number;
  segment: string;
  vp: number;
  defcon: number;
}

/** The address for the recovery of an account; an empty one ends that. */
export interface NewEmail {
  email: string;
  password: string;
  lang?: string;
}

/** How a guest wants to be called. */
export interface NewName {
  name: string;
}

/** Change the password; all other devices are signed out. */
export interface NewPassword {
  old: string;
  new: string;
}

/** Make an account for a program; it needs a name of its own. */
export interface NewProgram {
  name: string;
}

/** No clock. */
export interface NoClock {
  type: "none";
}

/** What somebody has written at a moment. */
export interface NoteInfo {
  game: string;
  answer: number;
  author: string;
  mine: boolean;
  mark: "blunder" | "good" | "inaccuracy" | "interesting" | "mistake" | "only" | null;
  text: string;
}

/**
 * The wishes, and what they build on.
 *
 * `push_key` is what a browser subscribes with, `browsers` how many have. `email` is the confirmed
 * address, and `mail` whether the server sends any. `secret` signs webhooks in the form `json`.
 */
export interface NoticeSettings {
  wishes: NoticeWishes;
  push_key: string;
  browsers: number;
  email: string | null;
  mail: boolean;
  secret: string;
}

/** Whether it was taken: `status` is what the other machine answered, if it did. */
export interface NoticeTried {
  works: boolean;
  status: number | null;
}

/**
 * What a player wants to be told.
 *
 * Between `quiet_from` and `quiet_to`, in minutes of the day in `zone`, nothing is sent but that
 * time runs out, of a move or of a round. Mails come at once, together every hour, or once a day
 * at `digest_hour`.
 */
export interface NoticeWishes {
  push?: Switches;
  mail?: Switches;
  webhook?: Switches;
  webhook_url?: string;
  webhook_form?: "discord" | "json" | "slack";
  quiet_from?: number | null;
  quiet_to?: number | null;
  zone?: string;
  digest?: "day" | "hour" | "none";
  digest_hour?: number;
  reminder_hours?: number;
  lang?: string;
}

/** A number for each side. */
export interface Numbers {
  us: number;
  ussr: number;
}

/** Coups and realignment rolls against every legal target, with operations of one value. */
export interface Odds {
  value: number;
  coups: CoupOddsInfo[];
  realignments: RealignmentOddsInfo[];
}

/** An offer that waits for an answer. */
export interface OfferInfo {
  number: number;
  offer: "draw" | "pause" | "takeback";
  seat: number;
}

/** Offer a draw, ask for a takeback, or for a pause. */
export interface OfferMessage {
  type: "offer";
  offer: "draw" | "pause" | "takeback";
  ref?: string;
}

/** A card, or none, for each side. */
export interface OneCard {
  us: string | null;
  ussr: string | null;
}

/** A game in the lobby; `refused` is what whoever asks would hear if they joined it now. */
export interface OpenGame {
  id: string;
  mode: "computer" | "hotseat" | "online" | "study";
  status: "aborted" | "active" | "finished" | "open";
  rated: boolean;
  public: boolean;
  preset: string;
  rules: Record<string, unknown>;
  changed: Record<string, unknown>;
  clock: NoClock | TotalClock | IncrementClock | CorrespondenceClock | PerMoveClock;
  seeded: boolean;
  seed: string | null;
  players: PlayerInfo[];
  turn: number;
  answers: number;
  created_at: number;
  updated_at: number;
  handicap: Numbers;
  result: ResultInfo | null;
  rematch_of: string | null;
  rematch: string | null;
  rematch_wanted: number[];
  your_seats: number[];
  invite: string | null;
  played_on: "anew" | "same" | null;
  branch_of: BranchOf | null;
  watch_agreed: number[];
  watch: string | null;
  refused: ErrorBody | null;
}

/** Results against one other user. */
export interface OpponentResults {
  user: string;
  name: string;
  rating: number | null;
  results: Results;
}

/**
 * An answer that the pending decision offers.
 *
 * `cost` is how many of the points that are left it takes, if not one. `controller` is who
 * controls the country once the marker is placed, if that is somebody else than before, and
 * `scores` tells by region what that changes of its `net`.
 */
export interface Option {
  action: string;
  label: string;
  cost?: number;
  controller?: "nobody" | "us" | "ussr" | null;
  scores?: Record<string, number>;
}

/**
 * An option of the rules: its values, the same in words, the default, and what it does.
 *
 * Those that people ask for first have a `name`.
 */
export interface OptionInfo {
  option: string;
  values: (boolean | number | string)[];
  value_names: string[];
  default: boolean | number | string;
  name: string | null;
  text: string;
}

/**
 * A game of one's own.
 *
 * `side` is the one that one plays, null at one screen. `time_left` is that of whoever has to
 * move, in milliseconds, null where no clock runs. `control` has the countries that each side
 * controls, `facts` what happened last, as far as one may know it.
 */
export interface OwnGame {
  info: GameInfo;
  side: "us" | "ussr" | null;
  your_move: boolean;
  paused: boolean;
  time_left: number | null;
  round: number;
  segment: string;
  vp: number;
  defcon: number;
  control: Cards;
  facts: FactLine[];
}

/** One's own games at `now`, the most urgent first, then those that ended in the last days. */
export interface OwnGames {
  games: OwnGame[];
  now: number;
}

/**
 * Two entrants who meet; without `us` the other one has a bye.
 *
 * The sides are those of the table, where they may have been bid for. `points` are there when it
 * is over, with how that was `decided`; of a game that was finished also its end. `to_move` is who
 * has to decide, where whoever asks may know: not while others choose in secret, nor in rated
 * games of others, which spectators see late.
 */
export interface PairingInfo {
  round: number;
  board: number;
  ussr: number;
  us: number | null;
  game: string | null;
  points_ussr: number | null;
  points_us: number | null;
  decided: "bye" | "forfeit" | "game" | "settled" | null;
  turn: number;
  to_move: number | null;
  ending: string | null;
  final_vp: number | null;
}

/** Days for every headline and action round, with all that is asked until the next one. */
export interface PerMoveClock {
  type: "per_move";
  days: number;
}

/** Ask for a sign of life. */
export interface PingMessage {
  type: "ping";
  ref?: string;
}

/**
 * A whole play: the card, its use and its targets, by their names and in words.
 *
 * `operation` is what happens at the targets: the use, or what follows the event.
 */
export interface PlayInfo {
  card: string | null;
  use: string;
  operation: string;
  countries: string[];
  text: string;
}

/**
 * Play on from a moment: against a level, a friend, or both sides if neither is named.
 *
 * With a friend it is an online game that waits for whoever has its invitation. `cards` says
 * whether hidden cards lie where they lay, or are dealt anew as far as the own side (at one screen
 * the side that decides) could not know them; `dice` whether what was rolled in the game is rolled
 * again, in its order: never with a friend, for who has seen the game would know them.
 */
export interface PlayOn {
  answer: number;
  bot?: string;
  friend?: boolean;
  side?: "us" | "ussr";
  cards?: "anew" | "same";
  dice?: "new" | "same";
}

/** Which share of people has tried a play of a puzzle first. */
export interface PlayShare {
  card: string | null;
  use: string;
  share: number;
}

/** Who sits on a seat, and which side they play now; no user and no bot means a free seat. */
export interface PlayerInfo {
  seat: number;
  side: "us" | "ussr";
  name: string;
  user: string | null;
  bot: string | null;
  connected: boolean;
  rating: number | null;
  program: boolean;
  away_until: number | null;
}

/** A sign of life. */
export interface Pong {
  type: "pong";
  ref: string;
  now: number;
}

/** The table after some answers of the record. */
export interface Position {
  game: string;
  answer: number;
  answers: number;
  view: View;
  facts: FactLine[];
}

/** Who is at the table, and the clocks that depend on it. */
export interface Presence {
  type: "presence";
  game: string;
  connected: number[];
  spectators: number;
  clock: ClockInfo | null;
}

/** A preset of the rules. */
export interface PresetInfo {
  preset: string;
  name: string;
  text: string;
  rules: Record<string, boolean | number | string>;
}

/**
 * A user with what they have played.
 *
 * `tally` counts the games against people; all others also those against the computer. `change` is
 * what the last 30 days have done to the rating.
 */
export interface Profile {
  user: UserInfo;
  since: number;
  change: number | null;
  tally: Tally;
  ratings: RatingPoint[];
  by_side: SideResults;
  by_level: LevelResults[];
  by_opponent: OpponentResults[];
  endings: EndingCount[];
  cards: FavouriteCard[];
}

/** A program and the token by which it plays; the token is shown only once. */
export interface ProgramToken {
  user: UserInfo;
  token: string;
}

/** The programs that one answers for. */
export interface Programs {
  programs: UserInfo[];
}

/**
 * The pending decision.
 *
 * `decision` is the number that an answer must name; `text` says what is asked, and `actor` who
 * is. Options are there only for the side that decides; `closed` lists the cards and uses that
 * are closed (ask for the countries with `explain`). `events` are the cards that the question
 * comes from, the outermost first; `card` is the one in use, and `ops` what its operations are
 * worth now. `left` counts the points or markers that can still be placed or removed, this one
 * included, and is 0 where none are; `changes` are those that have been, in order.
 */
export interface Prompt {
  decision: number;
  actor: "us" | "ussr";
  kind: string;
  text: string;
  yours: boolean;
  events: string[];
  card: string | null;
  ops: number;
  left: number;
  changes: Change[];
  options: Option[];
  closed: Closed[];
}

/**
 * How many have answered a puzzle; shares only where there are enough answers for them.
 *
 * `solved` is the share of those who have found the answer at once and without a hint.
 */
export interface PuzzleCrowd {
  people: number;
  solved: number | null;
  plays: PlayShare[];
}

/** A puzzle in the list of all; its rating is moved by what people made of it. */
export interface PuzzleEntry {
  id: string;
  kind: "avoid_loss" | "headline" | "scoring_swing" | "space_or_spend" | "win_now";
  rating: number;
  side: "us" | "ussr";
}

/** The idea of a puzzle's answer, without a card of the hand, and what it points at. */
export interface PuzzleHint {
  text: string;
  countries: string[];
  regions: string[];
}

/** All puzzles; whoever solves them remembers which ones they have seen. */
export interface PuzzleList {
  puzzles: PuzzleEntry[];
}

/**
 * What people made of a puzzle, told to who has answered it.
 *
 * The crowd is told with the answer, when it is solved or given up.
 */
export interface PuzzleOpinion {
  rating: number;
  vote: "too_easy" | "too_hard" | null;
  crowd: PuzzleCrowd | null;
}

/** Where the position of a puzzle can be studied: the game, and how many answers it has. */
export interface PuzzleStudy {
  game: string;
  answer: number;
}

/**
 * A puzzle after some answers: the table as its side sees it.
 *
 * `verdict` is there when the play is whole: the answer, the right card with another use, or
 * neither. The plays, the best first, are told when it is solved or given up; `tried` is the one
 * that was judged, if its worth is known. Then the view shows the table with what the play
 * usually does to the influence, which `changes` lists; no die is rolled for it. `day` is there
 * while it is the puzzle of that day.
 */
export interface PuzzleTable {
  puzzle: PuzzleEntry;
  source: string;
  view: View;
  verdict: "half" | "not" | "solved" | null;
  plays: BestPlayInfo[];
  tried: BestPlayInfo | null;
  changes: CountryChange[];
  day: string | null;
}

/** The rating after a rated game. */
export interface RatingPoint {
  game: string;
  at: number;
  rating: number;
  rating_deviation: number;
}

/** One realignment roll before the dice. */
export interface RealignmentOddsInfo {
  country: string;
  bonuses: Numbers;
  us_loses: number;
  ussr_loses: number;
  results: RealignmentResult[];
}

/** What one roll may come to: the influence that each side loses. */
export interface RealignmentResult {
  chance: number;
  lost: Numbers;
  controller: "nobody" | "us" | "ussr";
}

/** Why countries are closed for the pending decision. */
export interface Reasons {
  type: "reasons";
  ref: string;
  decision: number;
  closed: Closed[];
}

/** Choose a new password with a code, or with the key of a mail, which needs no name. */
export interface Recover {
  code: string;
  password: string;
  name?: string;
}

/** New recovery codes; they are shown this once, and the older ones end. */
export interface RecoveryCodes {
  codes: string[];
}

/** What was asked for is not done and has changed nothing. */
export interface Refused {
  type: "refused";
  ref: string;
  code: string;
  message: string;
}

/** A region and what presence, domination and control score there. */
export interface RegionInfo {
  region: string;
  name: string;
  presence: number;
  domination: number;
  control: number;
}

/** A region as its card would score it now, and which countries would change that. */
export interface RegionPreviewInfo {
  region: string;
  us_level: "control" | "domination" | "nothing" | "presence";
  ussr_level: "control" | "domination" | "nothing" | "presence";
  level_points: Numbers;
  battlegrounds: Numbers;
  neighbours: Numbers;
  net: number;
  ignored: string | null;
  wins: "us" | "ussr" | null;
  swings: SwingInfo[];
}

/** All regions, and the final scoring as it stands. */
export interface RegionPreviews {
  regions: RegionPreviewInfo[];
  final_vp: number;
  final_winner: "nobody" | "us" | "ussr";
}

/**
 * What a region would score now; `net` is positive for the US, 0 if a side would win.
 *
 * `values` are the points for presence, domination and control, or none for a region that is
 * scored by its countries alone; null stands for victory. Each battleground and each of the
 * countries `next_door` to the enemy, which are left out where there are none, gives one more.
 */
export interface RegionView {
  region: string;
  us_level: "control" | "domination" | "nothing" | "presence";
  ussr_level: "control" | "domination" | "nothing" | "presence";
  countries: Numbers;
  battlegrounds: Numbers;
  points: Numbers;
  net: number;
  values: (number | null)[];
  next_door?: Numbers | null;
  wins?: "us" | "ussr" | null;
}

/** Give the game up. */
export interface ResignMessage {
  type: "resign";
  ref?: string;
}

/** Accept or decline an offer by its number, or withdraw one's own. */
export interface RespondMessage {
  type: "respond";
  number: number;
  accept: boolean;
  ref?: string;
}

/** How a game ended; `vp` is positive for the US. */
export interface ResultInfo {
  winner: "nobody" | "us" | "ussr";
  ending: string;
  turn: number;
  vp: number;
}

/** Games that were won, lost and drawn. */
export interface Results {
  won: number;
  lost: number;
  drawn: number;
}

/** Go on after a pause. */
export interface ResumeMessage {
  type: "resume";
  ref?: string;
}

/** The review of a game, as far as it has come: `done` of `all` choices are judged. */
export interface ReviewInfo {
  game: string;
  state: "chances" | "done" | "running";
  done: number;
  all: number;
  winner: "us" | "ussr" | null;
  us: SideReview;
  ussr: SideReview;
  luck: LuckInfo;
  moments: ReviewMoment[];
  key_moments: number[];
}

/**
 * A card choice; chances are those of the US, from 0 to 1.
 *
 * `chance` is told with all hands open, `as_us` and `as_ussr` by what one side knew. The rest is
 * there when the choice was judged: what it lost, its mark, and what was better and why.
 */
export interface ReviewMoment {
  answer: number;
  turn: number;
  round: number;
  headline: boolean;
  side: "us" | "ussr";
  chance: number;
  as_us: number;
  as_ussr: number;
  after: number;
  played: PlayInfo;
  loss: number | null;
  mark: "blunder" | "inaccuracy" | "mistake" | "only" | null;
  best: PlayInfo | null;
  why: string;
}

/** A rule, with the options that change it, the cards that it names, and its table, if any. */
export interface RuleParagraph {
  number: string;
  text: string;
  options: string[];
  cards: string[];
  table: string[][];
}

/** A part of the rulebook. */
export interface RuleSection {
  number: string;
  title: string;
  paragraphs: RuleParagraph[];
}

/** The whole rulebook in one language; `facts` names the paragraph for each kind of fact. */
export interface Rulebook {
  language: string;
  sections: RuleSection[];
  facts: Record<string, string>;
}

/**
 * All presets and options.
 *
 * `implied` tells what an option, once it is on, changes as long as nobody says otherwise.
 */
export interface RulesInfo {
  presets: PresetInfo[];
  options: OptionInfo[];
  implied: Record<string, Record<string, boolean | number | string>>;
}

/** The token with which a program plays a seat; it is shown only once. */
export interface SeatToken {
  game: string;
  seat: number;
  token: string;
}

/** Decide a pairing by word of the organiser; `none` gives nobody a point. */
export interface SettlePairing {
  result: "draw" | "none" | "us" | "ussr";
}

/** Results by the side that was played. */
export interface SideResults {
  us: Results;
  ussr: Results;
}

/** How one side has played. */
export interface SideReview {
  accuracy: number | null;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
}

/** How often each side put a card to each use. */
export interface SideUses {
  us: Record<string, number>;
  ussr: Record<string, number>;
}

/**
 * How somebody plays games of days.
 *
 * `away_until` is the end of the vacation of now, `days_left` what is left of `days_a_year`.
 * With `spares_single`, a question with one answer that comes out of what the other side has done
 * is answered by itself.
 */
export interface SlowPlay {
  away_until: number | null;
  days_left: number;
  days_a_year: number;
  spares_single: boolean;
}

/** A box of the Space Race. */
export interface SpaceBox {
  box: number;
  name: string;
  needs: number;
  up_to: number;
  first: number;
  second: number;
}

/** Where a side stands in the Space Race, and what the next box asks for. */
export interface SpaceView {
  box: number;
  attempts_left: number;
  next_needs: number | null;
  next_up_to: number | null;
  abilities: number[];
}

/** The Space Race of each side. */
export interface SpaceViews {
  us: SpaceView;
  ussr: SpaceView;
}

/** A channel that is silent from now on. */
export interface Stopped {
  channel: "mail" | "push" | "webhook";
}

/** A game with its variations, each with its own, and all notes; `root` is where it begins. */
export interface StudyTree {
  root: string;
  branches: BranchInfo[];
  notes: NoteInfo[];
}

/** The subscription of this browser, as it gives it. */
export interface Subscribe {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** What it changes if a side, or nobody, comes to control a country; positive for the US. */
export interface SwingInfo {
  country: string;
  controller: "nobody" | "us" | "ussr";
  change: number;
  wins: "us" | "ussr" | null;
}

/**
 * What is told through one channel.
 *
 * My move, time runs out, a game begins or ends, leagues (pairings, deadlines, results), chat.
 */
export interface Switches {
  move?: boolean;
  time?: boolean;
  game?: boolean;
  league?: boolean;
  chat?: boolean;
}

/** Finished games, counted. */
export interface Tally {
  games: number;
  won: number;
  lost: number;
  drawn: number;
  as_us: number;
  as_ussr: number;
}

/** A total time for the whole game. */
export interface TotalClock {
  type: "total";
  minutes: number;
}

/** A tournament with its table and all rounds. */
export interface Tournament {
  info: TournamentInfo;
  about: string;
  entrants: Entrant[];
  pairings: PairingInfo[];
  tie_breaks: string[];
  invite: string | null;
  organised_by_you: boolean;
}

/** A tournament in a list. */
export interface TournamentInfo {
  id: string;
  name: string;
  form: "round_robin" | "swiss";
  status: "cancelled" | "finished" | "joining" | "running";
  public: boolean;
  rated: boolean;
  sides: "assigned" | "bid";
  preset: string;
  changed: Record<string, unknown>;
  clock: NoClock | TotalClock | IncrementClock | CorrespondenceClock | PerMoveClock;
  round: number;
  rounds: number;
  seats: number;
  entrants: number;
  round_hours: number;
  round_ends_at: number | null;
  organiser: string;
  created_at: number;
  finished_at: number | null;
  you: number | null;
}

/** Tournaments, the latest first. */
export interface TournamentList {
  tournaments: TournamentInfo[];
}

/**
 * Note a whole play as one's answer, with the actions of `answers`, or none for giving up.
 *
 * The first answer of a person counts; `aided` says that a hint was asked for before.
 */
export interface TryPuzzle {
  answers?: string;
  aided?: boolean;
}

/** Take back one's own last answer. */
export interface UndoMessage {
  type: "undo";
  ref?: string;
}

/**
 * The answer that an undo would take back.
 *
 * `action` is missing where it may be a secret of the other player at the same screen.
 */
export interface Undoable {
  side: "us" | "ussr";
  kind: string;
  action: string | null;
}

/**
 * The table after a change.
 *
 * `number` is the last entry of the log: a client that connects again gives it as `last` and gets
 * what it has missed. `facts` replace all facts from `facts_from` on; after an undo that is
 * earlier than the last one known. Where `both_choose`, both sides are asked at the same time, in
 * secret: a choice can be changed until the other side has chosen too. `stand_in` is the level
 * that gave the computer's last answer, if it was a weaker one because the server was busy.
 * `hints` are those of the whole game.
 */
export interface Update {
  type: "update";
  game: string;
  number: number;
  answers: number;
  view: View;
  facts_from: number;
  facts: FactLine[];
  undo: Undoable | null;
  offers: OfferInfo[];
  paused: boolean;
  clock: ClockInfo | null;
  both_choose: boolean;
  status: "aborted" | "active" | "finished" | "open";
  result: ResultInfo | null;
  stand_in: string | null;
  hints: HintNote[];
  delay?: number;
}

/** A user as everyone sees them; a `program` plays by the token of its account. */
export interface UserInfo {
  id: string;
  name: string;
  guest: boolean;
  program: boolean;
  rating: number | null;
  rating_deviation: number | null;
  rated_games: number;
}

/**
 * What the play that is about to be made loses; without a mark nothing worth a word.
 *
 * `played` and `best` are there with a mark.
 */
export interface VerdictInfo {
  decision: number;
  loss: number;
  mark: "blunder" | "inaccuracy" | "mistake" | "only" | null;
  played: BestPlayInfo | null;
  best: BestPlayInfo | null;
}

/**
 * The table as one viewer sees it; what they may not know is not in it.
 *
 * `hands` holds all that the viewer knows of each hand: their own cards, and those of the other
 * side that they have seen. `revealed` are the cards of the own hand that the other side knows.
 * `unseen` are all cards of which they can't know where these are. `rounds` are those that a turn
 * of this period has, `rounds_left` those in which a side still plays a card this turn, the
 * current one included. `china_ops` is the value of The China Card for the side that holds it.
 */
export interface View {
  viewer: "all" | "spectator" | "us" | "ussr";
  turn: number;
  period: "early" | "late" | "mid";
  round: number;
  rounds: number;
  rounds_left: Numbers;
  segment: string;
  phasing: "nobody" | "us" | "ussr";
  vp: number;
  defcon: number;
  military: Numbers;
  military_missing: Numbers;
  space: SpaceViews;
  china_holder: "nobody" | "us" | "ussr";
  china_face_up: boolean;
  china_ops: number;
  influence: Record<string, Numbers>;
  control: Margins;
  stability: Record<string, number>;
  battlegrounds: Record<string, boolean>;
  closed_regions: string[];
  regions: RegionView[];
  civil_war: number | null;
  hand: HandCard[];
  hands: Cards;
  hand_counts: Numbers;
  revealed: string[];
  unseen: string[];
  draw_count: number;
  discard: string[];
  removed: string[];
  headlines: OneCard;
  chosen: string | null;
  table: string[];
  front: string[];
  looked_at: string[];
  effects: EffectView[];
  handicap: Numbers;
  bids: Cards;
  crises: CrisesView | null;
  prompt: Prompt | null;
}

/** Say how hard a puzzle was that one has answered, or take that back. */
export interface VotePuzzle {
  vote: "too_easy" | "too_hard" | null;
}

/** A game to watch, with the countries that each side controls; a rated one as it was. */
export interface WatchedGame {
  id: string;
  mode: "computer" | "hotseat" | "online" | "study";
  status: "aborted" | "active" | "finished" | "open";
  rated: boolean;
  public: boolean;
  preset: string;
  rules: Record<string, unknown>;
  changed: Record<string, unknown>;
  clock: NoClock | TotalClock | IncrementClock | CorrespondenceClock | PerMoveClock;
  seeded: boolean;
  seed: string | null;
  players: PlayerInfo[];
  turn: number;
  answers: number;
  created_at: number;
  updated_at: number;
  handicap: Numbers;
  result: ResultInfo | null;
  rematch_of: string | null;
  rematch: string | null;
  rematch_wanted: number[];
  your_seats: number[];
  invite: string | null;
  played_on: "anew" | "same" | null;
  branch_of: BranchOf | null;
  watch_agreed: number[];
  watch: string | null;
  control: Cards;
}

/** Write at a moment, or take back what was written if there is neither text nor mark. */
export interface WriteNote {
  text?: string;
  mark?: "blunder" | "good" | "inaccuracy" | "interesting" | "mistake" | "only" | null;
}

export type ClientMessage = AnswerMessage | UndoMessage | OfferMessage | RespondMessage | ResumeMessage | ResignMessage | ChatMessage | ExplainMessage | PingMessage;

export type ServerMessage = Info | Update | Presence | Chat | Done | Refused | Reasons | Pong;
