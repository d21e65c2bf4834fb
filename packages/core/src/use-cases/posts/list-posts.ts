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
 * Returns the query after all filters in turn, and then the policies.
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
  // Policies come last, so that the request cannot widen them.
  return policies?.narrowed(kind, narrowed, actor) ?? narrowed;
};

/**
 * Returns the page. Throws `code` for an empty page other than the first.
 * Source: rules/interface.md#page-past-end.
 */
export const requirePage = <R>(found: Page<R>, page: number, code: ErrorCode): Page<R> => {
  if (page > 1 && found.items.length === 0) throw new CalendarError(code);
  return found;
};

/**
 * Returns the parameters that were sent but have no effect, as a member of a list result; no member if there
 * are none.
 */
export const ignoredBy = (
  filters: readonly Pick<ListFilter<never>, "ignores">[],
  values: ParameterValues,
): { readonly ignored?: readonly string[] } => {
  const ignored = filters.flatMap((filter) => filter.ignores?.(values) ?? []);
  return ignored.length > 0 ? { ignored } : {};
};

/** Returns the effective values, with the implied statuses of callers who see only public records. */
export const understoodValues = (
  values: ParameterValues,
  impliedStatus: readonly string[] | undefined,
): ParameterValues => ({
  ...values,
  status: (values.status as StatusSelection | undefined)?.names ?? impliedStatus,
});
