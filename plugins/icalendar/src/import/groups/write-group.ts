import { type CalendarApi, type CalendarEvent, isSeries } from "@kalends/core/plugin";
import { FIELDS, fieldsOf } from "../../fields.ts";
import type { SourceEvent } from "../../read/event/event-of-component.ts";
import { createYieldToEventLoop } from "../../read/yield-to-event-loop.ts";
import { createChangeGuard } from "../change-guard.ts";
import { noteImage, recurs, withoutEmpty } from "../event-as-sent.ts";
import { unlessExcepted, writeWithout } from "../event-values.ts";
import type { ImportContext } from "../import-deps.ts";
import {
  IMPORT_FIELDS,
  type Imported,
  importedOf,
  isNative,
  originOf,
  sourceOf,
  toImportedField,
} from "../import-fields.ts";
import { hasImage, type ImportImages, POSTPONED_IMAGE } from "../import-images.ts";
import type { KnownEvents } from "../known/known-events.ts";
import type { RenamedEvents } from "../known/renamed-events.ts";
import { isUnchanged, valuesFor } from "../known/unchanged.ts";
import { derivedUid } from "../occurrences/derived-uid.ts";
import { keepFollowed } from "../occurrences/followed-values.ts";
import { changedOccurrences, type WrittenOccurrences, writeOccurrences } from "../occurrences/occurrences.ts";
import { LEFT_OUT } from "../occurrences/private-occurrences.ts";
import { writeSeparateDates } from "../occurrences/separate-dates.ts";
import { repairedRecurrence } from "../recurrence/repair-recurrence.ts";
import { noteUnusedExceptions } from "../recurrence/unused-exceptions.ts";
import { type Note, sentences } from "../report/report.ts";
import { trashVanished } from "../trash-vanished.ts";
import type { SourceGroup } from "./split-group.ts";
import { createToWantedEvent, type MainGroup, type WantedEvent } from "./wanted-event.ts";

type EventFields = Parameters<CalendarApi["events"]["create"]>[0];

/** Creates or updates the event of a group. The caller must hold the write lease for its UID. */
export type WriteGroup = (group: SourceGroup, note: Note) => Promise<void>;

const OLDER = "A later version was imported before.";
const IN_TRASH = "The event is in the trash.";
const NOT_YOURS = "The calendar has an event with this UID that you may not see.";
const REPAIRED = "An earlier import had moved its dates; they were restored from the source.";
const NO_DATES = "The source excludes all dates of the event.";
const NOT_HERE = "The event is cancelled and was never imported.";

/** Access to stored events and to images during an import. */
export interface Known {
  readonly known: KnownEvents;
  readonly renamed: RenamedEvents;
  /** Fetches the images of a group. The write lease of the group is not held during the download. */
  readonly fetchImages: ImportImages["fetch"];
  /** Called with each UID that the calendar file contains. */
  readonly present: (uid: string) => void;
}

export const createWriteGroup = (
  context: ImportContext,
  { known, renamed, fetchImages, present }: Known,
): WriteGroup => {
  const { deps, api, settings } = context;
  const yieldToEventLoop = createYieldToEventLoop();
  const toWantedEvent = createToWantedEvent(context, yieldToEventLoop);
  const { reasonToKeep, isHiddenFromCaller: isUnseen } = createChangeGuard(context);

  /**
   * Writes the changed occurrences of a series and finally its import state. If the import is interrupted
   * before the state is written, the next import writes the series again.
   */
  const finish = async (id: number, wanted: WantedEvent, note: Note): Promise<void> => {
    const series = await deps.calendar.unrestricted.events.get(id);
    if (series === undefined) return;
    const { changed, imported, notes } = wanted;
    const outcome = isSeries(series)
      ? await writeOccurrences(series, changed, context, (text) => notes.push(text))
      : undefined;
    await writeSeparate(wanted, outcome, note);
    await remember(id, imported);
  };
  const writeSeparate = (
    {
      uid,
      main,
      dates,
    }: Pick<WantedEvent, "uid" | "dates"> & { readonly main: Pick<SourceEvent, "times" | "isPrivate"> },
    outcome: WrittenOccurrences | undefined,
    note: Note,
  ): Promise<void> =>
    writeSeparateDates(
      { uid, main, dates, outcome },
      { ...context, known, write, mayChange: (event) => reasonToKeep(event) === undefined },
      note,
    );
  const remember = (id: number, imported: Imported) =>
    deps.amend("event", id, (_event, data) => ({
      data: { ...data, [IMPORT_FIELDS.imported]: { ...imported } },
    }));

  /**
   * True if the event is private in the source but public here. Otherwise the import keeps the status, which
   * editors may have changed.
   */
  const mustHide = (event: CalendarEvent, { isPrivate }: SourceEvent): boolean =>
    isPrivate && deps.postStatuses.isPublic(event.status);

  /**
   * Records which event has this UID. If a subscription runs the import, it also becomes the owner of the
   * event.
   */
  const claim = async (event: CalendarEvent, uid: string): Promise<void> => {
    const { source = sourceOf(event) } = settings;
    await known.remember(uid, event.id, source);
    const isStored = event.origin !== undefined && source === sourceOf(event);
    // Earlier versions stored no origin with imported events. Such events get their origin here.
    if (!isStored && !isNative(event))
      await deps.amend("event", event.id, () => ({ origin: originOf(source) }));
  };

  const add = async (wanted: WantedEvent, note: Note): Promise<void> => {
    const { uid, main, values, dates, imported, notes } = wanted;
    const isSimple = !recurs(values) && dates.length === 0;
    const fields: EventFields = {
      ...withoutEmpty(values),
      status: main.isPrivate ? "private" : (settings.status ?? "publish"),
      [FIELDS.uid]: uid,
      [FIELDS.sequence]: main.sequence,
      ...(main.relatedTo !== undefined && { [FIELDS.relatedTo]: main.relatedTo }),
      [IMPORT_FIELDS.imported]: toImportedField({
        ...imported,
        digest: isSimple ? imported.digest : "",
      }),
      ...(settings.dryRun && { dry_run: true }),
    };
    const { event, adjustments } = await writeWithout(
      fields,
      (sent) => api.events.create({ ...sent }, { origin: originOf(settings.source) }),
      (text) => notes.push(text),
    );
    noteImage(adjustments, notes);
    await noteUnusedExceptions(event, (text) => notes.push(text));
    if (settings.dryRun) return;
    // Without a subscription, events are found by their stored UID, so no record is needed.
    if (settings.source !== undefined) await known.remember(uid, event.id, settings.source);
    if (!isSimple) await finish(event.id, wanted, note);
  };

  const update = async (event: CalendarEvent, wanted: WantedEvent, note: Note): Promise<void> => {
    const { uid, main, values, dates, imported, notes } = wanted;
    const own = fieldsOf(event);
    const isSingle = !recurs(values) && !isSeries(event) && dates.length === 0;
    const fields: EventFields = {
      ...(main.isCancelled ? { event_status: "cancelled" as const } : valuesFor(event, values)),
      ...(event.status === "trash" && { status: event.trashed?.status ?? "draft" }),
      ...((mustHide(event, main) || (event.status === "trash" && main.isPrivate)) && {
        status: "private" as const,
      }),
      ...(own.uid === undefined && { [FIELDS.uid]: uid }),
      ...(main.sequence > (own.sequence ?? 0) && { [FIELDS.sequence]: main.sequence }),
      ...(isSingle && { [IMPORT_FIELDS.imported]: toImportedField(imported) }),
      ...(settings.dryRun && { dry_run: true }),
    };
    const { event: written, adjustments } = await writeWithout(
      fields,
      (sent) => api.events.update(event.id, { ...sent }, { origin: originOf(settings.source) }),
      (text) => notes.push(text),
    );
    noteImage(adjustments, notes);
    await noteUnusedExceptions(written, (text) => notes.push(text));
    if (!settings.dryRun && !isSingle)
      await (main.isCancelled ? remember(event.id, imported) : finish(event.id, wanted, note));
  };

  /**
   * Creates or updates the event of a group. `digest` is the digest to store; it is set if the images have
   * already been fetched.
   */
  const write = async (group: MainGroup, note: Note, digest?: string): Promise<void> => {
    const { uid, name, main } = group;
    await noteAsPresent(group);
    const event = (await known.find(uid)) ?? (await renamed.rename(uid, main));
    const skip = (reason: string): void => note({ outcome: "skipped", uid, name, reason });
    if (event !== undefined && (await isUnseen(event)))
      return note({ outcome: "failed", uid, name, reason: NOT_YOURS });
    if (event === undefined && main.isCancelled) return skip(NOT_HERE);
    const kept = event && reasonToKeep(event);
    if (kept !== undefined) return skip(kept);
    const before = event && importedOf(event);
    if (event?.status === "trash" && before?.vanished !== true) return skip(IN_TRASH);
    const read = await toWantedEvent(group);
    const wanted: WantedEvent = {
      ...read,
      imported: {
        ...read.imported,
        ...(event !== undefined && isNative(event) && { isNative: true as const }),
        ...(digest !== undefined && { digest }),
      },
    };
    const { imported, notes } = wanted;
    if (digest === undefined && !settings.dryRun && before?.digest !== imported.digest && hasImage(group)) {
      const { group: next, hasPostponedImage } = await fetchImages(group);
      // If an image is missing now, the digest of the event without it is stored. The next import then finds
      // another digest and fetches the image again.
      return write(
        next,
        note,
        hasPostponedImage ? (await toWantedEvent(next)).imported.digest : imported.digest,
      );
    }
    if (event === undefined) {
      if (!(await unlessExcepted(() => add(wanted, note)))) return skip(NO_DATES);
      return note({ outcome: "added", uid, name, ...sentences(...notes) });
    }
    if (!settings.dryRun) await claim(event, uid);
    if (main.sequence < (before?.sequence ?? fieldsOf(event).sequence ?? 0)) return skip(OLDER);
    if (before?.digest === imported.digest) {
      const recurrence = await repairedRecurrence(event, before, wanted, context);
      if (recurrence !== undefined) {
        // Only the recurrence changes. The update must contain the website, or it would remove the website.
        const { website = "" } = event;
        const values = { recurrence, website };
        await update(event, { ...wanted, main: { ...main, isPrivate: false }, values }, note);
        return note({ outcome: "updated", uid, name, ...sentences(...notes, REPAIRED) });
      }
      const isNoted =
        before.sequence === imported.sequence &&
        before.isAbsolute === imported.isAbsolute &&
        String(before.followed ?? "") === String(imported.followed ?? "");
      if (!isNoted && !settings.dryRun) await remember(event.id, imported);
      return note({
        outcome: "unchanged",
        uid,
        name,
        ...(main.notes.includes(POSTPONED_IMAGE) && sentences(POSTPONED_IMAGE)),
      });
    }
    const isOlder = main.sequence === before?.sequence && (main.modified ?? "9") < (before.modified ?? "");
    if (isOlder && before?.digest !== "") return skip(OLDER);
    const mayBeSame = before === undefined && !main.isCancelled && !mustHide(event, main);
    if (mayBeSame && (await isUnchanged(event, wanted, context)))
      return note({ outcome: "unchanged", uid, name });
    if (await unlessExcepted(() => update(event, wanted, note)))
      return note({ outcome: "updated", uid, name, ...sentences(...notes) });
    const isGone = await trashVanished(event, imported, context);
    note({ outcome: isGone ? "removed" : "unchanged", uid, name: event.title, ...sentences(NO_DATES) });
  };

  /**
   * Writes changed occurrences whose series is not in the calendar file. They change the stored series or
   * become separate events.
   */
  const writeChanged = async (group: SourceGroup, note: Note, hasFetched = false): Promise<void> => {
    const { uid, name, changed: all } = group;
    await noteAsPresent(group);
    const found = await known.find(uid);
    // A series that an import moved to the trash is restored only together with its source.
    const series = found?.status === "trash" && importedOf(found)?.vanished ? undefined : found;
    const kept = series && (series.status === "trash" ? IN_TRASH : reasonToKeep(series));
    if (series !== undefined && kept !== undefined)
      return (await isUnseen(series))
        ? note({ outcome: "failed", uid, name, reason: NOT_YOURS })
        : note({ outcome: "skipped", uid, name, reason: kept });
    if (series === undefined || !isSeries(series)) {
      for (const main of all)
        await write(
          { uid: await derivedUid(uid, main.recurrenceId?.raw ?? ""), name, main, changed: [] },
          note,
        );
      return;
    }
    if (await isUnseen(series)) return note({ outcome: "failed", uid, name, reason: NOT_YOURS });
    const isPublic = deps.postStatuses.isPublic(series.status);
    const dates = all.filter(({ isPrivate }) => !isPrivate || !isPublic);
    const notes: string[] = dates.length < all.length ? [LEFT_OUT] : [];
    if (dates.some((event) => event.notes.includes(POSTPONED_IMAGE))) notes.push(POSTPONED_IMAGE);
    const others = await changedOccurrences(
      dates,
      series.schedule,
      { ...context, yieldToEventLoop },
      (text) => notes.push(text),
    );
    const changed = dates.every((event) => event.isCancelled)
      ? others.map(({ recurrenceId }) => ({ recurrenceId, values: { event_status: "cancelled" as const } }))
      : others;
    let isNew = !(await isUnchanged(series, { changed }, context));
    if (isNew && !settings.dryRun && !hasFetched && hasImage(group))
      return writeChanged((await fetchImages(group)).group, note, true);
    if (isNew && !settings.dryRun) {
      const addNote = (text: string): void => void notes.push(text);
      const outcome = await writeOccurrences(series, changed, context, addNote, "these");
      const main = { times: series.schedule, isPrivate: !isPublic };
      await keepFollowed(series, changed, deps);
      await writeSeparate({ uid, main, dates }, outcome, note);
      isNew = outcome.written.size > 0;
    }
    note({ outcome: isNew ? "updated" : "unchanged", uid, name, ...sentences(...notes) });
  };

  const noteAsPresent = async ({ uid, changed }: SourceGroup): Promise<void> => {
    present(uid);
    for (const { recurrenceId } of changed) present(await derivedUid(uid, recurrenceId?.raw ?? ""));
  };

  return (group, note) =>
    group.main === undefined ? writeChanged(group, note) : write({ ...group, main: group.main }, note);
};
