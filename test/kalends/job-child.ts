import { writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { stores } from "../stores.ts";
import { COUNTING, createJobProcess, never } from "../unit/jobs/set-up.ts";

/** Script that runs jobs of a storage until it is killed. It prints its process id for each item. */
const [name, address = ""] = process.argv.slice(2);
const found = stores.find((one) => one.name === name);
if (found === undefined) throw new Error(`The store ${name} is unknown`);
const store = await found.openAt(address);
const { run } = createJobProcess(store, {
  kinds: [
    {
      ...COUNTING,
      portion: ({ inUnit, ...portion }) =>
        COUNTING.portion({
          ...portion,
          async inUnit(work) {
            await inUnit(work);
            writeSync(1, `${process.pid}\n`);
          },
        }),
    },
  ],
});
for (;;) {
  await run(never);
  await sleep(20);
}
