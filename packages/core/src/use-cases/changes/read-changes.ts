import { CalendarError, invalidParameter } from "../../errors.ts";
import type { Outbox } from "../../ports/outbox.ts";
import type { Repositories } from "../../ports/store.ts";
import type { Actor } from "../../rights/actor.ts";
import { createAffectedRecords } from "./affected-records.ts";
import { fingerprintOf, fromToken, type Place, type TokenOwner, toToken } from "./change-token.ts";
import { createShownRecords, type FeedChange, type ShownRecordsDeps } from "./shown-records.ts";
import { createWalkEntries } from "./walk-entries.ts";
import { createWalkRecords } from "./walk-records.ts";

/** Page of changes, as the caller may see them. */
export interface ChangesPage {
  /** Changed records, each once, in a stable order. There may be none although more follow. */
  readonly changes: readonly FeedChange[];
  /** Token for the changes after this page, including future ones. */
  readonly nextToken: string;
  /** True if more changes are available now. */
  readonly hasMore: boolean;
  /**
   * Token that lists all records first and then the changes from now on. Only without `since`.
   * Source: rules/changes.md#first-page.
   */
  readonly begin?: string;
}

/**
 * Returns the changes since a token, with what the actor may see now. Throws `rest_invalid_param` for an
 * invalid token. Throws `rest_token_expired` if the changes are no longer stored, or if the token belongs to
 * another actor.
 * Source: rules/changes.md#page.
 */
export type ReadChanges = (request: {
  /** Token of an earlier page; without it, the page has no changes, only tokens. */
  readonly since?: string | undefined;
  /** Maximum number of records, from 1. The calendar may allow fewer on a page. */
  readonly limit: number;
  readonly actor: Actor;
}) => Promise<ChangesPage>;

/** Change feed since its last start. */
export interface ChangeFeed {
  /** Id of the feed; it changes when the feed is stopped and started again. */
  readonly id: string;
  /** Last position before the feed started. */
  readonly began: number;
}

export interface ReadChangesDeps extends ShownRecordsDeps {
  readonly store: Repositories & { readonly outbox: Pick<Outbox, "readAfter" | "last" | "removedUntil"> };
  readonly changeFeed: ChangeFeed;
}

/** Maximum number of records on a page, whatever the calendar allows, because they are looked up together. */
const MAX_LIMIT = 500;

const START: Place["cursor"] = { within: "records", part: 0, afterId: 0 };

const requirePlace = (since: string, { feed, fingerprint }: TokenOwner): Place => {
  const token = fromToken(since);
  if (token === undefined) throw invalidParameter("since", { reason: "not-acceptable" });
  if (token.feed !== feed || token.fingerprint !== fingerprint) throw new CalendarError("rest_token_expired");
  return token.place;
};

export const createReadChanges = (deps: ReadChangesDeps): ReadChanges => {
  const { store, changeFeed } = deps;
  const { outbox } = store;
  const shownRecords = createShownRecords(deps);
  const walkRecords = createWalkRecords({ store, shownRecords });
  const walkEntries = createWalkEntries({ outbox, shownRecords, affectedBy: createAffectedRecords(deps) });

  /**
   * Checks that the entries are still stored. Called after reading them, so that nothing was removed before.
   */
  const requireStored = async ({ position }: Place, hasLater: boolean): Promise<void> => {
    const removed = await outbox.removedUntil();
    if (position < removed || position < changeFeed.began) throw new CalendarError("rest_token_expired");
    if (!hasLater && position > (await outbox.last())) throw new CalendarError("rest_token_expired");
  };

  return async ({ since, limit: wanted, actor }) => {
    const limit = Math.min(wanted, MAX_LIMIT);
    const owner = { feed: changeFeed.id, fingerprint: fingerprintOf(actor) };
    const tokenOf = (place: Place): string => toToken({ ...owner, place });
    if (since === undefined) {
      const position = await outbox.last();
      const begin = tokenOf({ position, cursor: START });
      return { changes: [], nextToken: tokenOf({ position }), hasMore: false, begin };
    }
    const place = requirePlace(since, owner);
    const walk = place.cursor?.within === "records" ? walkRecords : walkEntries;
    const { mentions, next, hasMore, hasEntries } = await walk(place, limit, actor);
    await requireStored(place, hasEntries);
    // Read after the entries: later changes have later entries (rules/changes.md#order).
    const changes = await shownRecords.toChanges(mentions, actor);
    return { changes, nextToken: tokenOf(next), hasMore };
  };
};
