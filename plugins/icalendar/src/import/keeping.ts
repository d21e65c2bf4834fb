import type { CalendarEvent } from "@kalends/core/plugin";
import type { ImportContext } from "./import-deps.ts";
import { isNative } from "./import-fields.ts";
import { isForeign } from "./known/known-events.ts";
import { refusalOf } from "./report/report.ts";

const FOREIGN = "The calendar has an event of this UID that is not from this subscription.";
const NATIVE =
  "The event was made in this calendar, not by an import: it stays as it is. To change it, import with own=update (on the command line: --own update).";

/** Says which events an import leaves as they are. */
export interface Keeping {
  /** Why the import may not change the event; absent: it may. */
  reasonToKeep(event: CalendarEvent): string | undefined;
  /** Whoever may not read an event learns nothing of what it says, whether it is the same, or in the trash. */
  isUnseen(event: CalendarEvent): Promise<boolean>;
}

export const createKeeping = ({ wishes, api }: Pick<ImportContext, "wishes" | "api">): Keeping => ({
  reasonToKeep(event) {
    if (wishes.source !== undefined) return isForeign(event, wishes) ? FOREIGN : undefined;
    return wishes.own !== "update" && isNative(event) ? NATIVE : undefined;
  },

  async isUnseen({ id, status }) {
    // Subscriptions are nobody's, and look at what is their own.
    if (wishes.source !== undefined) return false;
    try {
      // What is in the trash is shown to nobody, but can be written by those who may.
      await (status === "trash" ? api.events.update(id, { dry_run: true }) : api.events.get(id));
      return false;
    } catch (error) {
      if (refusalOf(error) === undefined) throw error;
      return true;
    }
  },
});
