import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { CalendarEvent, Venue } from "@kalends/core";
import type { Store } from "@kalends/core/storage";
import { createCalendar } from "kalends";
import type { TestStore } from "../../stores.ts";
import { type Noted, notesIn, versionOf } from "../noted-events.ts";
import { createRandom } from "../random.ts";
import { endLeases } from "./leases.ts";

const CHILD = fileURLToPath(new URL("./delivery-child.js", import.meta.url));
const READER = "host/notes";
/** Interval in rounds at which two processes run at the same time. */
const PAIRS = 5;

export interface KillingOptions {
  readonly rounds: number;
  readonly seed: number;
  readonly longestLife: number;
}

/** Result of a run. `mistakes` are the problems found, as sentences. */
export interface KilledDeliveries {
  readonly rounds: number;
  readonly acknowledged: number;
  readonly entries: number;
  readonly repeated: number;
  readonly mistakes: readonly string[];
}

/**
 * Runs a child process and kills it some time after its first write. Returns its output, which lists the
 * confirmed writes.
 */
const runUntilKilled = async (args: readonly string[], life: number): Promise<string> => {
  const child = spawn(process.execPath, [CHILD, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const closed = once(child, "close");
  let output = "";
  child.stdout.setEncoding("utf8");
  const hasWritten = new Promise<void>((resolve) => {
    child.stdout.on("data", (text: string) => {
      output += text;
      resolve();
    });
  });
  await Promise.race([hasWritten, closed]);
  await sleep(life);
  if (child.exitCode !== null) throw new Error(`A child ended by itself with ${child.exitCode}`);
  child.kill("SIGKILL");
  await closed;
  return output;
};

/**
 * Kills processes that write events and deliver them to a listener, `rounds` times. Each process is killed at
 * most `longestLife` milliseconds after its first confirmed write. Checks the deliveries afterwards.
 */
export const killDeliveries = async (
  store: TestStore,
  { rounds, seed, longestLife }: KillingOptions,
): Promise<KilledDeliveries> => {
  const directory = await mkdtemp(join(tmpdir(), "kalends-soak-"));
  const random = createRandom(seed);
  try {
    const address = await store.newAddress(directory, "killed");
    const file = join(directory, "handled");
    writeFileSync(file, "");
    const versions = new Map<number, number>();
    let acknowledged = 0;
    for (let round = 0; round < rounds; round += 1) {
      const parts = round % PAIRS === PAIRS - 1 ? 2 : 1;
      const outputs = await Promise.all(
        Array.from({ length: parts }, (_, part) =>
          runUntilKilled([address, file, String(part), String(parts)], random() * longestLife),
        ),
      );
      await endLeases(address);
      for (const line of outputs.flatMap((output) => output.split("\n").slice(0, -1))) {
        const [id = 0, version = 0] = line.split(" ").map(Number);
        versions.set(id, Math.max(version, versions.get(id) ?? 0));
        acknowledged += 1;
      }
    }
    const opened = await store.openAt(address);
    try {
      await deliverTheRest(opened, file);
      const noted = readFileSync(file, "utf8").trimEnd().split("\n");
      return {
        rounds,
        acknowledged,
        ...(await judge(
          opened,
          noted.map((line) => JSON.parse(line) as Noted),
          versions,
        )),
      };
    } finally {
      await opened.close();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};

const deliverTheRest = async (storage: Store, file: string): Promise<void> => {
  // The clock is one hour ahead, so that all failed deliveries are due again.
  const clock = { now: () => Date.now() + 60 * 60 * 1000 };
  const calendar = await createCalendar({
    storage,
    clock,
    scheduler: false,
    identity: () => undefined,
    listeners: [notesIn(file, () => false)],
  });
  await calendar.deliverDue();
  await calendar.close();
};

const judge = async (
  { events, venues, outbox }: Store,
  noted: readonly Noted[],
  acknowledged: ReadonlyMap<number, number>,
): Promise<Pick<KilledDeliveries, "entries" | "repeated" | "mistakes">> => {
  const mistakes: string[] = [];
  for (const isSetAside of [false, true])
    for (const { position, error } of await outbox.failures(READER, isSetAside, 0, 100))
      mistakes.push(`the entry ${position} is not through: ${error}`);
  const stored: CalendarEvent[] = await readAll<CalendarEvent>(events);
  const final = new Map(stored.map(({ id, title }) => [id, versionOf(title)]));
  for (const [id, version] of acknowledged)
    if ((final.get(id) ?? 0) < version) mistakes.push(`event ${id} lost its version ${version}`);
  const ofEvents = new Map<number, (number | null)[]>();
  for (const { name, recordId, version } of noted) {
    if (name.startsWith("event.")) ofEvents.set(recordId, [...(ofEvents.get(recordId) ?? []), version]);
  }
  for (const [id, version] of final) {
    const seen = ofEvents.get(id) ?? [];
    const order = seen.filter((one, index) => one !== seen[index - 1]);
    const expected = Array.from({ length: version }, (_, index) => index + 1);
    if (order.join() !== expected.join())
      mistakes.push(`event ${id} has ${version} versions, of which came ${seen.join()}`);
  }
  const halls = new Set(noted.filter(({ name }) => name === "venue.created").map(({ recordId }) => recordId));
  for (const { id } of await readAll<Venue>(venues))
    if (!halls.has(id)) mistakes.push(`venue ${id} is untold`);
  return { entries: new Set(noted.map(({ id }) => id)).size, ...repeats(noted, mistakes) };
};

/**
 * Returns the unexpected repetitions. Only the last delivery of a killed process may be repeated, because the
 * process could not record it.
 */
const repeats = (
  noted: readonly Noted[],
  mistakes: string[],
): Pick<KilledDeliveries, "repeated" | "mistakes"> => {
  const lastOf = new Map(noted.map(({ pid, id }) => [pid, id]));
  const handledBy = new Map<number, number>();
  let repeated = 0;
  for (const { pid, id } of noted) {
    const earlier = handledBy.get(id);
    handledBy.set(id, pid);
    if (earlier === undefined) continue;
    repeated += 1;
    if (earlier === pid || lastOf.get(earlier) !== id)
      mistakes.push(`the entry ${id} came again, though ${earlier} went on after it`);
  }
  return { repeated, mistakes };
};

const readAll = async <T extends { readonly id: number }>(repository: {
  readAfter(id: number, limit: number): Promise<readonly T[]>;
}): Promise<T[]> => {
  const all: T[] = [];
  for (let batch = await repository.readAfter(0, 500); batch.length > 0; ) {
    all.push(...batch);
    batch = await repository.readAfter(batch.at(-1)?.id ?? 0, 500);
  }
  return all;
};
