import { CalendarError, invalidParameter } from "../../errors.ts";
import { requireMatch } from "../../model/optimistic-locking.ts";
import type { Taxonomy, Term, UsedTerm } from "../../model/term.ts";
import type { TermView } from "../../model/views.ts";
import type { Call, FoundRecord, ItemOperation, Target } from "../../operation.ts";
import type { ParameterValues } from "../../parameter.ts";
import { isDryRun } from "../../parameters/dry-run.ts";
import type { Merge } from "../../ports/repositories/merge-repository.ts";
import type { Repositories } from "../../ports/store.ts";
import type { Actor } from "../../rights/actor.ts";
import type { Checked } from "../../unit-of-work/rehearsal.ts";
import type { WriteUnit } from "../../unit-of-work/transact.ts";
import { handOver, withExternalIdsOf } from "./hand-over.ts";
import {
  countEvents,
  MERGE,
  type MergeResult,
  missingSource,
  refusedSource,
  sourceIdsOf,
} from "./merge-parameters.ts";

interface MergeTermsDeps {
  readonly target: Target<UsedTerm>;
  readonly checked: Checked;
  /** Returns a function that checks if an actor may update or delete a term. */
  mayDo(action: "update" | "delete"): (actor: Actor, found?: FoundRecord<UsedTerm>) => boolean;
  viewOf(term: UsedTerm, repositories: Pick<Repositories, "terms">): Promise<TermView>;
  /** True inside a transaction of the caller, where merges are refused. */
  readonly isInTransaction: boolean;
}

/**
 * Creates the operation that merges categories or tags.
 * Source: rules/merging.md#merge, rules/merging.md#rights.
 */
export const createMergeTerms = (
  taxonomy: Taxonomy,
  { target, checked, mayDo, viewOf, isInTransaction }: MergeTermsDeps,
): ItemOperation<ParameterValues, MergeResult<TermView>, UsedTerm> => {
  const requireRight = (action: "update" | "delete", actor: Actor, record: UsedTerm): void => {
    if (!mayDo(action)(actor, { name: "id", record })) throw new CalendarError("rest_forbidden");
  };

  /** Checks the merge and returns it, together with the target after hooks have changed it. */
  const prepare = async (
    unit: WriteUnit,
    values: ParameterValues,
    { found, actor, ifMatch }: Call<UsedTerm>,
  ): Promise<{ readonly merge: Merge; readonly term: Term }> => {
    const current = found?.record && (await unit.terms.find(taxonomy, found.record.id));
    // The term may have been merged or deleted since the request was validated.
    const isMerged =
      found?.isMerged ||
      (current === undefined && (await unit.merges.targetsOf(taxonomy, [found?.record?.id ?? 0])).size > 0);
    if (isMerged) throw invalidParameter("id", { reason: "merged-record" });
    if (current === undefined) throw new CalendarError("rest_term_invalid");
    requireRight("update", actor, current);
    requireMatch(current, ifMatch);
    const { usage: _usage, ...before } = current;
    const merge: Merge = {
      kind: taxonomy,
      targetId: before.id,
      sourceIds: sourceIdsOf(values, before.id),
    };
    const sources = new Map((await unit.terms.findMany(merge.sourceIds)).map((one) => [one.id, one]));
    for (const id of merge.sourceIds) {
      const source = sources.get(id);
      if (source?.taxonomy !== taxonomy) throw await missingSource(merge, id, unit);
      requireRight("delete", actor, source);
    }
    if (taxonomy === "category" && (await unit.terms.withDescendants(merge.sourceIds)).includes(before.id))
      throw refusedSource("descendant");
    const record = withExternalIdsOf(before, [...sources.values()]);
    return { merge, term: await unit.amended({ kind: taxonomy, record, before }) };
  };

  const perform = async (
    unit: WriteUnit,
    values: ParameterValues,
    call: Call<UsedTerm>,
  ): Promise<TermView> => {
    const { merge, term } = await prepare(unit, values, call);
    await handOver(merge, unit);
    await unit.merges.merge(merge);
    if (!(await unit.terms.save(term))) throw new CalendarError("duplicate_term_slug");
    const stored = await unit.terms.find(taxonomy, term.id);
    if (stored === undefined) throw new CalendarError("rest_term_invalid");
    return viewOf(stored, unit);
  };

  return {
    method: "update",
    parameters: MERGE,
    target,
    permits: (actor, found) => mayDo("update")(actor, found) && mayDo("delete")(actor),
    async run(values, call) {
      if (isInTransaction) throw refusedSource("not-atomic");
      const { actor, trace, isGone } = call;
      const origin = { actor, trace, isGone };
      if (!isDryRun(values)) return { view: await checked((unit) => perform(unit, values, call), origin) };
      const count = async (unit: WriteUnit): Promise<number> =>
        countEvents((await prepare(unit, values, call)).merge, unit);
      return { events: await checked(count, origin, { isDryRun: true }) };
    },
  };
};
