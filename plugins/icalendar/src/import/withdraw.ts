import type { CalendarEvent } from "@kalends/core/plugin";
import type { ImportContext } from "./import-deps.ts";
import { IMPORT_FIELDS, type Imported } from "./import-fields.ts";

/**
 * Moves an event to the trash of which its source has no date left; it comes back when its source has dates for it again. False if it is in
 * the trash already.
 */
export const withdraw = async (
  { id, status }: CalendarEvent,
  imported: Imported,
  { api, deps, wishes }: ImportContext,
): Promise<boolean> => {
  if (status === "trash") return false;
  if (wishes.dryRun) {
    await api.events.remove(id, { dry_run: true });
    return true;
  }
  // First of all: a run that ends in between is made up for by the next one.
  await deps.amend("event", id, (_event, data) => ({
    data: { ...data, [IMPORT_FIELDS.imported]: { ...imported, digest: "", vanished: true } },
  }));
  await api.events.remove(id);
  return true;
};
