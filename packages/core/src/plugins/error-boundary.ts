import { isStorageFailure } from "../errors.ts";
import type { EventFilter, LinkedFilter } from "../filters/list-filter.ts";
import type { JsonObject } from "../model/json.ts";
import type { Logger } from "../ports/logger.ts";
import type { ExtensibleKind, MemberSchemas, MembersOf } from "./contributions.ts";

/**
 * The declared members: others would be missing from the documentation, and might hide built-in ones. What cannot be sent as
 * JSON throws here and not when the answer is written.
 */
const declaredMembers = (members: JsonObject = {}, schemas: MemberSchemas = {}): JsonObject => {
  const known = Object.entries(members).filter(([name]) => Object.hasOwn(schemas, name));
  return JSON.parse(JSON.stringify(Object.fromEntries(known))) as JsonObject;
};

/** Logs the failure of a plugin; the error of a storage that does not answer goes to the caller. */
const logFailure = (error: unknown, logger: Logger): void => {
  if (isStorageFailure(error)) throw error;
  logger.error("Members could not be added", { error });
};

/** Members whose failures are logged and add nothing to the answer. */
export const isolateMembers = <Kind extends ExtensibleKind>(
  members: MembersOf<Kind>,
  logger: Logger,
): MembersOf<Kind> => ({
  ...members,
  async membersOf(records, actor) {
    try {
      const found = await members.membersOf(records, actor);
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

/** The filter with decorations whose failures are logged and add nothing to the answer. */
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

/** As `isolateEventFilter`, for filters of venues and organizers. */
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
