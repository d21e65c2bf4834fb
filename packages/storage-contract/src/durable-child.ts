/** A process of its own that opens a store, waits for a line on its input, and runs one task. */

import { once } from "node:events";
import { writeSync } from "node:fs";
import type { BlobStore, Store } from "@kalends/core";
import { BLOB_TASKS } from "./durable-blob-tasks.ts";
import { TASKS, type Tell } from "./durable-tasks.ts";
import { importOpener } from "./opener.ts";

const [url = "", place = "", name = "", first, count] = process.argv.slice(2);

/** Written at once: what is told must not be lost with the process. */
const tell: Tell = (value) => {
  writeSync(1, `${value}\n`);
};

type Tasks<Opened> = Readonly<
  Record<string, (opened: Opened, tell: Tell, first: number, count: number) => Promise<void>>
>;

/** False when the task is not among these. */
const runOneOf = async <Opened extends { close(): Promise<void> }>(
  tasks: Tasks<Opened>,
): Promise<boolean> => {
  const task = tasks[name];
  if (task === undefined) return false;
  const { open } = await importOpener<Opened>(url);
  const opened = await open(place);
  tell("ready");
  await once(process.stdin, "data");
  process.stdin.pause();
  await task(opened, tell, Number(first), Number(count));
  await opened.close();
  return true;
};

if (!(await runOneOf<Store>(TASKS)) && !(await runOneOf<BlobStore>(BLOB_TASKS)))
  throw new Error(`There is no task "${name}"`);
