import type { Post } from "../model/post.ts";
import { utcText, type WallClock } from "../model/time/wall-clock.ts";
import type { Clock } from "../ports/clock.ts";
import type { PostRepository } from "../ports/post-repository.ts";
import type { Repositories, Store } from "../ports/store.ts";
import { withFreeSlug } from "./posts/post-slug.ts";
import { createTransact, type TransactDeps } from "./transact.ts";

interface PublishDueDeps extends TransactDeps {
  readonly store: Store;
  readonly clock: Clock;
}

/** Records published in one transaction at most: writers wait for it. */
const BATCH = 50;

/** Publishes the scheduled records whose time has come, until it is told to stop, and answers how many. */
export type PublishDue = (isStopping?: () => boolean) => Promise<number>;

/**
 * Each record is read again inside the unit of work that publishes it, so that several processes publish it once.
 * Source: rules/dates.md#scheduled-publication.
 */
export const createPublishDue = ({
  store,
  postStatuses,
  domainEvents,
  clock,
  logger,
}: PublishDueDeps): PublishDue => {
  const transact = createTransact({ store, postStatuses, domainEvents, logger });
  return async (isStopping = () => false) => {
    const publishAll = async <T extends Post>(
      repositoryOf: (repositories: Repositories) => PostRepository<T, never>,
    ): Promise<number> => {
      let published = 0;
      while (!isStopping()) {
        const nowUtc = utcText(clock.now());
        // Asked outside first: most of the time nothing is due, and a transaction keeps writers waiting.
        if ((await repositoryOf(store).due(nowUtc, 1)).length === 0) break;
        const batch = await transact((work) => publishBatch(repositoryOf(work), nowUtc), {});
        published += batch;
        if (batch === 0) break;
      }
      return published;
    };

    const publishBatch = async <T extends Post>(
      posts: PostRepository<T, never>,
      nowUtc: WallClock,
    ): Promise<number> => {
      let published = 0;
      for (const record of await posts.due(nowUtc, BATCH)) {
        const settled = await withFreeSlug(posts, { ...record, status: "publish" });
        if (await posts.save(settled)) published += 1;
      }
      return published;
    };

    const counts = [
      await publishAll(({ events }) => events),
      await publishAll(({ venues }) => venues),
      await publishAll(({ organizers }) => organizers),
    ];
    const total = counts.reduce((sum, count) => sum + count, 0);
    if (total > 0) logger.info("published scheduled records", { total });
    return total;
  };
};

/** Whether there is something to publish. */
export const createIsDue =
  ({ store: { events, venues, organizers }, clock }: Pick<PublishDueDeps, "store" | "clock">) =>
  async (): Promise<boolean> => {
    const nowUtc = utcText(clock.now());
    const due = await Promise.all([events, venues, organizers].map((posts) => posts.due(nowUtc, 1)));
    return due.some(({ length }) => length > 0);
  };
