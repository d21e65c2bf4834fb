import { writeSync } from "node:fs";
import { createCalendar } from "kalends";
import { FAMILY, NOW_OF_SPLITS } from "./killed-splits.ts";

/**
 * Script that creates series and splits them in the middle until it is killed. It prints a line for each
 * series.
 */
const [address = ""] = process.argv.slice(2);
const who = { id: 1, roles: ["editor"] } as const;

const { as } = await createCalendar({
  storage: address,
  clock: { now: () => NOW_OF_SPLITS },
  scheduler: false,
  identity: () => who,
});

for (;;) {
  const { event } = await as(who).events.create({
    ...FAMILY,
    title: `Family ${process.pid}.${Math.random()}`,
  });
  writeSync(1, `${event.id}\n`);
  await as(who).events.occurrences(event.id).update("2031-07-05 12:00:00", {
    scope: "following",
    excerpt: "Split",
    start_date: "2031-07-05 12:30:00",
    end_date: "2031-07-05 13:30:00",
  });
}
