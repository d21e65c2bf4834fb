import { type CalendarTransaction, createCalendar } from "kalends";
import { type Native, openHostData } from "./host-data.ts";
import { AN_EVENT } from "./host-server.ts";

const [address = "", when = "inside"] = process.argv.slice(2);
const who = { id: 1, roles: ["editor"] } as const;

/** Returns a promise that never resolves. The process runs until it is killed. */
const forEver = (): Promise<never> => new Promise(() => setInterval(() => undefined, 1000));

const calendar = await createCalendar({ storage: address, identity: () => who, scheduler: false });
const host = await openHostData(address);
await calendar.transaction(async ({ as, native }: CalendarTransaction<Native>) => {
  await host.add(native, when);
  await as(who).events.create({ ...AN_EVENT, title: when });
  if (when === "inside") {
    console.log("ready");
    await forEver();
  }
});
console.log("ready");
await forEver();
