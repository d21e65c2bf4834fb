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

/** Fixed time of the tests' clock. */
export const NOW: number = Date.UTC(2031, 2, 10, 14, 30, 0);

/** Disables caches if `KALENDS_TEST_CACHE_MEMORY=0`, to run the same suite without them. */
export const CACHES: CalendarOptions =
  process.env.KALENDS_TEST_CACHE_MEMORY === undefined
    ? {}
    : { cacheMemory: Number(process.env.KALENDS_TEST_CACHE_MEMORY) };

const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** A calendar with one user for each role, named after the role, and a second author, `other`. */
export interface StartedCalendar extends Client {
  readonly store: Store;
  readonly accounts: AccountStore;
  /** Files of the images. */
  readonly blobStore: BlobStore;
  /** Directory of the image files, if they are in one; it exists once an image is stored. */
  readonly media?: string;
  /** The calendar object, as a host has it. */
  readonly calendar: Calendar;
  /** User ids by name. */
  readonly users: ReadonlyMap<string, number>;
  /** Returns the bearer token of a user. */
  token(name: string): string;
  /** Returns a `@kalends/client` for the same address, optionally signed in as a user. */
  program(user?: string): CalendarClient;
  /** Returns everything that is stored, to detect changes. */
  contents(): Promise<string>;
  close(): Promise<void>;
}

/** A store to serve a calendar from; with a `locale`, the client uses that locale's address. */
export interface ServedStore extends TestStore {
  readonly locale?: string;
}

/** The first lasting store, served behind a locale; except for texts, the API must behave the same. */
const localized: readonly ServedStore[] = lastingStores.map((store) => ({
  ...store,
  name: `${store.name} under /fr`,
  locale: "fr",
}));

/** Every store, and the first one behind a locale. */
export const servedStores: readonly ServedStore[] = [...stores, ...localized];

/** The first store, also behind a locale; for behaviour that does not depend on the store. */
export const firstServed: readonly ServedStore[] = [...firstStore, ...localized];

/**
 * Returns the cases of a table that are tried on a store: all on the first one, one example on the others.
 * For cases that do not depend on the store.
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
  // The users sign in with tokens, so their password hashes need not be secure.
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

/** Users, created once for all tests: creating them dominates the start of a calendar on a remote store. */
let people: Promise<People> | undefined;

/**
 * Returns a key that is equal for equal configurations; `undefined` if options contain more than plain
 * values, such as plugins.
 */
const documentKeyOf = (locale: string | undefined, options: CalendarOptions): string | undefined => {
  const key = JSON.stringify([locale ?? "", options]);
  return isDeepStrictEqual(JSON.parse(key)[1], options) ? key : undefined;
};

/** Starts a server on a free port over a new, empty store. */
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
