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

/** The clock of the tests starts here and stands still. */
export const NOW: number = Date.UTC(2031, 2, 10, 14, 30, 0);

/** The same suite without caches: `KALENDS_TEST_CACHE_MEMORY=0`. */
export const CACHES: CalendarOptions =
  process.env.KALENDS_TEST_CACHE_MEMORY === undefined
    ? {}
    : { cacheMemory: Number(process.env.KALENDS_TEST_CACHE_MEMORY) };

const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** A calendar with one user for each role, named after it, and a second author, `other`. */
export interface StartedCalendar extends Client {
  readonly store: Store;
  readonly accounts: AccountStore;
  /** The images' files. */
  readonly blobStore: BlobStore;
  /** The directory of the images' files, if they are in one; it is there from the first one on. */
  readonly media?: string;
  /** What a host has in its hands. */
  readonly calendar: Calendar;
  /** User ids by name. */
  readonly users: ReadonlyMap<string, number>;
  /** The bearer token of a user. */
  token(name: string): string;
  /** What programs use, at the same address; signed in as a user, if one is named. */
  program(user?: string): CalendarClient;
  /** Everything that is stored, to see that nothing has changed. */
  contents(): Promise<string>;
  close(): Promise<void>;
}

/** A store with a calendar on it, whose client asks a locale, if there is one. */
export interface ServedStore extends TestStore {
  readonly locale?: string;
}

/** The first store once more, in a file and behind a locale: but for texts, the interface is the same there. */
const localized: readonly ServedStore[] = lastingStores.map((store) => ({
  ...store,
  name: `${store.name} under /fr`,
  locale: "fr",
}));

/** Every store, and the first one behind a locale. */
export const servedStores: readonly ServedStore[] = [...stores, ...localized];

/** The first store, also behind a locale: for what comes before the store, whichever that is. */
export const firstServed: readonly ServedStore[] = [...firstStore, ...localized];

/** The cases of a table that are tried on a store, which they do not depend on: all of them on the first one, one example elsewhere. */
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
  // They sign in with tokens: their passwords need not be hard to guess, only quick to make.
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

/** Made once for all tests, which is most of what starting a calendar takes on a store over the network. */
let people: Promise<People> | undefined;

/** The same for calendars that are set up the same; none where more than plain values sets them up, such as plugins. */
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
