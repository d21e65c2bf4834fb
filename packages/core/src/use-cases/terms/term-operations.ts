import { createAdjustments } from "../../adjustment.ts";
import { CalendarError } from "../../errors.ts";
import { type Actor, can } from "../../model/actor.ts";
import type { Taxonomy, UsedTerm } from "../../model/term.ts";
import type { TermView } from "../../model/views.ts";
import type { TargetParameters } from "../../operation.ts";
import type { RecordOperations } from "../../operations.ts";
import type { ParameterValues } from "../../parameter.ts";
import { toPositiveInteger } from "../../parameters/scalars.ts";
import type { Repositories } from "../../ports/store.ts";
import type { OperationDeps } from "../operation-deps.ts";
import { createTexts } from "../posts/texts.ts";
import { shownMembers } from "../shown-members.ts";
import { adjusting, createUnitOfWork } from "../unit-of-work.ts";
import { createTerm } from "./create-term.ts";
import { createListTerms } from "./list-terms.ts";
import { type TermValues, termListParameters, termParameters } from "./term-parameters.ts";
import { createTermViews } from "./term-views.ts";
import { updateTerm } from "./update-term.ts";

/** The operations on categories or on tags. Source: 30-terms. */
export const createTermOperations = (taxonomy: Taxonomy, deps: OperationDeps): RecordOperations<TermView> => {
  const { store } = deps;
  const unitOfWork = createUnitOfWork(deps);
  const texts = createTexts(deps);
  const toViews = createTermViews(deps);
  const target = createTarget(taxonomy, store);
  const shown = shownMembers(taxonomy, deps);

  /** Source: 60-status-permissions section 7. */
  const mayManage = (actor: Actor): boolean =>
    can(actor, "edit", taxonomy === "category" ? "manage_categories" : "manage_tags");

  const existing = async (id: number, { terms }: Pick<Repositories, "terms">): Promise<UsedTerm> => {
    const found = await terms.find(taxonomy, id);
    if (found === undefined) throw new CalendarError("rest_term_invalid");
    return found;
  };

  const manages = async (actor: Actor): Promise<boolean> => mayManage(actor);

  const permitsOn = (_view: TermView, actor: Actor): boolean => mayManage(actor);

  const viewOf = async (id: number, repositories: Repositories): Promise<TermView> => {
    const [view] = await toViews([await existing(id, repositories)], repositories);
    if (view === undefined) throw new Error("A term has no view.");
    return view;
  };

  const fieldsOf = (values: ParameterValues): TermValues => {
    // The parameters of terms are what gave these values their types.
    const fields = values as TermValues;
    if (taxonomy === "tag" && fields.parent !== undefined) {
      throw new CalendarError("rest_taxonomy_not_hierarchical");
    }
    return fields;
  };

  return {
    list: {
      method: "read",
      parameters: listParameters(taxonomy, deps),
      permits: async () => true,
      run: createListTerms(taxonomy, deps),
    },
    create: {
      method: "create",
      parameters: termParameters(taxonomy, deps, { required: true }),
      shown,
      permits: manages,
      run: async (values, actor, request) => {
        const fields = fieldsOf(values);
        const { stored, adjustments } = await unitOfWork(
          adjusting(createAdjustments(request), async (work, note) =>
            viewOf((await createTerm(taxonomy, fields, texts, actor, work, note)).id, work),
          ),
          { actor },
        );
        return { ...stored, adjustments };
      },
    },
    get: {
      method: "read",
      parameters: {},
      target,
      permits: async () => true,
      run: (id) => viewOf(id, store),
    },
    update: {
      method: "update",
      parameters: termParameters(taxonomy, deps, { required: false }),
      shown,
      target,
      permits: manages,
      permitsOn,
      run: async (id, values, actor, request) => {
        const fields = fieldsOf(values);
        const { stored, adjustments } = await unitOfWork(
          adjusting(createAdjustments(request), async (work, note) => {
            await updateTerm(await existing(id, work), fields, texts, actor, work, note);
            return viewOf(id, work);
          }),
          { actor },
        );
        return { ...stored, adjustments };
      },
    },
    delete: {
      method: "delete",
      parameters: {},
      target,
      permits: manages,
      permitsOn,
      run: async (id, _values, actor) =>
        unitOfWork(
          async (work) => {
            const view = await viewOf(id, work);
            if (!(await work.terms.remove(id))) throw new CalendarError("rest_term_invalid");
            return view;
          },
          { actor },
        ),
    },
  };
};

const listParameters = (
  taxonomy: Taxonomy,
  deps: OperationDeps,
): RecordOperations<TermView>["list"]["parameters"] => {
  const { parent, ...flat } = termListParameters(taxonomy, deps);
  if (taxonomy === "tag") return flat;
  const { post, event, slug, ...before } = flat;
  return { ...before, parent, post, event, slug };
};

/** An unknown id is a bad parameter. Source: 30-terms section 1. */
const createTarget = (taxonomy: Taxonomy, { terms }: Repositories): TargetParameters => ({
  id: {
    type: "integer",
    required: true,
    description: `The id of the ${taxonomy}.`,
    resolve: async (raw) => {
      const id = toPositiveInteger(raw);
      const found = id === undefined ? undefined : await terms.find(taxonomy, id);
      return found === undefined
        ? { problem: { reason: taxonomy === "category" ? "unknown-category" : "unknown-tag" } }
        : { value: found.id };
    },
  },
});
