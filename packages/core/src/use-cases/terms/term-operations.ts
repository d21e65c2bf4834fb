import { createAdjustments, type NoteAdjustment, type WriteResult } from "../../adjustment.ts";
import { CalendarError } from "../../errors.ts";
import { requireMatch } from "../../model/optimistic-locking.ts";
import type { Taxonomy, UsedTerm } from "../../model/term.ts";
import type { TermView } from "../../model/views.ts";
import type { Call, FoundRecord, Target } from "../../operation.ts";
import type { Mergeable, RecordOperations } from "../../operations.ts";
import type { Parameters, ParameterValues } from "../../parameter.ts";
import { DRY_RUN, isDryRun } from "../../parameters/dry-run.ts";
import { findTermById } from "../../parameters/references.ts";
import { toPositiveInteger } from "../../parameters/scalars.ts";
import { mergedRecords } from "../../ports/repositories/merged-records.ts";
import type { Repositories } from "../../ports/store.ts";
import { type Actor, can } from "../../rights/actor.ts";
import type { Policies } from "../../rights/plugin-policies.ts";
import { asStored } from "../../unit-of-work/new-revisions.ts";
import type { Checked } from "../../unit-of-work/rehearsal.ts";
import { type Transact, type WriteUnit, withAdjustments } from "../../unit-of-work/transact.ts";
import { createMergeTerms } from "../merging/merge-terms.ts";
import { mergeTarget, requireUnmerged } from "../merging/merged-target.ts";
import { singleView } from "../posts/post-views.ts";
import { recordPortions } from "../posts/record-portions.ts";
import { requirePathExternalId, withPathExternalId } from "../posts/resolve-external-ids.ts";
import type { Texts } from "../posts/texts.ts";
import { createTerm, updateTerm } from "./change-terms.ts";
import { createListTerms } from "./list-terms.ts";
import { type TermListDeps, type TermValues, termListParameters, termParameters } from "./term-parameters.ts";
import { createTermViews } from "./term-views.ts";

interface TermOperationsDeps extends TermListDeps {
  /** Names of the members in responses with terms. */
  readonly shown: readonly string[];
  readonly texts: Texts;
  readonly transact: Transact;
  /** Runs a write after the write hooks have checked it. */
  readonly checked: Checked;
  readonly isInTransaction: boolean;
  readonly policies?: Policies | undefined;
}

/** Creates the operations on categories or tags. Source: rules/interface.md#route-table. */
export const createTermOperations = (
  taxonomy: Taxonomy,
  deps: TermOperationsDeps,
): RecordOperations<TermView, UsedTerm> & Mergeable<TermView, UsedTerm> => {
  const { store, texts, transact, checked, policies } = deps;
  const toViews = createTermViews(deps.postStatuses);
  const target = createTarget(taxonomy, store);
  const shown = new Set(deps.shown);

  /** True if the actor may create, change and delete terms. Source: rules/terms.md#term-rights. */
  const mayManage = (actor: Actor): boolean =>
    can(actor, "edit", taxonomy === "category" ? "manage_categories" : "manage_tags");

  /**
   * Returns a function that checks if an actor may update or delete a term. Policies can restrict this right.
   */
  const mayDo =
    (action: "update" | "delete") =>
    (actor: Actor, found?: FoundRecord<UsedTerm>): boolean =>
      mayManage(actor) &&
      (found?.record === undefined ||
        // A merged term cannot be deleted, whatever the rights on its target are.
        (found.isMerged && action === "delete") ||
        (policies?.permits(action, found.record, { kind: taxonomy, actor }) ?? true));

  /** Returns the term of the path. Throws if it was removed. Source: rules/terms.md#vanished-term. */
  const requireTerm = (term: UsedTerm | undefined): UsedTerm => {
    if (term === undefined) throw new CalendarError("rest_term_invalid");
    return term;
  };

  /**
   * Reads the term again, inside the transaction that changes it. If it was merged meanwhile, returns its
   * target.
   */
  const findAgain = async (
    found: FoundRecord<UsedTerm> | undefined,
    repositories: Pick<Repositories, "terms" | "merges">,
  ): Promise<UsedTerm> =>
    requireTerm(found?.record && (await findTermById(taxonomy, found.record.id, repositories)));

  const viewOf = async (term: UsedTerm, repositories: Pick<Repositories, "terms">): Promise<TermView> =>
    singleView(await toViews([term], repositories));

  const write = async (
    values: ParameterValues,
    { actor, trace, found, externalId, ...request }: Call<unknown>,
    save: (fields: TermValues, unit: WriteUnit, note: NoteAdjustment) => Promise<UsedTerm>,
  ): Promise<WriteResult<TermView>> => {
    // The type is safe, because the parameters of terms have parsed the values.
    const fields = withPathExternalId(
      values,
      externalId,
      found === undefined ? "create" : "update",
    ) as TermValues;
    // Source: rules/terms.md#tag-parents.
    if (taxonomy === "tag" && fields.parent !== undefined) {
      throw new CalendarError("rest_taxonomy_not_hierarchical");
    }
    const { stored, adjustments } = await checked(
      withAdjustments(createAdjustments(request), async (work, note) =>
        viewOf(asStored(await save(fields, work, note), work), work),
      ),
      { actor, trace },
      { isDryRun: isDryRun(values) },
    );
    return { ...stored, adjustments, ...(isDryRun(values) && { isDryRun: true }) };
  };

  return {
    list: {
      method: "read",
      parameters: listParameters(taxonomy, deps),
      permits: () => true,
      run: createListTerms(taxonomy, deps, toViews),
    },
    stream: {
      parameters: {},
      async *open(_values, { after }) {
        for await (const portion of recordPortions(after, (id, limit) => store.terms.readAfter(id, limit)))
          yield await toViews(
            portion.filter((term) => term.taxonomy === taxonomy),
            store,
          );
      },
    },
    findByExternalId: (externalId) => store.terms.findByExternalId(taxonomy, externalId),
    create: {
      method: "create",
      parameters: { ...termParameters(taxonomy, store, { required: true }), ...DRY_RUN },
      shown,
      permits: mayManage,
      run: (values, call) =>
        write(values, call, async (fields, work, note) => ({
          ...(await createTerm(taxonomy, fields, texts, call.actor, work, note)),
          usage: {},
        })),
    },
    get: {
      method: "read",
      parameters: {},
      target,
      permits: () => true,
      run: async (_values, { found }) => viewOf(requireTerm(found?.record), store),
    },
    update: {
      method: "update",
      parameters: { ...termParameters(taxonomy, store, { required: false }), ...DRY_RUN },
      shown,
      target,
      permits: mayDo("update"),
      run: (values, call) =>
        write(values, call, async (fields, work, note) => {
          const { usage, ...current } = await findAgain(call.found, work);
          if (!mayDo("update")(call.actor, { name: "id", record: { ...current, usage } }))
            throw new CalendarError("rest_forbidden");
          requirePathExternalId(current, call.externalId);
          requireMatch(current, call.ifMatch);
          return { ...(await updateTerm(current, fields, texts, call.actor, work, note)), usage };
        }),
    },
    delete: {
      method: "delete",
      parameters: DRY_RUN,
      target,
      permits: mayDo("delete"),
      run: async (values, { actor, found, ifMatch, trace }) => {
        const remove = async (work: WriteUnit): Promise<TermView> => {
          const term = await findAgain(found, work);
          requireUnmerged(found, term);
          if (!mayDo("delete")(actor, { name: "id", record: term }))
            throw new CalendarError("rest_forbidden");
          requireMatch(term, ifMatch);
          const view = await viewOf(term, work);
          if (!(await work.terms.remove(term.id))) throw new CalendarError("rest_term_invalid");
          await mergedRecords(work.documents).removeSourcesOf(taxonomy, term.id);
          return view;
        };
        return isDryRun(values)
          ? checked(remove, { actor, trace }, { isDryRun: true })
          : transact(remove, { actor, trace });
      },
    },
    merge: createMergeTerms(taxonomy, { ...deps, target, mayDo, viewOf }),
  };
};

const listParameters = (taxonomy: Taxonomy, deps: TermListDeps): Parameters => {
  const parameters = termListParameters(taxonomy, deps);
  const { parent: _parent, ...flat } = parameters;
  return taxonomy === "tag" ? flat : parameters;
};

/**
 * Returns the path parameters for a term. An unknown id gives an error for an invalid parameter.
 * Source: rules/terms.md#unknown-term.
 */
const createTarget = (
  taxonomy: Taxonomy,
  { terms, merges }: Pick<Repositories, "terms" | "merges">,
): Target<UsedTerm> => ({
  id: { type: "integer", required: true, description: `path.${taxonomy}.id` },
  async find({ name, text }) {
    const id = toPositiveInteger(text);
    const record = id === undefined ? undefined : await terms.find(taxonomy, id);
    if (record !== undefined) return { name, record };
    const targetId = id === undefined ? undefined : await mergeTarget(taxonomy, id, merges);
    const target = targetId === undefined ? undefined : await terms.find(taxonomy, targetId);
    if (target !== undefined) return { name, record: target, isMerged: true };
    return { name, problem: { reason: `unknown-${taxonomy}` } };
  },
});
