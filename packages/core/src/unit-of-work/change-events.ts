import type { Post } from "../model/post.ts";
import type { DomainEvent, DomainEventName, Origin } from "../ports/domain-events.ts";
import type { OutboxChange, StoredOrigin } from "../ports/outbox.ts";
import type { PostStatuses } from "../rights/record-rights.ts";
import type { RecordedChange } from "./recorded-changes.ts";

/** Returns the names of the domain events for a change, at least one. */
export const namesOf = (
  { kind, before, after, merged }: RecordedChange,
  postStatuses: PostStatuses,
): readonly DomainEventName[] => {
  if (merged !== undefined) return [`${kind}.merged` as DomainEventName]; // Events and images are not merged.
  const isPost = kind === "event" || kind === "venue" || kind === "organizer";
  const names = isPost
    ? postChanges(before as Post, after as Post, postStatuses)
    : [plainChange(before, after)];
  return names.map((name) => `${kind}.${name}` as DomainEventName); // Terms and images have no other changes.
};

export const toDomainEvents = (
  change: RecordedChange,
  origin: Origin,
  postStatuses: PostStatuses,
): readonly DomainEvent[] => {
  const { before, after, merged } = change;
  const plugin = origin.plugin ?? origin.actor?.plugin;
  return namesOf(change, postStatuses).map(
    (name) =>
      // The type is safe, because kind and records come from the same repository.
      ({
        name,
        change: {
          ...origin,
          ...(plugin !== undefined && { plugin }),
          ...(before && { before }),
          ...(after && { after }),
          ...(merged && { merged }),
        },
      }) as DomainEvent,
  );
};

/** Converts a change to an outbox entry. `time` is in milliseconds since 1970. */
export const toOutboxChange = (
  change: RecordedChange,
  origin: Origin,
  postStatuses: PostStatuses,
  time: number,
): OutboxChange =>
  // The type is safe, because kind and records come from the same repository.
  ({
    time,
    kind: change.kind,
    recordId: change.id,
    names: namesOf(change, postStatuses),
    ...(change.before && { before: change.before }),
    ...(change.after && { after: change.after }),
    origin: toStoredOrigin(origin),
    ...(change.affected && { affected: change.affected }),
    ...(change.merged && { merged: change.merged }),
  }) as OutboxChange;

const toStoredOrigin = ({ actor, plugin = actor?.plugin, trace }: Origin): StoredOrigin => ({
  ...(actor?.id !== undefined && { userId: actor.id }),
  ...(actor?.hostId !== undefined && { hostId: actor.hostId }),
  ...(plugin !== undefined && { plugin }),
  ...(trace?.traceparent !== undefined && { traceparent: trace.traceparent }),
});

/** Returns the change of a term or image, which have no status: created, updated or deleted. */
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
