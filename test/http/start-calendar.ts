import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { createAccounts, type DeriveKey } from "@kalends/accounts";
import { type CalendarClient, createCalendarClient } from "@kalends/client";
import { type BlobStore, type Clock, type Logger, ROLES } from "@kalends/core";
import type { Account, AccountStore, Store } from "@kalends/core/storage";
import { openDirectoryBlobStore } from "@kalends/media";
import { openSqliteStore } from "@kalends/store-sqlite";
import { type Calendar, type CalendarOptions, createCalendar } from "kalends";
import { firstStore, lastingStores, stores, type TestStore } from "../stores.ts";
import { type Client, createClient } from "./client.ts";

/** Time to which the clock of the tests is fixed, in milliseconds since 1970. */
export const NOW: number = Date.UTC(2031, 2, 10, 14, 30, 0);

/**
 * Options that disable the caches if `KALENDS_TEST_CACHE_MEMORY=0` is set. All tests can then run without
 * caches.
 */
export const CACHES: CalendarOptions =
  process.env.KALENDS_TEST_CACHE_MEMORY === undefined
    ? {}
    : { cacheMemory: Number(process.env.KALENDS_TEST_CACHE_MEMORY) };

const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** Calendar for tests. It has one user per role, named after the role, and a second author named `other`. */
export interface StartedCalendar extends Client {
  readonly store: Store;
  readonly accounts: AccountStore;
  /** Storage of the image files. */
  readonly blobStore: BlobStore;
  /**
   * Folder of the image files, if they are stored in a folder. The folder is created with the first image.
   */
  readonly media?: string;
  /** Calendar object, as a host application uses it. */
  readonly calendar: Calendar;
  /** Ids of the users by name. */
  readonly users: ReadonlyMap<string, number>;
  /** Returns the bearer token of a user. */
  token(name: string): string;
  /** Creates a `@kalends/client` for this calendar. It is signed in if `user` is given. */
  program(user?: string): CalendarClient;
  /** Returns all stored data as text. Tests compare it to detect changes. */
  contents(): Promise<string>;
  close(): Promise<void>;
}

/**
 * Store for a calendar that the tests start. If `locale` is set, the client sends all requests to the address
 * of that locale.
 */
export interface ServedStore extends TestStore {
  readonly locale?: string;
}

/**
 * First lasting store, used at the address of a locale. The API must behave the same there, except for texts.
 */
const localized: readonly ServedStore[] = lastingStores.map((store) => ({
  ...store,
  name: `${store.name} under /fr`,
  locale: "fr",
}));

/** All stores under test, and the first store at the address of a locale. */
export const servedStores: readonly ServedStore[] = [...stores, ...localized];

/**
 * First store under test, with and without the address of a locale. Use it for behaviour that does not depend
 * on the store.
 */
export const firstServed: readonly ServedStore[] = [...firstStore, ...localized];

/**
 * Returns the cases of a table to test on a store: all cases on the first store, one example on other stores.
 * Use it for cases that do not depend on the store.
 */
export const casesOn = <T>(
  store: ServedStore,
  table: Readonly<Record<string, T>>,
): readonly (readonly [name: string, one: T])[] =>
  Object.entries(table).slice(0, firstServed.includes(store) ? undefined : 1);

interface People {
  readonly accounts: readonly Account[];
  readonly users: ReadonlyMap<string, number>;
  readonly tokens: ReadonlyMap<string, string>;
}

const makePeople = async (clock: Clock): Promise<People> => {
  const store = await openSqliteStore(":memory:");
  // The users sign in with tokens, so a cheap password hash is enough.
  const deriveKey: DeriveKey = () => Promise.resolve(Buffer.alloc(32));
  const accountStore = await store.openAccounts();
  const accounts = createAccounts({ store: accountStore, clock, deriveKey });
  const users = new Map<string, number>();
  const tokens = new Map<string, string>();
  for (const [name, role] of [...ROLES.map((role) => [role, role] as const), ["other", "author"] as const]) {
    const added = await accounts.add(name, role, "a long password for tests");
    const issued = await accounts.addToken(name, "tests");
    if (added === undefined || issued === undefined) throw new Error(`The user ${name} cannot be added`);
    users.set(name, added.id);
    tokens.set(name, issued.token);
  }
  const made = { accounts: await accountStore.list(), users, tokens };
  await store.close();
  return made;
};

/**
 * Data of the users. They are created once for all tests, because creating them takes most of the start of a
 * calendar on a remote store.
 */
let people: Promise<People> | undefined;

/**
 * Returns a key that is equal for calendars with equal configuration. Returns `undefined` if the options
 * contain other values than plain data, such as plugins.
 */
const documentKeyOf = (locale: string | undefined, options: CalendarOptions): string | undefined => {
  const key = JSON.stringify([locale ?? "", options]);
  return isDeepStrictEqual(JSON.parse(key)[1], options) ? key : undefined;
};

/** Starts a calendar server on a free port, with a new and empty store. */
export const startCalendar = async (
  store: Pick<ServedStore, "open" | "openMedia" | "locale">,
  options: CalendarOptions = {},
): Promise<StartedCalendar> => {
  const opened = await store.open();
  const clock: Clock = { now: () => NOW };
  people ??= makePeople(clock);
  const { accounts, users, tokens } = await people;
  const accountStore = await opened.openAccounts();
  await accountStore.transaction(async (unit) => {
    await unit.ids.reserve("account", accounts.length);
    for (const account of accounts) await unit.save(account);
  });
  const directory = join(tmpdir(), `kalends-media-${randomUUID()}`);
  const beside = await store.openMedia?.(opened);
  const blobStore = beside ?? (await openDirectoryBlobStore(directory));
  const calendar = await createCalendar({
    storage: opened,
    media: blobStore,
    clock,
    scheduler: false,
    pages: true,
    logger: SILENT,
    timezone: "America/New_York",
    ...(store.locale !== undefined && { locales: [store.locale] }),
    ...CACHES,
    ...options,
  });
  const server = createServer(calendar.callback);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const token = (user: string): string => {
    const issued = tokens.get(user);
    if (issued === undefined) throw new Error(`There is no user ${user}`);
    return issued;
  };
  const program: StartedCalendar["program"] = (user) =>
    createCalendarClient({
      site: `http://127.0.0.1:${port}`,
      ...(store.locale !== undefined && { locale: store.locale }),
      ...(user !== undefined && { credentials: { token: token(user) } }),
    });
  return {
    token,
    program,
    ...createClient(
      port,
      tokens,
      false,
      store.locale === undefined ? "" : `/${store.locale}`,
      documentKeyOf(store.locale, options),
    ),
    store: opened,
    accounts: accountStore,
    blobStore,
    ...(beside === undefined && { media: directory }),
    calendar,
    users,
    async contents() {
      const [events, venues, organizers, terms, images] = await Promise.all([
        opened.events.readAfter(0, 1000),
        opened.venues.readAfter(0, 1000),
        opened.organizers.readAfter(0, 1000),
        opened.terms.readAfter(0, 1000),
        opened.images.readAfter(0, 1000),
      ]);
      return JSON.stringify({ events, venues, organizers, terms, images });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await calendar.close();
      await opened.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
};
