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

/** For so long an answer stands, whoever asks, and so long one may take, in milliseconds. */
const KEPT = 5000;
const LONGEST = 2000;

const DOWN: StoreState = { isUp: false, readers: [] };

/** Asks the store, at most every few seconds; a store that fails or takes long is down. */
export const createStoreState = ({
  store: { ping, outbox },
  outboxSwitch,
  stopwatch: clock,
  timers,
}: StoreStateDeps): (() => Promise<StoreState>) => {
  let latest: { readonly at: number; readonly state: Promise<StoreState> } | undefined;

  const ask = async (): Promise<StoreState> => {
    let state = DOWN;
    const asked = async (): Promise<void> => {
      await ping();
      const readers = outboxSwitch.isOn() ? await readOutboxState({ outbox, clock }) : [];
      state = { isUp: true, readers };
    };
    // What fails is what it says.
    await withTimeLimit(
      asked().catch(() => undefined),
      timers,
      () => undefined,
      LONGEST,
    );
    return state;
  };

  return () => {
    const at = clock.now();
    // A clock may be set back.
    if (latest === undefined || Math.abs(at - latest.at) >= KEPT) latest = { at, state: ask() };
    return latest.state;
  };
};
