import type { CalendarEvent, Organizer, Term, Venue } from "../interface-types.ts";
import { pause, stoppable } from "../pause.ts";
import type { RequestOptions } from "../record-client.ts";
import type { Transport } from "../transport.ts";
import { createChangeLog } from "./change-log.ts";
import { checkPage } from "./check-page.ts";
import { applyPage, type Content, createContent, replaceContent } from "./content.ts";
import { type FollowOptions, followCalendar } from "./follow.ts";
import { type ChangesPage, isExpired, type RecordChange } from "./records.ts";
import { fromStored, type StoredCopy, toStored } from "./stored-copy.ts";

export interface SyncOptions {
  /**
   * What `state()` of an earlier copy answered, or that as JSON text. Anything else, also the state of another calendar or of another
   * version of this package, counts as none: the copy begins anew.
   */
  readonly state?: unknown;
  /** Records a page, at most what lists allow; 100 by default. */
  readonly perPage?: number;
  /** For tests: waits so many seconds, or rejects with the reason of the signal. */
  readonly wait?: (seconds: number, signal?: AbortSignal) => Promise<void>;
  /** For tests: a number from 0 up to 1, by which pauses differ from client to client. */
  readonly random?: () => number;
}

/**
 * A copy of all records that the caller's lists show, without limits of time. Its maps stay the same and always hold a whole copy: they
 * are empty up to the end of the first update.
 */
export interface CalendarCopy {
  readonly events: ReadonlyMap<number, CalendarEvent>;
  readonly venues: ReadonlyMap<number, Venue>;
  readonly organizers: ReadonlyMap<number, Organizer>;
  readonly categories: ReadonlyMap<number, Term>;
  readonly tags: ReadonlyMap<number, Term>;
  /** False until there is a first copy, restored or read: an empty map then means nothing. */
  isReady(): boolean;
  /**
   * Catches up with the calendar and answers what changed meanwhile, one change for each record. Fails as requests do; what has been read until
   * then stays, and the next call goes on from there and answers that, too. One at a time: a further call waits for its turn.
   */
  update(options?: RequestOptions): Promise<readonly RecordChange[]>;
  /**
   * Keeps the copy in step until the signal stops it, then resolves. What may pass, such as a network that is away, is passed to `onError` and
   * tried again; rejects for what does not, such as credentials that are refused, and for what `onChange` or `onError` throws.
   */
  follow(options?: FollowOptions): Promise<void>;
  /** The copy as plain JSON, to begin with another time; `undefined` while there is none. It is what `options.state` takes. */
  state(): StoredCopy | undefined;
}

/** Content, and the token of the last page that is in it. */
interface Version {
  readonly content: Content;
  readonly token: string;
}

export const createCalendarCopy = (
  { send, openStream, namespace }: Transport,
  { state, perPage = 100, wait = pause, random = Math.random }: SyncOptions,
): CalendarCopy => {
  const restored = fromStored(state, namespace);
  const shown = restored?.content ?? createContent();
  let token = restored?.token;
  /** A new copy that is not whole so far. */
  let draft: Version | undefined;
  /** Called with what a page has changed, after that. They never throw. */
  const listeners = new Set<(changes: readonly RecordChange[]) => void>();
  /** What updates have changed that nobody was answered so far, because they failed. */
  const left = createChangeLog();

  const check = (page: unknown, since?: string): ChangesPage =>
    checkPage(page, `${namespace}/changes`, since);
  const read = async (since: string | undefined, signal: AbortSignal | undefined): Promise<ChangesPage> =>
    check(await send({ path: "/changes", query: { since, per_page: perPage }, signal }), since);

  const beginAnew = async (signal: AbortSignal | undefined): Promise<string> => {
    draft = undefined;
    const { begin, next_token } = await read(undefined, signal);
    const first = begin ?? next_token;
    draft = { content: createContent(), token: first };
    return first;
  };

  /** False: this is not the page that follows; another one has been taken over since it was asked for. */
  const take = (since: string, page: ChangesPage): boolean => {
    const log = createChangeLog();
    if (since === draft?.token) {
      applyPage(draft.content, page);
      draft = { content: draft.content, token: page.next_token };
      if (page.has_more) return true;
      replaceContent(shown, draft.content, log.add);
      draft = undefined;
    } else if (since === token) {
      applyPage(shown, page, log.add);
    } else {
      return false;
    }
    token = page.next_token;
    const changes = log.take();
    if (changes.length > 0) for (const listener of listeners) listener(changes);
    return true;
  };

  const readOn = async (signal: AbortSignal | undefined): Promise<void> => {
    let hasBegun = false;
    for (;;) {
      let since = draft?.token ?? token;
      if (since === undefined) {
        since = await beginAnew(signal);
        hasBegun = true;
      }
      try {
        const page = await read(since, signal);
        signal?.throwIfAborted();
        if (take(since, page) && !page.has_more) return;
      } catch (error) {
        if (hasBegun || !isExpired(error)) throw error;
        await beginAnew(signal);
        hasBegun = true;
      }
    }
  };

  let running: Promise<unknown> = Promise.resolve();
  /** One after the other. */
  const catchUp = (signal: AbortSignal | undefined): Promise<void> => {
    const turn = running.then(() => readOn(signal));
    running = turn.catch(() => {});
    return stoppable(turn, signal);
  };

  return {
    events: shown.event,
    venues: shown.venue,
    organizers: shown.organizer,
    categories: shown.category,
    tags: shown.tag,
    isReady: () => token !== undefined,
    async update({ signal } = {}) {
      const log = createChangeLog();
      const listener = (changes: readonly RecordChange[]): void => changes.forEach(log.add);
      listeners.add(listener);
      try {
        await catchUp(signal);
      } finally {
        listeners.delete(listener);
        log.take().forEach(left.add);
      }
      return left.take();
    },
    follow: (options = {}) =>
      followCalendar(
        {
          catchUp,
          listeners,
          token: () => token,
          take,
          check,
          openStream: (since, signal) =>
            openStream({ path: "/changes", query: { since, per_page: perPage }, signal }),
          wait,
          random,
        },
        options,
      ),
    state: () => (token === undefined ? undefined : toStored(shown, namespace, token)),
  };
};
