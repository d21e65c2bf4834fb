import type { Timers } from "../jobs/timers.ts";
import type { Count, Counters } from "../limits/counters.ts";
import type { CountCall, CountResult, FromWorker } from "./messages.ts";

/** Milliseconds that a request waits for the primary at most; then it is counted here. */
const PATIENCE = 500;

interface SharedCountersDeps {
  /** Calls that the primary is to make on its counters, in this order. */
  send(message: Extract<FromWorker, { readonly kind: "count" }>): Promise<void>;
  /** Counts where the primary does not answer. */
  readonly own: Counters;
  readonly timers: Timers;
}

/** Counters of the primary, for all workers. */
export interface SharedCounters extends Counters {
  /** What the primary answers to the message with this id, in the same order. */
  receive(id: number, results: readonly CountResult[]): void;
}

/** Calls of one round of the event loop are one message, so that it costs little where there are many. */
export const createSharedCounters = ({ send, own, timers }: SharedCountersDeps): SharedCounters => {
  const asked = new Map<number, (results: readonly CountResult[] | undefined) => void>();
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
          asked.delete(id);
          resolve(answer);
        };
        const cancel = timers.after(PATIENCE, end);
        asked.set(id, end);
        send({ kind: "count", id, calls }).catch(() => end());
      });
    });
    return { calls, results };
  };

  /** `undefined`: the primary has not answered in time. */
  const ask = async (call: CountCall): Promise<{ readonly result: CountResult } | undefined> => {
    next ??= begin();
    const place = next.calls.push(call) - 1;
    const results = await next.results;
    return results && { result: results[place] };
  };

  return {
    async add(key, points, milliseconds) {
      const answer = await ask({ name: "add", key, points, milliseconds });
      // The answer of the same call.
      return answer === undefined ? own.add(key, points, milliseconds) : (answer.result as Count);
    },
    async find(key) {
      const answer = await ask({ name: "find", key });
      return answer === undefined ? own.find(key) : ((answer.result as Count | null) ?? undefined);
    },
    async remove(key) {
      const answer = await ask({ name: "remove", key });
      return answer === undefined ? own.remove(key) : answer.result === true;
    },
    receive: (id, results) => asked.get(id)?.(results),
  };
};

/** What the primary does for workers. */
export const answerCounts = (
  counters: Counters,
  calls: readonly CountCall[],
): Promise<readonly CountResult[]> => Promise.all(calls.map((call) => answerCount(counters, call)));

const answerCount = (counters: Counters, call: CountCall): Promise<CountResult> => {
  switch (call.name) {
    case "add":
      return counters.add(call.key, call.points, call.milliseconds);
    case "find":
      return counters.find(call.key);
    case "remove":
      return counters.remove(call.key);
  }
};
