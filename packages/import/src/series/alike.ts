import { createHash } from "node:crypto";
import { foldText, isTimeZone, millisecondsOf } from "@kalends/core";
import { readOr, type SourceRecord } from "../records/source-record.ts";
import type { FoundRecord } from "../source/source.ts";
import type { Candidate } from "./find-series.ts";
import { createNumbers, type Numbers } from "./numbers.ts";
import { FEWEST_DAYS } from "./rhythm.ts";

/** Which events of a source may belong together, by 24 bytes of each. */
export interface Alike {
  /** In the order of the source. */
  add(found: FoundRecord): void;
  /**
   * Places of those that have a slug, a global id, or title and venue in common with another one of the group, and zone, status and author with
   * all of them; groups of fewer than can be a series are left out.
   */
  groups(): Iterable<readonly number[]>;
}

/** More are looked at in parts, in the order of the source. */
const MOST_ALIKE = 20_000;

/** 48 bits that stand for a text; 0 for an empty one. */
const keyOf = (text: string): number =>
  text === "" ? 0 : createHash("sha256").update(text).digest().readUIntBE(0, 6) || 1;

/** What all occurrences of a series have in common; `undefined`: this one cannot be one. */
const commonOf = (record: SourceRecord): string | undefined => {
  const zone = record.requiredText("timezone");
  record.wallClock("start_date");
  record.wallClock("end_date");
  if (!isTimeZone(zone)) return undefined;
  return JSON.stringify([
    zone,
    record.flag("all_day", false),
    record.text("status"),
    record.idOrZero("author"),
  ]);
};

const namesOf = (record: SourceRecord): readonly [slug: string, globalId: string, title: string] => {
  const venue = record.object("venue");
  const place = venue === undefined ? "" : String(venue.idOrZero("id") || venue.text("venue"));
  const title = foldText(record.requiredText("title").trim());
  return [record.text("slug"), record.text("global_id"), JSON.stringify([title, place])];
};

export const createAlike = (): Alike => {
  const keys = [createNumbers(), createNumbers(), createNumbers()];
  return {
    add({ record, series }) {
      const common = series === undefined ? readOr(undefined, () => commonOf(record)) : undefined;
      const names =
        common === undefined ? ([] as const) : readOr(["", "", ""] as const, () => namesOf(record));
      for (const [at, numbers] of keys.entries()) {
        const name = names[at] ?? "";
        numbers.push(name === "" ? 0 : keyOf(`${at}${common}${name}`));
      }
    },
    *groups() {
      const roots = rootsOf(keys);
      yield* runsOf(
        ordered(roots.length, (index) => roots[index] ?? 0),
        (index) => roots[index] ?? 0,
      );
    },
  };
};

/** Of each place the lowest one that it belongs together with. */
const rootsOf = (keys: readonly Numbers[]): Uint32Array => {
  const size = keys[0]?.size() ?? 0;
  const parents = Uint32Array.from({ length: size }, (_, index) => index);
  const rootOf = (index: number): number => {
    let at = index;
    for (let parent = parents[at] ?? at; parent !== at; parent = parents[at] ?? at) {
      parents[at] = parents[parent] ?? parent;
      at = parent;
    }
    return at;
  };
  for (const numbers of keys) {
    const order = ordered(size, numbers.at);
    for (let at = 1; at < size; at += 1) {
      const [one, other] = [order[at - 1] ?? 0, order[at] ?? 0];
      if (numbers.at(one) === 0 || numbers.at(one) !== numbers.at(other)) continue;
      const [a, b] = [rootOf(one), rootOf(other)];
      parents[Math.max(a, b)] = Math.min(a, b);
    }
  }
  return parents.map((_, index) => rootOf(index));
};

/** The places by a number of each, equal ones in their own order. */
const ordered = (size: number, numberOf: (index: number) => number): Uint32Array =>
  Uint32Array.from({ length: size }, (_, index) => index).sort(
    (one, other) => numberOf(one) - numberOf(other) || one - other,
  );

function* runsOf(order: Uint32Array, keyAt: (index: number) => number): Iterable<readonly number[]> {
  let run: number[] = [];
  for (const index of order) {
    if (run.length > 0 && (keyAt(run[0] ?? 0) !== keyAt(index) || run.length === MOST_ALIKE)) {
      if (run.length >= FEWEST_DAYS) yield run;
      run = [];
    }
    run.push(index);
  }
  if (run.length >= FEWEST_DAYS) yield run;
}

/** What differs from one occurrence to the next anyhow. */
const OWN_MEMBERS = new Set([
  "id",
  "global_id",
  "global_id_lineage",
  "slug",
  "url",
  "rest_url",
  "urls",
  "date",
  "date_utc",
  "modified",
  "modified_utc",
  "json_ld",
]);
const isOwn = (name: string): boolean => OWN_MEMBERS.has(name) || /^(?:utc_)?(?:start|end)_date/.test(name);

/** The record as one that may be part of a series; it has been read by `Alike` already. */
export const toCandidate = ({ record }: FoundRecord, index: number): Candidate => {
  const lengthOf = (prefix: string): number =>
    millisecondsOf(record.text(`${prefix}end_date`)) - millisecondsOf(record.text(`${prefix}start_date`));
  // Of whole days the clock counts, of hours what passes.
  const length = record.flag("all_day", false) ? lengthOf("") : lengthOf("utc_");
  const members: Readonly<Record<string, unknown>> = JSON.parse(record.json());
  const content = Object.entries(members).filter(([name]) => !isOwn(name));
  return {
    index,
    start: millisecondsOf(record.text("start_date")),
    length: length > 0 ? length : 0,
    content: keyOf(JSON.stringify(content)),
  };
};
