import type { WriteResult } from "../adjustment.ts";
import { CalendarError, invalidParameter, isCalendarError, isStorageFailure } from "../errors.ts";
import { type ExternalId, isReservedSource } from "../model/external-id.ts";
import type { RecordOperations } from "../operations.ts";
import { checkExternalId } from "../parameters/external-ids.ts";
import type { RawValues } from "../parsing/parse.ts";
import { type PerformOptions, perform } from "../perform.ts";
import type { Actor } from "../rights/actor.ts";

/** Result of a PUT by external id. */
export interface PutResult<View> {
  readonly view: WriteResult<View>;
  /** True if the call created the record, or as a dry run would create it. */
  readonly isNew: boolean;
}

type PutOperations<View, R> = Pick<RecordOperations<View, R>, "create" | "update" | "findByExternalId">;

type PutOptions = Omit<PerformOptions<never>, "found" | "externalId">;

/**
 * Maximum number of attempts. A new attempt begins only if the external id now belongs to another record, or
 * to none.
 */
const ATTEMPTS = 5;

/**
 * Returns the external id in a path or a call. Throws `rest_invalid_param` for `source` or `external_id`,
 * also for reserved sources.
 */
export const toPathExternalId = (source: unknown, id: unknown): ExternalId => {
  const checked = checkExternalId(source, id);
  if (!("value" in checked))
    throw invalidParameter(checked.member === "id" ? "external_id" : "source", checked.problem);
  if (isReservedSource(checked.value.source)) throw invalidParameter("source", { reason: "reserved-source" });
  return checked.value;
};

/**
 * Updates the record with this external id, or creates it. It never reuses a record by its name.
 * Another process can create or remove the record meanwhile, or give the external id to another record. The
 * call then starts again with the current record. Concurrent calls thus create only one record.
 * Throws the errors of the two operations. `If-Match` never matches a record that does not exist.
 * Source: rules/external-ids.md#put-by-external-id.
 */
export const putByExternalId = async <View, R extends { readonly id: number }>(
  { create, update, findByExternalId }: PutOperations<View, R>,
  externalId: ExternalId,
  raw: RawValues,
  actor: Actor,
  { ifMatch, ...options }: PutOptions = {},
): Promise<PutResult<View>> => {
  // The right is checked before the look-up, so that refusals do not reveal which ids exist.
  if (!create.permits(actor)) throw new CalendarError("rest_forbidden");
  for (let attempt = 1; ; attempt += 1) {
    const record = await findByExternalId(externalId);
    try {
      if (record !== undefined) {
        const found = { name: "id", record } as const;
        return {
          view: await perform(update, raw, actor, { ...options, found, ifMatch, externalId }),
          isNew: false,
        };
      }
      if (ifMatch !== undefined && ifMatch !== "required")
        throw new CalendarError("rest_precondition_failed");
      return { view: await perform(create, raw, actor, { ...options, externalId }), isNew: true };
    } catch (error) {
      if (!isCalendarError(error) || isStorageFailure(error) || attempt === ATTEMPTS) throw error;
      const current = await findByExternalId(externalId);
      if (current?.id === record?.id) throw error;
    }
  }
};
