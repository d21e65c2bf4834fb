import type { CalendarEvent } from "@kalends/core/plugin";
import type { ImportContext } from "./import-deps.ts";
import { isNative } from "./import-fields.ts";
import { isForeign } from "./known/known-events.ts";
import { refusalOf } from "./report/report.ts";

const FOREIGN = "The calendar already has an event with this UID from another source.";
const NATIVE =
  "The event was created in this calendar, not by an import, so it was not changed. To change it, import with own=update (on the command line: --own update).";

/** Checks that keep an import from changing events that it must not change. */
export interface ChangeGuard {
  /**
   * Returns the reason why this import must not change the event. Returns `undefined` if it may change the
   * event.
   */
  reasonToKeep(event: CalendarEvent): string | undefined;
  /**
   * True if the user who runs the import cannot read the event. The report must then not reveal anything
   * about it. Always false for subscriptions.
   */
  isHiddenFromCaller(event: CalendarEvent): Promise<boolean>;
}

export const createChangeGuard = ({
  settings,
  api,
}: Pick<ImportContext, "settings" | "api">): ChangeGuard => ({
  reasonToKeep(event) {
    if (settings.source !== undefined) return isForeign(event, settings) ? FOREIGN : undefined;
    return settings.own !== "update" && isNative(event) ? NATIVE : undefined;
  },

  async isHiddenFromCaller({ id, status }) {
    // Subscriptions run without a user and only change events that they created themselves.
    if (settings.source !== undefined) return false;
    try {
      // Trashed events cannot be read. A dry run of a write shows if the caller has access.
      await (status === "trash" ? api.events.update(id, { dry_run: true }) : api.events.get(id));
      return false;
    } catch (error) {
      if (refusalOf(error) === undefined) throw error;
      return true;
    }
  },
});
