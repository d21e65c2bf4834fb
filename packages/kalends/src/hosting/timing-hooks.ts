import type { Logger } from "@kalends/core";
import type { AnsweredRequest } from "@kalends/http/hosting";
import type { StoreCall } from "../storage/store-call.ts";

/** Called with how long things take, synchronously: what they throw is logged, and changes nothing. */
export interface TimingHooks {
  /** After each answer of the interface is made, in the async context of its request. */
  readonly onRequest?: (request: AnsweredRequest) => void;
  /** After each call of the store, in the async context of the call: that of a request, a service or a job. */
  readonly onStoreCall?: (call: StoreCall) => void;
}

/** The same hook, whose faults are logged and nothing else; `undefined` for none. */
export const toSafeHook = <Value>(
  name: keyof TimingHooks,
  hook: ((value: Value) => unknown) | undefined,
  logger: Logger,
): ((value: Value) => void) | undefined => {
  if (hook === undefined) return undefined;
  const log = (error: unknown): void => logger.error(`${name} of the host failed`, { error });
  return (value) => {
    try {
      const result = hook(value);
      // Hosts without types may give an async function.
      if (result instanceof Promise) result.catch(log);
    } catch (error) {
      log(error);
    }
  };
};

/** One function for those that are there; `undefined` for none. */
export const callingBoth = <Value>(
  first: ((value: Value) => void) | undefined,
  second: ((value: Value) => void) | undefined,
): ((value: Value) => void) | undefined =>
  first === undefined || second === undefined
    ? (first ?? second)
    : (value) => {
        first(value);
        second(value);
      };
