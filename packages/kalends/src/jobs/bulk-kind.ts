import { isCalendarError, type JsonObject, type Logger } from "@kalends/core";
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
  /** True if at least one hook has a `check`. */
  readonly hasChecks: boolean;
  readonly logger: Pick<Logger, "error">;
}

/**
 * Maximum length of an error message and of the names of adjusted parameters in a result. Both keep results
 * below the limit for jobs.
 */
const [MAX_MESSAGE_LENGTH, MAX_NAMES_LENGTH] = [400, 500];
/** Message for an unexpected error. It must not show what the error contains. */
const INTERNAL_ERROR = "An internal error occurred. The server log has the details.";

/** Creates the kind of jobs that change more events than one response can contain. Source: rules/bulk.md#jobs. */
export const createBulkKind = ({ operations: root, hasChecks, logger }: BulkKindDeps): JobKind => ({
  name: "bulk",
  async portion({ job, actor, items, isStopping, inUnit }) {
    // The type is safe, because the route of bulk requests stores the task as the input.
    const task = job.input as BulkTask;
    for (const item of items) {
      if (isStopping()) return;
      const id = Number(item);
      const changedBy = async ({ events }: Operations, isDryRun: boolean): Promise<JobResult> =>
        toResult(id, task, await events.bulk.change({ ...task, isDryRun }, id, { actor }));
      try {
        // A dry run is not possible inside a unit of work. It also runs the `check` of each hook.
        const tried = task.isDryRun || hasChecks ? await changedBy(root(), true) : undefined;
        await inUnit(async ({ operations }) => [
          task.isDryRun && tried !== undefined ? tried : await changedBy(operations, false),
        ]);
      } catch (error) {
        if (isTemporaryError(error)) throw error;
        // If another process has taken the job, this unit throws, too.
        await inUnit(async () => [toRefused(id, error)]);
        if (!isCalendarError(error))
          logger.error("A record of a bulk change failed", { job: job.id, record: id, error });
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
    ...(adjustments.length > 0 && { adjusted: shortened(adjustments.map(({ parameter }) => parameter)) }),
    ...(notices.length > 0 && { notices }),
    ...(isCopy && { duplicate: event.id }),
  };
};

/** Returns as many of the names as a result can contain. */
const shortened = (names: readonly string[]): readonly string[] => {
  let length = 0;
  return names.filter((name) => {
    length += name.length + 3;
    return length <= MAX_NAMES_LENGTH;
  });
};

const toRefused = (id: number, error: unknown): JsonObject => {
  const code = isCalendarError(error) ? error.code : "internal_server_error";
  const sentence = isCalendarError(error) ? toSentence(error) : INTERNAL_ERROR;
  // In JSON, a control character or half of a character would be six characters long.
  const message = sentence.slice(0, MAX_MESSAGE_LENGTH).replace(/[\p{Cc}\p{Cs}]/gu, " ");
  const status = isCalendarError(error) ? statusOfCode(error.code, false) : 500;
  return { id, status, error: { code, message, data: { status } } };
};
