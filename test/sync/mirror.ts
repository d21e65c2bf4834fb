import { setTimeout as sleep } from "node:timers/promises";
import {
  type CalendarClient,
  type CalendarCopy,
  CalendarNetworkError,
  CalendarRequestError,
  type RecordChange,
} from "@kalends/client";
import { differences, type Listed } from "./lists.ts";
import type { Random } from "./random.ts";

/** Copy of a calendar. Its program is started, updated, followed and stopped at random. */
export interface Mirror {
  readonly name: string;
  /** Does one random action. */
  step(random: Random): Promise<void>;
  /**
   * Follows the changes until the copy equals the lists. Returns the differences that remain after half a
   * minute.
   */
  compare(listed: Listed): Promise<readonly string[]>;
  stop(): Promise<void>;
  /** Calls of `onChange` whose arguments contradict earlier ones. */
  readonly mistakes: readonly string[];
  /** Number of starts of the program, of failed streams or updates, and of changes. */
  readonly figures: { starts: number; failures: number; changes: number };
}

const MAX_MS = 30_000;
const MAX_SILENCE_S = 45;

/** True for errors that may occur while servers are killed. */
const isOutage = (error: unknown): boolean =>
  error instanceof CalendarNetworkError ||
  (error instanceof CalendarRequestError && (error.status === 503 || error.status === 410));

/**
 * Creates a second copy that uses only the changes passed to `onChange`. At the end it must equal the first
 * copy.
 */
const createShadow = (copy: CalendarCopy, mistakes: string[]) => {
  const keyed = (kind: string, id: number): string => `${kind}/${id}`;
  const contents = (): Map<string, string> =>
    new Map(
      (["event", "venue", "organizer", "category", "tag"] as const).flatMap((kind) => {
        const name = kind === "category" ? "categories" : (`${kind}s` as const);
        return [...copy[name].values()].map((record) => [keyed(kind, record.id), JSON.stringify(record)]);
      }),
    );
  const records = contents();
  return {
    apply(changes: readonly RecordChange[]): void {
      for (const { kind, id, before, after } of changes) {
        const key = keyed(kind, id);
        if (records.get(key) !== (before && JSON.stringify(before))) mistakes.push(`${key} was otherwise`);
        if (after === undefined) records.delete(key);
        else records.set(key, JSON.stringify(after));
      }
    },
    compare(): void {
      const now = contents();
      for (const key of new Set([...now.keys(), ...records.keys()]))
        if (now.get(key) !== records.get(key)) mistakes.push(`${key} has changed unnoticed`);
    },
  };
};

export const createMirror = (name: string, client: CalendarClient): Mirror => {
  const mistakes: string[] = [];
  const figures = { starts: 1, failures: 0, changes: 0 };
  // Pauses are shortened, because they need not protect a server here. The limit for silent streams is not
  // shortened.
  const wait = (seconds: number, signal?: AbortSignal): Promise<void> =>
    sleep(seconds === MAX_SILENCE_S ? seconds * 1_000 : seconds * 50, undefined, signal && { signal }).catch(
      () => {
        throw signal?.reason;
      },
    );
  let copy = client.sync({ wait, perPage: 20 });
  let saved = copy.state();
  let running: { readonly controller: AbortController; readonly ended: Promise<void> } | undefined;

  const noteFailure = (error: unknown): void => {
    figures.failures += 1;
    if (!isOutage(error)) mistakes.push(`It failed with ${error}`);
  };

  const follow = (): void => {
    const controller = new AbortController();
    const shadow = createShadow(copy, mistakes);
    const ended = copy
      .follow({
        signal: controller.signal,
        onChange(changes) {
          figures.changes += changes.length;
          shadow.apply(changes);
        },
        onError: noteFailure,
      })
      .then(shadow.compare, (error: unknown) => void mistakes.push(`follow ended with ${error}`));
    running = { controller, ended };
  };

  const stop = async (): Promise<void> => {
    running?.controller.abort();
    await running?.ended;
    running = undefined;
  };

  const update = async (): Promise<void> => {
    try {
      figures.changes += (await copy.update()).length;
    } catch (error) {
      noteFailure(error);
    }
  };

  return {
    name,
    mistakes,
    figures,
    stop,
    async step(random) {
      const choice = random();
      if (choice < 0.5) await update();
      else if (choice < 0.75) await (running === undefined ? follow() : stop());
      else if (choice < 0.85) saved = copy.state();
      else if (choice < 0.95) {
        // Restarts the program with a state that it saved earlier.
        await stop();
        figures.starts += 1;
        copy = client.sync({ wait, perPage: 1 + Math.floor(random() * 30), state: JSON.stringify(saved) });
      }
    },
    async compare(listed) {
      if (running === undefined) follow();
      for (const until = performance.now() + MAX_MS; ; ) {
        const left = differences(copy, listed);
        if (left.length === 0) return left;
        if (performance.now() > until) {
          await update();
          const isBehind = differences(copy, listed).length === 0;
          return isBehind ? [`It did not follow, ${left.length} records are behind`] : left;
        }
        await sleep(20);
      }
    },
  };
};
