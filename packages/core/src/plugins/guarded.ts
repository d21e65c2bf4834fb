import { isCalendarError } from "../errors.ts";
import type { EventFilter, LinkedFilter } from "../filters/list-filter.ts";
import type { JsonObject } from "../model/json.ts";
import type { Parameter, Parameters } from "../parameter.ts";
import type { Logger } from "../ports/logger.ts";
import type { ExtensibleKind, MemberSchemas, MembersOf } from "./contributions.ts";

/**
 * The members that were announced; the others would be news to the documentation, and might hide built-in ones. What cannot be
 * sent as JSON throws here and not when the answer is written.
 */
const announced = (members: JsonObject = {}, schemas: MemberSchemas = {}): JsonObject => {
  const known = Object.entries(members).filter(([name]) => Object.hasOwn(schemas, name));
  return JSON.parse(JSON.stringify(Object.fromEntries(known))) as JsonObject;
};

/** Members that never fail an answer: what the plugin throws is logged, and nothing is added. */
export const guardMembers = <Kind extends ExtensibleKind>(
  members: MembersOf<Kind>,
  logger: Logger,
): MembersOf<Kind> => ({
  ...members,
  async membersOf(records, actor) {
    try {
      const found = await members.membersOf(records, actor);
      return records.map((_record, index) => announced(found[index], members.schemas));
    } catch (error) {
      return rescue(
        error,
        logger,
        records.map(() => ({})),
      );
    }
  },
});

/**
 * A validator of a plugin may look up what it likes, so it is not asked for callers who must not learn what exists. They are
 * refused after the values are checked, whatever these are. Source: 90-decisions P41.
 */
export const guardResolve =
  <T>(resolve: NonNullable<Parameter<T | undefined>["resolve"]>): typeof resolve =>
  (raw, context) =>
    context.mayLookUp ? resolve(raw, context) : { value: undefined };

/** The parameters of a plugin's route with such validators. */
export const guardParameters = (parameters: Parameters): Parameters =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [
      name,
      parameter.resolve === undefined
        ? parameter
        : { ...parameter, resolve: guardResolve(parameter.resolve) },
    ]),
  );

/** The filter with decorations that never fail an answer. */
export const guardEventFilter = (filter: EventFilter, logger: Logger): EventFilter => {
  if (filter.decorate === undefined) return filter;
  return {
    ...filter,
    decorate(event, venue, values) {
      try {
        const decoration = filter.decorate?.(event, venue, values);
        return {
          event: announced(decoration?.event, filter.decorates?.event),
          venue: announced(decoration?.venue, filter.decorates?.venue),
        };
      } catch (error) {
        return rescue(error, logger, {});
      }
    },
  };
};

/** The same for filters of venues and organizers. */
export const guardLinkedFilter = <R, Query>(
  filter: LinkedFilter<R, Query>,
  logger: Logger,
): LinkedFilter<R, Query> => {
  if (filter.decorate === undefined) return filter;
  return {
    ...filter,
    decorate(record, values) {
      try {
        return announced(filter.decorate?.(record, values), filter.decorates);
      } catch (error) {
        return rescue(error, logger, {});
      }
    },
  };
};

/** A storage that does not answer is told to the caller. */
const rescue = <T>(error: unknown, logger: Logger, instead: T): T => {
  if (isCalendarError(error) && error.code === "rest_storage_unavailable") throw error;
  logger.error("Members could not be added", { error });
  return instead;
};
