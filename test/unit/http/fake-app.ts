import type {
  CollectionOperation,
  EventView,
  ItemOperation,
  ListResult,
  Operations,
  ParameterValues,
  RecordOperations,
  Written,
} from "@kalends/core";
import type { HttpSettings } from "@kalends/http";

export const SETTINGS: HttpSettings = {
  restRoot: "/wp-json",
  vendor: "tribe",
  trustProxy: false,
  bodyLimit: 10_000,
  cacheMaxAge: 0,
  identityHeaders: ["Authorization"],
  language: "en",
  locales: [],
  currencySymbol: "$",
  currencyPosition: "prefix",
  docDialect: "openapi-3.0",
  pages: true,
  storageRetryAfter: 5,
  sendTimeout: 30_000,
};

/** Operations that fail the way a test wants. */
export const failingOperations = (failure: () => Promise<never>): Operations => {
  const base = { parameters: {}, permits: () => Promise.resolve(true) };
  const target = {
    id: { description: "", type: "integer" as const },
    slug: { description: "", resolve: () => ({ value: 1 }) },
  };
  const list: CollectionOperation<ParameterValues, ListResult<EventView>> = {
    ...base,
    method: "read",
    run: failure,
  };
  const create: CollectionOperation<ParameterValues, Written<EventView>> = {
    ...base,
    method: "create",
    run: failure,
  };
  const item: ItemOperation<ParameterValues, Written<EventView>> = {
    ...base,
    method: "read",
    target,
    run: failure,
  };
  const operations: RecordOperations<EventView> = {
    list,
    create,
    get: item,
    update: { ...item, method: "update", permitsOn: () => true },
    delete: { ...item, method: "delete", permitsOn: () => true },
  };
  // Every operation fails alike, whatever it would have answered.
  return {
    events: operations,
    venues: operations,
    organizers: operations,
    categories: operations,
    tags: operations,
    images: operations,
  } as unknown as Operations;
};
