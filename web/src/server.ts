/** Asking the server. What it refuses comes as a `Refused` with words that say what to do. */

import type * as api from './api';
import { remember, sealed, wordAt } from './table/promise';
import { texts } from './texts';

export class Refused extends Error {
  constructor(
    readonly kind: string,
    message: string,
    readonly rule: string | null = null,
    readonly status = 0,
  ) {
    super(/[.!?…]$/.test(message) ? message : `${message}.`); // the server's reasons may go on
  }
}

/** `content` is sent as JSON, a string as it is. */
export async function ask<Answer>(method: string, path: string, content?: unknown): Promise<Answer> {
  const isText = typeof content === 'string';
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers: content === undefined ? {} : { 'content-type': isText ? 'text/plain' : 'application/json' },
      body: content === undefined || isText ? content : JSON.stringify(content),
    });
  } catch {
    throw new Refused('unreachable', texts.errors.unreachable);
  }
  const text = await answer.text();
  let read: unknown;
  try {
    read = text ? JSON.parse(text) : null;
  } catch {
    read = text;
  }
  if (!answer.ok) {
    const error = (read as { error?: { kind: string; message: string; rule?: string | null } } | null)?.error;
    if (error) throw new Refused(error.kind, error.message, error.rule ?? null, answer.status);
    throw new Refused('broken', texts.errors.broken(answer.status), null, answer.status);
  }
  return read as Answer;
}

const get = <Answer>(path: string): Promise<Answer> => ask<Answer>('GET', path);
const post = <Answer>(path: string, content: unknown = {}): Promise<Answer> => ask<Answer>('POST', path, content);

/** What a page says of its word for the dice when it sits down: its seal, or the word where it cannot be sealed. */
const said = ({ word, seal }: { word: string; seal?: string }): { seal?: string; word?: string } =>
  seal ? { seal } : { word };

const seatOf = (table: api.Table, seat: number) => table.seats.find((each) => each.seat === seat)!;

/** Whether everybody has sealed a word, so that words are said. */
const isSealed = ({ seats }: api.Table): boolean =>
  seats.every(({ kind, seal }) => kind !== 'open' && (kind !== 'person' || seal));

/** Seal a word for each of one's own seats, and say those that are sealed when all have sealed theirs. */
async function contribute(table: api.Table, fresh?: { word: string }): Promise<api.Table> {
  let latest = table;
  for (const { seat } of table.seats.filter(({ kind, you }) => kind === 'person' && you)) {
    const address = `/tables/${table.id}/contribute`;
    const { seal, word } = seatOf(latest, seat);
    if (word) continue;
    let known = fresh?.word ?? wordAt(table.id);
    if (!seal || known === undefined || (await sealed(known)).seal !== seal) {
      const own = await sealed();
      known = own.word;
      remember(table, known); // kept before it is sent: nobody else knows it
      latest = await post<api.Table>(address, { seat, ...said(own) });
    }
    if (isSealed(latest) && !seatOf(latest, seat).word) latest = await post<api.Table>(address, { seat, word: known });
  }
  return latest;
}

let arriving: Promise<unknown> = Promise.resolve(); // one after another: each looks at what the last one has said
let games: Promise<api.GameList> | null = null;
const rulebooks = new Map<string, Promise<api.Rulebook>>();

export const server = {
  me: () => get<api.Me>('/me'),
  /** Whether others can follow a link to this server. */
  reach: () => get<api.Reach>('/reach'),
  keys: () => get<api.Keys>('/me/keys'),
  makePhrase: () => post<{ phrase: string }>('/me/phrase'),
  signInByPhrase: (phrase: string) => post<api.Me>('/sign-in/phrase', { phrase }),
  deleteMe: () => ask<null>('DELETE', '/me'),
  /** One's own games that are over; `wanted` narrows them down, `after` is where the last page ended. */
  ownGames: (wanted: string, after: string | null = null) =>
    get<api.OwnGames>(`/me/games?${wanted}${after ? `&after=${encodeURIComponent(after)}` : ''}`),
  figures: (wanted: string) => get<api.Figures>(`/me/figures?${wanted}`),
  removeGame: (id: string) => ask<null>('DELETE', `/me/games/${id}`),
  ownData: '/api/me/data',
  rename: (name: string) => ask<api.Me>('PUT', '/me', { name }),

  /** The games there are, and those that cannot be played; asked once. */
  allGames(): Promise<api.GameList> {
    games ??= get<api.GameList>('/games').catch((problem) => {
      games = null;
      throw problem;
    });
    return games;
  },
  async games(): Promise<api.GameInfo[]> {
    return (await this.allGames()).games;
  },
  async game(key: string): Promise<api.GameInfo> {
    const found = (await this.games()).find((game) => game.key === key);
    if (!found) throw new Refused('not_found', texts.errors.noGame(key), null, 404);
    return found;
  },
  rulebook(key: string): Promise<api.Rulebook> {
    const found = rulebooks.get(key) ?? get<api.Rulebook>(`/games/${key}/rulebook`);
    rulebooks.set(key, found);
    found.catch(() => rulebooks.delete(key));
    return found;
  },
  lessons: (key: string) => get<api.Lessons>(`/games/${key}/lessons`),
  puzzles: (key: string) => get<{ puzzles: api.Puzzle[] }>(`/games/${key}/puzzles`),
  example: (key: string, name: string) => get<api.Sample>(`/games/${key}/examples/${encodeURIComponent(name)}`),
  sample: (key: string) => get<api.Sample>(`/games/${key}/sample`),
  /** An option drawn on the board, after some strokes, with what it lacks. */
  sketch: (key: string, option: string, wanted: api.Sketch) =>
    post<api.Sketched>(`/games/${key}/drawings/${option}`, wanted),

  /** Make a table. Its promise about the dice is seen before the page's word is said, with which it may begin. */
  async makeTable(wanted: Omit<api.NewTable, 'word' | 'seal'>): Promise<api.Table> {
    const own = await sealed();
    const table = await post<api.Table>('/tables', { ...wanted, ...said(own) });
    remember(table, own.word);
    return table.state === 'waiting' && wanted.start ? contribute(table, own) : table;
  },
  tables: (which: 'open' | 'mine' | 'finished', after?: string) =>
    get<api.TableCards>(`/tables?which=${which}${after ? `&after=${encodeURIComponent(after)}` : ''}`),
  table: (id: string) => get<api.Table>(`/tables/${id}`),
  async join(id: string, seat?: number): Promise<api.Table> {
    const own = await sealed();
    const table = await post<api.Table>(`/tables/${id}/join`, { seat, ...said(own) });
    remember(table, own.word);
    return table;
  },
  start: (id: string) => post<api.Table>(`/tables/${id}/start`),
  /** As host, ask somebody to get up before the game begins. */
  freeSeat: (id: string, seat: number) => post<unknown>(`/tables/${id}/free`, { seat }),
  leave: (id: string) => post<unknown>(`/tables/${id}/leave`),
  resign: (id: string, seat: number) => post<unknown>(`/tables/${id}/resign`, { seat }),
  /** Offer a draw, agree to one that was offered, or decline it. */
  draw: (id: string, agree: boolean) => post<api.Table>(`/tables/${id}/draw`, { agree }),
  rematch: (id: string) => post<api.Table>(`/tables/${id}/rematch`),
  declineRematch: (id: string) => post<api.Table>(`/tables/${id}/rematch/decline`),
  /** This person is here: a word of the page's own for the dice, sealed first. With the last one a rematch begins. */
  arrive(id: string): Promise<unknown> {
    const latest = (): Promise<api.Table> => get<api.Table>(`/tables/${id}`);
    arriving = arriving.then(latest, latest).then((table) => (table.state === 'waiting' ? contribute(table) : table));
    return arriving;
  },
  claim: (id: string, seat: number) => post<api.Table>(`/tables/${id}/claim`, { seat }),
  handOver: (id: string, seat: number, level: string) => post<unknown>(`/tables/${id}/hand-over`, { seat, level }),
  takeBack: (id: string, seat: number) => post<unknown>(`/tables/${id}/take-back`, { seat }),
  seatLink: (id: string, seat: number) => post<{ link: string }>(`/tables/${id}/seat-link`, { seat }),
  takeSeat: (secret: string) => post<api.Table>(`/seat-links/${secret}`),
  formation: (id: string, seat: number) => get<api.KeptFormation>(`/tables/${id}/formation?seat=${seat}`),
  form: (id: string, seat: number, text: string) => post<api.Formed>(`/tables/${id}/formation`, { seat, text }),
  hint: (id: string, seat: number) => post<api.Hint>(`/tables/${id}/hint`, { seat }),
  moments: (id: string, from: number, to: number, seat: number | null) =>
    get<api.Moments>(`/tables/${id}/moments?from=${from}&to=${to}${seat === null ? '' : `&seat=${seat}`}`),
  reason: (id: string, ply: number, seat: number | null) =>
    get<api.Reason>(`/tables/${id}/reason?ply=${ply}${seat === null ? '' : `&seat=${seat}`}`),
  storyReason: (id: string, ply: number) => get<api.Reason>(`/stories/${id}/reason?ply=${ply}`),
  record: (id: string) => `/api/stories/${id}/record`,

  keepRecord: (text: string) => post<{ id: string }>('/records', text),
  /** A story, however long: its moments come in parts. */
  async story(id: string): Promise<api.Story> {
    const { wholeMoments } = await import('./table/changes');
    const told = await get<api.ToldStory>(`/stories/${id}`);
    const moments = wholeMoments(told.moments);
    while (moments.length < told.length) {
      const more = await get<api.StoryPart>(`/stories/${id}/moments?from=${moments.length}`);
      moments.push(...wholeMoments(more.moments));
    }
    return { ...told, moments };
  },
  picture: (id: string) => get<api.Picture>(`/stories/${id}/picture`),
  analysis: (id: string) => post<api.Analysis>(`/stories/${id}/analysis`),

  study: (wanted: api.Study) => post<api.Studied>('/study', wanted),
  studyMove: (wanted: api.Study) => post<api.Hint>('/study/move', wanted),
  studyWhy: (wanted: api.Study & { touches: readonly string[] }) => post<api.Because>('/study/why', wanted),
};
