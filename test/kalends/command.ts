import { EventEmitter, once } from "node:events";
import { Readable } from "node:stream";
import { runCommandLine } from "kalends/internals";

/** Result of a command that has ended. */
export interface Outcome {
  /** Exit code; `null` if a signal ended the command. */
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Command that is running. */
export interface Running {
  readonly pid: number;
  readonly outcome: Promise<Outcome>;
  /** Returns the output so far. */
  output(): string;
  /** Resolves the next time that the command prints something. */
  printed(): Promise<unknown>;
  signal(signal: NodeJS.Signals): void;
}

/** Runs a command in this process. The working directory of the process becomes `directory`. */
export const runHere = (
  directory: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  input: string | Uint8Array = "",
): Running => {
  process.chdir(directory);
  const events = new EventEmitter();
  const stopped = once(events, "stop");
  let output = "";
  let errors = "";
  const outcome = runCommandLine(args, {
    env,
    stdin: Readable.from([Buffer.from(input)]),
    stdout: {
      write(text) {
        output += text;
        events.emit("printed");
      },
    },
    stderr: {
      write(text) {
        errors += text;
      },
    },
    untilStopped: () => stopped.then(() => undefined),
  });
  return {
    pid: process.pid,
    outcome: outcome.then((code) => ({ code, output, errors })),
    output: () => output,
    printed: () => once(events, "printed"),
    signal: () => void events.emit("stop"),
  };
};
