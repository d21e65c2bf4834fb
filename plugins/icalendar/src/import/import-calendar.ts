import { DAY, isCalendarError } from "@kalends/core/plugin";
import { type Breathe, createBreathe } from "../read/breathing.ts";
import { UnusableComponent } from "../read/event/times-of-event.ts";
import { firstOf, readProperties, textOf } from "../read/properties.ts";
import { type Source, splitComponents } from "../read/split-components.ts";
import { toDuration } from "../read/times.ts";
import { type Group, toGroups } from "./groups/groups.ts";
import { createCalendarReadings, readGroup } from "./groups/read-group.ts";
import { splitGroup } from "./groups/split-group.ts";
import { createWriteGroup } from "./groups/write-group.ts";
import type { ImportContext } from "./import-deps.ts";
import { createImportImages, type ImportImages } from "./import-images.ts";
import { createKnownEvents, type KnownEvents } from "./known/known-events.ts";
import { createRenamedEvents } from "./known/renamed-events.ts";
import { ownUid } from "./occurrences/own-uid.ts";
import { type Note, refusalOf } from "./report/report.ts";
import { createWriteLease } from "./write-lease.ts";

/** A calendar as it was sent. */
export interface CalendarBytes {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** The encoding that its media type names. */
  readonly charset?: string | undefined;
}

/** What was read. */
export interface ImportedCalendar {
  /** The UIDs of its events, those that could not be taken over included. */
  readonly uids: readonly string[];
  /** Nothing of it was cut off. */
  readonly isComplete: boolean;
  /** Milliseconds between two looks that the calendar asks for. */
  readonly refreshInterval?: number;
  /** It was left before its end. */
  readonly isStopped: boolean;
  /** An image was left for the next import. */
  readonly hasLeftImages: boolean;
}

/** When an import ends before its calendar. */
export interface ImportLimits {
  /** False: it stops before the next event. */
  readonly goesOn?: () => Promise<boolean>;
  /** False: no image is fetched any more. */
  readonly mayFetch?: () => boolean;
}

/**
 * Takes over the events of a calendar: all of it is read before anything is written, and one that cannot be taken over stops no other.
 * Rejects with `UnreadableCalendar`, and where the storage is away.
 */
export const importCalendar = async (
  { bytes, charset }: CalendarBytes,
  context: ImportContext,
  note: Note,
  { goesOn = async () => true, mayFetch = () => true }: ImportLimits = {},
): Promise<ImportedCalendar> => {
  const { deps, wishes } = context;
  const breathe = createBreathe();
  const source = await splitComponents(bytes, breathe, charset);
  for (const [kind, count] of source.others)
    note({ outcome: "skipped", uid: "", name: `${kind}: ${count}`, reason: "Only events are taken over." });
  const groups = await toGroups(source.events, breathe);
  const readingOf = createCalendarReadings(deps.site);
  const known = createKnownEvents(deps);
  const uids = new Set<string>();
  const keys = source.isComplete ? () => keysOf(groups, known, breathe) : undefined;
  const renamed = createRenamedEvents(context, known, keys);
  const lease = createWriteLease(deps);
  const images = createImportImages(context, mayFetch);
  /** Slow servers of images keep no other import of the UID waiting: what is written is looked for again afterwards. */
  const fetchImages: ImportImages["fetch"] = async (group) => {
    const { result, isHeld } = await lease.suspend(() => images.fetch(group));
    if (!isHeld) throw new UnusableComponent(HELD);
    return result;
  };
  const writeGroup = createWriteGroup(context, {
    ...{ known, renamed, fetchImages },
    present: (uid) => uids.add(uid),
  });
  const reading = { categoriesAs: wishes.categoriesAs, linksBack: wishes.source !== undefined };
  let isStopped = false;
  try {
    for (const group of groups) {
      await breathe();
      isStopped = !(await goesOn());
      if (isStopped) break;
      if (!wishes.dryRun && !(await lease.hold(await known.keyOf(group.uid)))) {
        uids.add(group.uid);
        note({ outcome: "failed", uid: group.uid, name: group.name, reason: HELD });
        continue;
      }
      try {
        const read = await readGroup(group, readingOf, reading, note, { deps, breathe });
        if (read.mains.length + read.changed.length < group.components.length) uids.add(group.uid);
        for (const each of await splitGroup(read, known, breathe)) await writeGroup(each, note);
      } catch (error) {
        uids.add(group.uid);
        note({ outcome: "failed", uid: group.uid, name: group.name, reason: reasonOf(error, deps) });
      }
    }
    await lease.release();
    if (!isStopped) await renamed.removeRepeated(note);
  } finally {
    await lease.release();
  }
  const refreshInterval = refreshIntervalOf(source);
  return {
    uids: [...uids],
    isComplete: source.isComplete,
    ...(refreshInterval !== undefined && { refreshInterval }),
    isStopped,
    hasLeftImages: images.hasLeft(),
  };
};

const HELD = "Another import is writing it.";

/** The keys of all UIDs that the events of a calendar may have here. */
const keysOf = async (
  groups: readonly Group[],
  known: KnownEvents,
  breathe: Breathe,
): Promise<ReadonlySet<string>> => {
  const keys = new Set<string>();
  for (const { uid, components } of groups) {
    keys.add(await known.keyOf(uid));
    for (const { lines } of components) {
      await breathe();
      const properties = readProperties(lines, new Set(["RECURRENCE-ID", "DTSTART"]));
      const date = firstOf(properties, "RECURRENCE-ID") ?? firstOf(properties, "DTSTART");
      if (date !== undefined) keys.add(await known.keyOf(await ownUid(uid, date.raw)));
    }
  }
  return keys;
};

/** Rethrows what is not the fault of one component. */
const reasonOf = (error: unknown, { logger }: ImportContext["deps"]): string => {
  if (error instanceof UnusableComponent) return error.message;
  // It is refused whole: those that follow would be, too.
  if (isCalendarError(error) && error.code === "rest_too_many_requests") throw error;
  const refusal = refusalOf(error);
  if (refusal !== undefined) return refusal;
  if (isCalendarError(error)) throw error;
  logger.error("A component could not be taken over", { error: String(error) });
  return "It could not be taken over.";
};

const refreshIntervalOf = ({ calendars }: Source): number | undefined => {
  const properties = readProperties(
    calendars.flatMap(({ lines }) => lines),
    new Set(["REFRESH-INTERVAL", "X-PUBLISHED-TTL"]),
  );
  const text = textOf(properties, "REFRESH-INTERVAL") ?? textOf(properties, "X-PUBLISHED-TTL");
  const duration = text === undefined ? undefined : toDuration(text);
  return duration && duration.days * DAY + duration.milliseconds;
};
