import { CalendarError, invalidParameter, problemsWithin } from "../../errors.ts";
import type { CalendarEvent } from "../../model/event.ts";
import type { EventView } from "../../model/views.ts";
import type { CollectionOperation } from "../../operation.ts";
import type { PostOperations } from "../../operations.ts";
import type { Parameter, ParameterValues } from "../../parameter.ts";
import { isDryRun } from "../../parameters/dry-run.ts";
import { parse } from "../../parsing/parse.ts";
import type { Repositories } from "../../ports/store.ts";
import { type Actor, can } from "../../rights/actor.ts";
import { termsByIds } from "../terms/write-terms.ts";
import { BULK_PARAMETERS } from "./bulk-parameters.ts";
import {
  type BulkRecord,
  recordsOfList,
  recordsWithIds,
  requireExpected,
  type SelectionDeps,
} from "./bulk-selection.ts";
import { type BulkChange, invalidValue, toBulkChange } from "./bulk-values.ts";
import {
  type BulkTask,
  type ChangeRecord,
  type ChangeRecordDeps,
  createChangeRecord,
} from "./change-record.ts";

/** Bulk request that was checked: what to do, with which records, in order. */
export interface BulkPlan {
  readonly task: BulkTask;
  readonly records: readonly BulkRecord[];
}

/** Operations that change many events. Source: rules/bulk.md#request. */
export interface BulkOperations {
  /** Checks a bulk request and selects its records. It changes nothing. */
  readonly plan: CollectionOperation<ParameterValues, BulkPlan>;
  readonly change: ChangeRecord;
}

interface BulkParts {
  readonly events: Pick<PostOperations<EventView, CalendarEvent>, "create" | "update" | "delete">;
  /** Parameter `venue` of an event. */
  readonly venue: Parameter | undefined;
}

interface BulkDeps extends SelectionDeps, ChangeRecordDeps {
  readonly store: SelectionDeps["store"] & ChangeRecordDeps["store"] & Pick<Repositories, "terms">;
  readonly postStatuses: SelectionDeps["postStatuses"] & ChangeRecordDeps["postStatuses"];
}

/** Actions that an occurrence cannot have for itself. Source: rules/bulk.md#occurrences. */
const OF_SERIES: ReadonlySet<string> = new Set(["publish", "draft", "duplicate"]);

/** Creates the operations that change many events. Source: rules/bulk.md#request. */
export const createBulkOperations = (parts: BulkParts, deps: BulkDeps): BulkOperations => ({
  plan: {
    method: "update",
    parameters: BULK_PARAMETERS,
    permits: (actor) => can(actor, "edit") || can(actor, "delete"),
    async run(values, { actor, strict = false }) {
      const { action, values: sent } = values as { action: string; values?: Record<string, unknown> };
      if (!can(actor, action === "trash" ? "delete" : "edit")) throw new CalendarError("rest_forbidden");
      const change = await withReferences(toBulkChange(action, sent), actor, parts, deps);
      const forSeries = values.scope === "all" || OF_SERIES.has(action);
      return {
        task: { change, isDryRun: isDryRun(values), strict },
        records: await select(values, forSeries, actor, deps),
      };
    },
  },
  change: createChangeRecord(parts.events, deps),
});

const select = (
  values: ParameterValues,
  forSeries: boolean,
  actor: Actor,
  deps: BulkDeps,
): Promise<readonly BulkRecord[]> => {
  const { ids, filter, expected } = values as {
    ids?: readonly number[];
    filter?: Readonly<Record<string, unknown>>;
    expected?: number;
  };
  if (filter === undefined) {
    if (ids === undefined) throw new CalendarError("rest_missing_callback_param", { missing: ["ids"] });
    requireExpected(ids.length, expected);
    return recordsWithIds(ids, forSeries, deps.store);
  }
  if (ids !== undefined) throw invalidParameter("filter", { reason: "not-acceptable" });
  if (expected === undefined)
    throw new CalendarError("rest_missing_callback_param", { missing: ["expected"] });
  return recordsOfList(filter, expected, forSeries, actor, deps);
};

/**
 * Returns the change with the ids of existing terms. Throws `rest_invalid_param` for `values` if a term or
 * the venue does not exist, or if the caller may not read the venue.
 */
const withReferences = async (
  change: BulkChange,
  actor: Actor,
  { events: { update }, venue }: BulkParts,
  { store }: BulkDeps,
): Promise<BulkChange> => {
  if (change.action === "venue" && change.venue !== null) {
    const { permits, method } = update;
    await problemsWithin("values", "", () =>
      parse({ method, parameters: { ...(venue && { venue }) }, permits }, { venue: change.venue }, actor),
    );
  }
  if (change.action !== "categories" && change.action !== "tags") return change;
  const taxonomy = change.action === "categories" ? "category" : "tag";
  const known = await termsByIds([...change.add, ...change.remove], store);
  const idsOf = (name: "add" | "remove"): readonly number[] =>
    change[name].map((id) => {
      const term = known.get(id);
      if (term?.taxonomy !== taxonomy) throw invalidValue(name, { reason: `unknown-${taxonomy}` });
      return term.id;
    });
  return { ...change, add: idsOf("add"), remove: idsOf("remove") };
};
