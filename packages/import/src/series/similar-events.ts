import { createHash } from "node:crypto";
import { isTimeZone, millisecondsOf } from "@kalends/core";
import { foldText } from "@kalends/core/storage";
import { readOr, type SourceRecord } from "../records/source-record.ts";
import type { FoundRecord } from "../source/source.ts";
import { MIN_DAYS } from "./day-rules.ts";
import type { Candidate } from "./find-series.ts";
import { createNumbers, type Numbers } from "./numbers.ts";

/**
 * Groups similar events, which may be occurrences of one series. Takes 24 to 48 bytes of memory for each
 * event.
 */
export interface SimilarEvents {
  /** Adds an event. Call this in the order of the source. */
  add(found: FoundRecord): void;
  /**
   * Yields groups of similar events, as positions in the source. Each event shares its slug, its global id,
   * or its title and venue with another event of the group. All events of a group have the same time zone,
   * all-day flag, status and author. Groups with too few events for a series are left out.
   */
  groups(): Iterable<readonly number[]>;
}

/** Maximum number of events in a group. A larger group is split in the order of the source. */
const MAX_SIMILAR = 20_000;

/** Returns a 48-bit digest of a text; 0 for an empty text. */
const keyOf = (text: string): number =>
  text === "" ? 0 : createHash("sha256").update(text).digest().readUIntBE(0, 6) || 1;

/**
 * Returns a text of the values that all occurrences of a series share. Returns `undefined` if the time zone
 * is unknown. Throws a `SourceProblem` if a value is unreadable. Such an event cannot be an occurrence.
 */
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

export const createSimilarEvents = (): SimilarEvents => {
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

/** Returns for each position the lowest position in its group, which identifies the group. */
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

/** Returns all positions, sorted by a number. Positions with equal numbers keep their order. */
const ordered = (size: number, numberOf: (index: number) => number): Uint32Array =>
  Uint32Array.from({ length: size }, (_, index) => index).sort(
    (one, other) => numberOf(one) - numberOf(other) || one - other,
  );

function* runsOf(order: Uint32Array, keyAt: (index: number) => number): Iterable<readonly number[]> {
  let run: number[] = [];
  for (const index of order) {
    if (run.length > 0 && (keyAt(run[0] ?? 0) !== keyAt(index) || run.length === MAX_SIMILAR)) {
      if (run.length >= MIN_DAYS) yield run;
      run = [];
    }
    run.push(index);
  }
  if (run.length >= MIN_DAYS) yield run;
}

/** Members that the comparison ignores, because each occurrence of a series has its own. */
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

/**
 * Converts an event to a candidate for a series. `SimilarEvents` has already checked that the event is
 * readable.
 */
export const toCandidate = ({ record }: FoundRecord, index: number): Candidate => {
  const lengthOf = (prefix: string): number =>
    millisecondsOf(record.text(`${prefix}end_date`)) - millisecondsOf(record.text(`${prefix}start_date`));
  // Measure all-day events in local time and others in elapsed time, so that clock changes do not matter.
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
