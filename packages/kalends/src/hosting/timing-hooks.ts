import type { Logger } from "@kalends/core";
import type { ReportedRequest } from "@kalends/http/hosting";
import type { StoreCall } from "../storage/store-call.ts";

/**
 * Hooks that receive durations. They are called synchronously; errors are logged and have no other effect.
 */
export interface TimingHooks {
  /** Called after each response of the interface is created, in the async context of its request. */
  readonly onRequest?: (request: ReportedRequest) => void;
  /** Called after each store call, in the async context of that call: a request, a service or a job. */
  readonly onStoreCall?: (call: StoreCall) => void;
}

/** Returns a hook whose errors are only logged, or `undefined` without a hook. */
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
      // Hosts without types may pass an async function.
      if (result instanceof Promise) result.catch(log);
    } catch (error) {
      log(error);
    }
  };
};

/** Returns a function that calls all given functions, or `undefined` if there is none. */
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
