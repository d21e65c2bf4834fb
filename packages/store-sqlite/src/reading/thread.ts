import { Worker } from "node:worker_threads";
import { storageUnavailable } from "@kalends/core";
import { driverError, LateError } from "../database/errors.ts";
import type { ListRequest } from "../queries/lists.ts";
import { type FoundRecords, giveUp, newSignal, type ReaderSettings, type Reply } from "./messages.ts";

/** A thread with a connection of its own. */
export interface Thread {
  /** Reads one list at a time. `time`: remaining milliseconds. */
  read(request: ListRequest, time: number): Promise<FoundRecords>;
  /** Ends the thread. Call it only while no read runs. */
  end(): Promise<void>;
}

/**
 * Milliseconds before its end at which a read is cancelled. It takes a moment to react, and may be blocked by
 * the disk.
 */
const NOTICE = 500;
/** Minimum milliseconds before a read counts as blocked: a new thread needs time to start. */
const START = 8000;

/** Starts a thread. `onEnd` is called when it can no longer read, for any reason. */
export const startThread = (settings: ReaderSettings, onEnd: () => void): Thread => {
  const signal = newSignal();
  const worker = new Worker(new URL("./reader-thread.js", import.meta.url), {
    workerData: { ...settings, signal },
  });
  // Only a pending read keeps the process running, not an idle thread.
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

const toFound = (outcome: Reply | Error): FoundRecords => {
  if (outcome instanceof Error) throw outcome;
  if ("found" in outcome) return outcome.found;
  if ("isLate" in outcome) throw new LateError();
  throw driverError(outcome.message, outcome.code);
};
