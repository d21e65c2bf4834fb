import { Worker } from "node:worker_threads";
import { storageUnavailable } from "@kalends/core";
import { driverError, LateError } from "../database/errors.ts";
import type { Question } from "../queries/lists.ts";
import { type Found, giveUp, newSignal, type ReaderSettings, type Reply } from "./messages.ts";

/** A thread with a connection of its own. */
export interface Thread {
  /** One read at a time. `time`: what is left for it, in milliseconds. */
  read(question: Question, time: number): Promise<Found>;
  /** When it reads nothing. */
  end(): Promise<void>;
}

/** So many milliseconds before its end a read is told to give up: it takes a moment to notice, and may hang in the disk. */
const NOTICE = 500;
/** So many it has at least until it is taken for hanging: a new thread needs some to start. */
const START = 8000;

/** `onEnd`: it reads no more, for whatever reason. */
export const startThread = (settings: ReaderSettings, onEnd: () => void): Thread => {
  const signal = newSignal();
  const worker = new Worker(new URL("./reader-thread.js", import.meta.url), {
    workerData: { ...settings, signal },
  });
  // Whoever waits for a read keeps the process alive, an idle thread does not.
  worker.unref();
  let failure: unknown;
  let settle = (_outcome: Reply | Error): void => {};
  worker.on("message", (reply: Reply) => settle(reply));
  worker.on("error", (error: unknown) => {
    failure = error;
  });
  worker.on("exit", () => {
    onEnd();
    settle(storageUnavailable(new Error("A reader thread has ended.", { cause: failure })));
  });

  return {
    async read(question, time) {
      giveUp(signal, time <= NOTICE);
      const late = setTimeout(() => giveUp(signal, true), time - NOTICE);
      const hanging = setTimeout(
        () => {
          onEnd();
          settle({ isLate: true });
          void worker.terminate();
        },
        Math.max(time, START),
      );
      worker.ref();
      const outcome = await new Promise<Reply | Error>((resolve) => {
        settle = resolve;
        worker.postMessage(question);
      });
      worker.unref();
      clearTimeout(late);
      clearTimeout(hanging);
      return toFound(outcome);
    },
    async end() {
      await worker.terminate();
    },
  };
};

const toFound = (outcome: Reply | Error): Found => {
  if (outcome instanceof Error) throw outcome;
  if ("found" in outcome) return outcome.found;
  if ("isLate" in outcome) throw new LateError();
  throw driverError(outcome.message, outcome.code);
};
