import type { CalendarEvent } from "@kalends/core";
import type { Store } from "@kalends/core/storage";
import { type As, createCalendar } from "kalends";
import { createRandom } from "./random.ts";
import { mistakesIn, readSeries, recurrenceIdOf, type SeriesState } from "./series-state.ts";

const NOW = Date.UTC(2031, 2, 10, 14, 30);
const MONTHS = 24;
const EDITOR = { id: 1, roles: ["editor"] } as const;
const RULES = ["FREQ=WEEKLY;COUNT=7", "FREQ=WEEKLY;BYDAY=TU,FR;COUNT=9", "FREQ=MONTHLY;BYDAY=TU;COUNT=8"];

type Random = () => number;

const pick = <T>(random: Random, all: readonly T[]): T => {
  const chosen = all[Math.floor(random() * all.length)];
  if (chosen === undefined) throw new Error("There is nothing to choose from");
  return chosen;
};

/** Returns the wall clock time some minutes later. */
const later = (wallClock: string, minutes: number): string =>
  new Date(Date.parse(`${wallClock.replace(" ", "T")}Z`) + minutes * 60_000)
    .toISOString()
    .slice(0, 19)
    .replace("T", " ");

/** Returns the series and the start of each occurrence, by id. */
const placesIn = (
  state: SeriesState,
): ReadonlyMap<number, { readonly series: number; readonly start: string }> =>
  new Map(
    [...state].flatMap(([series, { rows }]) =>
      rows.map((row) => [row.id, { series, start: recurrenceIdOf(row) }] as const),
    ),
  );

/** Returns a sentence for each occurrence whose start has changed although its id is the same. */
const movesIn = (
  before: SeriesState,
  after: SeriesState,
  edited: { readonly row: CalendarEvent; readonly scope: string; readonly minutes: number },
): readonly string[] => {
  const { row, scope, minutes } = edited;
  const home = row.occurrence?.seriesId ?? 0;
  const now = placesIn(after);
  const isFirst = before.get(home)?.rows.find((one) => one.occurrence?.gone !== "unwanted")?.id === row.id;
  return [...placesIn(before)].flatMap(([id, { series, start }]) => {
    const place = now.get(id);
    if (place === undefined) return [`${id} is gone`];
    const isMeant =
      series === home && (scope === "all" || (scope === "following" && start >= recurrenceIdOf(row)));
    const wanted = isMeant ? later(start, minutes) : start;
    const mayLeave = isMeant && scope === "following" && !isFirst;
    if (place.start !== wanted) return [`${id} stands at ${place.start} instead of ${wanted}`];
    return place.series === series || mayLeave ? [] : [`${id} went from ${series} to ${place.series}`];
  });
};

const edit = async (as: As, state: SeriesState, random: Random): Promise<Parameters<typeof movesIn>[2]> => {
  const rows = [...state.values()].flatMap((one) => one.rows);
  const row = pick(
    random,
    rows.filter(({ occurrence }) => occurrence?.gone === undefined),
  );
  const scope = pick(random, ["this", "this", "following", "all"] as const);
  const kind = random();
  if (kind < 0.15 && scope === "this") {
    await as(EDITOR).events.remove(row.id, { scope });
    return { row, scope, minutes: 0 };
  }
  const gone = rows.filter(({ occurrence }) => occurrence?.gone === "trashed");
  if (kind < 0.25 && gone.length > 0) {
    await as(EDITOR).events.update(pick(random, gone).id, { status: "publish" });
    return { row, scope: "this", minutes: 0 };
  }
  // The new start must be on a weekday of the rule, so only the time of day changes.
  const minutes = kind < 0.6 ? pick(random, [-30, 15, 45]) : 0;
  await as(EDITOR).events.update(row.id, {
    scope,
    title: `Title ${Math.floor(random() * 5)}`,
    ...(random() < 0.3 && { excerpt: `Excerpt ${Math.floor(random() * 3)}` }),
    ...(minutes !== 0 && {
      start_date: later(row.schedule.start, minutes),
      end_date: later(row.schedule.end, minutes),
    }),
  });
  return { row, scope, minutes };
};

/**
 * Edits series at random with each `scope`. Checks all occurrences after each edit and returns the problems.
 */
export const editSeries = async (
  store: Store,
  { seed, edits }: { readonly seed: number; readonly edits: number },
): Promise<readonly string[]> => {
  const random = createRandom(seed);
  const calendar = await createCalendar({
    storage: store,
    clock: { now: () => NOW },
    scheduler: false,
    recurrenceHorizon: MONTHS,
    identity: () => undefined,
  });
  const { as } = calendar;
  try {
    await as(EDITOR).events.create({
      title: "Title 0",
      start_date: "2031-05-06 12:00:00",
      end_date: "2031-05-06 13:30:00",
      timezone: pick(random, ["Europe/Rome", "America/Sao_Paulo", "Australia/Lord_Howe"]),
      recurrence: { rules: pick(random, RULES) },
    });
    let state = await readSeries(store.events);
    for (let number = 1; number <= edits; number += 1) {
      const edited = await edit(as, state, random);
      const after = await readSeries(store.events);
      const mistakes = [...mistakesIn(after, NOW, MONTHS), ...movesIn(state, after, edited)];
      if (mistakes.length > 0)
        return mistakes.map(
          (mistake) => `after edit ${number} (${edited.scope} of ${edited.row.id}): ${mistake}`,
        );
      state = after;
    }
    return [];
  } finally {
    await calendar.close();
  }
};
