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
   * Result of `state()` of an earlier copy, as an object or JSON text. Any other value is ignored, also the
   * state of another calendar or package version. The copy then starts empty.
   */
  readonly state?: unknown;
  /** Records per page, up to the maximum of lists; 100 by default. */
  readonly perPage?: number;
  /** For tests: waits for the given number of seconds, or rejects with the reason of the signal. */
  readonly wait?: (seconds: number, signal?: AbortSignal) => Promise<void>;
  /**
   * For tests: returns a number from 0 up to, but not including, 1, which varies the pauses between clients.
   */
  readonly random?: () => number;
}

/**
 * Local copy of all records that the caller's lists show, of any date. The maps stay the same objects and
 * always hold a complete copy. They are empty until the first update ends.
 */
export interface CalendarCopy {
  readonly events: ReadonlyMap<number, CalendarEvent>;
  readonly venues: ReadonlyMap<number, Venue>;
  readonly organizers: ReadonlyMap<number, Organizer>;
  readonly categories: ReadonlyMap<number, Term>;
  readonly tags: ReadonlyMap<number, Term>;
  /** True once a first copy was restored or read. Before that, empty maps do not mean an empty calendar. */
  isReady(): boolean;
  /**
   * Reads the changes since the last update and returns one change for each changed record. Rejects like
   * other requests. Pages read before a failure stay applied; the next call continues after them and returns
   * their changes, too. Calls run one after the other.
   */
  update(options?: RequestOptions): Promise<readonly RecordChange[]>;
  /**
   * Keeps the copy up to date until the signal is aborted, then resolves. Temporary failures, such as a lost
   * network, are passed to `onError` and retried. Rejects for permanent failures, such as refused
   * credentials, and for errors thrown by `onChange` or `onError`.
   */
  follow(options?: FollowOptions): Promise<void>;
  /**
   * Returns the copy as plain JSON for `options.state` of a later copy; `undefined` until the copy is ready.
   */
  state(): StoredCopy | undefined;
}

/** Content and the token of the last page applied to it. */
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
  /** New copy that is not complete yet. */
  let draft: Version | undefined;
  /** Callbacks that get the changes of a page after it was applied. They never throw. */
  const listeners = new Set<(changes: readonly RecordChange[]) => void>();
  /** Changes of failed updates that no caller has received yet. */
  const undelivered = createChangeLog();

  const check = (page: unknown, since?: string): ChangesPage =>
    checkPage(page, `${namespace}/changes`, since);
  const read = async (since: string | undefined, signal: AbortSignal | undefined): Promise<ChangesPage> =>
    check(await send({ path: "/changes", query: { since, per_page: perPage }, signal }), since);

  const restart = async (signal: AbortSignal | undefined): Promise<string> => {
    draft = undefined;
    const { begin, next_token } = await read(undefined, signal);
    const first = begin ?? next_token;
    draft = { content: createContent(), token: first };
    return first;
  };

  /**
   * Applies a page and returns true. Returns false if another page was applied since this one was requested.
   */
  const applyNext = (since: string, page: ChangesPage): boolean => {
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
    const changes = log.drain();
    if (changes.length > 0) for (const listener of listeners) listener(changes);
    return true;
  };

  const readRemaining = async (signal: AbortSignal | undefined): Promise<void> => {
    let hasBegun = false;
    for (;;) {
      let since = draft?.token ?? token;
      if (since === undefined) {
        since = await restart(signal);
        hasBegun = true;
      }
      try {
        const page = await read(since, signal);
        signal?.throwIfAborted();
        if (applyNext(since, page) && !page.has_more) return;
      } catch (error) {
        if (hasBegun || !isExpired(error)) throw error;
        await restart(signal);
        hasBegun = true;
      }
    }
  };

  let running: Promise<unknown> = Promise.resolve();
  /** Runs updates one after the other. */
  const catchUp = (signal: AbortSignal | undefined): Promise<void> => {
    const turn = running.then(() => readRemaining(signal));
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
        log.drain().forEach(undelivered.add);
      }
      return undelivered.drain();
    },
    follow: (options = {}) =>
      followCalendar(
        {
          catchUp,
          listeners,
          token: () => token,
          applyNext,
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
