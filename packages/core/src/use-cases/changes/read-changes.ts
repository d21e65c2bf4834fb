import { CalendarError, invalidParameter } from "../../errors.ts";
import type { Outbox } from "../../ports/outbox.ts";
import type { Repositories } from "../../ports/store.ts";
import type { Actor } from "../../rights/actor.ts";
import { createAffectedRecords } from "./affected-records.ts";
import { fingerprintOf, fromToken, type Place, type TokenOwner, toToken } from "./change-token.ts";
import { createShownRecords, type FeedChange, type ShownRecordsDeps } from "./shown-records.ts";
import { createWalkEntries } from "./walk-entries.ts";
import { createWalkRecords } from "./walk-records.ts";

/** Page of the change feed, limited to what the caller may see. */
export interface ChangesPage {
  /** Changed records in a stable order, each once. The list can be empty even if more changes follow. */
  readonly changes: readonly FeedChange[];
  /** Token for the changes after this page, including changes that are made later. */
  readonly nextToken: string;
  /** True if more changes are available now. */
  readonly hasMore: boolean;
  /**
   * Token for a feed that lists all existing records first and then the changes. Present only if the request
   * has no `since`.
   * Source: rules/changes.md#first-page.
   */
  readonly begin?: string;
}

/**
 * Returns the changes since a token, as the actor may see the records now.
 * Throws `rest_invalid_param` for an invalid token. Throws `rest_token_expired` if the changes are no longer
 * stored, or if the feed was disabled and enabled again. It also throws it if the token was issued to an
 * actor with another `fingerprintOf`.
 * Source: rules/changes.md#page.
 */
export type ReadChanges = (request: {
  /** Token of the previous page. Without it, the page contains only tokens and no changes. */
  readonly since?: string | undefined;
  /** Maximum number of records on the page, from 1. The calendar may have a lower limit. */
  readonly limit: number;
  readonly actor: Actor;
}) => Promise<ChangesPage>;

/** Change feed since it was last enabled. */
export interface ChangeFeed {
  /** Id of the feed. It changes when the feed is disabled and enabled again. */
  readonly id: string;
  /** Last outbox position before the feed was enabled. */
  readonly began: number;
}

export interface ReadChangesDeps extends ShownRecordsDeps {
  readonly store: Repositories & { readonly outbox: Pick<Outbox, "readAfter" | "last" | "removedUntil"> };
  readonly changeFeed: ChangeFeed;
}

/**
 * Maximum number of records on a page, because all of them are read together. It applies in addition to the
 * calendar's own limit.
 */
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
   * Throws `rest_token_expired` if the outbox no longer has all entries after the position, or has never
   * reached the position. Call it after the entries were read. If it does not throw, the entries were
   * complete.
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
    // Records are read after the entries. A record that changes in between has a later entry, so no change is
    // lost (rules/changes.md#order).
    const changes = await shownRecords.toChanges(mentions, actor);
    return { changes, nextToken: tokenOf(next), hasMore };
  };
};
