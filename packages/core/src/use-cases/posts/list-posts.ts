import { CalendarError, type ErrorCode } from "../../errors.ts";
import { type ListFilter, narrowAll } from "../../filters/list-filter.ts";
import type { ParameterValues } from "../../parameter.ts";
import type { StatusSelection } from "../../parameters/references.ts";
import type { ExtensibleKind } from "../../plugins/contributions.ts";
import type { EventQuery } from "../../queries/event-query.ts";
import type { LinkedQuery } from "../../queries/linked-query.ts";
import type { Page } from "../../queries/page.ts";
import type { Actor } from "../../rights/actor.ts";
import type { Policies } from "../../rights/plugin-policies.ts";

/**
 * Applies all filters to the query, and then all policies.
 * Source: rules/events.md#filters-combine.
 */
export const narrowQuery = async <Query extends EventQuery | LinkedQuery>(
  kind: ExtensibleKind,
  query: Query,
  filters: readonly Pick<ListFilter<Query>, "narrow">[],
  policies: Policies | undefined,
  values: ParameterValues,
  actor: Actor,
): Promise<Query> => {
  const narrowed = await narrowAll(query, filters, values, actor);
  // Policies are applied last, so that no filter can remove their conditions.
  return policies?.narrowed(kind, narrowed, actor) ?? narrowed;
};

/**
 * Returns the page `found`. If it is empty, and not the first page, throws an error with this code.
 * Source: rules/interface.md#page-past-end.
 */
export const requirePage = <R>(found: Page<R>, page: number, code: ErrorCode): Page<R> => {
  if (page > 1 && found.items.length === 0) throw new CalendarError(code);
  return found;
};

/**
 * Returns `ignored` for the list result: the names of parameters that were sent but have no effect. Returns
 * an empty object if there are none.
 */
export const ignoredBy = (
  filters: readonly Pick<ListFilter<never>, "ignores">[],
  values: ParameterValues,
): { readonly ignored?: readonly string[] } => {
  const ignored = filters.flatMap((filter) => filter.ignores?.(values) ?? []);
  return ignored.length > 0 ? { ignored } : {};
};

/**
 * Returns the values with which the list was created. If no status was sent, `status` is `impliedStatus`,
 * which is `undefined` for callers who see more than public records.
 */
export const understoodValues = (
  values: ParameterValues,
  impliedStatus: readonly string[] | undefined,
): ParameterValues => ({
  ...values,
  status: (values.status as StatusSelection | undefined)?.names ?? impliedStatus,
});
