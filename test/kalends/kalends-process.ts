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

/** Path of the script of the command `kalends`. */
export const BIN: string = fileURLToPath(import.meta.resolve("kalends/bin/kalends.js"));

type Input = string | Uint8Array;

export type Environment = Readonly<Record<string, string>>;

/** Running server of a calendar. */
export interface Served {
  /** Base URL of the API, without a trailing slash. */
  readonly namespace: string;
  readonly origin: string;
  /** Id of the process. */
  readonly pid: number;
  /** Output of the command up to the line that contains the URL. */
  readonly output: string;
  /** Sends the signal and waits until the process has ended. */
  end(signal: NodeJS.Signals): Promise<Outcome>;
}

/**
 * Empty working directory, and functions that run commands in it. Plugins are disabled unless the environment
 * enables some.
 */
export interface Place {
  readonly directory: string;
  /** Returns the environment variables for the storage of this name. Commands use the storage `kalends`. */
  storage(name?: string): Promise<Environment>;
  /** Returns the storage address for this name. */
  address(name?: string): Promise<string>;
  /** Opens the storage directly. The caller must close it. */
  open(name?: string): Promise<StoreWithAccounts>;
  /** Opens the storage that commands use, calls `work` with it and closes it. */
  onStore<T>(work: (store: StoreWithAccounts) => Promise<T>): Promise<T>;
  /** Opens the image files where commands store them by default. The caller must close them. */
  openMedia(name?: string): Promise<BlobStore>;
  /**
   * Runs a command in this process, which is ten times faster than a new process. `input` is its standard
   * input, empty by default.
   */
  run(args: readonly string[], environment?: Environment, input?: Input): Promise<Outcome>;
  /** Runs a command in its own process. Use it to test how a process ends and what it leaves behind. */
  spawn(args: readonly string[], environment?: Environment): Promise<Outcome>;
  /** Starts the calendar server in this process, with these command-line options. */
  serve(environment?: Environment, options?: readonly string[]): Promise<Served>;
  /** Starts the calendar server in its own process, which a test can kill. */
  spawnServer(environment?: Environment): Promise<Served>;
  /** Ends the running commands and removes the directory. */
  clear(): Promise<void>;
}

/** Working directory of this process before a command changed it. */
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

/** Waits until a server prints that it is ready. Returns its origin. */
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
  /**
   * True if a command must create the storage itself. By default, tests use prepared storages, which is
   * faster.
   */
  readonly isNew?: boolean;
}

/**
 * Creates an empty working directory. Without `store`, commands use their default storage, a file in the
 * directory.
 */
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
  /**
   * False if a process of this place was killed. Its last writes may still arrive, so its storage must not be
   * used again.
   */
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

/** Returns the value of an `Authorization` header for Basic authentication. */
export const basic = (name: string, password: string): string =>
  `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`;

/** Returns the secret that a command has printed on a line of its own. */
export const printedSecret = (output: string): string => {
  const [, secret] = /^ {2}(\S.*)$/m.exec(output) ?? [];
  if (secret === undefined) throw new Error(`no secret in: ${output}`);
  return secret;
};

/** Creates an event by an HTTP request. */
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
