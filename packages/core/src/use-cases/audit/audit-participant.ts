import type { CalendarEvent } from "../../model/event.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Origin } from "../../ports/domain-events.ts";
import type { PostStatuses } from "../../rights/record-rights.ts";
import { namesOf } from "../../unit-of-work/change-events.ts";
import type { RecordedChange } from "../../unit-of-work/recorded-changes.ts";
import type { TransactionParticipant } from "../../unit-of-work/transact.ts";
import { type AuditAction, type AuditEntry, createAuditIds, toAuditDocument } from "./audit-entry.ts";
import { changesOf } from "./audited-members.ts";

interface AuditParticipantDeps {
  readonly postStatuses: PostStatuses;
  readonly clock: Clock;
  /** Returns a random token of letters and digits. It makes the ids of audit entries unique. */
  readonly newToken: () => string;
}

const actionOf = (change: RecordedChange, postStatuses: PostStatuses): AuditAction => {
  // `event.created` becomes the action `created`.
  const [action = "updated", second] = namesOf(change, postStatuses).map((name) => name.split(".")[1]);
  return (action === "updated" ? (second ?? action) : action) as AuditAction;
};

const originOf = ({ actor, plugin = actor?.plugin, trace }: Origin): Partial<AuditEntry> => ({
  ...(actor?.id !== undefined && { userId: actor.id }),
  ...(actor?.hostId !== undefined && { hostId: actor.hostId }),
  ...(plugin !== undefined && { plugin }),
  ...(trace !== undefined && { requestId: trace.requestId }),
});

const seriesOf = ({ after }: RecordedChange): Pick<AuditEntry, "seriesId"> => {
  const { occurrence } = (after ?? {}) as Pick<CalendarEvent, "occurrence">;
  return occurrence === undefined ? {} : { seriesId: occurrence.seriesId };
};

/**
 * Creates the participant that stores audit entries in the same transaction as the write.
 * Source: rules/audit.md#entries.
 */
export const createAuditParticipant = ({
  postStatuses,
  clock,
  newToken,
}: AuditParticipantDeps): TransactionParticipant => {
  const newId = createAuditIds(newToken);
  return {
    participates: () => true,
    needsOccurrences: true,
    async write(changes, origin, { documents }, occurrences) {
      const time = clock.now();
      const originFields = originOf(origin);
      for (const change of [...changes, ...occurrences]) {
        const { kind, id: recordId } = change;
        const entry: AuditEntry = {
          ...{ id: newId(time), time, kind, recordId, action: actionOf(change, postStatuses) },
          ...seriesOf(change),
          ...originFields,
          changes: changesOf(change),
        };
        await documents.save(toAuditDocument(entry));
      }
    },
  };
};
