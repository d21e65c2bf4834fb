import { isStorageFailure } from "../errors.ts";
import type { EventFilter, LinkedFilter, ListFilter } from "../filters/list-filter.ts";
import { isObject, type JsonObject } from "../model/json.ts";
import { nearestName } from "../parsing/nearest-name.ts";
import { isPending } from "../pending.ts";
import type { Logger } from "../ports/logger.ts";
import type { FieldName } from "../queries/values.ts";
import type { ExtensibleKind, MemberSchemas, RecordMembers } from "./contributions.ts";

/**
 * Returns only the members that the plugin has declared. Undeclared members would be missing in the
 * documentation and could hide built-in members.
 * Throws if a value cannot be sent as JSON, so that the response itself can still be written.
 */
const declaredMembers = (members: JsonObject = {}, schemas: MemberSchemas = {}): JsonObject => {
  const known = Object.entries(members).filter(([name]) => Object.hasOwn(schemas, name));
  return JSON.parse(JSON.stringify(Object.fromEntries(known))) as JsonObject;
};

/**
 * Logs an error of a plugin. If the storage is unavailable, it throws the error again instead, so that the
 * request fails.
 */
const logFailure = (error: unknown, logger: Logger): void => {
  if (isStorageFailure(error)) throw error;
  logger.error("Members could not be added", { error });
};

/**
 * Returns the reason why a query cannot use this field of a plugin, as the end of a sentence. Returns
 * `undefined` if it can.
 */
export type ProblemOfField = (field: FieldName) => string | undefined;

/**
 * Valid values of `order` in list queries, by kind of record: names, and objects by their `by`. Stores would
 * not detect other values.
 */
const ORDERS: Readonly<
  Record<ExtensibleKind, { readonly names: readonly string[]; readonly by: readonly string[] }>
> = {
  event: { names: ["start", "published", "newest", "distance"], by: ["field", "cost"] },
  venue: { names: ["distance"], by: [] },
  organizer: { names: [], by: [] },
};

/**
 * Wraps the `narrow` function of a plugin's filter.
 * The wrapper throws an `Error` with the plugin's name if the result is not a query, has an unknown order, or
 * uses undeclared fields. Plugins in JavaScript are not type-checked, and a misspelt name would find nothing.
 */
export const requireQueries = <Query>(
  filter: Pick<ListFilter<Query>, "narrow">,
  plugin: string,
  kind: ExtensibleKind,
  problemOfField: ProblemOfField,
): Pick<ListFilter<Query>, "narrow"> => {
  const checked = (narrowed: Query): Query => {
    const problem = problemOfQuery(narrowed, kind, problemOfField);
    if (problem !== undefined) throw new Error(`narrow of the plugin ${plugin} ${problem}`);
    return narrowed;
  };
  return {
    narrow(query, values, actor) {
      const narrowed = filter.narrow(query, values, actor);
      return isPending(narrowed) ? narrowed.then(checked) : checked(narrowed);
    },
  };
};

const problemOfQuery = (
  query: unknown,
  kind: ExtensibleKind,
  problemOfField: ProblemOfField,
): string | undefined => {
  if (!isObject(query)) return "must return a query, such as { ...query, ids: [1] }";
  const { extensions = [], order } = query;
  const isCondition = (value: unknown): boolean =>
    isFieldName(value) && (Array.isArray(value.anyOf) || isObject(value.range));
  if (!Array.isArray(extensions) || !extensions.every(isCondition))
    return 'must return extensions as a list such as [{ plugin: "mine", field: "colour", anyOf: ["red"] }], with anyOf or range';
  const named: readonly unknown[] = [...extensions, order];
  for (const field of named) {
    const problem = isFieldName(field) ? problemOfField(field) : undefined;
    if (problem !== undefined) return problem;
  }
  return order === undefined ? undefined : problemOfOrder(order, kind);
};

const problemOfOrder = (order: unknown, kind: ExtensibleKind): string | undefined => {
  const { names, by } = ORDERS[kind];
  if (names.length === 0) return `must not order ${kind}s`;
  if (!isObject(order)) return unknownOrder("order", order, names, `orders of ${kind}s`);
  if (by.length === 0) return `must not order ${kind}s by values`;
  const problem = unknownOrder("order by", order.by, by, `values of order.by of ${kind}s`);
  if (problem !== undefined) return problem;
  if (order.by === "field" && !isFieldName(order))
    return 'must name the plugin and the field of its order, such as { by: "field", plugin: "mine", field: "height" }';
  return order.by === "cost" && order.decimalMark !== "." && order.decimalMark !== ","
    ? 'must say decimalMark in its order, such as { by: "cost", decimalMark: "." }'
    : undefined;
};

const unknownOrder = (
  what: string,
  name: unknown,
  known: readonly string[],
  list: string,
): string | undefined => {
  if (typeof name === "string" && known.includes(name)) return undefined;
  const nearest = nearestName(String(name), known);
  return `returns the ${what} ${JSON.stringify(name)}, which is unknown; did you mean "${nearest}"? Known ${list} are ${known.join(", ")}`;
};

const isFieldName = (value: unknown): value is JsonObject & FieldName =>
  isObject(value) && typeof value.plugin === "string" && typeof value.field === "string";

/**
 * Wraps computed members of a plugin. If they fail, the error is logged and the response has no such members.
 */
export const isolateMembers = <Kind extends ExtensibleKind>(
  members: RecordMembers<Kind>,
  logger: Logger,
): RecordMembers<Kind> => ({
  ...members,
  async membersOf(records, actor) {
    try {
      const found: unknown = await members.membersOf(records, actor);
      if (!Array.isArray(found) || found.length !== records.length)
        throw new Error("membersOf must return a list with one object for each record");
      return records.map((_record, index) => declaredMembers(found[index], members.schemas));
    } catch (error) {
      logFailure(error, logger);
      return records.map(() => ({}));
    }
  },
});

const isolate = <T extends object>(logger: Logger, decorate: () => T): T | Record<string, never> => {
  try {
    return decorate();
  } catch (error) {
    logFailure(error, logger);
    return {};
  }
};

/**
 * Wraps the decorations of a plugin's filter. If they fail, the error is logged and the response has no such
 * members.
 */
export const isolateEventFilter = (filter: EventFilter, logger: Logger): EventFilter => {
  if (filter.decorate === undefined) return filter;
  return {
    ...filter,
    decorate: (event, venue, values) =>
      isolate(logger, () => {
        const decoration = filter.decorate?.(event, venue, values);
        return {
          event: declaredMembers(decoration?.event, filter.decorates?.event),
          venue: declaredMembers(decoration?.venue, filter.decorates?.venue),
        };
      }),
  };
};

/** Same as `isolateEventFilter`, for filters of venues and organizers. */
export const isolateLinkedFilter = <R, Query>(
  filter: LinkedFilter<R, Query>,
  logger: Logger,
): LinkedFilter<R, Query> => {
  if (filter.decorate === undefined) return filter;
  return {
    ...filter,
    decorate: (record, values) =>
      isolate(logger, () => declaredMembers(filter.decorate?.(record, values), filter.decorates)),
  };
};
