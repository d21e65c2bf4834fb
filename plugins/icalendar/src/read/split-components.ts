import type { Breathe } from "./breathing.ts";
import { narrowed } from "./decode-line.ts";
import { createLineReader } from "./read-lines.ts";

/** One component of a calendar, its lines unfolded, without those of what is nested in it. */
export interface SourceComponent {
  /** Such as `VEVENT`. */
  readonly kind: string;
  readonly lines: readonly string[];
  /** Lines that were left out: too long. */
  readonly lostLines: number;
  /** Lines that are no properties: rests of values that were not folded. */
  readonly strayLines: number;
  /** It has no end, or is longer than components may be, and has lost its lines for that. */
  readonly isTooLarge: boolean;
  readonly calendar: SourceCalendar;
}

/** One VCALENDAR. */
export interface SourceCalendar {
  /** Its own property lines. */
  readonly lines: readonly string[];
  /** Its VTIMEZONEs with all that is in them, `BEGIN` and `END` of observances included. */
  readonly zones: readonly (readonly string[])[];
}

export interface Source {
  readonly events: readonly SourceComponent[];
  /** Of components that are no events and no zones, how many: `VTODO` and the like. */
  readonly others: ReadonlyMap<string, number>;
  readonly calendars: readonly SourceCalendar[];
  /** Each VCALENDAR has its end: nothing was cut off. */
  readonly isComplete: boolean;
}

/** Characters of one component, components, and characters of all, at most. */
const [LARGEST_COMPONENT, MOST_COMPONENTS, LARGEST_SOURCE] = [1024 * 1024, 200_000, 128 * 1024 * 1024];
/** Calendars in one source, as some programs write one for each event, and zones in all of them. */
const [MOST_CALENDARS, MOST_ZONES] = [50_000, 100_000];
/** Characters of all zones, at most, which are read in one go: those that follow say nothing. */
const LARGEST_ZONES = 2 * 1024 * 1024;
/** Bytes that are read at once. */
const PORTION = 32 * 1024;
const MARK = /^(BEGIN|END)\s*:\s*([A-Za-z0-9-]{1,40})\s*$/i;

/** Names of some programs have underscores. */
const PROPERTY = /^[A-Za-z0-9_-]+\s*[;:]/;

/** It is no calendar, or more than can be read; the message says so to people. */
export class UnreadableCalendar extends Error {}

/**
 * The components of iCalendar, whatever is between them or missing: ends, returns, the VCALENDAR around. Nothing is parsed yet.
 * `charset`: what its source says of its encoding. Throws `UnreadableCalendar`.
 */
export const splitComponents = async (
  chunks: AsyncIterable<Uint8Array>,
  breathe: Breathe,
  charset?: string,
): Promise<Source> => {
  const splitter = createSplitter();
  const reader = createLineReader(splitter.take, charset);
  for await (const chunk of narrowed(chunks, charset))
    for (let from = 0; from < chunk.length; from += PORTION) {
      reader.push(chunk.subarray(from, from + PORTION));
      await breathe();
    }
  reader.end();
  return splitter.end();
};

interface OpenComponent {
  readonly kind: string;
  readonly lines: string[];
  size: number;
  lostLines: number;
  strayLines: number;
  /** Of what is nested in it: how deep. */
  depth: number;
}

const createSplitter = (): { take(line: string | undefined): void; end(): Source } => {
  const events: SourceComponent[] = [];
  const others = new Map<string, number>();
  const calendars: { readonly lines: string[]; readonly zones: string[][] }[] = [];
  let calendar: { readonly lines: string[]; readonly zones: string[][] } | undefined;
  let open: OpenComponent | undefined;
  let isComplete = true;
  let size = 0;
  let [zonesSize, zonesCount] = [0, 0];

  const openCalendar = () => {
    calendar = { lines: [], zones: [] };
    calendars.push(calendar);
    if (calendars.length > MOST_CALENDARS)
      throw new UnreadableCalendar(`The source has more than ${MOST_CALENDARS} calendars.`);
    return calendar;
  };
  const closeComponent = (): void => {
    if (open === undefined) return;
    const { kind, lines, lostLines, strayLines } = open;
    const isTooLarge = open.size > LARGEST_COMPONENT;
    const owner = calendar ?? openCalendar();
    if (kind === "VTIMEZONE") {
      zonesSize += isTooLarge ? 0 : open.size;
      zonesCount += 1;
      if (zonesCount <= MOST_ZONES) owner.zones.push(isTooLarge || zonesSize > LARGEST_ZONES ? [] : lines);
    } else if (kind === "VEVENT")
      events.push({ kind, lines, lostLines, strayLines, isTooLarge, calendar: owner });
    else others.set(others.size < 20 ? kind : "OTHER", (others.get(kind) ?? 0) + 1);
    open = undefined;
    if (events.length > MOST_COMPONENTS)
      throw new UnreadableCalendar(`The calendar has more than ${MOST_COMPONENTS} events.`);
  };
  const keep = (line: string): void => {
    if (open === undefined) return;
    open.size += line.length + 2;
    if (open.size > LARGEST_COMPONENT) open.lines.length = 0;
    else if (open.kind === "VEVENT" || open.kind === "VTIMEZONE") {
      size += line.length;
      open.lines.push(line);
    }
    if (size > LARGEST_SOURCE) throw new UnreadableCalendar("The calendar is too large.");
  };
  const begin = (kind: string, line: string): void => {
    if (kind === "VCALENDAR") {
      closeComponent();
      if (calendar !== undefined) isComplete = false;
      openCalendar();
    } else if (open === undefined || kind === "VEVENT" || kind === "VTIMEZONE") {
      // Inside of another one, the end of that is missing.
      closeComponent();
      open = { kind, lines: [], size: 0, lostLines: 0, strayLines: 0, depth: 0 };
    } else {
      open.depth += 1;
      if (open.kind === "VTIMEZONE") keep(line);
    }
  };
  const finish = (kind: string, line: string): void => {
    if (kind === "VCALENDAR") {
      closeComponent();
      calendar = undefined;
    } else if (open?.kind === kind) closeComponent();
    else if (open !== undefined) {
      open.depth = Math.max(0, open.depth - 1);
      if (open.kind === "VTIMEZONE") keep(line);
    }
  };

  return {
    take(line) {
      if (line === undefined) {
        if (open?.depth === 0) open.lostLines += 1;
        return;
      }
      const [, mark, name = ""] = MARK.exec(line) ?? [];
      if (mark !== undefined) (/^b/i.test(mark) ? begin : finish)(name.toUpperCase(), line);
      else if (open !== undefined) {
        if (open.depth === 0 && !PROPERTY.test(line)) open.strayLines += 1;
        if (open.depth === 0 || open.kind === "VTIMEZONE") keep(line);
      } else if (calendar !== undefined && calendar.lines.length < 100 && line.length < 10_000) {
        size += line.length;
        calendar.lines.push(line);
      }
    },
    end() {
      if (open !== undefined || calendar !== undefined) isComplete = false;
      closeComponent();
      if (calendars.length === 0) throw new UnreadableCalendar("This is no calendar: it has no VCALENDAR.");
      return { events, others, calendars, isComplete };
    },
  };
};
