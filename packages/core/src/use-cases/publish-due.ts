import { isStorageFailure } from "../errors.ts";
import type { CalendarEvent } from "../model/event.ts";
import type { Post } from "../model/post.ts";
import { isSeries } from "../model/recurrence/recurrence.ts";
import type { SiteSettings } from "../model/site.ts";
import { utcText, type WallClock } from "../model/time/wall-clock.ts";
import type { PostRepository } from "../ports/repositories/post-repository.ts";
import type { Store } from "../ports/store.ts";
import { withFreeSlug } from "./posts/post-slug.ts";
import { settleOccurrences } from "./series/settle-occurrences.ts";
import { createTransact, type TransactDeps, type WriteUnit } from "./transact.ts";

interface PublishDueDeps extends TransactDeps {
  readonly store: Store;
  readonly site: SiteSettings;
}

/** Records published in one transaction at most: writers wait for it. A series is the last one, for its occurrences are published with it. */
const BATCH = 50;

/** Publishes the scheduled records whose time has come, until it is told to stop, and answers how many. */
export interface PublishDue {
  (isStopping?: () => boolean): Promise<number>;
  /** Whether there is something to publish. */
  isDue(): Promise<boolean>;
}

type Posts = "events" | "venues" | "organizers";

const POSTS: readonly Posts[] = ["events", "venues", "organizers"];

const KINDS = { events: "event", venues: "venue", organizers: "organizer" } as const;

/**
 * Each record is read again inside the unit of work that publishes it, so that several processes publish it once. What a hook refuses
 * stays scheduled until it is changed; that is logged once. Source: rules/dates.md#scheduled-publication.
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
  /** By id when those were changed last that hooks have refused; the same record is refused again. */
  const refused = new Map<number, WallClock>();
  const isRefused = ({ id, modifiedUtc }: Post): boolean => refused.get(id) === modifiedUtc;

  /** Of the next so many records that are due those that no hook has refused. */
  const dueIn = async (posts: Due, nowUtc: WallClock, limit: number): Promise<readonly Post[]> =>
    (await posts.due(nowUtc, limit + refused.size)).filter((record) => !isRefused(record)).slice(0, limit);

  const publishAll = async (name: Posts, isStopping: () => boolean): Promise<number> => {
    let published = 0;
    while (!isStopping()) {
      const nowUtc = utcText(clock.now());
      // Asked outside first: most of the time nothing is due, and a transaction keeps writers waiting.
      if ((await dueIn(store[name], nowUtc, 1)).length === 0) break;
      const batch = await transact((unit) => publishBatch(name, unit, nowUtc), {});
      for (const { record, error } of batch.refusals) {
        const { id, modifiedUtc } = record;
        refused.set(id, modifiedUtc);
        logger.warn("a hook refused to publish a scheduled record", { kind: KINDS[name], id, error });
      }
      published += batch.published;
      if (batch.published + batch.refusals.length === 0) break;
    }
    return published;
  };

  const publishBatch = async (name: Posts, unit: WriteUnit, nowUtc: WallClock): Promise<Batch> => {
    // Whatever their kind, only what all posts have is looked at.
    const posts = unit[name] as unknown as PostRepository<Post, never>;
    const refusals: Refusal[] = [];
    let published = 0;
    for (const record of await dueIn(posts, nowUtc, BATCH)) {
      const settled = await withFreeSlug<Post>(posts, { ...record, status: "publish" });
      // Kind and record belong together.
      const write = { kind: KINDS[name], record: settled, before: record } as never;
      const amended = await attempt(async () => (await unit.amended(write)) as Post);
      if ("error" in amended) {
        refusals.push({ record, error: amended.error });
        continue;
      }
      if (!(await posts.save(amended.value))) continue;
      published += 1;
      const [series, before] = [amended.value as CalendarEvent, record as CalendarEvent];
      // Only events recur.
      if (!isSeries(before)) continue;
      await settleOccurrences(unit, { series, before, now: clock.now(), site });
      break;
    }
    return { published, refusals };
  };

  const publish = async (isStopping = () => false): Promise<number> => {
    let total = 0;
    for (const name of POSTS) total += await publishAll(name, isStopping);
    if (total > 0) logger.info("published scheduled records", { total });
    return total;
  };
  return Object.assign(publish, {
    async isDue() {
      const nowUtc = utcText(clock.now());
      const due = await Promise.all(POSTS.map((name) => dueIn(store[name], nowUtc, 1)));
      return due.some(({ length }) => length > 0);
    },
  });
};

type Due = Pick<PostRepository<Post, never>, "due">;

interface Refusal {
  readonly record: Post;
  readonly error: unknown;
}

interface Batch {
  readonly published: number;
  readonly refusals: readonly Refusal[];
}

/** One record that cannot be published must not keep the others waiting; a store that does not answer keeps all. */
const attempt = async (
  work: () => Promise<Post>,
): Promise<{ readonly value: Post } | { readonly error: unknown }> => {
  try {
    return { value: await work() };
  } catch (error) {
    if (isStorageFailure(error)) throw error;
    return { error };
  }
};
