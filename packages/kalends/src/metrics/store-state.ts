import type { Clock } from "@kalends/core";
import type { Store } from "@kalends/core/storage";
import { type Timers, withTimeLimit } from "../jobs/timers.ts";
import type { OutboxSwitch } from "../outbox/outbox-switch.ts";
import type { StoreState } from "./observed-state.ts";
import { readOutboxState } from "./outbox-state.ts";

interface StoreStateDeps {
  readonly store: Pick<Store, "ping" | "outbox">;
  readonly outboxSwitch: Pick<OutboxSwitch, "isOn">;
  readonly stopwatch: Clock;
  readonly timers: Timers;
}

/** Milliseconds for which a state is reused, and maximum milliseconds to determine a state. */
const MAX_AGE_MS = 5000;
const MAX_WAIT_MS = 2000;

const DOWN: StoreState = { isUp: false, readers: [] };

/**
 * Creates the function that checks the state of the store, at most every few seconds. A store that fails or
 * takes too long counts as down.
 */
export const createStoreState = ({
  store: { ping, outbox },
  outboxSwitch,
  stopwatch: clock,
  timers,
}: StoreStateDeps): (() => Promise<StoreState>) => {
  let latest: { readonly at: number; readonly state: Promise<StoreState> } | undefined;

  const readState = async (): Promise<StoreState> => {
    let state = DOWN;
    const read = async (): Promise<void> => {
      await ping();
      const readers = outboxSwitch.isOn() ? await readOutboxState({ outbox, clock }) : [];
      state = { isUp: true, readers };
    };
    // If the check fails, the state stays `DOWN`. The error is not thrown.
    await withTimeLimit(
      read().catch(() => undefined),
      timers,
      () => undefined,
      MAX_WAIT_MS,
    );
    return state;
  };

  return () => {
    const at = clock.now();
    // Use the absolute difference, so that the state expires even if the clock was set back.
    if (latest === undefined || Math.abs(at - latest.at) >= MAX_AGE_MS) latest = { at, state: readState() };
    return latest.state;
  };
};
