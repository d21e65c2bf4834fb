import {
  type CalendarEvent,
  type EventFields,
  isSeries,
  type KnownEventFields,
  utcText,
} from "@kalends/core/plugin";
import { FIELDS, fieldsOf } from "../../fields.ts";
import type { SourceEvent } from "../../read/event/event-of-component.ts";
import { noteImage, recurs, withoutEmpty } from "../event-as-sent.ts";
import { unlessExcepted, withDefaults, writeWithout } from "../event-values.ts";
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
import { createKeeping } from "../keeping.ts";
import type { KnownEvents } from "../known/known-events.ts";
import type { RenamedEvents } from "../known/renamed-events.ts";
import { isUnchanged, valuesFor } from "../known/unchanged.ts";
import { followedIn, keepFollowed } from "../occurrences/followed-values.ts";
import {
  type ChangedOccurrence,
  changedOccurrences,
  type WrittenOccurrences,
  writeOccurrences,
} from "../occurrences/occurrences.ts";
import { writeOwnDates } from "../occurrences/own-dates.ts";
import { ownUid } from "../occurrences/own-uid.ts";
import { LEFT_OUT, withoutPrivate } from "../occurrences/private-occurrences.ts";
import { healedRecurrence } from "../recurrence/heal-recurrence.ts";
import { noteUnusedExceptions } from "../recurrence/unused-exceptions.ts";
import { type Note, sentences } from "../report/report.ts";
import { withdraw } from "../withdraw.ts";
import { digestOf } from "./groups.ts";
import type { SourceGroup } from "./split-group.ts";

/** Makes the event of a group, or brings it up to what the group says. Inside the lease of imports. */
export type WriteGroup = (group: SourceGroup, note: Note) => Promise<void>;

/** An event or a series as it is to be. */
export interface Wanted {
  readonly uid: string;
  readonly name: string;
  readonly main: SourceEvent;
  readonly values: KnownEventFields;
  readonly changed: readonly ChangedOccurrence[];
  /** The same as it was read. */
  readonly dates: readonly SourceEvent[];
  readonly imported: Imported;
  /** Sentences for the report. */
  readonly notes: string[];
}

const OLDER = "A later version of it has been taken over.";
const IN_TRASH = "It is in the trash.";
const NOT_YOURS = "The calendar has an event of this UID that is not for you to see.";
const HEALED = "An earlier import had moved its dates: they are as its source says again.";
const NO_DATES = "Its source excludes every date of it.";
const NOT_HERE = "It is cancelled, and not in the calendar.";

/** Events that are there, as an import knows them. */
export interface Known {
  readonly known: KnownEvents;
  readonly renamed: RenamedEvents;
  /** Gets each UID that the calendar has. */
  readonly present: (uid: string) => void;
}

export const createWriteGroup = (context: ImportContext, { known, renamed, present }: Known): WriteGroup => {
  const { deps, services, wishes } = context;
  const { reasonToKeep, isUnseen } = createKeeping(context);

  const toWanted = async ({
    uid,
    name,
    main,
    changed,
  }: SourceGroup & { readonly main: SourceEvent }): Promise<Wanted> => {
    const notes = [...new Set([main, ...changed].flatMap((event) => event.notes))];
    const read = withoutPrivate(main.values, main, changed);
    if (read.changed.length < changed.length) notes.push(LEFT_OUT);
    const values = withDefaults(read.values, wishes);
    const others = await changedOccurrences(read.changed, main.times, context, (text) => notes.push(text));
    const { sequence, modified } = main;
    const digest = await digestOf([
      ...[values, others, ...(main.isPrivate ? ["private"] : [])],
      // Earlier versions left out dates that the series does not have, and what holds for later dates.
      ...(others.length > 0 ? ["own-dates"] : []),
      // Dates that have come into the calendar meanwhile.
      ...(others.some(({ isFollowing }) => isFollowing) ? [utcText(deps.clock.now()).slice(0, 7)] : []),
    ]);
    const imported: Imported = {
      ...{ sequence, digest },
      ...(modified !== undefined && { modified }),
      ...(recurs(values) && { isAbsolute: true }),
      ...(others.length > 0 && { followed: followedIn(others) }),
    };
    return { uid, name, main, values, changed: others, dates: read.changed, imported, notes };
  };

  /** What is written of a series last, so that a run that ends before is made up for by the next one. */
  const finish = async (id: number, wanted: Wanted, note: Note): Promise<void> => {
    const series = await deps.repositories.events.find(id);
    if (series === undefined) return;
    const { changed, imported, notes } = wanted;
    const outcome = isSeries(series)
      ? await writeOccurrences(series, changed, context, (text) => notes.push(text))
      : undefined;
    await writeOwn(wanted, outcome, note);
    await remember(id, imported);
  };
  const writeOwn = (
    {
      uid,
      main,
      dates,
    }: Pick<Wanted, "uid" | "dates"> & { readonly main: Pick<SourceEvent, "times" | "isPrivate"> },
    outcome: WrittenOccurrences | undefined,
    note: Note,
  ): Promise<void> =>
    writeOwnDates(
      { uid, main, dates, outcome },
      { ...context, known, write, mayChange: (event) => reasonToKeep(event) === undefined },
      note,
    );
  const remember = (id: number, imported: Imported) =>
    deps.amend("event", id, (_event, data) => ({
      data: { ...data, [IMPORT_FIELDS.imported]: { ...imported } },
    }));

  /** What its source shows to nobody any more is not shown here, either; whom editors show it to later is theirs to say. */
  const isToHide = (event: CalendarEvent, { isPrivate }: SourceEvent): boolean =>
    isPrivate && deps.postStatuses.isPublic(event.status);

  /** From now on it is of this subscription, where it is of one; otherwise it stays with its own. */
  const own = async (event: CalendarEvent, uid: string): Promise<void> => {
    const { source = sourceOf(event) } = wishes;
    await known.remember(uid, event.id, source);
    const isStored = event.origin !== undefined && source === sourceOf(event);
    // Events that an earlier version imported get their origin here.
    if (!isStored && !isNative(event))
      await deps.amend("event", event.id, () => ({ origin: originOf(source) }));
  };

  const add = async (wanted: Wanted, note: Note): Promise<void> => {
    const { uid, main, values, dates, imported, notes } = wanted;
    const isSimple = !recurs(values) && dates.length === 0;
    const fields: EventFields = {
      ...withoutEmpty(values),
      status: main.isPrivate ? "private" : (wishes.status ?? "publish"),
      [FIELDS.uid]: uid,
      [FIELDS.sequence]: main.sequence,
      ...(main.relatedTo !== undefined && { [FIELDS.relatedTo]: main.relatedTo }),
      [IMPORT_FIELDS.imported]: toImportedField({
        ...imported,
        digest: isSimple ? imported.digest : "",
      }),
      ...(wishes.dryRun && { dry_run: true }),
    };
    const { event, adjustments } = await writeWithout(
      fields,
      (sent) => services.createEvent({ ...sent }, { origin: originOf(wishes.source) }),
      (text) => notes.push(text),
    );
    noteImage(adjustments, notes);
    await noteUnusedExceptions(event, (text) => notes.push(text));
    if (wishes.dryRun) return;
    // Others are found by their UID alone.
    if (wishes.source !== undefined) await known.remember(uid, event.id, wishes.source);
    if (!isSimple) await finish(event.id, wanted, note);
  };

  const update = async (event: CalendarEvent, wanted: Wanted, note: Note): Promise<void> => {
    const { uid, main, values, dates, imported, notes } = wanted;
    const own = fieldsOf(event);
    const isSingle = !recurs(values) && !isSeries(event) && dates.length === 0;
    const fields: EventFields = {
      ...(main.isCancelled ? { event_status: "cancelled" as const } : valuesFor(event, values)),
      ...(event.status === "trash" && { status: event.trashed?.status ?? "draft" }),
      ...((isToHide(event, main) || (event.status === "trash" && main.isPrivate)) && {
        status: "private" as const,
      }),
      ...(own.uid === undefined && { [FIELDS.uid]: uid }),
      ...(main.sequence > (own.sequence ?? 0) && { [FIELDS.sequence]: main.sequence }),
      ...(isSingle && { [IMPORT_FIELDS.imported]: toImportedField(imported) }),
      ...(wishes.dryRun && { dry_run: true }),
    };
    const { event: written, adjustments } = await writeWithout(
      fields,
      (sent) => services.updateEvent(event.id, { ...sent }, { origin: originOf(wishes.source) }),
      (text) => notes.push(text),
    );
    noteImage(adjustments, notes);
    await noteUnusedExceptions(written, (text) => notes.push(text));
    if (!wishes.dryRun && !isSingle)
      await (main.isCancelled ? remember(event.id, imported) : finish(event.id, wanted, note));
  };

  const write = async (group: SourceGroup & { readonly main: SourceEvent }, note: Note): Promise<void> => {
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
    const read = await toWanted(group);
    const wanted: Wanted =
      event !== undefined && isNative(event)
        ? { ...read, imported: { ...read.imported, isNative: true } }
        : read;
    const { imported, notes } = wanted;
    if (event === undefined) {
      if (!(await unlessExcepted(() => add(wanted, note)))) return skip(NO_DATES);
      return note({ outcome: "added", uid, name, ...sentences(...notes) });
    }
    if (!wishes.dryRun) await own(event, uid);
    if (main.sequence < (before?.sequence ?? fieldsOf(event).sequence ?? 0)) return skip(OLDER);
    if (before?.digest === imported.digest) {
      const recurrence = await healedRecurrence(event, before, wanted, context);
      if (recurrence !== undefined) {
        // Nothing else of it changes.
        const { website = "" } = event;
        const values = { recurrence, website };
        await update(event, { ...wanted, main: { ...main, isPrivate: false }, values }, note);
        return note({ outcome: "updated", uid, name, ...sentences(...notes, HEALED) });
      }
      const isNoted =
        before.sequence === imported.sequence &&
        before.isAbsolute === imported.isAbsolute &&
        String(before.followed ?? "") === String(imported.followed ?? "");
      if (!isNoted && !wishes.dryRun) await remember(event.id, imported);
      return note({ outcome: "unchanged", uid, name });
    }
    const isOlder = main.sequence === before?.sequence && (main.modified ?? "9") < (before.modified ?? "");
    if (isOlder && before?.digest !== "") return skip(OLDER);
    const mayBeSame = before === undefined && !main.isCancelled && !isToHide(event, main);
    if (mayBeSame && (await isUnchanged(event, wanted, context)))
      return note({ outcome: "unchanged", uid, name });
    if (await unlessExcepted(() => update(event, wanted, note)))
      return note({ outcome: "updated", uid, name, ...sentences(...notes) });
    const isGone = await withdraw(event, imported, context);
    note({ outcome: isGone ? "removed" : "unchanged", uid, name: event.title, ...sentences(NO_DATES) });
  };

  /** Of an event that is not among them: single occurrences, which change those of its series, or are events of their own. */
  const writeChanged = async (group: SourceGroup, note: Note): Promise<void> => {
    const { uid, name, changed: all } = group;
    await noteAsPresent(group);
    const found = await known.find(uid);
    // It has vanished, and comes back with its series.
    const series = found?.status === "trash" && importedOf(found)?.vanished ? undefined : found;
    const kept = series && (series.status === "trash" ? IN_TRASH : reasonToKeep(series));
    if (series !== undefined && kept !== undefined)
      return (await isUnseen(series))
        ? note({ outcome: "failed", uid, name, reason: NOT_YOURS })
        : note({ outcome: "skipped", uid, name, reason: kept });
    if (series === undefined || !isSeries(series)) {
      for (const main of all)
        await write({ uid: await ownUid(uid, main.recurrenceId?.raw ?? ""), name, main, changed: [] }, note);
      return;
    }
    if (await isUnseen(series)) return note({ outcome: "failed", uid, name, reason: NOT_YOURS });
    const isPublic = deps.postStatuses.isPublic(series.status);
    const dates = all.filter(({ isPrivate }) => !isPrivate || !isPublic);
    const notes: string[] = dates.length < all.length ? [LEFT_OUT] : [];
    const others = await changedOccurrences(dates, series.schedule, context, (text) => notes.push(text));
    const changed = dates.every((event) => event.isCancelled)
      ? others.map(({ recurrenceId }) => ({ recurrenceId, values: { event_status: "cancelled" as const } }))
      : others;
    let isNew = !(await isUnchanged(series, { changed }, context));
    if (isNew && !wishes.dryRun) {
      const addNote = (text: string): void => void notes.push(text);
      const outcome = await writeOccurrences(series, changed, context, addNote, "these");
      const main = { times: series.schedule, isPrivate: !isPublic };
      await keepFollowed(series, changed, deps);
      await writeOwn({ uid, main, dates }, outcome, note);
      isNew = outcome.written.size > 0;
    }
    note({ outcome: isNew ? "updated" : "unchanged", uid, name, ...sentences(...notes) });
  };

  const noteAsPresent = async ({ uid, changed }: SourceGroup): Promise<void> => {
    present(uid);
    for (const { recurrenceId } of changed) present(await ownUid(uid, recurrenceId?.raw ?? ""));
  };

  return (group, note) =>
    group.main === undefined ? writeChanged(group, note) : write({ ...group, main: group.main }, note);
};
