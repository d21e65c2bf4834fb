import { type CalendarEvent, type EventFields, isSeries, type KnownEventFields } from "@kalends/core/plugin";
import { FIELDS, fieldsOf } from "../fields.ts";
import type { SourceEvent } from "../read/event/event-of-component.ts";
import { isExcepted, withDefaults, writeWithout } from "./event-values.ts";
import { digestOf } from "./groups.ts";
import { healedRecurrence } from "./heal-recurrence.ts";
import type { ImportContext } from "./import-deps.ts";
import {
  IMPORT_FIELDS,
  type Imported,
  importedOf,
  isNative,
  originOf,
  sourceOf,
  toImportedField,
} from "./import-fields.ts";
import { isForeign, type KnownEvents } from "./known/known-events.ts";
import { isUnchanged, valuesFor } from "./known/unchanged.ts";
import { type ChangedOccurrence, changedOccurrences, writeOccurrences } from "./occurrences.ts";
import { LEFT_OUT, withoutPrivate } from "./private-occurrences.ts";
import type { ReadGroup } from "./read-group.ts";
import { type Note, refusalOf, sentences } from "./report/report.ts";
import { noteUnusedExceptions } from "./unused-exceptions.ts";
import { withdraw } from "./withdraw.ts";

/** Makes the event of a group, or brings it up to what the group says. Inside the lease of imports. */
export type WriteGroup = (group: ReadGroup, note: Note) => Promise<void>;

/** An event or a series as it is to be. */
export interface Wanted {
  readonly uid: string;
  readonly name: string;
  readonly main: SourceEvent;
  readonly values: KnownEventFields;
  readonly changed: readonly ChangedOccurrence[];
  readonly imported: Imported;
  /** Sentences for the report. */
  readonly notes: string[];
}

const OLDER = "A later version of it has been taken over.";
const IN_TRASH = "It is in the trash.";
export const FOREIGN = "The calendar has an event of this UID that is not from this subscription.";
const NATIVE =
  "The event was made in this calendar, not by an import: it stays as it is. To change it, import with own=update (on the command line: --own update).";
const NOT_YOURS = "The calendar has an event of this UID that is not for you to see.";
const HEALED = "An earlier import had moved its dates: they are as its source says again.";
const NO_DATES = "Its source excludes every date of it.";
const NOT_HERE = "It is cancelled, and not in the calendar.";

export const createWriteGroup = (context: ImportContext, known: KnownEvents): WriteGroup => {
  const { deps, services, wishes } = context;

  const toWanted = async ({
    uid,
    name,
    main,
    changed,
  }: ReadGroup & { readonly main: SourceEvent }): Promise<Wanted> => {
    const notes = [...new Set([main, ...changed].flatMap((event) => event.notes))];
    const read = withoutPrivate(main.values, main, changed);
    if (read.changed.length < changed.length) notes.push(LEFT_OUT);
    const values = await withDefaults(read.values, wishes, deps.repositories);
    const others = await changedOccurrences(read.changed, main.times, context, (text) => notes.push(text));
    const { sequence, modified } = main;
    const digest = await digestOf([values, others, ...(main.isPrivate ? ["private"] : [])]);
    const imported: Imported = {
      ...{ sequence, digest },
      ...(modified !== undefined && { modified }),
      ...(recurs(values) && { isAbsolute: true }),
    };
    return { uid, name, main, values, changed: others, imported, notes };
  };

  /** What is written of a series last, so that a run that ends before is made up for by the next one. */
  const finish = async (id: number, { changed, imported, notes }: Wanted): Promise<void> => {
    const series = await deps.repositories.events.find(id);
    if (series === undefined) return;
    if (isSeries(series)) await writeOccurrences(series, changed, context, (text) => notes.push(text));
    await remember(id, imported);
  };
  const remember = (id: number, imported: Imported) =>
    deps.amend("event", id, (_event, data) => ({
      data: { ...data, [IMPORT_FIELDS.imported]: { ...imported } },
    }));

  /** Why the import may not change the event; absent: it may. */
  const reasonToKeep = (event: CalendarEvent): string | undefined => {
    if (wishes.source !== undefined) return isForeign(event, wishes) ? FOREIGN : undefined;
    return wishes.own !== "update" && isNative(event) ? NATIVE : undefined;
  };

  /** Whoever may not read an event learns nothing of what it says, whether it is the same, or in the trash. */
  const isUnseen = async ({ id, status }: CalendarEvent): Promise<boolean> => {
    // Subscriptions are nobody's, and look at what is their own.
    if (wishes.source !== undefined) return false;
    try {
      // What is in the trash is shown to nobody, but can be written by those who may.
      await (status === "trash" ? services.updateEvent(id, { dry_run: true }) : services.getEvent(id));
      return false;
    } catch (error) {
      if (refusalOf(error) === undefined) throw error;
      return true;
    }
  };

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

  const add = async (wanted: Wanted): Promise<void> => {
    const { uid, main, values, imported, notes } = wanted;
    const fields: EventFields = {
      ...withoutEmpty(values),
      status: main.isPrivate ? "private" : (wishes.status ?? "publish"),
      [FIELDS.uid]: uid,
      [FIELDS.sequence]: main.sequence,
      ...(main.relatedTo !== undefined && { [FIELDS.relatedTo]: main.relatedTo }),
      [IMPORT_FIELDS.imported]: toImportedField({
        ...imported,
        digest: recurs(values) ? "" : imported.digest,
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
    await known.remember(uid, event.id, wishes.source);
    if (recurs(values)) await finish(event.id, wanted);
  };

  const update = async (event: CalendarEvent, wanted: Wanted): Promise<void> => {
    const { uid, main, values, imported, notes } = wanted;
    const own = fieldsOf(event);
    const isSingle = !recurs(values) && !isSeries(event);
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
      await (main.isCancelled ? remember(event.id, imported) : finish(event.id, wanted));
  };

  const write = async (group: ReadGroup & { readonly main: SourceEvent }, note: Note): Promise<void> => {
    const { uid, name, main } = group;
    const event = await known.find(uid);
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
      if (!(await unlessExcepted(() => add(wanted)))) return skip(NO_DATES);
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
        await update(event, { ...wanted, main: { ...main, isPrivate: false }, values });
        return note({ outcome: "updated", uid, name, ...sentences(...notes, HEALED) });
      }
      const isNoted = before.sequence === imported.sequence && before.isAbsolute === imported.isAbsolute;
      if (!isNoted && !wishes.dryRun) await remember(event.id, imported);
      return note({ outcome: "unchanged", uid, name });
    }
    const isOlder = main.sequence === before?.sequence && (main.modified ?? "9") < (before.modified ?? "");
    if (isOlder && before?.digest !== "") return skip(OLDER);
    const mayBeSame = before === undefined && !main.isCancelled && !isToHide(event, main);
    if (mayBeSame && (await isUnchanged(event, wanted, context)))
      return note({ outcome: "unchanged", uid, name });
    if (await unlessExcepted(() => update(event, wanted)))
      return note({ outcome: "updated", uid, name, ...sentences(...notes) });
    const isGone = await withdraw(event, imported, context);
    note({ outcome: isGone ? "removed" : "unchanged", uid, name: event.title, ...sentences(NO_DATES) });
  };

  /** Of an event that is not among them: single occurrences, which change those of its series, or are events of their own. */
  const writeChanged = async ({ uid, name, changed: all }: ReadGroup, note: Note): Promise<void> => {
    const series = await known.find(uid);
    const kept = series && reasonToKeep(series);
    if (series !== undefined && kept !== undefined)
      return (await isUnseen(series))
        ? note({ outcome: "failed", uid, name, reason: NOT_YOURS })
        : note({ outcome: "skipped", uid, name, reason: kept });
    if (series === undefined || !isSeries(series)) {
      for (const main of all)
        await write({ uid: `${uid}/${main.recurrenceId?.raw ?? ""}`, name, main, changed: [] }, note);
      return;
    }
    if (await isUnseen(series)) return note({ outcome: "failed", uid, name, reason: NOT_YOURS });
    const isPublic = deps.postStatuses.isPublic(series.status);
    const changed = all.filter(({ isPrivate }) => !isPrivate || !isPublic);
    const notes: string[] = changed.length < all.length ? [LEFT_OUT] : [];
    const others = await changedOccurrences(changed, series.schedule, context, (text) => notes.push(text));
    const isCancelled = changed.every((event) => event.isCancelled);
    const cancelled = others.map(({ recurrenceId }) => ({
      recurrenceId,
      values: { event_status: "cancelled" as const },
    }));
    const isNew = !(await isUnchanged(series, { changed: isCancelled ? cancelled : others }, context));
    if (isNew && !wishes.dryRun)
      await writeOccurrences(
        series,
        isCancelled ? cancelled : others,
        context,
        (text) => notes.push(text),
        "these",
      );
    note({ outcome: isNew ? "updated" : "unchanged", uid, name, ...sentences(...notes) });
  };

  return (group, note) =>
    group.main === undefined ? writeChanged(group, note) : write({ ...group, main: group.main }, note);
};

/** False if the write was refused because the event would have no date. */
const unlessExcepted = async (write: () => Promise<void>): Promise<boolean> => {
  try {
    await write();
    return true;
  } catch (error) {
    if (isExcepted(error)) return false;
    throw error;
  }
};

const recurs = ({ recurrence }: KnownEventFields): boolean =>
  [recurrence?.rules, recurrence?.dates].some((list) => Array.isArray(list) && list.length > 0);

/** A new record has nothing where nothing is said; only that an event has no website can be said. */
const withoutEmpty = (values: KnownEventFields): KnownEventFields =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) =>
        name === "website" || (value !== "" && !(Array.isArray(value) && value.length === 0)),
    ),
  );

const noteImage = (adjustments: readonly { readonly reason: string }[], notes: string[]): void => {
  if (adjustments.some(({ reason }) => reason === "image-not-fetched"))
    notes.push("The image could not be fetched.");
};
