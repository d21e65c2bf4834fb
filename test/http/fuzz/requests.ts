import { createRandom } from "../../soak/random.ts";
import { ENCODINGS, type FuzzedRequest, type Part } from "./fuzzed-request.ts";
import { HEADERS, type HostileValue, NAMES, SEGMENTS, VALUES } from "./hostile-parts.ts";
import type { FuzzedOperation, FuzzedParameter } from "./operations.ts";
import type { Targets } from "./secrets.ts";

export const CALLERS = [undefined, "subscriber", "contributor", "author", "editor", "administrator"] as const;

/** One of the combinations that are tried: a value, or without one something else of a request. */
interface Attack {
  readonly operation: FuzzedOperation;
  readonly parameter: FuzzedParameter;
  readonly value: HostileValue;
}

/** Every operation x parameter x value, each once, in an order that the seed gives. */
const createAttacks = (operations: readonly FuzzedOperation[], random: () => number): (() => Attack) => {
  const places = operations.flatMap((operation) =>
    // What has no parameters is tried, too.
    (operation.parameters.length === 0 ? [{ name: "x", place: "query" as const }] : operation.parameters).map(
      (parameter) => ({ operation, parameter }),
    ),
  );
  const total = places.length * VALUES.length;
  // Steps of a prime come to all of them before they come to one again.
  const step = 1_000_003;
  let at = Math.floor(random() * total);
  return () => {
    at = (at + step) % total;
    const place = places[at % places.length];
    const value = VALUES[Math.floor(at / places.length)];
    if (place === undefined || value === undefined) throw new Error("There is nothing to try");
    return { ...place, value };
  };
};

export const createRequests = (
  operations: readonly FuzzedOperation[],
  targets: Targets,
  seed: number,
): (() => FuzzedRequest) => {
  const random = createRandom(seed);
  const below = (count: number): number => Math.floor(random() * count);
  const pick = <T>(values: readonly T[]): T => values[below(values.length)] as T;
  const chance = (share: number): boolean => random() < share;
  const nextAttack = createAttacks(operations, random);

  const segmentFor = (name: string, path: string, as: string | undefined): string => {
    if (name === "recurrence_id") return encodeURIComponent(pick(targets.recurrences));
    const resource = path.split("/")[1] ?? "";
    return encodeURIComponent(pick(targets.find(resource, name, as, below)));
  };

  const pathOf = (
    { operation: { path }, parameter, value }: Attack,
    as: string | undefined,
    isPlain: boolean,
  ): string =>
    path.replace(/\{(\w+)\}/g, (_, name: string) => {
      if (parameter.place !== "path" || parameter.name !== name || isPlain) return segmentFor(name, path, as);
      const isText = "value" in value && typeof value.value === "string" && value.value.length < 3000;
      return isText && chance(0.5)
        ? encodeURIComponent(String(value.value).replace(/\p{Surrogate}/gu, "\ufffd"))
        : pick(SEGMENTS);
    });

  const further = (): readonly Part[] => {
    const sent = pick(VALUES);
    if (chance(0.15)) {
      const [name, value] = pick(HEADERS);
      return [{ place: "header", name, sent: { value } }];
    }
    if (chance(0.08)) return [{ place: chance(0.5) ? "query" : "body", name: pick(NAMES), sent }];
    return [];
  };

  return () => {
    const as = pick(CALLERS);
    const attack = { ...nextAttack(), ...(chance(0.15) && { value: { value: pick(targets.ids(as)) } }) };
    const { operation, parameter, value } = attack;
    // Others come as far as records are read and written.
    const isPlain = chance(0.15);
    const takesBody = operation.mediaTypes.length > 0;
    const isPicture = operation.mediaTypes.includes("image/*") && chance(0.5);
    const path = pathOf(attack, as, isPlain);
    const isNamed = parameter.place !== "path";
    const base: readonly Part[] =
      takesBody && !isPicture
        ? Object.entries(operation.body)
            .filter(([name]) => name !== parameter.name)
            .map(([name, example]) => ({ place: "body", name, sent: { value: targets.harmless(example) } }))
        : [];
    const attacked: Part = {
      place: parameter.place === "path" ? "query" : parameter.place,
      name: parameter.name,
      sent: parameter.place === "header" ? { value: headerText(value) } : value,
    };
    return {
      as,
      method: operation.method,
      path: chance(0.01) ? pick([`/${path}`, `${path}/`, path.toUpperCase(), `${path}/..`]) : path,
      parts: [...base, ...(isNamed && !isPlain ? [attacked] : []), ...further()],
      encoding: isPicture ? "picture" : chance(0.7) ? "json" : pick(ENCODINGS.slice(0, 3)),
    };
  };
};

/** What a client of HTTP lets through as a header. */
const headerText = (sent: HostileValue): string => {
  const text =
    "raw" in sent
      ? sent.raw
      : typeof sent.value === "string"
        ? sent.value
        : String(JSON.stringify(sent.value));
  return text.replace(/[^\t\x20-\x7e\x80-\xff]/g, "?").slice(0, 4000);
};
