import type { Operations, RecordOperations } from "@kalends/core/interface";
import type { AnyOperation } from "@kalends/core/internals";
import { openCalendar } from "../unit/events/calendar.ts";

/** Declared operation with the path of its route. */
export interface DeclaredRoute {
  readonly resource: keyof Operations;
  readonly name: "list" | "create" | "get" | "update" | "delete";
  readonly method: string;
  /** Path before the id or `by-slug/...`. */
  readonly path: string;
  readonly operation: AnyOperation;
  readonly parameters: readonly string[];
}

const METHODS = { list: "GET", create: "POST", get: "GET", update: "PATCH", delete: "DELETE" } as const;
const NAMES = ["list", "create", "get", "update", "delete"] as const;

/**
 * Returns the routes of all declared operations. New operations are thus attacked without changes to the
 * tests.
 */
export const declaredRoutes = async (): Promise<readonly DeclaredRoute[]> => {
  const { store, operations } = await openCalendar();
  await store.close();
  // The record types do not matter for these tests.
  type Declared = Partial<RecordOperations<unknown, unknown>>;
  return Object.entries(operations as unknown as Readonly<Record<keyof Operations, Declared>>).flatMap(
    ([resource, record]) =>
      NAMES.flatMap((name) => {
        const operation = record[name];
        if (operation === undefined) return [];
        return {
          resource: resource as keyof Operations,
          name,
          method: METHODS[name],
          path: name === "list" || name === "create" ? `/${resource}` : `/${resource}/`,
          operation,
          parameters: Object.keys(operation.parameters),
        };
      }),
  );
};

const DATES = { start_date: "2031-05-01 10:00:00", end_date: "2031-05-01 12:00:00" };

/** Parameters that a new record requires. Images are missing, because they are not sent as JSON. */
export const MINIMUM: Readonly<
  Record<
    Exclude<keyof Operations, "images" | "audit" | "preferences" | "fields" | "jobs" | "status">,
    Readonly<Record<string, string>>
  >
> = {
  events: { title: "An event", ...DATES },
  venues: { venue: "A venue" },
  organizers: { organizer: "An organizer" },
  categories: { name: "A category" },
  tags: { name: "A tag" },
};

/**
 * Returns the parameters that must be sent together with the tested parameter. Some parameters are valid only
 * in pairs.
 */
export const minimumFor = (resource: keyof Operations, name: string): Readonly<Record<string, string>> => ({
  ...(resource in MINIMUM && MINIMUM[resource as keyof typeof MINIMUM]),
  ...(name === "geo_lat" && { geo_lng: "1" }),
  ...(name === "geo_lng" && { geo_lat: "1" }),
});
