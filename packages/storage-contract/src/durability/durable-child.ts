/** Script of a separate process. It opens a store, waits for a line on standard input, and runs one task. */

import { once } from "node:events";
import { writeSync } from "node:fs";
import type { BlobStore } from "@kalends/core";
import type { Store } from "@kalends/core/storage";
import { BLOB_TASKS, type Report, STORE_TASKS, type Task } from "./durable-tasks.ts";
import { importOpener } from "./opener.ts";

const [url = "", place = "", name = "", first, count] = process.argv.slice(2);

/** Writes synchronously, so that a report is not lost when the process is killed. */
const report: Report = (value) => {
  writeSync(1, `${value}\n`);
};

// The cast is safe: the opened store has the type that the requested task needs.
const tasks: Readonly<Record<string, Task<Store & BlobStore>>> = { ...STORE_TASKS, ...BLOB_TASKS };
const task = tasks[name];
if (task === undefined) throw new Error(`There is no task "${name}"`);
const { open } = await importOpener<Store & BlobStore>(url);
const opened = await open(place);
report("ready");
await once(process.stdin, "data");
process.stdin.pause();
await task(opened, report, Number(first), Number(count));
await opened.close();
