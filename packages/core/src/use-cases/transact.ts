import type { Adjustment, Adjustments, NoteAdjustment } from "../adjustment.ts";
import type { Post } from "../model/post.ts";
import type { PostStatuses } from "../model/post-statuses.ts";
import type { DomainEvent, DomainEventSink, Origin } from "../ports/domain-events.ts";
import type { Logger } from "../ports/logger.ts";
import type { Repositories, Store } from "../ports/store.ts";
import { type RecordedChange, recordChanges } from "./recorded-changes.ts";

/**
 * `Store.transaction`, after whose commit listeners get what was written. What an answer shows of the store is
 * read inside `work`: when this rejects, nothing was stored.
 */
export type Transact = <T>(work: (repositories: Repositories) => Promise<T>, origin: Origin) => Promise<T>;

/**
 * The work of a write with what it adjusted, besides what is noted already; a strict request is refused before the commit. Each
 * run notes anew: only what the last one did has happened.
 */
export const adjusting =
  <T>(
    adjustments: Adjustments,
    work: (repositories: Repositories, note: NoteAdjustment) => Promise<T>,
  ): ((
    repositories: Repositories,
  ) => Promise<{ readonly stored: T; readonly adjustments: readonly Adjustment[] }>) =>
  async (repositories) => {
    const own = adjustments.branch();
    const stored = await work(repositories, own.note);
    return { stored, adjustments: own.check() };
  };

export interface TransactDeps {
  readonly store: Pick<Store, "transaction">;
  readonly postStatuses: PostStatuses;
  /** Gets what happens; absent by default. */
  readonly domainEvents?: DomainEventSink | undefined;
  readonly logger: Logger;
}

/** Nothing is recorded while there are no listeners. */
export const createTransact =
  ({ store, postStatuses, domainEvents, logger }: TransactDeps): Transact =>
  async (work, origin) => {
    if (domainEvents?.hasListeners() !== true) return store.transaction(work);
    const { result, happened } = await store.transaction(async (repositories) => {
      // Anew for each run: only what the last one wrote has happened.
      const recording = recordChanges(repositories);
      const result = await work(recording.repositories);
      const changes = recording.changes();
      return { result, happened: changes.flatMap((change) => toDomainEvents(change, origin, postStatuses)) };
    });
    try {
      domainEvents.emit(happened);
    } catch (error) {
      logger.error("What happened could not be announced", { error });
    }
    return result;
  };

/**
 * For what belongs to an answer but cannot be had inside the transaction, such as what plugins add: when it fails,
 * that is logged and `instead` is answered, because what is stored must not count as failed.
 * Source: rules/errors.md#after-the-commit.
 */
export const afterCommit = async <T>(step: () => Promise<T>, instead: T, logger: Logger): Promise<T> => {
  try {
    return await step();
  } catch (error) {
    logger.error("A step after a commit failed", { error });
    return instead;
  }
};

const toDomainEvents = (
  { kind, before, after }: RecordedChange,
  origin: Origin,
  postStatuses: PostStatuses,
): readonly DomainEvent[] => {
  const isPost = kind === "event" || kind === "venue" || kind === "organizer";
  const names = isPost
    ? postChanges(before as Post, after as Post, postStatuses)
    : [plainChange(before, after)];
  return names.map(
    (name) =>
      // Kind and records come from the same repository.
      ({
        name: `${kind}.${name}`,
        change: { ...origin, ...(before && { before }), ...(after && { after }) },
      }) as unknown as DomainEvent,
  );
};

/** Of what has no status: terms and images. */
const plainChange = (before: RecordedChange["before"], after: RecordedChange["after"]): string => {
  if (before === undefined) return "created";
  return after === undefined ? "deleted" : "updated";
};

const postChanges = (
  before: Post | undefined,
  after: Post,
  { isPublic }: PostStatuses,
): readonly string[] => {
  const wasPublic = before !== undefined && isPublic(before.status);
  return [postChange(before, after), ...(isPublic(after.status) && !wasPublic ? ["published"] : [])];
};

const postChange = (before: Post | undefined, after: Post): string => {
  if (before === undefined) return "created";
  if (before.status !== "trash" && after.status === "trash") return "trashed";
  return before.status === "trash" && after.status !== "trash" ? "restored" : "updated";
};
