import { type Actor, CalendarError, type Clock, type Problem, type SiteSettings } from "@kalends/core";
import {
  type CollectionOperation,
  createOperations,
  createPostStatuses,
  createPublishDue,
  type EventFilter,
  findTarget,
  type ItemOperation,
  type Operations,
  type ParameterValues,
  type PathTarget,
  type PostStatuses,
  perform,
} from "@kalends/core/interface";
import type { Store } from "@kalends/core/storage";
import { MEMBER_NAMES } from "@kalends/http";
import { openSqliteStore } from "@kalends/store-sqlite";
import { CAPACITIES } from "../../capacities.ts";
import { createImagePorts } from "../images/fakes.ts";

/**
 * Calendar for tests of operations. The store is in memory, the clock is set by tests, and the other ports
 * are fakes.
 */
export interface Calendar {
  readonly store: Store;
  readonly operations: Operations;
  readonly postStatuses: PostStatuses;
  readonly publishDue: () => Promise<number>;
  /** Sets the clock. `utc` is a time such as `2030-01-01T12:00:00Z`. */
  setNow(utc: string): void;
}

export const SITE: SiteSettings = {
  timezone: "America/New_York",
  dayCutoff: "00:00",
  displayZone: "event",
  decimalMark: ".",
  perPage: 10,
  maxPerPage: 50,
  recurrenceHorizon: 60,
};

/** Time of the clock: noon in UTC, 7:00 in the time zone of the site. */
export const NOW = "2030-01-01T12:00:00Z";

export const openCalendar = async (
  site: Partial<SiteSettings> = {},
  eventFilters: readonly EventFilter[] = [],
): Promise<Calendar> => {
  const store = await openSqliteStore(":memory:");
  let now = Date.parse(NOW);
  const clock: Clock = { now: () => now };
  const postStatuses = createPostStatuses();
  const logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const deps = {
    store,
    postStatuses,
    clock,
    logger,
    site: { ...SITE, ...site },
    memberNames: MEMBER_NAMES,
    eventFilters,
    capacities: CAPACITIES,
    ...createImagePorts(),
    authors: { isAuthor: async (id: number) => id >= 1 && id <= 6 },
    htmlCleaner: {
      clean: (html: string) => html.replace(/<script>.*?<\/script>/g, ""),
      keepsAll: (html: string) => !html.includes("<script>"),
      toText: (html: string) => html.replace(/<[^>]*>/g, ""),
    },
  };
  return {
    store,
    postStatuses,
    operations: createOperations(deps),
    publishDue: createPublishDue(deps),
    setNow: (utc) => {
      now = Date.parse(utc);
    },
  };
};

type Values = Readonly<Record<string, unknown>>;
type Path = { readonly id: number } | { readonly slug: string };

/** Error with which an operation refuses a call. */
export interface Refusal {
  readonly code: string;
  readonly problems: Readonly<Record<string, Problem>>;
  readonly error: CalendarError;
}

const refusalOf = (error: unknown): Refusal => {
  if (!(error instanceof CalendarError)) throw error;
  return { code: error.code, problems: error.details.problems ?? {}, error };
};

/** Calls an operation on a collection as this user. */
export const call = <Result>(
  operation: CollectionOperation<ParameterValues, Result>,
  raw: Values,
  actor: Actor,
): Promise<Result> => perform(operation, raw, actor);

/** Calls an operation on a single record as this user. */
export const callOn = async <Result>(
  operation: ItemOperation<ParameterValues, Result, unknown>,
  path: Path,
  raw: Values,
  actor: Actor,
): Promise<Result> => {
  const target: PathTarget =
    "id" in path ? { name: "id", text: String(path.id) } : { name: "slug", text: path.slug };
  return perform(operation, raw, actor, { found: await findTarget(operation, target, actor) });
};

/** Returns the error of a call that must be refused. Fails if the call succeeds. */
export const refusal = async (answer: Promise<unknown>): Promise<Refusal> => {
  let result: unknown;
  try {
    result = await answer;
  } catch (error) {
    return refusalOf(error);
  }
  throw new Error(`Expected a refusal, but got ${JSON.stringify(result)}`);
};
