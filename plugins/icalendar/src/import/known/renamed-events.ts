import type { CalendarEvent } from "@kalends/core/plugin";
import { externalIdsWith, FIELDS, fieldsOf } from "../../fields.ts";
import type { SourceEvent } from "../../read/event/event-of-component.ts";
import { startOfSource, startOfStored } from "../groups/split-group.ts";
import type { ImportContext } from "../import-deps.ts";
import { importedOf, sourceOf } from "../import-fields.ts";
import type { Note } from "../report/report.ts";
import { trashVanished } from "../trash-vanished.ts";
import type { KnownEvents } from "./known-events.ts";

/** Recognizes events that got a new UID in the source. Some sources assign new UIDs in every response. */
export interface RenamedEvents {
  /**
   * Finds a stored event of the subscription that has the same start and title as `main`, and whose UID the
   * source no longer lists. Stores the new UID with this event and returns the event. Returns `undefined` if
   * no event matches.
   */
  rename(uid: string, main: SourceEvent): Promise<CalendarEvent | undefined>;
  /** Moves duplicates to the trash. Earlier versions created them when a source assigned new UIDs. */
  removeRepeated(note: Note): Promise<void>;
}

interface Vanished {
  readonly key: string;
  readonly event: CalendarEvent;
  /** Start and title in one text, for comparison. */
  readonly signature: string;
}

const REPEATED = "An earlier import added this event a second time under another UID.";
const AT_ONCE = 200;

/**
 * Creates the functions that recognize events whose UID changed in the source. `present` returns the keys of
 * all UIDs in the source. It is absent if the source is incomplete; then no event is recognized.
 */
export const createRenamedEvents = (
  context: ImportContext,
  known: KnownEvents,
  present: (() => Promise<ReadonlySet<string>>) | undefined,
): RenamedEvents => {
  const { deps, settings } = context;
  const { source } = settings;
  const repeated = new Set<Vanished>();
  let vanished: Promise<Map<string, Vanished[]>> | undefined;

  const signatureOf = (title: string, start: string): string =>
    `${start} ${deps.toText(title).replace(/\s+/g, " ").trim()}`;

  /**
   * Groups by start and title the stored events that are no longer in the source. Within a group, visible
   * events come first, then events trashed by a user, then events trashed by an import.
   */
  const read = async (): Promise<Map<string, Vanished[]>> => {
    const found: Vanished[] = [];
    const entries: { readonly key: string; readonly event: number }[] = [];
    for await (const entry of known.ofSource(source ?? "")) entries.push(entry);
    const keys = entries.length === 0 ? new Set<string>() : await present?.();
    const left = entries.filter(({ key }) => keys?.has(key) === false);
    for (let from = 0; from < left.length; from += AT_ONCE) {
      const some = left.slice(from, from + AT_ONCE);
      const events = await deps.calendar.unrestricted.events.getMany(some.map(({ event }) => event));
      const byId = new Map(events.map((event) => [event.id, event]));
      for (const { key, event: id } of some) {
        const event = byId.get(id);
        // A detached event is recognized too, so that it is not added again.
        if (event !== undefined && (event.isDetached === true || sourceOf(event) === source))
          found.push({ key, event, signature: signatureOf(event.title, startOfStored(event)) });
      }
    }
    const rank = ({ event }: Vanished): number =>
      event.status !== "trash" ? 0 : importedOf(event)?.vanished === true ? 2 : 1;
    const alike = new Map<string, Vanished[]>();
    for (const each of found.toSorted(
      (one, other) => rank(one) - rank(other) || one.event.id - other.event.id,
    )) {
      alike
        .set(each.signature, alike.get(each.signature) ?? [])
        .get(each.signature)
        ?.push(each);
    }
    return alike;
  };

  return {
    async rename(uid, main) {
      if (source === undefined || present === undefined) return undefined;
      vanished ??= read();
      const alike = await vanished;
      const signature = signatureOf(String(main.values.title), startOfSource(main));
      const [first, ...others] = alike.get(signature) ?? [];
      if (first === undefined) return undefined;
      alike.set(signature, others);
      for (const other of others) repeated.add(other);
      const { key, event } = first;
      if (event.isDetached === true) return event;
      await deps.amend("event", event.id, (stored, data) => ({
        data: { ...data, [FIELDS.uid]: uid },
        externalIds: externalIdsWith(stored, uid, fieldsOf(stored).uid),
      }));
      await known.remember(uid, event.id, source);
      await known.forget(key);
      return deps.calendar.unrestricted.events.get(event.id);
    },
    async removeRepeated(note) {
      const left = new Set([...((await vanished)?.values() ?? [])].flat());
      for (const each of repeated) {
        const { event } = each;
        if (!left.has(each) || event.status === "trash" || event.isDetached === true) continue;
        const imported = importedOf(event) ?? { sequence: 0, digest: "" };
        if (await trashVanished(event, imported, context))
          note({ outcome: "removed", uid: "", name: event.title, reason: REPEATED });
      }
    },
  };
};
