import { isStorageFailure } from "../errors.ts";
import { isEvent } from "../model/event.ts";
import type { Post } from "../model/post.ts";
import { isSeries } from "../model/recurrence/recurrence.ts";
import type { SiteSettings } from "../model/site.ts";
import { utcText, type WallClock } from "../model/time/wall-clock.ts";
import type { ExtensibleKind } from "../plugins/contributions.ts";
import type { PostRepository } from "../ports/repositories/post-repository.ts";
import { postsOf } from "../ports/repositories/posts-of.ts";
import type { Store } from "../ports/store.ts";
import { createTransact, type TransactDeps, type WriteUnit } from "../unit-of-work/transact.ts";
import { withFreeSlug } from "./posts/post-slug.ts";
import { reconcileOccurrences } from "./series/reconcile-occurrences.ts";

interface PublishDueDeps extends TransactDeps {
  readonly store: Store;
  readonly site: SiteSettings;
}

/**
 * Maximum number of records that are published in one transaction. The limit is small, because other writes
 * wait for the transaction. A series ends the batch, because its occurrences are published with it.
 */
const BATCH = 50;

/**
 * Publishes all scheduled records whose publication date has passed, until `isStopping` returns true. Returns
 * their number.
 */
export interface PublishDue {
  (isStopping?: () => boolean): Promise<number>;
  /**
   * True if the publication date of a scheduled record has passed. Records that a hook has refused in this
   * process do not count.
   */
  isDue(): Promise<boolean>;
}

const KINDS: readonly ExtensibleKind[] = ["event", "venue", "organizer"];

/**
 * Creates the function that publishes scheduled records.
 * It reads each record again inside the transaction that publishes it. If several processes run it, each
 * record is published only once.
 * If a write hook refuses a record or fails, the record stays scheduled. This process logs that once, and
 * tries again only after somebody has changed the record. Source: rules/dates.md#scheduled-publication.
 */
export const createPublishDue = ({
  store,
  postStatuses,
  domainEvents,
  outboxSwitch,
  participants,
  clock,
  logger,
  writeHooks,
  slices,
  site,
}: PublishDueDeps): PublishDue => {
  const transact = createTransact({
    store,
    postStatuses,
    domainEvents,
    outboxSwitch,
    participants,
    clock,
    logger,
    writeHooks,
    slices,
  });
  /**
   * Modification dates of refused records, by id. As long as such a record is unchanged, its publication is
   * not tried again.
   */
  const refused = new Map<number, WallClock>();
  const isRefused = ({ id, modifiedUtc }: Post): boolean => refused.get(id) === modifiedUtc;

  /** Returns at most `limit` records whose publication date has passed and that no hook has refused. */
  const dueIn = async <R extends Post>(
    posts: Pick<PostRepository<R, never>, "due">,
    nowUtc: WallClock,
    limit: number,
  ): Promise<readonly R[]> =>
    (await posts.due(nowUtc, limit + refused.size)).filter((record) => !isRefused(record)).slice(0, limit);

  const publishAll = async (kind: ExtensibleKind, isStopping: () => boolean): Promise<number> => {
    let published = 0;
    while (!isStopping()) {
      const nowUtc = utcText(clock.now());
      // This check runs without a transaction, because usually no record is due and a transaction would delay
      // other writes.
      if ((await dueIn(postsOf(kind, store), nowUtc, 1)).length === 0) break;
      const batch = await transact((unit) => publishBatch(kind, unit, nowUtc), {});
      for (const { record, error } of batch.refusals) {
        const { id, modifiedUtc } = record;
        refused.set(id, modifiedUtc);
        logger.warn("a hook refused to publish a scheduled record", { kind, id, error });
      }
      published += batch.published;
      if (batch.published + batch.refusals.length === 0) break;
    }
    return published;
  };

  const publishBatch = async <Kind extends ExtensibleKind>(
    kind: Kind,
    unit: WriteUnit,
    nowUtc: WallClock,
  ): Promise<Batch> => {
    const posts = postsOf(kind, unit);
    const refusals: Refusal[] = [];
    let published = 0;
    for (const record of await dueIn(posts, nowUtc, BATCH)) {
      const withSlug = await withFreeSlug(posts, { ...record, status: "publish" });
      const amended = await attempt(() => unit.amended({ kind, record: withSlug, before: record }));
      if ("error" in amended) {
        refusals.push({ record, error: amended.error });
        continue;
      }
      if (!(await posts.save(amended.value))) continue;
      published += 1;
      // The code below is only for series.
      if (!isEvent(record) || !isEvent(amended.value) || !isSeries(record)) continue;
      await reconcileOccurrences(unit, { series: amended.value, before: record, now: clock.now(), site });
      break;
    }
    return { published, refusals };
  };

  const publish = async (isStopping = () => false): Promise<number> => {
    let total = 0;
    for (const kind of KINDS) total += await publishAll(kind, isStopping);
    if (total > 0) logger.info("published scheduled records", { total });
    return total;
  };
  return Object.assign(publish, {
    async isDue() {
      const nowUtc = utcText(clock.now());
      const due = await Promise.all(KINDS.map((kind) => dueIn<Post>(postsOf(kind, store), nowUtc, 1)));
      return due.some(({ length }) => length > 0);
    },
  });
};

interface Refusal {
  readonly record: Post;
  readonly error: unknown;
}

interface Batch {
  readonly published: number;
  readonly refusals: readonly Refusal[];
}

/**
 * Runs `work` and returns its value, or its error if it fails. Other records are then still published. A
 * storage failure is thrown again.
 */
const attempt = async <R>(
  work: () => Promise<R>,
): Promise<{ readonly value: R } | { readonly error: unknown }> => {
  try {
    return { value: await work() };
  } catch (error) {
    if (isStorageFailure(error)) throw error;
    return { error };
  }
};
