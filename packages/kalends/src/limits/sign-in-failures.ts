import type { PasswordKind, SignInHistory, SignInRequests } from "@kalends/accounts";
import type { Clock } from "@kalends/core";
import { foldText, type Store } from "@kalends/core/storage";
import { type Timers, withTimeLimit } from "../jobs/timers.ts";
import { type Count, type Counters, createMemoryCounters } from "./counters.ts";
import { createFixedWindow } from "./fixed-window.ts";
import type { Rate } from "./rate-limits.ts";
import { createStoredCounters } from "./stored-counters.ts";

/**
 * Maximum number of wrong passwords for one name from one client address. `RATE_PER_SOURCE` limits all names
 * from one address together. Durations are in seconds.
 */
const RATE_PER_NAME: Rate = { points: 20, duration: 15 * 60 };
/**
 * Factor by which `RATE_PER_NAME` is raised for an address from which the account's owner recently signed in.
 */
const KNOWN_FACTOR = 5;
const RATE_PER_SOURCE: Rate = { points: 100, duration: 60 * 60 };

/**
 * Maximum numbers of requests that need no credentials. From one network: requests for one-time links
 * (`link`) and for passkey challenges. To one email address: mails with a one-time link. Durations are in
 * seconds.
 */
const RATE_PER_REQUEST: Readonly<Record<Parameters<SignInRequests["add"]>[0], Rate>> = {
  link: { points: 20, duration: 60 * 60 },
  mail: { points: 3, duration: 60 * 60 },
  challenge: { points: 600, duration: 60 * 60 },
};

/** Maximum time in milliseconds that a sign-in waits for a write. */
const MAX_WAIT_MS = 1_000;

interface FallbackDeps {
  readonly stored: Counters;
  readonly memory: Counters;
  readonly timers: Timers;
}

/**
 * Wraps stored counters to fall back to memory. Points that could not be stored, or not yet, are held in
 * memory and added to the stored points. A failing store therefore causes no error, and a slow store delays a
 * sign-in only briefly.
 */
const withFallback = ({ stored, memory, timers }: FallbackDeps): Counters => {
  const inTime = (written: Promise<unknown>): Promise<void> =>
    withTimeLimit(written, timers, () => undefined, MAX_WAIT_MS);
  const subtract = async (key: string, points: number, milliseconds: number): Promise<void> => {
    const own = await memory.find(key);
    if (own === undefined) return;
    if (own.points <= points) await memory.remove(key);
    else await memory.add(key, -points, milliseconds);
  };
  return {
    async add(key, points, milliseconds) {
      const own = await memory.add(key, points, milliseconds);
      let written: Count | undefined;
      const write = stored.add(key, points, milliseconds);
      await inTime(
        write.then(
          async (count) => {
            await subtract(key, points, milliseconds);
            written = count;
          },
          () => undefined,
        ),
      );
      return written ?? own;
    },
    async find(key) {
      const [kept, own] = [await stored.find(key).catch(() => undefined), await memory.find(key)];
      if (kept === undefined || own === undefined) return kept ?? own;
      return { points: kept.points + own.points, left: Math.max(kept.left, own.left) };
    },
    async remove(key) {
      const own = await memory.remove(key);
      await inTime(stored.remove(key).catch(() => false));
      return own;
    },
  };
};

/** Returns the seconds until the last of these counts expires. Returns `undefined` if the list is empty. */
const secondsOf = (counts: readonly Count[]): number | undefined => {
  const longest = Math.max(0, ...counts.map(({ left }) => left));
  return longest === 0 ? undefined : Math.ceil(longest / 1000);
};

const KNOWN = "signed-in";
/**
 * Milliseconds for which a successful sign-in is stored. If less than `MIN_REMAINING_MS` of this time is left
 * at another sign-in, the sign-in is stored again. Each sign-in is therefore known for at least an hour, with
 * few writes.
 */
const STORED_MS = 75 * 60_000;
const MIN_REMAINING_MS = 60 * 60_000;

/**
 * Creates the history of failed and successful sign-ins in the store, for all processes. While the store
 * cannot be written, this process counts in memory.
 * Source: rules/rights.md#sign-in-failures.
 */
export const createSignInHistory = (deps: {
  readonly store: Pick<Store, "documents" | "transaction">;
  readonly clock: Clock;
  readonly timers: Timers;
}): SignInHistory => {
  const counters = withFallback({
    stored: createStoredCounters(deps),
    memory: createMemoryCounters(deps.clock),
    timers: deps.timers,
  });
  const ofName = createFixedWindow(counters, "name", RATE_PER_NAME);
  const ofSource = createFixedWindow(counters, "source", RATE_PER_SOURCE);
  const ofRequests = {
    link: createFixedWindow(counters, "link", RATE_PER_REQUEST.link),
    mail: createFixedWindow(counters, "mail", RATE_PER_REQUEST.mail),
    challenge: createFixedWindow(counters, "challenge", RATE_PER_REQUEST.challenge),
  };
  const keyOf = (name: string, source: string): string => JSON.stringify([source, foldText(name)]);
  const knownKeyOf = (kind: PasswordKind, accountId: number, source: string): string =>
    JSON.stringify([KNOWN, source, accountId, ...(kind === "application" ? [] : [kind])]);
  return {
    failures: {
      async blockedFor(name, source, isKnown = false) {
        const [byName, bySource] = await Promise.all([
          ofName.find(keyOf(name, source)),
          isKnown ? undefined : ofSource.find(source),
        ]);
        const limit = RATE_PER_NAME.points * (isKnown ? KNOWN_FACTOR : 1);
        return secondsOf([
          ...(byName !== undefined && byName.points >= limit ? [byName] : []),
          ...(bySource !== undefined && bySource.points >= RATE_PER_SOURCE.points ? [bySource] : []),
        ]);
      },
      async add(name, source) {
        const [byName, bySource] = await Promise.all([ofName.add(keyOf(name, source)), ofSource.add(source)]);
        return secondsOf([
          ...(byName.points > RATE_PER_NAME.points ? [byName] : []),
          ...(bySource.points > RATE_PER_SOURCE.points ? [bySource] : []),
        ]);
      },
      async clear(name, source, wasCounted) {
        const key = keyOf(name, source);
        if ((await ofName.find(key)) !== undefined) await ofName.remove(key);
        if (wasCounted) await ofSource.add(source, -1);
      },
    },
    successes: {
      has: async (...asked) => (await counters.find(knownKeyOf(...asked))) !== undefined,
      async add(...proved) {
        const key = knownKeyOf(...proved);
        const known = await counters.find(key);
        if (known !== undefined && known.left >= MIN_REMAINING_MS) return;
        if (known !== undefined) await counters.remove(key);
        await counters.add(key, 1, STORED_MS);
      },
    },
    requests: {
      async add(kind, key) {
        const { rate, add } = ofRequests[kind];
        const count = await add(key);
        return count.points > rate.points ? secondsOf([count]) : undefined;
      },
    },
  };
};
