import { appendFileSync } from "node:fs";
import type { DurableListener } from "kalends";

/** A call of the listener that came to its end. */
export interface Noted {
  readonly pid: number;
  /** The position of the entry. */
  readonly id: number;
  readonly name: string;
  readonly recordId: number;
  /** How often the record was written by then; `null` where it does not say. */
  readonly version: number | null;
}

/** How often an event was written, which is the last word of its title. */
export const versionOf = (title: string): number => Number(title.split(" ").at(-1));

/** Notes each call in a file, at once; `hasAccident` says which calls fail instead. */
export const notesIn = (file: string, hasAccident: (id: number) => boolean): DurableListener => ({
  durable: true,
  name: "notes",
  on: ["event.created", "event.updated", "venue.created"],
  handle({ name, id, change }) {
    if (hasAccident(id)) throw new Error("by accident");
    const record: object = "after" in change ? change.after : {};
    const noted: Noted = {
      pid: process.pid,
      id,
      name,
      recordId: "id" in record ? Number(record.id) : 0,
      version: "title" in record ? versionOf(String(record.title)) : null,
    };
    // One call of the system: it is there whole, or not at all.
    appendFileSync(file, `${JSON.stringify(noted)}\n`);
  },
});
