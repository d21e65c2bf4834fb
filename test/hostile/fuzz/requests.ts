import { type Attack, createAttacks } from "./attacks.ts";
import type { HostileFiles } from "./files.ts";
import { ENCODINGS, type FuzzedRequest, type Part, type Way } from "./fuzzed-request.ts";
import { HEADERS, type HostileValue, NAMES, SEGMENTS, VALUES } from "./hostile-parts.ts";
import { CALLERS } from "./markers.ts";
import type { Memory } from "./memory.ts";
import type { FuzzedOperation } from "./operations.ts";
import type { Picking } from "./picking.ts";
import { createReads, WINDOW } from "./reads.ts";
import type { Targets } from "./targets.ts";

const WAYS: readonly Way[] = ["alias", "locale", "_method", "X-HTTP-Method-Override"];
const METHODS = ["HEAD", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "PUT", "DELETE"];

const STREAMED: Part = { place: "header", name: "accept", sent: { value: "text/event-stream" } };

/** Paths that return many records. They are requested more often than single records. */
const REPORTING = [
  "/events",
  "/venues",
  "/organizers",
  "/changes",
  "/images",
  "/events.ics",
  "//events/list/",
];

/** Names of form parts that accept a file in some operation. */
const FILE_FIELDS = ["image", "file", "file", "venue[image]", "organizer[0][image]", "x"];

export interface RequestsDeps {
  readonly operations: readonly FuzzedOperation[];
  readonly targets: Targets;
  readonly files: HostileFiles;
  readonly memory: Memory;
  readonly picking: Picking;
}

export interface Requests {
  /** Number of combinations of an operation, a parameter and a value. */
  readonly combinations: number;
  next(): FuzzedRequest;
}

/** Creates the generator of requests. Each call of `next` returns a request of another kind. */
export const createRequests = ({ operations, targets, files, memory, picking }: RequestsDeps): Requests => {
  const { below, pick, chance } = picking;
  const attacks = createAttacks(operations, picking);
  const partsOfRead = createReads(targets, picking);
  const reading = operations
    .filter(({ method }) => method === "GET")
    .flatMap((operation) => (REPORTING.includes(operation.path) ? Array(3).fill(operation) : [operation]));
  type Caller = (typeof CALLERS)[number];

  const segmentFor = (name: string, path: string, as: Caller): string => {
    if (name === "recurrence_id") return encodeURIComponent(pick(targets.recurrences));
    // The path of a file contains slashes, which must not be encoded.
    return encodeURIComponent(pick(targets.find(path, name, as, below))).replaceAll("%2F", "/");
  };

  const filled = (path: string, as: Caller, own: (name: string) => string | undefined): string =>
    path.replace(/\{(\w+)\}/g, (_, name: string) => own(name) ?? segmentFor(name, path, as));

  const hostileSegment = (value: HostileValue): string => {
    const isText = "value" in value && typeof value.value === "string" && value.value.length < 3000;
    return isText && chance(0.5)
      ? encodeURIComponent(String(value.value).replace(/\p{Surrogate}/gu, "\ufffd"))
      : pick(SEGMENTS);
  };

  const further = (): readonly Part[] => {
    if (chance(0.15)) {
      const [name, value] = pick(HEADERS);
      return [{ place: "header", name, sent: { value } }];
    }
    if (chance(0.08)) return [{ place: pick(["query", "body"]), name: pick(NAMES), sent: pick(VALUES) }];
    return [];
  };

  /** Returns the documented request body without the members of the given names. */
  const baseOf = ({ body }: FuzzedOperation, without?: string): readonly Part[] =>
    Object.entries(body)
      .filter(([name]) => name !== without)
      .map(([name, example]) => ({ place: "body", name, sent: { value: targets.harmless(example) } }));

  /** Returns a file that is sent as the body or together with it. */
  const fileFor = ({ mediaTypes }: FuzzedOperation): Pick<FuzzedRequest, "encoding" | "file"> => {
    if (mediaTypes.includes("image/*") && chance(0.4)) return { encoding: "raw", file: files.image("file") };
    if (mediaTypes.includes("text/calendar") && chance(0.7))
      return { encoding: "raw", file: files.calendar() };
    if (mediaTypes.includes("multipart/form-data") && chance(mediaTypes.includes("image/*") ? 0.8 : 0.05))
      return { encoding: "multipart", file: files.image(pick(FILE_FIELDS)) };
    // Operations without a documented JSON body get a form.
    const usual = mediaTypes.length === 0 || mediaTypes.includes("application/json") ? "json" : "multipart";
    return { encoding: chance(0.7) ? usual : pick(ENCODINGS) };
  };

  const attack = (as: Caller): FuzzedRequest => {
    const found: Attack = {
      ...attacks.next(),
      ...(chance(0.15) && { value: { value: pick(targets.ids(as)) } }),
    };
    const { operation, parameter, value } = found;
    // Only requests with otherwise valid values pass validation and reach the storage.
    const isPlain = chance(0.15);
    const { place, name } = parameter;
    const carried = fileFor(operation);
    const sent = place === "header" ? { value: headerText(value) } : value;
    const isWindowed = operation.method === "GET" && !/^(?:start|end)_date$/.test(name) && chance(0.5);
    const hasWindow = isWindowed && operation.parameters.some((one) => one.name === "start_date");
    return {
      as,
      method: operation.method,
      path: filled(operation.path, as, (segment) =>
        place === "path" && name === segment && !isPlain ? hostileSegment(value) : undefined,
      ),
      parts: [
        ...(operation.mediaTypes.length > 0 && carried.encoding !== "raw" ? baseOf(operation, name) : []),
        ...(hasWindow ? WINDOW : []),
        ...(place === "path" || isPlain ? [] : [{ place, name, sent } as const]),
        ...further(),
      ],
      ...carried,
    };
  };

  const read = (as: Caller): FuzzedRequest => {
    if (chance(0.03)) return { as: "author", method: "GET", path: targets.feed, parts: [], encoding: "json" };
    const operation = pick(reading);
    const isStreamed = operation.path === "/changes" && chance(0.3);
    return {
      as,
      method: "GET",
      path: filled(operation.path, as, () => undefined),
      parts: [...partsOfRead(operation, as), ...(isStreamed ? [STREAMED] : [])],
      encoding: "json",
    };
  };

  const one = (as: Caller): FuzzedRequest => (chance(0.2) ? read(as) : attack(as));

  const batch = (as: Caller): FuzzedRequest => {
    const requests = Array.from({ length: 1 + below(4) }, () => one(as)).filter(
      ({ path, file }) => !path.startsWith("//") && file === undefined,
    );
    const atomic: Part = { place: "body", name: "atomic", sent: { value: chance(0.5) } };
    return { as, method: "POST", path: "/batch", parts: [atomic], encoding: "json", requests };
  };

  /**
   * Returns a request that uses data of an earlier response. Returns `undefined` if no such response exists.
   */
  const following = (): FuzzedRequest | undefined => {
    if (chance(0.4)) {
      const again = memory.keyed(picking);
      return again === undefined || chance(0.7) ? again : { ...again, parts: again.parts.slice(1) };
    }
    const { request, tag } = memory.read(picking) ?? {};
    if (request === undefined || tag === undefined) return undefined;
    const ifTag = (name: string): Part => ({ place: "header", name, sent: { value: tag } });
    if (chance(0.5)) return { ...request, parts: [...request.parts, ifTag("if-none-match")] };
    const writing = operations.find(
      ({ method, path }) =>
        method === "PATCH" && path.replace("{id}", request.path.split("/")[2] ?? "") === request.path,
    );
    const parts = writing === undefined ? [] : baseOf(writing);
    return { ...request, method: pick(["PATCH", "DELETE"]), parts: [...parts, ifTag("if-match")] };
  };

  const disguised = (request: FuzzedRequest): FuzzedRequest => {
    const { method, path, parts } = request;
    const key: Part = { place: "header", name: "idempotency-key", sent: { value: `key-${below(1e6)}` } };
    if (method === "POST" && chance(0.1)) return { ...request, parts: [...parts, key] };
    if (chance(0.05)) return { ...request, by: "key" };
    if (chance(0.05) && !parts.some(({ name }) => name === "rest_route"))
      return { ...request, way: pick(WAYS) };
    if (chance(0.04)) return { ...request, method: pick(METHODS) };
    if (chance(0.01))
      return { ...request, path: pick([`/${path}`, `${path}/`, path.toUpperCase(), `${path}/..`]) };
    return request;
  };

  return {
    combinations: attacks.total,
    next() {
      const as = pick(CALLERS);
      const followed = chance(0.04) ? following() : undefined;
      if (followed !== undefined) return followed;
      return chance(0.04) ? batch(as) : disguised(one(as));
    },
  };
};

/** Converts a value to text that an HTTP client can send in a header. */
const headerText = (sent: HostileValue): string => {
  const text =
    "raw" in sent
      ? sent.raw
      : typeof sent.value === "string"
        ? sent.value
        : String(JSON.stringify(sent.value));
  return text.replace(/[^\t\x20-\x7e\x80-\xff]/g, "?").slice(0, 4000);
};
