import type { Operations, RecordOperations } from "@kalends/core/interface";
import type { AnyOperation } from "@kalends/core/internals";
import { openCalendar } from "../unit/events/calendar.ts";

/** A declared operation with its path. */
export interface DeclaredRoute {
  readonly resource: keyof Operations;
  readonly name: "list" | "create" | "get" | "update" | "delete";
  readonly method: string;
  /** Path up to the id or `by-slug/...`. */
  readonly path: string;
  readonly operation: AnyOperation;
  readonly parameters: readonly string[];
}

const METHODS = { list: "GET", create: "POST", get: "GET", update: "PATCH", delete: "DELETE" } as const;
const NAMES = ["list", "create", "get", "update", "delete"] as const;

/** Returns every route of the declared operations, so that new operations are attacked automatically. */
export const declaredRoutes = async (): Promise<readonly DeclaredRoute[]> => {
  const { store, operations } = await openCalendar();
  await store.close();
  // The types of the records are irrelevant here.
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

/** Required parameters of a new record; images are not sent as JSON. */
export const MINIMUM: Readonly<
  Record<Exclude<keyof Operations, "images" | "audit">, Readonly<Record<string, string>>>
> = {
  events: { title: "An event", ...DATES },
  venues: { venue: "A venue" },
  organizers: { organizer: "An organizer" },
  categories: { name: "A category" },
  tags: { name: "A tag" },
};

/** Returns the required parameters next to the tested one; some parameters are only valid in pairs. */
export const minimumFor = (resource: keyof Operations, name: string): Readonly<Record<string, string>> => ({
  ...(resource !== "images" && resource !== "audit" && MINIMUM[resource]),
  ...(name === "geo_lat" && { geo_lng: "1" }),
  ...(name === "geo_lng" && { geo_lat: "1" }),
});
