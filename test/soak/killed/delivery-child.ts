import { writeSync } from "node:fs";
import { createCalendar } from "kalends";
import { notesIn, versionOf } from "../noted-events.ts";

/**
 * Host application that writes events and has a durable listener, until it is killed. It prints the id and
 * version of each confirmed write.
 */
const [address = "", file = "", part = "0", parts = "1"] = process.argv.slice(2);
const who = { id: 1, roles: ["editor"] } as const;
const WRITERS = 3;

/** Ids of the events for which the listener has failed once in this process. */
const accidents = new Set<number>();
const hasAccident = (id: number): boolean => {
  if (id % 37 !== 0 || accidents.has(id)) return false;
  accidents.add(id);
  return true;
};

const { as } = await createCalendar({
  storage: address,
  identity: () => who,
  listeners: [notesIn(file, hasAccident)],
});

const acknowledge = (id: number, version: number): void => void writeSync(1, `${id} ${version}\n`);

/**
 * True if this writer may change the event. Only one writer changes an event, because reading and writing it
 * are separate transactions.
 */
const isMine = (id: number, writer: number): boolean =>
  id % (Number(parts) * WRITERS) === Number(part) * WRITERS + writer;

const write = async (writer: number): Promise<never> => {
  for (let number = 1; ; number += 1) {
    const { event } = await as(who).events.create({
      title: "Event 1",
      start_date: "2031-05-01 18:00:00",
      end_date: "2031-05-01 20:00:00",
      ...(number % 2 === 0 && { venue: { venue: `Hall ${process.pid}.${writer}.${number}` } }),
    });
    acknowledge(event.id, 1);
    const { items } = await as(who).events.list({ start_date: "2031-05-01", per_page: 20 });
    for (const { event: known } of items) {
      if (!isMine(known.id, writer)) continue;
      const version = versionOf(known.title) + 1;
      await as(who).events.update(known.id, { title: `Event ${version}` });
      acknowledge(known.id, version);
    }
  }
};

await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
