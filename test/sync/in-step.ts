import { setTimeout as sleep } from "node:timers/promises";
import type { CalendarClient } from "@kalends/client";
import { readLists } from "./lists.ts";
import { createMirror } from "./mirror.ts";
import { pick, type Random } from "./random.ts";
import { createKnownIds, type KnownIds, type Outcome, writeSomething } from "./random-writes.ts";

/**
 * Returns a client that sends its requests to one process of a calendar. It is signed in if `user` is given.
 */
export type Reach = (user?: string) => CalendarClient;

interface InStepOptions {
  readonly random: Random;
  /** One function per process. */
  readonly processes: readonly Reach[];
  /** Users who write. Each user sends one write after the other; the users write concurrently. */
  readonly writers: readonly string[];
  readonly writes: number;
  /** Users whose copies are compared with the lists. `undefined` is an anonymous visitor. */
  readonly readers: readonly (string | undefined)[];
  /** Called from time to time, for example to kill a process. Resolves when all processes respond again. */
  readonly disturb?: (written: number) => Promise<void>;
  readonly ids?: KnownIds;
}

/** Result of a run. The problems found are sentences. */
export interface InStep {
  readonly outcomes: Readonly<Record<Outcome, number>>;
  readonly records: number;
  readonly starts: number;
  readonly failures: number;
  readonly changes: number;
  readonly mistakes: readonly string[];
}

/**
 * Sends random writes to all processes. Meanwhile, copies are updated at random. At the end, compares the
 * copies with the lists.
 */
export const keepInStep = async (options: InStepOptions): Promise<InStep> => {
  const { random, processes, writers, writes, readers, disturb, ids = createKnownIds() } = options;
  const mirrors = readers.flatMap((reader) =>
    [0, 1].map((copy) => createMirror(`${reader ?? "visitor"} ${copy}`, pick(random, processes)(reader))),
  );
  const outcomes: Record<Outcome, number> = { done: 0, refused: 0, unknown: 0 };
  let written = 0;
  let isOver = false;
  const write = async (writer: string): Promise<void> => {
    const clients = processes.map((reach) => reach(writer));
    while (written < writes) {
      written += 1;
      outcomes[await writeSomething(pick(random, clients), random, ids)] += 1;
    }
  };
  const mirror = async (): Promise<void> => {
    while (!isOver) {
      await pick(random, mirrors).step(random);
      await sleep(5);
    }
  };
  const trouble = async (): Promise<void> => {
    while (!isOver && disturb !== undefined) {
      await disturb(written);
      await sleep(20);
    }
  };
  const besides = [mirror(), trouble()];
  try {
    await Promise.all(writers.map(write));
  } finally {
    isOver = true;
    await Promise.all(besides);
  }
  const mistakes: string[] = [];
  let records = 0;
  try {
    for (const [at, reader] of readers.entries()) {
      const listed = await readLists(pick(random, processes)(reader), ids.events);
      records += Object.values(listed).reduce((sum, { size }) => sum + size, 0);
      for (const kept of mirrors.slice(at * 2, at * 2 + 2)) {
        for (const difference of await kept.compare(listed)) mistakes.push(`${kept.name}: ${difference}`);
      }
    }
  } finally {
    await Promise.all(mirrors.map((kept) => kept.stop()));
  }
  mistakes.push(...mirrors.flatMap(({ name, mistakes }) => mistakes.map((mistake) => `${name}: ${mistake}`)));
  const sum = (figure: "starts" | "failures" | "changes"): number =>
    mirrors.reduce((total, { figures }) => total + figures[figure], 0);
  return {
    outcomes,
    records,
    starts: sum("starts"),
    failures: sum("failures"),
    changes: sum("changes"),
    mistakes,
  };
};
