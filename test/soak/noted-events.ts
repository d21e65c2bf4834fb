import { appendFileSync } from "node:fs";
import type { DurableListener } from "kalends";

/** A completed call of the listener. */
export interface Noted {
  readonly pid: number;
  /** Position of the outbox entry. */
  readonly id: number;
  readonly name: string;
  readonly recordId: number;
  /** Number of writes of the record so far; `null` if the event does not contain it. */
  readonly version: number | null;
}

/** Returns the number of writes of an event, the last word of its title. */
export const versionOf = (title: string): number => Number(title.split(" ").at(-1));

/** Returns a listener that records each call in a file; `hasAccident` decides which calls fail instead. */
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
    // A single system call, so that the line is written completely or not at all.
    appendFileSync(file, `${JSON.stringify(noted)}\n`);
  },
});
