import type { Timers } from "../jobs/timers.ts";
import type { Count, Counters } from "../limits/counters.ts";
import type { CountCall, CountResult, FromWorker } from "./messages.ts";

/** Maximum milliseconds that a request waits for the primary. After that, this worker counts by itself. */
const MAX_WAIT_MS = 500;

interface SharedCountersDeps {
  /** Sends counter calls to the primary, which makes the calls in this order. */
  send(message: Extract<FromWorker, { readonly kind: "count" }>): Promise<void>;
  /** Counters of this worker, for use if the primary does not respond. */
  readonly own: Counters;
  readonly timers: Timers;
}

/** Counters that the primary holds and all workers share. */
export interface SharedCounters extends Counters {
  /** Receives the results of the message with this id, in the order of its calls. */
  receive(id: number, results: readonly CountResult[]): void;
}

/**
 * Creates shared counters. All calls of one turn of the event loop are sent in a single message, so many
 * calls cost little.
 */
export const createSharedCounters = ({ send, own, timers }: SharedCountersDeps): SharedCounters => {
  const pending = new Map<number, (results: readonly CountResult[] | undefined) => void>();
  let messages = 0;
  let next:
    | { readonly calls: CountCall[]; readonly results: Promise<readonly CountResult[] | undefined> }
    | undefined;

  const begin = (): NonNullable<typeof next> => {
    const calls: CountCall[] = [];
    const results = new Promise<readonly CountResult[] | undefined>((resolve) => {
      setImmediate(() => {
        next = undefined;
        messages += 1;
        const id = messages;
        const end = (answer?: readonly CountResult[]): void => {
          cancel();
          pending.delete(id);
          resolve(answer);
        };
        const cancel = timers.after(MAX_WAIT_MS, end);
        pending.set(id, end);
        send({ kind: "count", id, calls }).catch(() => end());
      });
    });
    return { calls, results };
  };

  /** Sends a call to the primary. Returns `undefined` if the primary does not respond in time. */
  const callPrimary = async (call: CountCall): Promise<{ readonly result: CountResult } | undefined> => {
    next ??= begin();
    const place = next.calls.push(call) - 1;
    const results = await next.results;
    return results && { result: results[place] };
  };

  return {
    async add(key, points, milliseconds) {
      const answer = await callPrimary({ name: "add", key, points, milliseconds });
      // The cast is safe: the result belongs to this call.
      return answer === undefined ? own.add(key, points, milliseconds) : (answer.result as Count);
    },
    async find(key) {
      const answer = await callPrimary({ name: "find", key });
      return answer === undefined ? own.find(key) : ((answer.result as Count | null) ?? undefined);
    },
    async remove(key) {
      const answer = await callPrimary({ name: "remove", key });
      return answer === undefined ? own.remove(key) : answer.result === true;
    },
    receive: (id, results) => pending.get(id)?.(results),
  };
};

/** Makes the counter calls of workers on the counters of the primary. */
export const runCounterCalls = (
  counters: Counters,
  calls: readonly CountCall[],
): Promise<readonly CountResult[]> => Promise.all(calls.map((call) => runCounterCall(counters, call)));

const runCounterCall = (counters: Counters, call: CountCall): Promise<CountResult> => {
  switch (call.name) {
    case "add":
      return counters.add(call.key, call.points, call.milliseconds);
    case "find":
      return counters.find(call.key);
    case "remove":
      return counters.remove(call.key);
  }
};
