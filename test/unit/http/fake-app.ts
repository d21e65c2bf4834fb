import type {
  CollectionOperation,
  EventView,
  ItemOperation,
  ListResult,
  Operations,
  ParameterValues,
  RecordOperations,
  Target,
  WriteResult,
} from "@kalends/core/interface";
import type { HttpSettings } from "@kalends/http";
import { toCapacities } from "kalends/internals";

export const SETTINGS: HttpSettings = {
  hasSessions: true,
  restRoot: "/wp-json",
  vendor: "tribe",
  trustProxy: 0,
  bodyLimit: 10_000,
  requireIfMatch: false,
  cacheMaxAge: 0,
  cacheMemory: 0,
  cacheStaleness: 0,
  compression: true,
  identityParameters: [],
  identityHeaders: ["Authorization"],
  language: "en",
  locales: [],
  currencySymbol: "$",
  currencyPosition: "prefix",
  currencyCode: undefined,
  docDialect: "openapi-3.0",
  pages: true,
  storageRetryAfter: 5,
  sendTimeout: 30_000,
  capacities: toCapacities({ requestsAtOnce: 0, bodyLimit: 10_000, changeStreams: 0 }).http,
};

/** Creates operations that all fail with the given error. */
export const failingOperations = (failure: () => Promise<never>): Operations => {
  const base = { parameters: {}, permits: () => true };
  const target: Target<unknown> = {
    id: { description: "", type: "integer" },
    slug: { description: "" },
    find: async ({ name }) => ({ name, record: {} }),
  };
  const list: CollectionOperation<ParameterValues, ListResult<EventView>> = {
    ...base,
    method: "read",
    run: failure,
  };
  const create: CollectionOperation<ParameterValues, WriteResult<EventView>> = {
    ...base,
    method: "create",
    run: failure,
  };
  const item: ItemOperation<ParameterValues, WriteResult<EventView>, unknown> = {
    ...base,
    method: "read",
    target,
    run: failure,
  };
  const operations: RecordOperations<EventView, unknown> = {
    list,
    stream: {
      parameters: {},
      async *open() {
        yield await failure();
      },
    },
    create,
    findByExternalId: failure,
    get: item,
    update: { ...item, method: "update" },
    delete: { ...item, method: "delete" },
  };
  const history = { list: item, get: item, restore: item };
  // Cast: every operation fails in the same way, so its result type does not matter.
  return {
    events: { ...operations, history, detach: item, occurrences: { ...operations, list: item } },
    venues: { ...operations, history, merge: item, busy: item, duplicates: list },
    organizers: { ...operations, history, merge: item },
    categories: { ...operations, merge: item },
    tags: { ...operations, merge: item },
    images: { ...operations, replaceFile: item, usage: item },
    fields: list,
  } as unknown as Operations;
};
