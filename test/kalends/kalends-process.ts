import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BlobStore } from "@kalends/core";
import type { StoreWithAccounts } from "@kalends/core/storage";
import type { TestStore } from "../stores.ts";
import { type Outcome, type Running, runHere } from "./command.ts";

/** Path of the installed command. */
export const BIN: string = fileURLToPath(import.meta.resolve("kalends/bin/kalends.js"));

type Input = string | Uint8Array;

export type Environment = Readonly<Record<string, string>>;

/** A served calendar. */
export interface Served {
  /** Address of the namespace, without a trailing slash. */
  readonly namespace: string;
  readonly origin: string;
  /** Process id. */
  readonly pid: number;
  /** Output up to and including the line with the address. */
  readonly output: string;
  /** Sends the signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Outcome>;
}

/**
 * An empty working directory with commands that run in it, without plugins unless the environment names some.
 */
export interface Place {
  readonly directory: string;
  /** Returns the environment for the storage of this name; commands use `kalends`. */
  storage(name?: string): Promise<Environment>;
  /** Returns the address of the storage. */
  address(name?: string): Promise<string>;
  /** Opens the storage directly; the caller closes it. */
  open(name?: string): Promise<StoreWithAccounts>;
  /** Opens the storage that commands use directly, runs `work`, and closes it. */
  onStore<T>(work: (store: StoreWithAccounts) => Promise<T>): Promise<T>;
  /** Opens the image files in the default place of commands; the caller closes them. */
  openMedia(name?: string): Promise<BlobStore>;
  /** Runs a command in this process, which is ten times as fast; its input is empty unless given. */
  run(args: readonly string[], environment?: Environment, input?: Input): Promise<Outcome>;
  /** Runs a command in its own process, to see how the process ends and what it leaves behind. */
  spawn(args: readonly string[], environment?: Environment): Promise<Outcome>;
  /** Serves the calendar in this process, with these options of the command. */
  serve(environment?: Environment, options?: readonly string[]): Promise<Served>;
  /** Serves the calendar in its own process, which can be killed. */
  spawnServer(environment?: Environment): Promise<Served>;
  /** Ends running commands and removes the directory. */
  clear(): Promise<void>;
}

/** Original working directory of this process; commands change it. */
const BEGINNING = process.cwd();

const plainEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:KALENDS|npm)_/.test(name)));

/** Runs a command in its own process. */
const runAway = (directory: string, args: readonly string[], env: NodeJS.ProcessEnv): Running => {
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd: directory,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  return {
    pid: child.pid ?? 0,
    outcome: once(child, "close").then(([code]) => ({ code: code as number | null, output, errors })),
    output: () => output,
    printed: () => once(child.stdout, "data"),
    signal: (signal) => void child.kill(signal),
  };
};

/** Waits until a server is ready; returns its origin. */
const readyOrigin = async (running: Running): Promise<string> => {
  for (;;) {
    const [, origin] = /^Kalends is ready at (\S+)$/m.exec(running.output()) ?? [];
    if (origin !== undefined) return origin;
    const ended = await Promise.race([running.printed(), running.outcome]);
    if (isOutcome(ended)) throw new Error(`serve ended: ${ended.output}${ended.errors}`);
  }
};

const isOutcome = (value: unknown): value is Outcome =>
  typeof value === "object" && value !== null && "code" in value;

interface PlaceOptions {
  /** True if storages must not exist before a command creates them; prepared ones are faster. */
  readonly isNew?: boolean;
}

/** Creates a place; without a store, commands use their default, a file in the directory. */
export const createPlace = (store?: TestStore, { isNew = false }: PlaceOptions = {}): Place => {
  const directory = mkdtempSync(join(tmpdir(), "kalends-"));
  const addresses = new Map<string, Promise<string>>();
  const address = async (name = "kalends"): Promise<string> => {
    const known = addresses.get(name) ?? tested()[isNew ? "newAddress" : "takeAddress"](directory, name);
    addresses.set(name, known);
    return known;
  };
  const tested = (): TestStore => {
    if (store === undefined) throw new Error("The place has no store to test");
    return store;
  };
  const storage = async (name = "kalends"): Promise<Environment> =>
    store === undefined ? {} : { KALENDS_STORAGE: await address(name) };
  const running = new Set<Running>();
  /** False if a killed process was used, whose last writes may still arrive. */
  let mayBeReused = !isNew;

  const launch = async (start: typeof runHere, args: readonly string[], more: Environment, input?: Input) => {
    const env = { ...plainEnvironment(), KALENDS_PLUGINS: "none", ...(await storage()), ...more };
    if (start === runAway) mayBeReused = false;
    const command = start(directory, args, env, input);
    running.add(command);
    void command.outcome.finally(() => running.delete(command));
    return command;
  };
  const serveBy = async (
    start: typeof runHere,
    more: Environment,
    options: readonly string[] = [],
  ): Promise<Served> => {
    const settings = { KALENDS_PORT: "0", KALENDS_LOG_LEVEL: "error", ...more };
    const command = await launch(start, ["serve", ...options], settings);
    const origin = await readyOrigin(command);
    return {
      namespace: `${origin}/wp-json/tribe/events/v1`,
      origin,
      pid: command.pid,
      output: command.output(),
      end(signal) {
        command.signal(signal);
        return command.outcome;
      },
    };
  };

  const open = async (name?: string): Promise<StoreWithAccounts> => tested().openAt(await address(name));
  return {
    directory,
    storage,
    address,
    open,
    async onStore(work) {
      const opened = await open();
      try {
        return await work(opened);
      } finally {
        await opened.close();
      }
    },
    openMedia: async (name) => tested().openMediaAt(await address(name), directory),
    run: async (args, environment = {}, input = "") =>
      (await launch(runHere, args, environment, input)).outcome,
    spawn: async (args, environment = {}) => (await launch(runAway, args, environment)).outcome,
    serve: (environment = {}, options = []) => serveBy(runHere, environment, options),
    spawnServer: (environment = {}) => serveBy(runAway, environment),
    async clear() {
      const left = [...running];
      for (const { pid, signal } of left) signal(pid === process.pid ? "SIGTERM" : "SIGKILL");
      await Promise.all(left.map(({ outcome }) => outcome));
      if (store !== undefined && mayBeReused)
        for (const each of await Promise.all(addresses.values())) await store.giveBack(each);
      process.chdir(BEGINNING);
      rmSync(directory, { recursive: true, force: true });
    },
  };
};

/** Returns the value of a Basic `Authorization` header. */
export const basic = (name: string, password: string): string =>
  `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`;

/** Returns the secret that a command printed on its own line. */
export const printedSecret = (output: string): string => {
  const [, secret] = /^ {2}(\S.*)$/m.exec(output) ?? [];
  if (secret === undefined) throw new Error(`no secret in: ${output}`);
  return secret;
};

/** Creates an event over HTTP. */
export const postEvent = (
  { namespace }: Served,
  authorization: string,
  values: Readonly<Record<string, unknown>>,
): Promise<Response> =>
  fetch(`${namespace}/events`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ start_date: "2031-05-01 18:00:00", end_date: "2031-05-01 20:00:00", ...values }),
  });
