import { CalendarError, invalidParameter } from "../../errors.ts";
import type { Outbox } from "../../ports/outbox.ts";
import type { Repositories } from "../../ports/store.ts";
import type { Actor } from "../../rights/actor.ts";
import { createAffectedRecords } from "./affected-records.ts";
import { fingerprintOf, fromToken, type Place, type TokenOwner, toToken } from "./change-token.ts";
import { createShownRecords, type FeedChange, type ShownRecordsDeps } from "./shown-records.ts";
import { createWalkEntries } from "./walk-entries.ts";
import { createWalkRecords } from "./walk-records.ts";

/** A part of what has changed, as the caller sees it. */
export interface ChangesPage {
  /** Each record once, in a stable order; there may be none although more follow. */
  readonly changes: readonly FeedChange[];
  /** What comes after this page, or has not happened yet. */
  readonly nextToken: string;
  /** Whether more is there already. */
  readonly hasMore: boolean;
  /** Without `since` only: leads through all records, and then on from now. Source: rules/changes.md#first-page. */
  readonly begin?: string;
}

/**
 * What has changed since a token, judged by what the actor may see now. Throws `rest_invalid_param` for what is no token, and
 * `rest_token_expired` for one whose changes are not kept any more, or that is not this actor's. Source: rules/changes.md#page.
 */
export type ReadChanges = (request: {
  /** Absent: nothing, with tokens to begin with. */
  readonly since?: string | undefined;
  /** How many records at most, from 1; fewer where the calendar allows fewer on a page. */
  readonly limit: number;
  readonly actor: Actor;
}) => Promise<ChangesPage>;

/** The feed as it was begun. */
export interface ChangeFeed {
  /** Another one after it was ended and begun again. */
  readonly id: string;
  /** The last position before its beginning. */
  readonly began: number;
}

export interface ReadChangesDeps extends ShownRecordsDeps {
  readonly store: Repositories & { readonly outbox: Pick<Outbox, "readAfter" | "last" | "removedUntil"> };
  readonly changeFeed: ChangeFeed;
}

/** Records on a page, whatever the calendar allows: they are looked up together. */
const MOST = 500;

const START: Place["cursor"] = { within: "records", part: 0, afterId: 0 };

const demandPlace = (since: string, { feed, fingerprint }: TokenOwner): Place => {
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

  /** Asked after entries were read: what was kept then was all there. */
  const demandKept = async ({ position }: Place, hasLater: boolean): Promise<void> => {
    const removed = await outbox.removedUntil();
    if (position < removed || position < changeFeed.began) throw new CalendarError("rest_token_expired");
    if (!hasLater && position > (await outbox.last())) throw new CalendarError("rest_token_expired");
  };

  return async ({ since, limit: wanted, actor }) => {
    const limit = Math.min(wanted, MOST);
    const owner = { feed: changeFeed.id, fingerprint: fingerprintOf(actor) };
    const tokenOf = (place: Place): string => toToken({ ...owner, place });
    if (since === undefined) {
      const position = await outbox.last();
      const begin = tokenOf({ position, cursor: START });
      return { changes: [], nextToken: tokenOf({ position }), hasMore: false, begin };
    }
    const place = demandPlace(since, owner);
    const walk = place.cursor?.within === "records" ? walkRecords : walkEntries;
    const { mentions, next, hasMore, hasEntries } = await walk(place, limit, actor);
    await demandKept(place, hasEntries);
    // Read after the entries: what changes from now on has a later entry (rules/changes.md#order).
    const changes = await shownRecords.toChanges(mentions, actor);
    return { changes, nextToken: tokenOf(next), hasMore };
  };
};
