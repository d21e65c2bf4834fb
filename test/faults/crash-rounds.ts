import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { aPicture } from "../http/pictures.ts";
import {
  BIN,
  createPlace,
  type Environment,
  type Place,
  printedSecret,
  type Served,
} from "../kalends/kalends-process.ts";
import type { TestServer } from "../mongodb/test-server.ts";
import { endLeases } from "../soak/killed/leases.ts";
import { createRandom } from "../soak/random.ts";
import type { TestStore } from "../stores.ts";
import { checkAudit } from "./audit.ts";
import { checkTouched } from "./checking.ts";
import { checkNotified, isAllNotified, writeListener } from "./listener.ts";
import { checkAll, isAllPublished } from "./lists.ts";
import { createMirror } from "./mirror.ts";
import { type Read, type Repeat, type Send, sendTo } from "./sending.ts";
import { createWriter, type Writer } from "./writers.ts";

/** Number of concurrent writers. With several writers, a group commit contains several transactions. */
const WRITERS = 8;
/** Number of confirmed writes that a process must make before it may be killed. */
const MIN_WRITES = 24;
/**
 * Number of months for which occurrences of endless series are stored at the first start. Each further start
 * adds one month.
 */
const HORIZON = 24;
/** Approximate time that a process needs to start, in milliseconds. */
const START = 1_500;
/** Maximum time to wait for scheduled work, in milliseconds. */
const MAX_WAIT_MS = 60_000;
/** Number of processes that are killed while they start with an empty storage. */
const FIRST_STARTS = 2;
/** Interval in rounds at which all records ever written are compared. */
const ALL = 50;

export interface CrashOptions {
  readonly rounds: number;
  readonly seed: number;
  /** Maximum time until a process is killed after its first confirmed writes, in milliseconds. */
  readonly longestLife: number;
  /** Database server that may be killed as well. */
  readonly server?: TestServer;
}

/** Result of a run. `mistakes` are the problems found, as sentences. */
export interface Crashes {
  readonly rounds: number;
  readonly acknowledged: number;
  readonly records: number;
  readonly images: number;
  /** Number of writes without a response that were applied (`done`) and not applied (`undone`). */
  readonly unanswered: { readonly done: number; readonly undone: number };
  readonly ways: Readonly<Record<string, number>>;
  readonly mistakes: readonly string[];
}

/** Kind of crash with which a round ends. */
type Way = "serving" | "starting" | "workers" | "commands" | "server" | "two";

/** Kinds of crashes in each ten consecutive rounds. */
const WAYS: readonly Way[] = [
  ...(["serving", "starting", "serving", "workers", "serving"] as const),
  ...(["commands", "two", "serving", "server", "serving"] as const),
];

/** True if a log line reports an internal error. */
const isError = (line: string): boolean => line.startsWith('{"level":50');

/** Returns the ids of the worker processes of a process. */
const childrenOf = (pid: number): readonly number[] =>
  execFileSync("pgrep", ["-P", String(pid)], { encoding: "utf8" })
    .split("\n")
    .filter(Boolean)
    .map(Number);

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Waits until `isDone` resolves to true. Returns false if that takes longer than `MAX_WAIT_MS`. */
const until = async (isDone: () => Promise<boolean>): Promise<boolean> => {
  const end = Date.now() + MAX_WAIT_MS;
  while (!(await isDone())) {
    if (Date.now() >= end) return false;
    await sleep(100);
  }
  return true;
};

/** Runs a command and kills it after the given time. */
const runAndKill = async (
  place: Place,
  args: readonly string[],
  environment: Environment,
  life: number,
): Promise<void> => {
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd: place.directory,
    env: { PATH: process.env.PATH, KALENDS_PORT: "0", ...(await place.storage()), ...environment },
    stdio: "ignore",
  });
  const closed = once(child, "close");
  await Promise.race([sleep(life), closed]);
  child.kill("SIGKILL");
  await closed;
};

/**
 * Kills calendar processes during writes, `rounds` times. After each restart, it compares the calendar with
 * the confirmed writes.
 */
export const crashRounds = async (
  store: TestStore,
  { rounds, seed, longestLife, server }: CrashOptions,
): Promise<Crashes> => {
  const place = createPlace(store, { isNew: true });
  const random = createRandom(seed);
  const mirror = createMirror();
  const writers: Writer[] = [];
  const ways: Record<string, number> = {};
  const settings: Record<string, string> = {
    ...{ KALENDS_CHANGES: "1", KALENDS_AUDIT: "1", KALENDS_PLUGINS: writeListener(place) },
  };
  const picture = await aPicture(32, 32);
  let password = "";
  let token = "";
  /** Connections to the running processes. The first connection remains until all processes are killed. */
  let connections: readonly Send[] = [];
  const ask =
    (index: number): Send =>
    async (...asked) =>
      connections[index % connections.length]?.(...asked);
  const read: Read = async (path) => {
    const answer = await ask(0)("GET", path);
    if (answer === undefined) throw new Error(`nobody answers ${path}`);
    return answer;
  };

  const repeat: Repeat = (path, body, key) => ask(0)("POST", path, body, key);

  /**
   * Returns the password of the first account. If the process that created the account was killed before it
   * printed the password, the password is reset.
   */
  const passwordOf = async ({ output }: Served): Promise<string> =>
    printedSecret(
      output.includes("Created the account")
        ? output
        : (await place.run(["user", "password", "admin"])).output,
    );

  const spawnServer = (round: number, more: Environment = {}): Promise<Served> => {
    settings.KALENDS_RECURRENCE_HORIZON = String(HORIZON + round);
    return place.spawnServer({ ...settings, KALENDS_LOG_LEVEL: "error", ...more });
  };

  const serve = async (round: number, more: Environment = {}): Promise<Served> => {
    const served = await spawnServer(round, more);
    password ||= await passwordOf(served);
    connections = [sendTo(served, password)];
    if (token === "") token = String((await read("/changes")).body.next_token);
    return served;
  };

  /** Compares all records written since the last crash with the calendar. */
  const checkNew = async (): Promise<void> => {
    token = await checkTouched(mirror, { read, repeat, token });
  };

  /** Waits until scheduled records are published, then compares all records with the calendar. */
  const checkEverything = async (): Promise<void> => {
    await checkNew();
    if (!(await until(() => isAllPublished(mirror, read))))
      mirror.mistakes.push("what is due is not published");
    await checkNew();
    await checkAll(mirror, read);
    await checkAudit(mirror, read);
    const { code, output, errors } = await place.run(["doctor"], settings);
    if (code !== 0) mirror.mistakes.push(output + errors);
  };

  /** Writes to the calendar until it is killed in this way. */
  const crash = async (served: Served, way: Way, round: number): Promise<void> => {
    let isOver = false;
    const before = mirror.acknowledged;
    const second = way === "two" ? await spawnServer(round) : undefined;
    if (second !== undefined) connections = [...connections, sendTo(second, password)];
    const life = random() * longestLife;
    const writing = Promise.all(
      writers.map(async (writer) => {
        while (!isOver) {
          await writer.write(() => isOver);
          // Only the connections of the killed worker break. Those of other workers remain.
          await sleep(1);
        }
      }),
    );
    while (mirror.acknowledged < before + MIN_WRITES) {
      if (!isThere(served.pid)) throw new Error("A calendar has ended by itself");
      await sleep(1);
    }
    if (way === "commands") {
      const commands = [["export", `export-${round}`], ["backup", `backup-${round}`], ["recompute"]];
      const args = commands[Math.floor(random() * commands.length)] ?? [];
      await runAndKill(place, args, {}, START + life);
    } else await sleep(life);
    if (way === "server" && server !== undefined) {
      mirror.answeredBeforeKill = mirror.answered.length;
      await server.kill();
      await sleep(random() * 200);
      await server.start();
      await sleep(life);
    }
    if (second !== undefined) {
      // Clients of the second process continue with the first process.
      connections = connections.slice(0, 1);
      await second.end("SIGKILL");
      await sleep(life);
    }
    const workers = way === "workers" ? childrenOf(served.pid) : [];
    if (workers[0] !== undefined) {
      process.kill(workers[0], "SIGKILL");
      await sleep(life);
    }
    const ended = served.end("SIGKILL");
    isOver = true;
    const [{ output }] = await Promise.all([ended, writing]);
    // If mistakes were found, adds the errors in the server log, which may explain them.
    if (mirror.mistakes.length > 0) mirror.mistakes.push(...output.split("\n").filter(isError));
    while (workers.some(isThere)) await sleep(5);
  };

  try {
    for (let writer = 0; writer < WRITERS; writer += 1) {
      writers.push(createWriter(`${seed}w${writer}`, { mirror, random, picture, send: ask(writer) }));
    }
    // The first starts are killed while they create the storage.
    for (let start = 0; start < FIRST_STARTS; start += 1)
      await runAndKill(place, ["serve"], settings, random() * START);
    for (let round = 0; round < rounds; round += 1) {
      const way = WAYS[round % WAYS.length] ?? "serving";
      ways[way] = (ways[way] ?? 0) + 1;
      const served = await serve(round, way === "workers" ? { KALENDS_WORKERS: "2" } : {});
      if (round % ALL === ALL - 1) await checkEverything();
      else await checkNew();
      await crash(served, way, round);
      if (way === "starting") await runAndKill(place, ["serve"], settings, random() * START);
      await endLeases(await place.address());
      if (mirror.mistakes.length > 0) break;
    }
    await serve(rounds);
    await checkEverything();
    await until(async () => isAllNotified(place, mirror));
    checkNotified(place, mirror);
    return {
      ...{ rounds, ways, mistakes: mirror.mistakes, acknowledged: mirror.acknowledged },
      ...{ records: mirror.kept.size, images: mirror.images.size, unanswered: mirror.resolved },
    };
  } finally {
    await place.clear();
  }
};
