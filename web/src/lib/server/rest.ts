/** Requests to the server. */

import type {
  BestPlays,
  BotInfo,
  CardLibrary,
  Claimed,
  CreateGame,
  CreateTournament,
  Curve,
  DailyPuzzle,
  Dangers,
  Devices,
  ErrorBody,
  ExportedText,
  ExportedTournament,
  GameInfo,
  GameList,
  HeadToHead,
  HintInfo,
  HostPage,
  Journal,
  Knowledge,
  LaidOut,
  LayoutInfo,
  Lobby,
  MailSent,
  Me,
  NoticeSettings,
  NoticeTried,
  NoticeWishes,
  Odds,
  OwnGames,
  PlayOn,
  Position,
  Profile,
  Programs,
  ProgramToken,
  RecoveryCodes,
  PuzzleHint,
  PuzzleList,
  PuzzleOpinion,
  PuzzleStudy,
  PuzzleTable,
  RegionPreviews,
  ReviewInfo,
  Rulebook,
  RulesInfo,
  SlowPlay,
  Stopped,
  Subscribe,
  Tournament,
  TournamentList,
  UserInfo,
  StudyTree,
  VerdictInfo,
  WriteNote,
} from "./api.ts";
import type { ChannelName } from "./channels.ts";
import { languageCode, t } from "../language/language.svelte.ts";

const ROOT = "/api/v1";
/** What a request is refused with that reaches no server. */
export const OFFLINE = "offline";

/** What the server has refused, with its code and its sentence. */
export class RefusedError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** The refusal that was caught; whatever else went wrong is no refusal, and goes on its way. */
export function refusal(error: unknown): RefusedError {
  if (error instanceof RefusedError) return error;
  throw error;
}

function noServer(): RefusedError {
  return new RefusedError(OFFLINE, t("prompt.offline"));
}

async function ask<Answer>(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Answer> {
  // The browser's own language may be another one, and refusals are to be read.
  const headers = new Headers({ "accept-language": languageCode() });
  const request: RequestInit = { method, headers };
  if (signal) request.signal = signal;
  if (body !== undefined) {
    headers.set("content-type", "application/json");
    request.body = JSON.stringify(body);
  }
  let answer: Response;
  try {
    answer = await fetch(ROOT + path, request);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw noServer();
  }
  if (answer.ok) return (await answer.json()) as Answer;
  // Something between here and the server may answer in its stead.
  const refused = (await answer.json().catch(() => null)) as ErrorBody | null;
  throw refused ? new RefusedError(refused.code, refused.message) : noServer();
}

function query(values: Record<string, string | number | boolean | undefined>): string {
  const parts = Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return parts.length > 0 ? `?${parts.join("&")}` : "";
}

export const rest = {
  me: () => ask<Me>("GET", "/me"),
  rename: (name: string) => ask<Me>("PATCH", "/me", { name }),
  becomeGuest: () => ask<Me>("POST", "/me"),
  claim: (name: string, password: string) =>
    ask<Claimed>("POST", "/me/account", { name, password }),
  signIn: (name: string, password: string) => ask<Me>("POST", "/sign-in", { name, password }),
  signOut: () => ask<Me>("POST", "/sign-out"),
  signOutElsewhere: () => ask<Devices>("DELETE", "/me/devices"),
  recover: (code: string, name: string, password: string) =>
    ask<Me>("POST", "/recover", { code, name, password }),
  askForMail: (name: string, lang: string) =>
    ask<MailSent>("POST", "/recover/mail", { name, lang }),
  newCodes: (password: string) => ask<RecoveryCodes>("POST", "/me/codes", { password }),
  setEmail: (email: string, password: string, lang: string) =>
    ask<MailSent>("PUT", "/me/email", { email, password, lang }),
  confirmEmail: (code: string) => ask<Me>("POST", "/me/email/confirm", { code }),
  myGames: (status: "running" | "finished") =>
    ask<GameList>("GET", `/me/games${query({ status })}`),
  profile: (user: string) => ask<Profile>("GET", `/users/${encodeURIComponent(user)}`),
  gamesOf: (user: string, before?: number) =>
    ask<GameList>("GET", `/users/${encodeURIComponent(user)}/games${query({ before })}`),
  lastGamesOf: (user: string, lang: string) =>
    ask<OwnGames>("GET", `/users/${encodeURIComponent(user)}/games/standing${query({ lang })}`),
  against: (user: string, other: string) =>
    ask<HeadToHead>("GET", `/users/${encodeURIComponent(user)}/against/${other}`),
  ratings: () => ask<UserInfo[]>("GET", "/ratings"),
  tournaments: () => ask<TournamentList>("GET", "/tournaments"),
  tournament: (id: string, invite?: string) =>
    ask<Tournament>("GET", `/tournaments/${id}${query({ invite })}`),
  announce: (wish: CreateTournament) => ask<Tournament>("POST", "/tournaments", wish),
  joinTournament: (id: string, invite: string) =>
    ask<Tournament>("POST", `/tournaments/${id}/join`, { invite }),
  leaveTournament: (id: string) => ask<Tournament>("POST", `/tournaments/${id}/leave`),
  addBot: (id: string, bot: string) => ask<Tournament>("POST", `/tournaments/${id}/bots`, { bot }),
  removeEntrant: (id: string, number: number) =>
    ask<Tournament>("DELETE", `/tournaments/${id}/entrants/${number}`),
  setRounds: (id: string, rounds: number) =>
    ask<Tournament>("PUT", `/tournaments/${id}/rounds/${rounds}`),
  startTournament: (id: string) => ask<Tournament>("POST", `/tournaments/${id}/start`),
  extendRound: (id: string, hours: number) =>
    ask<Tournament>("POST", `/tournaments/${id}/extend`, { hours }),
  settlePairing: (id: string, round: number, board: number, result: string) =>
    ask<Tournament>("PUT", `/tournaments/${id}/pairings/${round}/${board}`, { result }),
  cancelTournament: (id: string) => ask<Tournament>("DELETE", `/tournaments/${id}`),
  exportTournament: (id: string, format: "csv" | "json", invite?: string) =>
    ask<ExportedTournament>("GET", `/tournaments/${id}/export${query({ format, invite })}`),
  programs: () => ask<Programs>("GET", "/me/programs"),
  makeProgram: (name: string) => ask<ProgramToken>("POST", "/me/programs", { name }),
  renewProgram: (id: string) => ask<ProgramToken>("POST", `/me/programs/${id}/token`),
  endProgram: (id: string) => ask<Programs>("DELETE", `/me/programs/${id}`),
  ownGames: (lang: string) => ask<OwnGames>("GET", `/me/games/standing${query({ lang })}`),
  notices: () => ask<NoticeSettings>("GET", "/me/notices"),
  changeNotices: (wishes: NoticeWishes) => ask<NoticeSettings>("PUT", "/me/notices", wishes),
  subscribe: (browser: Subscribe) => ask<NoticeSettings>("POST", "/me/notices/browsers", browser),
  tryNotice: (channel: ChannelName) => ask<NoticeTried>("POST", "/me/notices/try", { channel }),
  stopNotices: (key: string) => ask<Stopped>("POST", `/notices/stop${query({ key })}`),
  vacation: () => ask<SlowPlay>("GET", "/me/vacation"),
  beginVacation: (days: number) => ask<SlowPlay>("PUT", "/me/vacation", { days }),
  endVacation: () => ask<SlowPlay>("DELETE", "/me/vacation"),
  spareSingle: (spares_single: boolean) =>
    ask<SlowPlay>("PATCH", "/me/vacation", { spares_single }),
  deleteMe: (password: string) => ask<Me>("DELETE", "/me", { password }),
  host: () => ask<HostPage>("GET", "/host"),
  rules: (lang: string) => ask<RulesInfo>("GET", `/rules${query({ lang })}`),
  rulebook: (lang: string) => ask<Rulebook>("GET", `/rulebook${query({ lang })}`),
  cards: (lang: string) => ask<CardLibrary>("GET", `/cards${query({ lang })}`),
  bots: () => ask<BotInfo[]>("GET", "/bots"),
  lobby: () => ask<Lobby>("GET", "/lobby"),
  create: (wish: CreateGame) => ask<GameInfo>("POST", "/games", wish),
  game: (id: string, invite?: string) => ask<GameInfo>("GET", `/games/${id}${query({ invite })}`),
  join: (id: string, invite: string) => ask<GameInfo>("POST", `/games/${id}/join`, { invite }),
  agreeToWatch: (id: string, agree: boolean) =>
    ask<GameInfo>("POST", `/games/${id}/watching`, { agree }),
  cancel: (id: string) => ask<GameInfo>("DELETE", `/games/${id}`),
  rematch: (id: string) => ask<GameInfo>("POST", `/games/${id}/rematch`),
  position: (id: string, answer: number, view: string, lang: string, invite?: string) =>
    ask<Position>("GET", `/games/${id}/positions/${answer}${query({ view, lang, invite })}`),
  journal: (id: string, view: string, lang: string, invite?: string) =>
    ask<Journal>("GET", `/games/${id}/journal${query({ view, lang, invite })}`),
  curve: (id: string, invite?: string) =>
    ask<Curve>("GET", `/games/${id}/curve${query({ invite })}`),
  export: (id: string, format: "text" | "json", invite?: string) =>
    ask<ExportedText>("GET", `/games/${id}/export${query({ format, invite })}`),
  review: (id: string, lang: string, invite?: string) =>
    ask<ReviewInfo>("GET", `/games/${id}/review${query({ lang, invite })}`),
  startReview: (id: string, lang: string, invite?: string) =>
    ask<ReviewInfo>("POST", `/games/${id}/review${query({ lang, invite })}`),
  best: (
    id: string,
    answer: number,
    how: { seconds: number; every: boolean },
    lang: string,
    invite?: string,
  ) =>
    ask<BestPlays>(
      "GET",
      `/games/${id}/positions/${answer}/best${query({ ...how, lang, invite })}`,
    ),
  positionToEdit: (game: string, answer: number, lang: string) =>
    ask<LaidOut>("GET", `/positions${query({ game, answer, lang })}`),
  checkPosition: (layout: LayoutInfo, lang: string) =>
    ask<LaidOut>("POST", `/positions/check${query({ lang })}`, layout),
  keepPosition: (layout: LayoutInfo, lang: string) =>
    ask<GameInfo>("POST", `/positions${query({ lang })}`, layout),
  tree: (id: string, lang: string, invite?: string) =>
    ask<StudyTree>("GET", `/games/${id}/tree${query({ lang, invite })}`),
  exportTree: (id: string, invite?: string) =>
    ask<ExportedText>("GET", `/games/${id}/tree/export${query({ invite })}`),
  writeNote: (id: string, answer: number, note: WriteNote, invite?: string) =>
    ask<WriteNote>("PUT", `/games/${id}/notes/${answer}${query({ invite })}`, note),
  playOn: (id: string, wish: PlayOn, invite?: string) =>
    ask<GameInfo>("POST", `/games/${id}/branches${query({ invite })}`, wish),
  keep: (id: string) => ask<GameInfo>("POST", `/games/${id}/keep`),
  throwAway: (id: string) => ask<GameInfo>("DELETE", `/games/${id}/branch`),
  hint: (id: string, step: HintInfo["step"], lang: string) =>
    ask<HintInfo>("POST", `/games/${id}/hint${query({ step, lang })}`),
  verdict: (id: string, decision: number, action: string, lang: string) =>
    ask<VerdictInfo>("POST", `/games/${id}/verdict${query({ lang })}`, { decision, action }),
  studyPuzzle: (id: string) => ask<PuzzleStudy>("POST", `/puzzles/${id}/study`),
  puzzles: () => ask<PuzzleList>("GET", "/puzzles"),
  dailyPuzzle: () => ask<DailyPuzzle>("GET", "/puzzles/daily"),
  puzzleHint: (id: string, lang: string) =>
    ask<PuzzleHint>("GET", `/puzzles/${id}/hint${query({ lang })}`),
  puzzle: (id: string, answers: readonly string[], reveal: boolean, lang: string) =>
    ask<PuzzleTable>(
      "GET",
      `/puzzles/${id}${query({ answers: answers.join(","), reveal: reveal ? "true" : "", lang })}`,
    ),
  tryPuzzle: (id: string, answers: readonly string[], aided: boolean) =>
    ask<PuzzleOpinion>("POST", `/puzzles/${id}/tries`, { answers: answers.join(","), aided }),
  votePuzzle: (id: string, vote: PuzzleOpinion["vote"]) =>
    ask<PuzzleOpinion>("PUT", `/puzzles/${id}/vote`, { vote }),
  study: (text: string, name: string) => ask<GameInfo>("POST", "/studies", { text, name }),
  studied: (id: string, invite?: string) =>
    ask<GameInfo>("GET", `/studies/${id}${query({ invite })}`),
  odds: (id: string, value: number, card: string, signal: AbortSignal) =>
    ask<Odds>("GET", `/games/${id}/analysis/odds${query({ value, card })}`, undefined, signal),
  previews: (id: string, signal: AbortSignal) =>
    ask<RegionPreviews>("GET", `/games/${id}/analysis/regions`, undefined, signal),
  dangers: (id: string, lang: string, signal: AbortSignal) =>
    ask<Dangers>("GET", `/games/${id}/analysis/dangers${query({ lang })}`, undefined, signal),
  knowledge: (id: string) => ask<Knowledge>("GET", `/games/${id}/analysis/cards`),
};
