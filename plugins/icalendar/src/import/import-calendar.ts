import { DAY, isCalendarError } from "@kalends/core/plugin";
import { UnusableComponent } from "../read/event/times-of-event.ts";
import { firstOf, readProperties, textOf } from "../read/properties.ts";
import { type Source, splitComponents } from "../read/split-components.ts";
import { toDuration } from "../read/times.ts";
import { createYieldToEventLoop, type YieldToEventLoop } from "../read/yield-to-event-loop.ts";
import { type Group, toGroups } from "./groups/groups.ts";
import { createCalendarReadings, readGroup } from "./groups/read-group.ts";
import { splitGroup } from "./groups/split-group.ts";
import { createWriteGroup } from "./groups/write-group.ts";
import type { ImportContext } from "./import-deps.ts";
import { createImportImages, type ImportImages } from "./import-images.ts";
import { createKnownEvents, type KnownEvents } from "./known/known-events.ts";
import { createRenamedEvents } from "./known/renamed-events.ts";
import { derivedUid } from "./occurrences/derived-uid.ts";
import { type Note, refusalOf } from "./report/report.ts";
import { createWriteLease } from "./write-lease.ts";

/** Content of a calendar file to import. */
export interface CalendarBytes {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Charset in the Content-Type header of the response. */
  readonly charset?: string | undefined;
}

/** Result of an import. */
export interface ImportedCalendar {
  /** UIDs of all events in the calendar file, including those that could not be imported. */
  readonly uids: readonly string[];
  /** True if the calendar file was complete and not cut off. */
  readonly isComplete: boolean;
  /** Refresh interval that the calendar file suggests, in milliseconds. */
  readonly refreshInterval?: number;
  /** True if the import stopped before it had processed all events. */
  readonly isStopped: boolean;
  /** True if an image was postponed to the next import, for example because its server was too slow. */
  readonly hasPostponedImages: boolean;
}

/** Functions that can end an import early. */
export interface ImportLimits {
  /** Called before each event. If it resolves to false, the import stops. */
  readonly mayContinue?: () => Promise<boolean>;
  /** If the function returns false, the import fetches no more images, but continues. */
  readonly mayFetch?: () => boolean;
}

/**
 * Imports the events of a calendar file. The complete file is read before the first write. If one event
 * cannot be imported, the import continues with the next event. Rejects with `UnreadableCalendar` if the file
 * is not a calendar, and with other errors if the storage is unavailable.
 */
export const importCalendar = async (
  { bytes, charset }: CalendarBytes,
  context: ImportContext,
  note: Note,
  { mayContinue = async () => true, mayFetch = () => true }: ImportLimits = {},
): Promise<ImportedCalendar> => {
  const { deps, settings } = context;
  const yieldToEventLoop = createYieldToEventLoop();
  const source = await splitComponents(bytes, yieldToEventLoop, charset);
  for (const [kind, count] of source.others)
    note({ outcome: "skipped", uid: "", name: `${kind}: ${count}`, reason: "Only events are imported." });
  const groups = await toGroups(source.events, yieldToEventLoop);
  const readingOf = createCalendarReadings(deps.site);
  const known = createKnownEvents(deps);
  const uids = new Set<string>();
  const keys = source.isComplete ? () => keysOf(groups, known, yieldToEventLoop) : undefined;
  const renamed = createRenamedEvents(context, known, keys);
  const lease = createWriteLease(deps);
  const images = createImportImages(context, mayFetch);
  /**
   * Fetches images without holding the write lease, so that a slow image server does not block other imports
   * of the same UID. Meanwhile, another import can change the event, so the caller must read the event again.
   */
  const fetchImages: ImportImages["fetch"] = async (group) => {
    const { result, isHeld } = await lease.suspend(() => images.fetch(group));
    if (!isHeld) throw new UnusableComponent(LOCKED);
    return result;
  };
  const writeGroup = createWriteGroup(context, {
    ...{ known, renamed, fetchImages },
    present: (uid) => uids.add(uid),
  });
  const reading = { categoriesAs: settings.categoriesAs, linksBack: settings.source !== undefined };
  let isStopped = false;
  try {
    for (const group of groups) {
      await yieldToEventLoop();
      isStopped = !(await mayContinue());
      if (isStopped) break;
      if (!settings.dryRun && !(await lease.acquire(await known.keyOf(group.uid)))) {
        uids.add(group.uid);
        note({ outcome: "failed", uid: group.uid, name: group.name, reason: LOCKED });
        continue;
      }
      try {
        const read = await readGroup(group, readingOf, reading, note, { deps, yieldToEventLoop });
        if (read.mains.length + read.changed.length < group.components.length) uids.add(group.uid);
        for (const each of await splitGroup(read, known, yieldToEventLoop)) await writeGroup(each, note);
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
    hasPostponedImages: images.hasPostponed(),
  };
};

const LOCKED = "Another import is writing this event. Import the calendar again later.";

/** Returns the keys of all UIDs under which events of this file may be stored, including derived UIDs. */
const keysOf = async (
  groups: readonly Group[],
  known: KnownEvents,
  yieldToEventLoop: YieldToEventLoop,
): Promise<ReadonlySet<string>> => {
  const keys = new Set<string>();
  for (const { uid, components } of groups) {
    keys.add(await known.keyOf(uid));
    for (const { lines } of components) {
      await yieldToEventLoop();
      const properties = readProperties(lines, new Set(["RECURRENCE-ID", "DTSTART"]));
      const date = firstOf(properties, "RECURRENCE-ID") ?? firstOf(properties, "DTSTART");
      if (date !== undefined) keys.add(await known.keyOf(await derivedUid(uid, date.raw)));
    }
  }
  return keys;
};

/**
 * Returns the sentence for the report that explains why an event failed. Rethrows errors that concern more
 * than this event, such as an unavailable storage.
 */
const reasonOf = (error: unknown, { logger }: ImportContext["deps"]): string => {
  if (error instanceof UnusableComponent) return error.message;
  // The server refused the request because of a rate limit. All other events would be refused too, so the
  // import ends.
  if (isCalendarError(error) && error.code === "rest_too_many_requests") throw error;
  const refusal = refusalOf(error);
  if (refusal !== undefined) return refusal;
  if (isCalendarError(error)) throw error;
  logger.error("A calendar component could not be imported", { error: String(error) });
  return "The event could not be imported.";
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
