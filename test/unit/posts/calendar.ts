import {
  type Actor,
  type AnyOperation,
  CalendarError,
  type Clock,
  type CollectionOperation,
  createOperations,
  createPostStatuses,
  createPublishDue,
  type EventFilter,
  type ItemOperation,
  type Operations,
  type Parameter,
  type ParameterValues,
  type PostStatuses,
  type Problem,
  type SiteSettings,
  type Store,
} from "@kalends/core";
import { openSqliteStore } from "@kalends/store-sqlite";
import { createImagePorts } from "../images/fakes.ts";

/** What tests of use cases stand on: a store in memory, a clock that is set by hand, literal fakes of the other ports. */
export interface Calendar {
  readonly store: Store;
  readonly operations: Operations;
  readonly postStatuses: PostStatuses;
  readonly publishDue: () => Promise<number>;
  /** Sets the clock: UTC, `2030-01-01T12:00:00Z`. */
  setNow(utc: string): void;
}

export const SITE: SiteSettings = {
  timezone: "America/New_York",
  dayCutoff: "00:00",
  displayZone: "event",
  perPage: 10,
  maxPerPage: 50,
};

/** Noon in UTC, seven in the morning on the site's clock. */
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
    eventFilters,
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

/** Why an operation was refused. */
export interface Refusal {
  readonly code: string;
  readonly problems: Readonly<Record<string, Problem>>;
  readonly error: CalendarError;
}

const refusalOf = (error: unknown): Refusal => {
  if (!(error instanceof CalendarError)) throw error;
  return { code: error.code, problems: error.details.problems ?? {}, error };
};

/** The steps of a request: required values, validators, rights, the operation itself. */
const parse = async (
  operation: AnyOperation,
  raw: Values,
  actor: Actor,
  path?: Path,
): Promise<{ readonly values: ParameterValues; readonly id: number }> => {
  const context = { actor, raw, method: operation.method, mayLookUp: await operation.permits(actor) };
  const missing = Object.entries(operation.parameters).filter(
    ([name, { required }]) => required === true && (raw[name] ?? undefined) === undefined,
  );
  if (missing.length > 0) {
    throw new CalendarError("rest_missing_callback_param", { missing: missing.map(([name]) => name) });
  }
  const values: Record<string, unknown> = {};
  const problems: Record<string, Problem> = {};
  const read = async (name: string, parameter: Parameter, value: unknown): Promise<unknown> => {
    if (parameter.resolve === undefined) return value;
    const resolution = await parameter.resolve(value, context);
    if ("value" in resolution) return resolution.value;
    problems[name] = resolution.problem;
    return undefined;
  };
  let id: unknown;
  if (path !== undefined && operation.target !== undefined) {
    const [name, text] = "id" in path ? (["id", String(path.id)] as const) : (["slug", path.slug] as const);
    const parameter = operation.target[name];
    if (parameter === undefined) throw new Error(`There are no addresses by ${name}.`);
    id = await read(name, parameter, text);
  }
  for (const [name, parameter] of Object.entries(operation.parameters)) {
    const value = raw[name] ?? parameter.default ?? parameter.defaultNow?.() ?? undefined;
    if (value !== undefined) values[name] = await read(name, parameter, value);
  }
  if (Object.keys(problems).length > 0) throw new CalendarError("rest_invalid_param", { problems });
  return { values, id: Number(id) };
};

const requireRight = async (operation: AnyOperation, actor: Actor, id?: number): Promise<void> => {
  if (!(await operation.permits(actor, id))) throw new CalendarError("rest_forbidden");
};

/** Calls an operation on a collection as somebody. */
export const call = async <Result>(
  operation: CollectionOperation<ParameterValues, Result>,
  raw: Values,
  actor: Actor,
): Promise<Result> => {
  const { values } = await parse(operation, raw, actor);
  await requireRight(operation, actor);
  return operation.run(values, actor);
};

/** Calls an operation on one record as somebody. */
export const callOn = async <Result>(
  operation: ItemOperation<ParameterValues, Result>,
  path: Path,
  raw: Values,
  actor: Actor,
): Promise<Result> => {
  const { values, id } = await parse(operation, raw, actor, path);
  await requireRight(operation, actor, id);
  return operation.run(id, values, actor);
};

/** Why something was refused; fails when it was not. */
export const refusal = async (answer: Promise<unknown>): Promise<Refusal> => {
  let result: unknown;
  try {
    result = await answer;
  } catch (error) {
    return refusalOf(error);
  }
  throw new Error(`Expected a refusal, but got ${JSON.stringify(result)}`);
};
