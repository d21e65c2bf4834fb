/** A process of its own that opens a store, waits for a line on its input, and runs one task. */

import { once } from "node:events";
import { writeSync } from "node:fs";
import { TASKS, type Task } from "./durable-tasks.ts";
import { importOpener } from "./opener.ts";

const [url = "", place = "", name = "", first, count] = process.argv.slice(2);

/** Written at once: what is told must not be lost with the process. */
const tell = (value: string | number): void => {
  writeSync(1, `${value}\n`);
};

const tasks: Readonly<Record<string, Task>> = TASKS;
const task = tasks[name];
if (task === undefined) throw new Error(`There is no task "${name}"`);

const { open } = await importOpener(url);
const store = await open(place);
tell("ready");
await once(process.stdin, "data");
process.stdin.pause();
await task(store, tell, Number(first), Number(count));
await store.close();
