import type { CalendarEvent } from "@kalends/core/plugin";
import type { ImportContext } from "./import-deps.ts";
import { IMPORT_FIELDS, type Imported } from "./import-fields.ts";

/**
 * Moves an event to the trash because its source has no dates left for it. A later import restores it if the
 * source has dates again. Returns false if the event is already in the trash.
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
  // Stored first, so that the next run repeats the removal if this one is interrupted.
  await deps.amend("event", id, (_event, data) => ({
    data: { ...data, [IMPORT_FIELDS.imported]: { ...imported, digest: "", vanished: true } },
  }));
  await api.events.remove(id);
  return true;
};
