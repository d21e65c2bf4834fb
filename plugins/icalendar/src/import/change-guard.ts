import type { CalendarEvent } from "@kalends/core/plugin";
import type { ImportContext } from "./import-deps.ts";
import { isNative } from "./import-fields.ts";
import { isForeign } from "./known/known-events.ts";
import { refusalOf } from "./report/report.ts";

const FOREIGN = "The calendar already has an event with this UID from another source.";
const NATIVE =
  "The event was created in this calendar, not by an import, so it was not changed. To change it, import with own=update (on the command line: --own update).";

/** Decides which events an import must not change. */
export interface ChangeGuard {
  /** Returns the reason why the import may not change the event; `undefined` if it may. */
  reasonToKeep(event: CalendarEvent): string | undefined;
  /** True if the caller may not read the event. Reports must then not reveal its content or state. */
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
    // Subscriptions act for no user and only check events of their own.
    if (settings.source !== undefined) return false;
    try {
      // Nobody can read trashed events, but a dry run shows whether the caller may write them.
      await (status === "trash" ? api.events.update(id, { dry_run: true }) : api.events.get(id));
      return false;
    } catch (error) {
      if (refusalOf(error) === undefined) throw error;
      return true;
    }
  },
});
