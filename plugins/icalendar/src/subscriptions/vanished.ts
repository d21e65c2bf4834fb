import { type CalendarEvent, isSeries, utcText } from "@kalends/core/plugin";
import type { ImportContext } from "../import/import-deps.ts";
import { IMPORT_FIELDS, importedOf, toImportedField } from "../import/import-fields.ts";
import { createKnownEvents } from "../import/known/known-events.ts";
import { type Note, refusalOf } from "../import/report/report.ts";
import type { Vanished } from "./subscriptions.ts";

interface VanishedDeps extends Pick<ImportContext, "deps" | "api"> {
  readonly source: string;
  readonly vanished: Vanished;
  readonly mayContinue: () => Promise<boolean>;
}

/**
 * Handles events of a subscription that its calendar no longer contains, according to the setting `vanished`.
 * Past events are kept, because calendars often leave out old events. Call it only after the complete
 * calendar was read.
 */
export const removeVanished = async (
  uids: readonly string[],
  { deps, api, source, vanished, mayContinue }: VanishedDeps,
  note: Note,
): Promise<void> => {
  if (vanished === "keep") return;
  const known = createKnownEvents(deps);
  const present = new Set<string>();
  for (const uid of uids) present.add(await known.keyOf(uid));
  const { events } = deps.calendar.unrestricted;
  const nowUtc = utcText(deps.clock.now());
  const isOver = async (event: CalendarEvent): Promise<boolean> =>
    isSeries(event)
      ? (await events.occurrences(event.id).next(nowUtc)) === undefined
      : event.schedule.utcEnd < nowUtc;
  const remove = async (event: CalendarEvent): Promise<void> => {
    const imported = { ...(importedOf(event) ?? { sequence: 0 }), digest: "", vanished: true } as const;
    if (vanished === "cancel") {
      await api.events.update(event.id, {
        event_status: "cancelled",
        [IMPORT_FIELDS.imported]: toImportedField(imported),
      });
      return;
    }
    await api.events.remove(event.id);
    await deps.amend("event", event.id, (_event, data) => ({
      data: { ...data, [IMPORT_FIELDS.imported]: imported },
    }));
  };
  for await (const { key, event: id } of known.ofSource(source)) {
    if (present.has(key)) continue;
    if (!(await mayContinue())) return;
    const event = await events.get(id);
    if (event === undefined) await known.forget(key);
    else if (event.isDetached === true) continue;
    // If an editor restored an event that an import had removed, the event is not removed again.
    else if (event.status !== "trash" && importedOf(event)?.vanished !== true && !(await isOver(event)))
      try {
        await remove(event);
        note({ outcome: "removed", uid: "", name: event.title });
      } catch (error) {
        const reason = refusalOf(error);
        if (reason === undefined) throw error;
        note({ outcome: "failed", uid: "", name: event.title, reason });
      }
  }
};
