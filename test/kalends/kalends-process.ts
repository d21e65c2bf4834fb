import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BlobStore, Store } from "@kalends/core";
import type { TestStore } from "../stores.ts";

/** The command as it is installed. */
export const BIN: string = fileURLToPath(import.meta.resolve("kalends/bin/kalends.js"));

export type Environment = Readonly<Record<string, string>>;

/** What a finished command left. */
export interface Outcome {
  /** Exit code; `null` when a signal ended it. */
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** A served calendar in a process of its own. */
export interface Served {
  /** Of the namespace, without a slash at its end. */
  readonly namespace: string;
  readonly origin: string;
  /** Of the process. */
  readonly pid: number;
  /** What was printed up to the line that tells the address. */
  readonly output: string;
  /** Sends the signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Outcome>;
}

/** An empty working directory, and commands that run in it. */
export interface Place {
  readonly directory: string;
  /** The storage of that name as the environment names it: `kalends` is the one that commands use. */
  storage(name?: string): Promise<Environment>;
  /** The value that the variable has. */
  address(name?: string): Promise<string>;
  /** Opens such a storage past the commands. Whoever opens it closes it. */
  open(name?: string): Promise<Store>;
  /** Does something with the one that commands use, opened past them and closed afterwards. */
  onStore<T>(work: (store: Store) => Promise<T>): Promise<T>;
  /** The files of the images beside it, where commands keep them by default; closed by whoever opens them. */
  openMedia(name?: string): Promise<BlobStore>;
  /** `input` is what is piped in: nothing unless given. */
  run(args: readonly string[], environment?: Environment, input?: string | Uint8Array): Promise<Outcome>;
  serve(environment?: Environment): Promise<Served>;
  /** Ends what still runs and removes the directory. */
  clear(): Promise<void>;
}

const plainEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("KALENDS_")));

const collect = (child: ChildProcess): { readonly outcome: Promise<Outcome>; output(): string } => {
  let output = "";
  let errors = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const outcome = once(child, "close").then(([code]) => ({ code: code as number | null, output, errors }));
  return { outcome, output: () => output };
};

const readyUrl = (child: ChildProcess, output: () => string): Promise<string> =>
  new Promise((resolve) => {
    child.stdout?.on("data", () => {
      const [, url] = /^Kalends is ready at (\S+)$/m.exec(output()) ?? [];
      if (url !== undefined) resolve(url);
    });
  });

/** Without a store to test, commands use what they do by default, a file in the directory. */
export const createPlace = (store?: TestStore): Place => {
  const directory = mkdtempSync(join(tmpdir(), "kalends-"));
  const addresses = new Map<string, Promise<string>>();
  const address = async (name = "kalends"): Promise<string> => {
    const known = addresses.get(name) ?? tested().newAddress(directory, name);
    addresses.set(name, known);
    return known;
  };
  const tested = (): TestStore => {
    if (store === undefined) throw new Error("The place has no store to test");
    return store;
  };
  const storage = async (name = "kalends"): Promise<Environment> =>
    store === undefined ? {} : { KALENDS_STORAGE: await address(name) };
  const running = new Set<{ readonly child: ChildProcess; readonly outcome: Promise<Outcome> }>();

  const launch = (args: readonly string[], environment: Environment, input?: string | Uint8Array) => {
    const child = spawn(process.execPath, [BIN, ...args], {
      cwd: directory,
      env: { ...plainEnvironment(), ...environment },
      stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    });
    child.stdin?.on("error", () => undefined).end(input);
    const { outcome, output } = collect(child);
    const entry = { child, outcome };
    running.add(entry);
    void outcome.then(() => running.delete(entry));
    return { child, outcome, output };
  };

  const open = async (name?: string): Promise<Store> => tested().openAt(await address(name));
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
    async run(args, environment = {}, input = undefined) {
      return launch(args, { ...(await storage()), ...environment }, input).outcome;
    },
    async serve(environment = {}) {
      const { child, outcome, output } = launch(["serve"], {
        ...(await storage()),
        KALENDS_PORT: "0",
        KALENDS_LOG_LEVEL: "error",
        ...environment,
      });
      const ready = await Promise.race([readyUrl(child, output), outcome]);
      if (typeof ready !== "string") throw new Error(`serve ended: ${ready.output}${ready.errors}`);
      return {
        namespace: `${ready}/tribe/events/v1`,
        origin: new URL(ready).origin,
        pid: child.pid ?? 0,
        output: output(),
        end(signal) {
          child.kill(signal);
          return outcome;
        },
      };
    },
    async clear() {
      const left = [...running];
      for (const { child } of left) child.kill("SIGKILL");
      await Promise.all(left.map(({ outcome }) => outcome));
      rmSync(directory, { recursive: true, force: true });
    },
  };
};

/** The value of a Basic `Authorization` header. */
export const basic = (name: string, password: string): string =>
  `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`;

/** The secret that a command printed on a line of its own. */
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
