import type { WriteResult } from "../../adjustment.ts";
import { CalendarError, invalidParameter, isCalendarError } from "../../errors.ts";
import type { CalendarEvent } from "../../model/event.ts";
import { revisionOf } from "../../model/optimistic-locking.ts";
import type { EventView } from "../../model/views.ts";
import type { FoundRecord } from "../../operation.ts";
import type { PostOperations } from "../../operations.ts";
import type { RawValues } from "../../parsing/parse.ts";
import { findTarget, type PerformOptions, perform } from "../../perform.ts";
import type { Repositories } from "../../ports/store.ts";
import type { Actor } from "../../rights/actor.ts";
import type { PostStatuses } from "../../rights/record-rights.ts";
import { seriesOf } from "../series/occurrences/one-occurrence.ts";
import type { BulkChange, TermChange } from "./bulk-values.ts";
import { type DuplicateDeps, duplicateValues } from "./duplicate-values.ts";
import { shiftedDates } from "./shifted-dates.ts";

/** Change that a bulk request makes to each of its records. It is JSON, so that a job can store it. */
export type BulkTask = {
  readonly change: BulkChange;
  /** True to store nothing. */
  readonly isDryRun: boolean;
  /** True to refuse a change that would store something else than what was requested. */
  readonly strict: boolean;
};

/** Caller of a change. */
export interface BulkCall extends Pick<PerformOptions<never>, "trace" | "isGone"> {
  readonly actor: Actor;
}

/** Result of the change of one record. */
export interface BulkResult {
  /** Record after the change; for `duplicate`, the new record. */
  readonly view: WriteResult<EventView>;
  /** Revision of the record before the change; absent for `duplicate`. */
  readonly previousRevision?: number;
}

/**
 * Changes one record like the request for this record, in a unit of work of its own. `id` is a
 * `BulkRecord.target`. Throws the errors of that request.
 */
export type ChangeRecord = (task: BulkTask, id: number, call: BulkCall) => Promise<BulkResult>;

export interface ChangeRecordDeps extends DuplicateDeps {
  readonly store: Pick<Repositories, "events" | "venues" | "organizers" | "merges">;
  readonly postStatuses: Pick<PostStatuses, "canRead" | "writableNames">;
}

/** Number of attempts to change a record that other requests change at the same time. */
const MAX_ATTEMPTS = 5;

/** Creates the function that changes the records of a bulk request. Source: rules/bulk.md#records. */
export const createChangeRecord = (
  events: Pick<PostOperations<EventView, CalendarEvent>, "create" | "update" | "delete">,
  deps: ChangeRecordDeps,
): ChangeRecord => {
  const duplicate = async (
    event: CalendarEvent,
    { isDryRun, strict }: BulkTask,
    { actor, ...call }: BulkCall,
  ): Promise<BulkResult> => {
    if (event.status === "trash") throw new CalendarError("event-is-in-trash");
    if (!events.create.permits(actor)) throw new CalendarError("rest_forbidden");
    const values = await duplicateValues(event, actor, deps);
    // The values need no parsing, because they come from a stored event.
    const view = await events.create.run({ ...values, dry_run: isDryRun }, { ...call, actor, strict });
    return { view };
  };

  const change = async (
    task: BulkTask,
    found: FoundRecord<CalendarEvent>,
    { actor, ...call }: BulkCall,
  ): Promise<BulkResult> => {
    const { record } = found;
    const { isDryRun, strict } = task;
    const { action } = task.change;
    const operation = action === "trash" ? events.delete : events.update;
    const options = {
      ...{ found, strict, ...call },
      // A change that was computed from the record must not be made to a later content of the record.
      ...(record && { ifMatch: [revisionOf(record)] }),
    };
    const before = record && { previousRevision: revisionOf(record) };
    if (action === "trash") {
      const view = await perform(operation, { dry_run: isDryRun }, actor, options);
      return { view: { ...view, adjustments: [] }, ...before };
    }
    // Nothing may be computed from a record that the caller may not edit, because errors would describe it.
    const isPermitted = operation.permits(actor, found);
    if (action === "duplicate" && record !== undefined && isPermitted)
      return duplicate(record, task, { ...call, actor });
    const values = record !== undefined && isPermitted ? await valuesOf(task.change, record, deps) : {};
    const view = await perform(events.update, { ...values, dry_run: isDryRun }, actor, options);
    return { view, ...before };
  };

  return async (task, id, call) => {
    for (let attempt = 1; ; attempt += 1) {
      const found = await findTarget(events.update, { name: "id", text: String(id) }, call.actor);
      try {
        return await change(task, found, call);
      } catch (error) {
        const isChanged = isCalendarError(error) && error.code === "rest_precondition_failed";
        if (!isChanged || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  };
};

/** Returns the values of an update that makes the change. */
const valuesOf = async (
  change: BulkChange,
  event: CalendarEvent,
  deps: ChangeRecordDeps,
): Promise<RawValues> => {
  switch (change.action) {
    case "restore":
      return { status: await statusBefore(event, deps) };
    case "categories":
      return { categories: termsOf(event.categoryIds, change) };
    case "tags":
      return { tags: termsOf(event.tagIds, change) };
    case "venue":
      return { venue: change.venue ?? [] };
    case "cancel":
      return { event_status: "cancelled" };
    case "shift":
      return { ...shiftedDates(event.schedule, change) };
    default:
      return { status: change.action };
  }
};

const termsOf = (ids: readonly number[], { add, remove }: TermChange): readonly number[] => [
  ...new Set([...ids, ...add].filter((id) => !remove.includes(id))),
];

/**
 * Returns the status that a record gets when it leaves the trash. Throws `rest_invalid_param` for `action` if
 * the record is not in the trash. Source: rules/bulk.md#restore.
 */
const statusBefore = async (
  event: CalendarEvent,
  { store, postStatuses }: ChangeRecordDeps,
): Promise<string> => {
  if (event.status !== "trash") throw invalidParameter("action", { reason: "not-in-trash" });
  if (event.occurrence !== undefined) {
    const { status } = await seriesOf(event, store.events);
    // The update refuses to restore an occurrence whose series is in the trash.
    return status === "trash" ? "publish" : status;
  }
  const status = event.trashed?.status ?? "draft";
  return postStatuses.writableNames.includes(status) ? status : "draft";
};
