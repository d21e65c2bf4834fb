import { narrowed } from "./decode-line.ts";
import { createLineReader } from "./read-lines.ts";
import type { YieldToEventLoop } from "./yield-to-event-loop.ts";

/** Component of a calendar, with unfolded lines. Lines of nested components are left out. */
export interface SourceComponent {
  /** Name of the component, such as `VEVENT`. */
  readonly kind: string;
  readonly lines: readonly string[];
  /** Number of lines that were left out because they were too long. */
  readonly lostLines: number;
  /**
   * Number of lines that are not properties. An example is the rest of a value that the program did not fold.
   */
  readonly strayLines: number;
  /**
   * True if the component exceeds the maximum size, for example because its END line is missing. Its lines
   * were left out.
   */
  readonly isTooLarge: boolean;
  readonly calendar: SourceCalendar;
}

/** Properties and time zones of one VCALENDAR. */
export interface SourceCalendar {
  /** Properties of the VCALENDAR itself. */
  readonly lines: readonly string[];
  /** Lines of each VTIMEZONE, including the BEGIN and END lines of its observances. */
  readonly zones: readonly (readonly string[])[];
}

export interface Source {
  readonly events: readonly SourceComponent[];
  /** Number of components of other kinds by name, such as `VTODO`. Events and time zones are not counted. */
  readonly others: ReadonlyMap<string, number>;
  readonly calendars: readonly SourceCalendar[];
  /** True if each VCALENDAR has an END line. Otherwise the file may be cut off. */
  readonly isComplete: boolean;
}

/** Limits: characters per component, events per file, and characters per file. */
const [MAX_COMPONENT_SIZE, MAX_COMPONENTS, MAX_SOURCE_SIZE] = [1024 * 1024, 200_000, 128 * 1024 * 1024];
/**
 * Maximum number of VCALENDAR and VTIMEZONE components per file. Some programs write one VCALENDAR for each
 * event.
 */
const [MAX_CALENDARS, MAX_ZONES] = [50_000, 100_000];
/**
 * Maximum total length of all VTIMEZONE components in characters. Components beyond it are ignored, because
 * all time zones of a calendar are parsed without a pause.
 */
const MAX_ZONES_SIZE = 2 * 1024 * 1024;
/** Number of bytes between two checks for a pause. */
const PORTION = 32 * 1024;
const BEGIN_OR_END = /^(BEGIN|END)\s*:\s*([A-Za-z0-9-]{1,40})\s*$/i;

/** Beginning of a property line. Some programs use underscores in names. */
const PROPERTY = /^[A-Za-z0-9_-]+\s*[;:]/;

/** Error for a file that is not a calendar or is too large. Users see its message. */
export class UnreadableCalendar extends Error {}

/**
 * Splits an iCalendar file into components, without parsing their properties. It accepts files without END
 * lines, without VCALENDAR and with missing line breaks. `charset` is the encoding that the server declares.
 * Throws `UnreadableCalendar` if the file is not a calendar or is too large.
 */
export const splitComponents = async (
  chunks: AsyncIterable<Uint8Array>,
  yieldToEventLoop: YieldToEventLoop,
  charset?: string,
): Promise<Source> => {
  const splitter = createSplitter();
  const reader = createLineReader(splitter.take, charset);
  for await (const chunk of narrowed(chunks, charset))
    for (let from = 0; from < chunk.length; from += PORTION) {
      reader.push(chunk.subarray(from, from + PORTION));
      await yieldToEventLoop();
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
  /** Number of nested components that are open at the current line. */
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
    if (calendars.length > MAX_CALENDARS)
      throw new UnreadableCalendar(`The source has more than ${MAX_CALENDARS} calendars.`);
    return calendar;
  };
  const closeComponent = (): void => {
    if (open === undefined) return;
    const { kind, lines, lostLines, strayLines } = open;
    const isTooLarge = open.size > MAX_COMPONENT_SIZE;
    const owner = calendar ?? openCalendar();
    if (kind === "VTIMEZONE") {
      zonesSize += isTooLarge ? 0 : open.size;
      zonesCount += 1;
      if (zonesCount <= MAX_ZONES) owner.zones.push(isTooLarge || zonesSize > MAX_ZONES_SIZE ? [] : lines);
    } else if (kind === "VEVENT")
      events.push({ kind, lines, lostLines, strayLines, isTooLarge, calendar: owner });
    else others.set(others.size < 20 ? kind : "OTHER", (others.get(kind) ?? 0) + 1);
    open = undefined;
    if (events.length > MAX_COMPONENTS)
      throw new UnreadableCalendar(`The calendar has more than ${MAX_COMPONENTS} events.`);
  };
  const keep = (line: string): void => {
    if (open === undefined) return;
    open.size += line.length + 2;
    if (open.size > MAX_COMPONENT_SIZE) open.lines.length = 0;
    else if (open.kind === "VEVENT" || open.kind === "VTIMEZONE") {
      size += line.length;
      open.lines.push(line);
    }
    if (size > MAX_SOURCE_SIZE) throw new UnreadableCalendar("The calendar is too large.");
  };
  const begin = (kind: string, line: string): void => {
    if (kind === "VCALENDAR") {
      closeComponent();
      if (calendar !== undefined) isComplete = false;
      openCalendar();
    } else if (open === undefined || kind === "VEVENT" || kind === "VTIMEZONE") {
      // An event cannot contain another event. The END line of the outer event must be missing, so the outer
      // event ends here.
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
      const [, mark, name = ""] = BEGIN_OR_END.exec(line) ?? [];
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
      if (calendars.length === 0)
        throw new UnreadableCalendar("This is not a calendar: it has no VCALENDAR.");
      return { events, others, calendars, isComplete };
    },
  };
};
