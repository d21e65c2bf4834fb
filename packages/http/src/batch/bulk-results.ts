import { revisionOf } from "@kalends/core";
import type { BulkResult, BulkTask } from "@kalends/core/interface";
import { presentEvent } from "../presenters/event-presenter.ts";
import { toSmallBody, withRevision } from "../representation/representation.ts";
import type { CalendarRequest, WrittenId } from "../route/route.ts";
import type { Refusal } from "./refusals.ts";

/** Result of the change of one record. Source: rules/bulk.md#results. */
export type BulkItem = {
  readonly status: number;
  readonly etag?: string;
  readonly previous_revision?: number;
  /** Id of the copy. */
  readonly duplicate?: number;
  /** Names of the parameters whose values were adjusted. */
  readonly adjusted?: readonly string[];
  readonly notices?: readonly string[];
  readonly error?: Refusal["body"];
};

const statusOf = ({ change, isDryRun }: BulkTask): number =>
  change.action === "duplicate" && !isDryRun ? 201 : 200;

/** Returns the result of a change that was made. */
export const toDone = (
  { view, previousRevision }: BulkResult,
  task: BulkTask,
  request: CalendarRequest,
): BulkItem => {
  const { event, adjustments, notices = [] } = view;
  const shown = {
    ...(previousRevision !== undefined && { previous_revision: previousRevision }),
    ...(adjustments.length > 0 && { adjusted: adjustments.map(({ parameter }) => parameter) }),
    ...(notices.length > 0 && { notices }),
  };
  if (task.isDryRun) return { status: statusOf(task), ...shown };
  // The tag of the response to the request for this record alone.
  const body = toSmallBody(presentEvent(view, request.presentation(false)));
  return {
    status: statusOf(task),
    etag: withRevision(body, revisionOf(event)).tag,
    ...shown,
    ...(task.change.action === "duplicate" && { duplicate: event.id }),
  };
};

/**
 * Returns the result of a change that an earlier request made before its response was lost. Source:
 * rules/bulk.md#repeated.
 */
export const toLost = (written: readonly WrittenId[], task: BulkTask): BulkItem => {
  const copy = written.find(({ kind, isNew }) => kind === "event" && isNew);
  return {
    status: statusOf(task),
    ...(task.change.action === "duplicate" && copy !== undefined && { duplicate: copy.id }),
  };
};

export const toRefused = ({ status, body }: Refusal): BulkItem => ({ status, error: body });
