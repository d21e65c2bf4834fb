import { CalendarError, invalidParameter } from "../../errors.ts";
import { modifiedAt } from "../../model/publication.ts";
import type { SiteSettings } from "../../model/site.ts";
import type { Call, ItemOperation, Target } from "../../operation.ts";
import type { ParameterValues } from "../../parameter.ts";
import { isDryRun } from "../../parameters/dry-run.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Merge } from "../../ports/repositories/merge-repository.ts";
import { type Actor, can } from "../../rights/actor.ts";
import type { PostStatuses } from "../../rights/record-rights.ts";
import type { Checked } from "../../unit-of-work/rehearsal.ts";
import type { WriteUnit } from "../../unit-of-work/transact.ts";
import type { LinkedKind, LinkedRecord } from "../linked/linked-kind.ts";
import { permitsOnPost } from "../posts/post-target.ts";
import { inTrash } from "../posts/trash.ts";
import { requireChangeable, type WritePost } from "../posts/write-post.ts";
import { handOver, withExternalIdsOf } from "./hand-over.ts";
import {
  countEvents,
  MERGE,
  type MergeResult,
  missingSource,
  refusedSource,
  sourceIdsOf,
} from "./merge-parameters.ts";

interface MergeLinkedDeps<R, View> {
  readonly target: Target<R>;
  readonly writePost: WritePost<R, View>;
  readonly checked: Checked;
  readonly postStatuses: PostStatuses;
  readonly clock: Clock;
  readonly site: SiteSettings;
  /** True inside a transaction of the caller, where merges are refused. */
  readonly isInTransaction: boolean;
}

/**
 * Creates the operation that merges venues or organizers. Rights, policies and hooks apply as for an update
 * of the target and a deletion of each source.
 * Source: rules/merging.md#merge, rules/merging.md#rights.
 */
export const createMergeLinked = <R extends LinkedRecord, View>(
  kind: Pick<LinkedKind<R, unknown>, "name" | "repositoryOf" | "amended">,
  { target, writePost, checked, postStatuses, clock, site, isInTransaction }: MergeLinkedDeps<R, View>,
): ItemOperation<ParameterValues, MergeResult<View>, R> => {
  const { name, repositoryOf } = kind;
  const mayEdit = permitsOnPost<R>("edit", postStatuses.canEdit);

  const requireTarget = async (unit: WriteUnit, { found, ...call }: Call<R>): Promise<R> => {
    const id = found?.record?.id ?? 0;
    const current = await repositoryOf(unit).find(id);
    if (found?.isMerged || (current === undefined && found?.record !== undefined))
      throw invalidParameter("id", { reason: "merged-record" });
    if (current === undefined) throw invalidParameter("id", { reason: `unknown-${name}` });
    const record = requireChangeable(current, call, postStatuses.canEdit);
    if (record.status === "trash") throw invalidParameter("id", { reason: "record-in-trash" });
    return record;
  };

  const requireSources = async (unit: WriteUnit, merge: Merge, actor: Actor): Promise<readonly R[]> => {
    const found = new Map((await repositoryOf(unit).findMany(merge.sourceIds)).map((one) => [one.id, one]));
    const sources: R[] = [];
    for (const id of merge.sourceIds) {
      const source = found.get(id);
      if (source === undefined) throw await missingSource(merge, id, unit);
      // A source that the caller may not read counts as unknown (rules/rights.md#hidden-records).
      if (!postStatuses.canRead(source, actor)) throw refusedSource(`unknown-${name}`);
      if (!postStatuses.canDelete(source, actor)) throw new CalendarError("rest_forbidden");
      sources.push(source);
    }
    return sources;
  };

  /** Checks the merge and returns it, together with the target after hooks have changed it. */
  const prepare = async (
    unit: WriteUnit,
    values: ParameterValues,
    call: Call<R>,
  ): Promise<{ readonly merge: Merge; readonly record: R }> => {
    const current = await requireTarget(unit, call);
    const { id: targetId } = current;
    const merge: Merge = { kind: name, targetId, sourceIds: sourceIdsOf(values, targetId) };
    const sources = await requireSources(unit, merge, call.actor);
    const changed = modifiedAt(clock.now(), site.timezone);
    const wanted = { ...withExternalIdsOf(current, sources), ...changed };
    const record = await kind.amended(unit, wanted, current);
    for (const source of sources)
      if (source.status !== "trash") await kind.amended(unit, inTrash(source, changed), source);
    return { merge, record };
  };

  return {
    method: "update",
    parameters: MERGE,
    target,
    permits: (actor, found) => mayEdit(actor, found) && can(actor, "delete"),
    async run(values, call) {
      if (isInTransaction) throw refusedSource("not-atomic");
      if (isDryRun(values)) {
        const { actor, trace, isGone } = call;
        const count = async (unit: WriteUnit): Promise<number> =>
          countEvents((await prepare(unit, values, call)).merge, unit);
        return { events: await checked(count, { actor, trace, isGone }, { isDryRun: true }) };
      }
      const view = await writePost.remove(values, call, async (unit) => {
        const { merge, record } = await prepare(unit, values, call);
        await handOver(merge, unit);
        await unit.merges.merge(merge);
        for (const id of merge.sourceIds) await unit.versions.removeOldest(id, 0);
        if (!(await repositoryOf(unit).save(record)))
          throw new Error(`${name} ${record.id} cannot keep its slug.`);
        return { record };
      });
      return { view };
    },
  };
};
