import { appendFileSync } from "node:fs";
import type { DurableListener } from "kalends";

/** Completed call of the listener. */
export interface Noted {
  readonly pid: number;
  /** Position of the entry in the outbox. */
  readonly id: number;
  readonly name: string;
  readonly recordId: number;
  /** Number of writes of the record so far. `null` if the event does not contain it. */
  readonly version: number | null;
}

/** Returns the number of writes of an event. It is the last word of the title. */
export const versionOf = (title: string): number => Number(title.split(" ").at(-1));

/**
 * Creates a durable listener that appends each call to a file. If `hasAccident` is true for an event, the
 * call fails instead.
 */
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
    // Appends with a single system call, so that a killed process writes the line completely or not at all.
    appendFileSync(file, `${JSON.stringify(noted)}\n`);
  },
});
