import { CalendarError } from "../../errors.ts";
import { isEvent } from "../../model/event.ts";
import type { SiteSettings } from "../../model/site.ts";
import type { ExtensibleKind } from "../../plugins/contributions.ts";
import { postsOf } from "../../ports/repositories/posts-of.ts";
import { readInBatches } from "../../ports/repositories/read-in-batches.ts";
import type { Store } from "../../ports/store.ts";
import type { Actor } from "../../rights/actor.ts";
import { createTransact, type TransactDeps, type WriteUnit } from "../../unit-of-work/transact.ts";
import { withOwnChanges } from "../series/own-changes.ts";
import { reconcileOccurrences } from "../series/reconcile-occurrences.ts";

export interface ReassignDeps extends Omit<TransactDeps, "store" | "writeHooks" | "policies"> {
  readonly store: Store;
  readonly site: Pick<SiteSettings, "dayCutoff" | "recurrenceHorizon">;
}

/**
 * Makes `to` the author of all events, venues, organizers and images of the author `from`. If it is
 * interrupted, another call continues.
 * Throws `rest_too_many_records`, and changes nothing, if there are more than 1,000 records.
 */
export type ReassignRecords = (actor: Actor, from: number, to: number) => Promise<void>;

const MAX_RECORDS = 1_000;
/**
 * Number of records that are changed in one transaction. It is small, because other writers wait for the
 * transaction.
 */
const BATCH = 20;
const KINDS = ["event", "venue", "organizer", "image"] as const;

type AuthoredKind = (typeof KINDS)[number];

/**
 * Creates the function that gives the records of an author another author.
 * Source: rules/sign-in.md#accounts-over-the-interface.
 */
export const createReassignRecords = ({
  store,
  postStatuses,
  domainEvents,
  outboxSwitch,
  participants,
  clock,
  logger,
  slices,
  site,
}: ReassignDeps): ReassignRecords => {
  const transact = createTransact({
    store,
    postStatuses,
    domainEvents,
    outboxSwitch,
    participants,
    clock,
    logger,
    slices,
  });

  const idsOf = async (kind: AuthoredKind, author: number): Promise<readonly number[]> => {
    const ids: number[] = [];
    const records = readInBatches<{ readonly id: number; readonly author: number }>(store[`${kind}s`]);
    for await (const batch of records)
      for (const record of batch) if (record.author === author) ids.push(record.id);
    return ids;
  };

  const changePost = async (
    unit: WriteUnit,
    kind: ExtensibleKind,
    id: number,
    [from, author]: readonly [number, number],
  ): Promise<void> => {
    const posts = postsOf(kind, unit);
    const record = await posts.find(id);
    if (record === undefined || record.author !== from) return;
    const changed = await withOwnChanges(unit.events, { ...record, author });
    if (!(await posts.save(changed))) throw new Error(`The slug of ${kind} ${id} is taken.`);
    if (isEvent(changed) && isEvent(record))
      await reconcileOccurrences(unit, { series: changed, before: record, now: clock.now(), site });
  };

  const changeImage = async (
    unit: WriteUnit,
    id: number,
    [from, author]: readonly [number, number],
  ): Promise<void> => {
    const image = await unit.images.find(id);
    if (image?.author === from) await unit.images.save({ ...image, author });
  };

  return async (actor, from, to) => {
    const found: (readonly [AuthoredKind, number])[] = [];
    for (const kind of KINDS) for (const id of await idsOf(kind, from)) found.push([kind, id]);
    if (found.length > MAX_RECORDS)
      throw new CalendarError("rest_too_many_records", { maximum: MAX_RECORDS });
    for (let start = 0; start < found.length; start += BATCH)
      await transact(
        async (unit) => {
          for (const [kind, id] of found.slice(start, start + BATCH))
            await (kind === "image"
              ? changeImage(unit, id, [from, to])
              : changePost(unit, kind, id, [from, to]));
        },
        { actor },
      );
  };
};
