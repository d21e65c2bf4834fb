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
   * State that `state()` of an earlier copy returned, as an object or JSON text. Any other value is ignored,
   * and so is the state of another calendar, or of a package version with another format. The copy then
   * begins empty.
   */
  readonly state?: unknown;
  /**
   * Number of records per page; 100 by default. The server allows at most as many as in `per_page` of lists.
   */
  readonly perPage?: number;
  /** For tests: waits for a number of seconds. Rejects with the signal's reason if the signal is aborted. */
  readonly wait?: (seconds: number, signal?: AbortSignal) => Promise<void>;
  /**
   * For tests: returns a number from 0 to less than 1. It makes the pauses of different clients different.
   */
  readonly random?: () => number;
}

/**
 * Local copy of all events, venues, organizers, categories and tags that the caller can list. It contains
 * events of all dates.
 * The maps are always the same objects, and always contain a complete copy. They are empty until the first
 * update is finished.
 */
export interface CalendarCopy {
  readonly events: ReadonlyMap<number, CalendarEvent>;
  readonly venues: ReadonlyMap<number, Venue>;
  readonly organizers: ReadonlyMap<number, Organizer>;
  readonly categories: ReadonlyMap<number, Term>;
  readonly tags: ReadonlyMap<number, Term>;
  /**
   * True after a copy was restored or read for the first time. Before that, empty maps do not mean that the
   * calendar is empty.
   */
  isReady(): boolean;
  /**
   * Requests the changes since the last update, applies them, and returns one change for each changed record.
   * Calls run one after another.
   * Rejects like other requests. Pages that were read before a failure stay applied. The next call continues
   * after them and also returns their changes.
   */
  update(options?: RequestOptions): Promise<readonly RecordChange[]>;
  /**
   * Updates the copy continuously until the signal is aborted, then resolves. Temporary failures, such as a
   * network failure, are passed to `onError` and retried. The promise rejects for permanent failures, such as
   * refused credentials, and for errors that `onChange` or `onError` throws.
   */
  follow(options?: FollowOptions): Promise<void>;
  /**
   * Returns the copy as plain JSON, for `options.state` of a later copy. Returns `undefined` until the copy
   * is ready.
   */
  state(): StoredCopy | undefined;
}

/** Content of a copy, with the token of the last page that was applied to it. */
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
  /** New copy that is still incomplete; the maps show the previous one. */
  let draft: Version | undefined;
  /** Functions that are called with the changes of a page after it was applied. They never throw. */
  const listeners = new Set<(changes: readonly RecordChange[]) => void>();
  /** Changes of failed updates that were applied but not returned to a caller yet. */
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
   * Applies the page that follows the token `since`, and returns true. Returns false if another page was
   * applied after this one was requested.
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
  /** Reads and applies all remaining changes, after all earlier updates have ended. */
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
