import { writeSync } from "node:fs";
import { plugin } from "@kalends/webhooks";
import { createCalendar } from "kalends";

/**
 * Program that writes events and sends their webhooks until it is killed. It prints the id of each event on a
 * line after the write was confirmed.
 */
const [storage = "", media = ""] = process.argv.slice(2);
const who = { id: 1, roles: ["editor"] } as const;
const EVENT = { title: "Event", start_date: "2031-05-01 18:00:00", end_date: "2031-05-01 20:00:00" };

const { as } = await createCalendar({
  ...{ storage, media, plugins: [plugin()], pluginAllowHosts: ["127.0.0.1"] },
  identity: () => who,
});

for (;;) {
  const { event } = await as(who).events.create(EVENT);
  writeSync(1, `${event.id}\n`);
  for (let version = 2; version <= 4; version += 1) {
    await as(who).events.update(event.id, { title: `Event ${version}` });
    writeSync(1, `${event.id}\n`);
  }
  await new Promise((resolve) => setTimeout(resolve, 10));
}
