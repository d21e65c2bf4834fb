import type { Logger } from "@kalends/core";
import type { ReportedRequest } from "@kalends/http/hosting";
import type { StoreCall } from "../storage/store-call.ts";

/**
 * Functions of the host application that receive durations. They are called synchronously. Their errors are
 * logged and have no other effect.
 */
export interface TimingHooks {
  /**
   * Called after the response to a request of the interface is created, in the async context of the request.
   */
  readonly onRequest?: (request: ReportedRequest) => void;
  /**
   * Called after each call of the store, in the async context of its caller: a request, a service or a job.
   */
  readonly onStoreCall?: (call: StoreCall) => void;
}

/** Returns a hook that logs its errors instead of throwing them. Returns `undefined` if `hook` is absent. */
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
      // A host application without TypeScript may pass an async function.
      if (result instanceof Promise) result.catch(log);
    } catch (error) {
      log(error);
    }
  };
};

/** Returns a function that calls all given functions. Returns `undefined` if none is given. */
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
