import type { CalendarEvent } from "@kalends/core/plugin";
import type { ImportContext } from "./import-deps.ts";
import { IMPORT_FIELDS, type Imported } from "./import-fields.ts";

/**
 * Moves an event to the trash because the source no longer has the event, or no date for it. A later import
 * restores the event if the source has dates again. Returns false if the event is in the trash already.
 */
export const trashVanished = async (
  { id, status }: CalendarEvent,
  imported: Imported,
  { api, deps, settings }: ImportContext,
): Promise<boolean> => {
  if (status === "trash") return false;
  if (settings.dryRun) {
    await api.events.remove(id, { dry_run: true });
    return true;
  }
  // The mark is stored before the event is trashed. If the process stops in between, the next import repeats
  // the removal.
  await deps.amend("event", id, (_event, data) => ({
    data: { ...data, [IMPORT_FIELDS.imported]: { ...imported, digest: "", vanished: true } },
  }));
  await api.events.remove(id);
  return true;
};
