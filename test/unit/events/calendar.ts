import {
  type Actor,
  CalendarError,
  type CalendarEvent,
  type HtmlCleaner,
  type Logger,
  type SiteSettings,
} from "@kalends/core";
import {
  createOperations,
  createPostStatuses,
  createWriteHooks,
  type EventFilter,
  type EventView,
  findTarget,
  type ItemOperation,
  type ListResult,
  type Operations,
  type ParameterValues,
  perform,
  type RawValues,
  type Slices,
  type WriteHook,
  type WriteResult,
} from "@kalends/core/interface";
import type { Store } from "@kalends/core/storage";
import { MEMBER_NAMES } from "@kalends/http";
import { toLinkValues } from "@kalends/http/internals";
import { openSqliteStore } from "@kalends/store-sqlite";
import { CAPACITIES } from "../../capacities.ts";
import { ADMIN, ANONYMOUS } from "../actors.ts";
import { createImagePorts, type ImagePorts } from "../images/fakes.ts";

/** Time of the clock: Monday, 2031-03-10, 14:30 UTC. */
export const NOW: number = Date.UTC(2031, 2, 10, 14, 30);

const SITE: SiteSettings = {
  timezone: "UTC",
  dayCutoff: "00:00",
  displayZone: "event",
  decimalMark: ".",
  perPage: 10,
  maxPerPage: 200,
  recurrenceHorizon: 60,
};

const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** Simple HTML cleaner for tests. It removes scripts, and all tags for plain text. */
const htmlCleaner: HtmlCleaner = {
  clean: (html) => html.replace(/<script.*?<\/script>/gs, ""),
  keepsAll: (html) => !html.includes("<script"),
  toText: (html) =>
    html
      .replace(/<[^>]*>/g, "")
      .replaceAll("&euro;", "€")
      .replaceAll("&amp;", "&"),
};

/**
 * Calendar for tests of event operations. The store is in memory. Each call is parsed, authorized and run as
 * over HTTP.
 */
export interface TestCalendar {
  readonly store: Store;
  readonly operations: Operations;
  /** Sets the clock to this time. */
  setNow(milliseconds: number): void;
  list(query?: RawValues, by?: Actor): Promise<ListResult<EventView>>;
  /** Lists events and returns their ids in order. */
  ids(query?: RawValues, by?: Actor): Promise<readonly number[]>;
  /** Lists events and returns the parameters of the pagination links. */
  links(query?: RawValues, by?: Actor): Promise<ReturnType<typeof toLinkValues>>;
  /** Lists events and returns the parameters of the pagination links as an unencoded query string. */
  link(query?: RawValues, by?: Actor): Promise<string>;
  get(target: number | string, by?: Actor): Promise<EventView>;
  create(body: RawValues, by?: Actor): Promise<WriteResult<EventView>>;
  /** Creates an event. Title and dates have default values. */
  createEvent(body?: RawValues, by?: Actor): Promise<WriteResult<EventView>>;
  update(target: number | string, body: RawValues, by?: Actor): Promise<EventView>;
  remove(target: number | string, by?: Actor): Promise<EventView>;
}

export interface TestCalendarOptions {
  readonly site?: Partial<SiteSettings>;
  readonly filters?: readonly EventFilter[];
  readonly images?: Partial<ImagePorts>;
  /** Wraps the store before the operations get it. */
  readonly wrap?: (store: Store) => Store;
  readonly logger?: Logger;
  readonly hooks?: readonly WriteHook[];
  readonly slices?: Slices;
  /** Opens the store. By default, it is in memory. */
  readonly open?: () => Promise<Store>;
}

export const openCalendar = async ({
  site: settings = {},
  filters = [],
  images = {},
  wrap = (store) => store,
  logger = SILENT,
  hooks = [],
  slices,
  open = () => openSqliteStore(":memory:"),
}: TestCalendarOptions = {}): Promise<TestCalendar> => {
  const store = await open();
  const site = { ...SITE, ...settings };
  const postStatuses = createPostStatuses();
  let now = NOW;
  const clock = { now: () => now };
  const operations = createOperations({
    store: wrap(store),
    postStatuses,
    authors: { isAuthor: async (id) => id >= 1 && id <= 5 },
    clock,
    htmlCleaner,
    site,
    memberNames: MEMBER_NAMES,
    logger,
    slices,
    capacities: CAPACITIES,
    writeHooks: createWriteHooks({
      hooks: hooks.map((value) => ({ plugin: "a plugin", value })),
      htmlCleaner,
      site,
      logger,
    }),
    ...createImagePorts(),
    ...images,
    eventFilters: filters,
  });
  const { events } = operations;

  const onItem = async <Result>(
    operation: ItemOperation<ParameterValues, Result, CalendarEvent>,
    target: number | string,
    raw: RawValues,
    by: Actor,
  ): Promise<Result> => {
    const name = typeof target === "number" ? "id" : "slug";
    return perform(operation, raw, by, {
      found: await findTarget(operation, { name, text: String(target) }, by),
    });
  };
  const list: TestCalendar["list"] = (query = {}, by = ANONYMOUS) => perform(events.list, query, by);
  const create: TestCalendar["create"] = (body, by = ADMIN) => perform(events.create, body, by);
  const links: TestCalendar["links"] = async (query, by) =>
    toLinkValues("events", events.list.parameters, (await list(query, by)).understood);
  return {
    store,
    operations,
    links,
    setNow: (milliseconds) => {
      now = milliseconds;
    },
    list,
    ids: async (query, by) => (await list(query, by)).items.map(({ event }) => event.id),
    link: async (query, by) => (await links(query, by)).map(([name, value]) => `${name}=${value}`).join("&"),
    get: (target, by = ANONYMOUS) => onItem(events.get, target, {}, by),
    create,
    createEvent: (body = {}, by = ADMIN) =>
      create(
        { title: "An event", start_date: "2031-05-01 10:00", end_date: "2031-05-01 12:00", ...body },
        by,
      ),
    update: (target, body, by = ADMIN) => onItem(events.update, target, body, by),
    remove: (target, by = ADMIN) => onItem(events.delete, target, {}, by),
  };
};

/** Returns the error of a call that must fail: its code, and the reason for each invalid parameter. */
export const refusal = async (
  call: Promise<unknown>,
): Promise<{ readonly code: string; readonly reasons?: Readonly<Record<string, string>> }> => {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    const { problems } = error.details;
    if (problems === undefined) return { code: error.code };
    const reasons = Object.entries(problems).map(([name, { reason }]) => [name, reason]);
    return { code: error.code, reasons: Object.fromEntries(reasons) };
  }
  throw new Error("The call was expected to be refused.");
};

/** Returns the result that `refusal` has for these invalid parameters. */
export const invalid = (reasons: Readonly<Record<string, string>>) => ({
  code: "rest_invalid_param",
  reasons,
});
