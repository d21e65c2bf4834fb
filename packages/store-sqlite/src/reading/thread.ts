import { Worker } from "node:worker_threads";
import { storageUnavailable } from "@kalends/core";
import { driverError, LateError } from "../database/errors.ts";
import {
  giveUp,
  newSignal,
  type ReaderRequest,
  type ReaderResult,
  type ReaderSettings,
  type Reply,
} from "./messages.ts";

/** Thread that reads with a connection of its own. */
export interface Thread {
  /** Runs one request at a time. `time` is the number of milliseconds that remain. */
  read(request: ReaderRequest, time: number): Promise<ReaderResult>;
  /** Ends the thread. Call it only while the thread reads nothing. */
  end(): Promise<void>;
}

/**
 * Milliseconds from the cancellation of a read to the end of its time. Cancelling takes a moment, and the
 * disk may block the read.
 */
const NOTICE = 500;
/** Minimum time in milliseconds before a read counts as blocked, because a new thread needs time to start. */
const START = 8000;

/** Starts a thread. `onEnd` is called when the thread can no longer read, for any reason. */
export const startThread = (settings: ReaderSettings, onEnd: () => void): Thread => {
  const signal = newSignal();
  const worker = new Worker(new URL("./reader-thread.js", import.meta.url), {
    workerData: { ...settings, signal },
  });
  // An idle thread does not keep the process running; only a pending read does.
  worker.unref();
  let failure: unknown;
  let finish = (_outcome: Reply | Error): void => {};
  worker.on("message", (reply: Reply) => finish(reply));
  worker.on("error", (error: unknown) => {
    failure = error;
  });
  worker.on("exit", () => {
    onEnd();
    finish(storageUnavailable(new Error("A reader thread has ended.", { cause: failure })));
  });

  return {
    async read(request, time) {
      giveUp(signal, time <= NOTICE);
      const cancelTimer = setTimeout(() => giveUp(signal, true), time - NOTICE);
      const hanging = setTimeout(
        () => {
          onEnd();
          finish({ isLate: true });
          void worker.terminate();
        },
        Math.max(time, START),
      );
      worker.ref();
      const outcome = await new Promise<Reply | Error>((resolve) => {
        finish = resolve;
        worker.postMessage(request);
      });
      worker.unref();
      clearTimeout(cancelTimer);
      clearTimeout(hanging);
      return toFound(outcome);
    },
    async end() {
      await worker.terminate();
    },
  };
};

const toFound = (outcome: Reply | Error): ReaderResult => {
  if (outcome instanceof Error) throw outcome;
  if ("found" in outcome) return outcome.found;
  if ("isLate" in outcome) throw new LateError();
  throw driverError(outcome.message, outcome.code);
};
