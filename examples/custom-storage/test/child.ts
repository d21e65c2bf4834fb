import { anEvent } from "@kalends/storage-contract";
import { openJsonStore } from "../src/open-json-store.ts";

/**
 * Program that opens the store in a folder and prints the number of events. It then saves events until it is
 * killed.
 */
const store = await openJsonStore(process.argv[2] ?? "");
const kept = await store.events.readAfter(0, 10_000);
process.stdout.write(`opened ${kept.length}\n`);
for (let id = kept.length + 1; ; id += 1) {
  await store.events.save(anEvent({ id }));
  process.stdout.write(`${id}\n`);
}
