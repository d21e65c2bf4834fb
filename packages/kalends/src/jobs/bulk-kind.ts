import { type CalendarError, isCalendarError, type JsonObject } from "@kalends/core";
import {
  type BulkResult,
  type BulkTask,
  isTemporaryError,
  type JobKind,
  type JobResult,
  type Operations,
} from "@kalends/core/interface";
import { statusOfCode, toSentence } from "@kalends/http";

interface BulkKindDeps {
  /** Operations outside of units of work, for dry runs. A function, because jobs are created before them. */
  readonly operations: () => Operations;
}

/** Maximum length of an error message in a result, because results of jobs are short. */
const MAX_MESSAGE_LENGTH = 400;

/** Creates the kind of jobs that change more events than one response can contain. Source: rules/bulk.md#jobs. */
export const createBulkKind = ({ operations: root }: BulkKindDeps): JobKind => ({
  name: "bulk",
  async portion({ job, actor, items, isStopping, inUnit }) {
    // The type is safe, because the route of bulk requests stores the task as the input.
    const task = job.input as BulkTask;
    for (const item of items) {
      if (isStopping()) return;
      const id = Number(item);
      const changedBy = async ({ events }: Operations): Promise<JobResult> =>
        toResult(id, task, await events.bulk.change(task, id, { actor }));
      try {
        // A dry run is not possible inside a unit of work, and stores nothing.
        const tried = task.isDryRun ? await changedBy(root()) : undefined;
        await inUnit(async ({ operations }) => [tried ?? (await changedBy(operations))]);
      } catch (error) {
        if (!isCalendarError(error) || isTemporaryError(error)) throw error;
        await inUnit(async () => [toRefused(id, error)]);
      }
    }
  },
});

const toResult = (id: number, { change, isDryRun }: BulkTask, result: BulkResult): JsonObject => {
  const { view, previousRevision } = result;
  const { event, adjustments, notices = [] } = view;
  const isCopy = change.action === "duplicate" && !isDryRun;
  return {
    id,
    status: isCopy ? 201 : 200,
    ...(previousRevision !== undefined && { previous_revision: previousRevision }),
    ...(adjustments.length > 0 && { adjusted: adjustments.map(({ parameter }) => parameter) }),
    ...(notices.length > 0 && { notices }),
    ...(isCopy && { duplicate: event.id }),
  };
};

const toRefused = (id: number, error: CalendarError): JsonObject => {
  const status = statusOfCode(error.code, false);
  const message = toSentence(error).slice(0, MAX_MESSAGE_LENGTH);
  return { id, status, error: { code: error.code, message, data: { status } } };
};
