import type { GuardedFetch, ImportedList } from "@kalends/core";
import type { DocumentRepository } from "@kalends/core/storage";
import { ImportError } from "../import-error.ts";
import { createSourceRecord, type SourceRecord } from "../records/source-record.ts";
import type { Portion, Source } from "../source/source.ts";
import { addressOf, isLoopback } from "./addresses.ts";
import { createAltTexts } from "./alt-texts.ts";
import { namesOf } from "./author-names.ts";
import { type Checkpoints, createCheckpoints, type ProbeState } from "./checkpoints.ts";
import { createDetails } from "./details.ts";
import { findApi } from "./discovery.ts";
import { initialListState, type ListReadingDeps, type ListState, readList, savedBy } from "./list-reading.ts";
import { createIdSet } from "./number-sets.ts";
import { type ListPage, totalsOf } from "./pages.ts";
import { requestsNonPublic } from "./parameters.ts";
import { createPlatformPosts, type PostList } from "./platform-posts.ts";
import { countBetween, createRequestRecord, probe, requestRecord, requestStatus } from "./probing.ts";
import { createRetryingClient, type RetryingClient } from "./retrying-client.ts";
import { siteZoneOf } from "./site-zone.ts";
import { unseenOf } from "./unseen.ts";

/** Address of a calendar server, credentials for the server, and limits for requests. */
export interface LiveSourceOptions {
  /**
   * URL of the API namespace (`https://old.example/wp-json/tribe/events/v1`), of the REST root, or of the
   * site.
   */
  readonly address: string;
  /**
   * Name of the user that the application password belongs to. The password is sent only to the origin of
   * `address`.
   */
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** True to allow sending the password without TLS to another computer. */
  readonly isInsecureAllowed?: boolean | undefined;
  /**
   * True to request ids that no list shows, one by one. Defaults to true if the user can see non-public
   * records and at most `MAX_PROBED` ids are missing; otherwise to false.
   */
  readonly probes?: boolean | undefined;
  /** Number of concurrent requests, from 1 to 8; 1 by default. */
  readonly parallel?: number | undefined;
  /** True to ignore stored progress and start from the beginning. */
  readonly restarts?: boolean | undefined;
  /** Maximum seconds for one response; 60 by default, at most 300. */
  readonly timeoutSeconds?: number | undefined;
  /** Maximum bytes of one response; 16 MiB by default. */
  readonly maxBytes?: number | undefined;
}

export interface LiveSourceDeps {
  /** Fetches URLs. The function must allow the host and port of `address`, also in an internal network. */
  readonly fetch: GuardedFetch;
  /** Resolves after the given number of milliseconds. */
  wait(milliseconds: number): Promise<unknown>;
  /** Returns milliseconds since 1970. */
  now(): number;
  /** Returns a number from 0 up to, but not including, 1. */
  random(): number;
  /** Repository that stores the progress of the run. If absent, an interrupted run cannot be resumed. */
  readonly documents?: DocumentRepository | undefined;
  /**
   * True if the local copy of an event is up to date, so that no extra request is sent for it. By default,
   * every event counts as changed.
   */
  isUnchanged?(record: SourceRecord): Promise<boolean>;
  /** Receives remarks about the run, one line each. */
  note?(line: string): void;
  /**
   * Called with the number of records in the current list, or with the number of ids to request one by one.
   */
  onTotal?(list: ImportedList | "ids", total: number): void;
  onProbe?(asked: number, of: number): void;
}

/** Import source that reads a calendar server over HTTP. */
export interface LiveSource extends Source {
  /** URL of the API namespace that was found. */
  readonly address: string;
  /** Returns the number of records in each list. Sends sequential requests, each for a page of one record. */
  totals(): Promise<Readonly<Record<ImportedList, number>>>;
  listedBefore(list: ImportedList): number;
  /** Requests and returns the time zone of the site. Each call sends a request. See `siteZoneOf`. */
  timezone(): Promise<string | undefined>;
}

const MAX_PARALLEL = 8;
const [TIMEOUT_SECONDS, MAX_BYTES] = [60, 16 * 1024 ** 2];
const POSTS: readonly ImportedList[] = ["venues", "organizers", "events"];

const isPostList = (list: ImportedList): list is PostList => POSTS.includes(list);

/**
 * Opens a calendar server as an import source. Rejects with an `ImportError` if the server does not respond
 * or has no calendar API. Also rejects if the password would be sent to an unsafe address.
 * Source: rules/choices.md#import-live.
 */
export const createLiveSource = async (
  options: LiveSourceOptions,
  deps: LiveSourceDeps,
): Promise<LiveSource> => {
  const typed = toTyped(options);
  const { user, parallel = 1, restarts = false } = options;
  const client = createRetryingClient({
    ...deps,
    ...(user !== undefined && { signIn: { authorization: toBasic(options), origin: typed.origin } }),
    parallel: Math.min(MAX_PARALLEL, parallel),
    timeoutSeconds: options.timeoutSeconds ?? TIMEOUT_SECONDS,
    maxBytes: options.maxBytes ?? MAX_BYTES,
  });
  const found = await findApi(typed, client);
  if (found === undefined) throw new ImportError(noApiAt(options.address));
  const { base } = found;
  if (user !== undefined && base.origin !== typed.origin)
    throw new ImportError(
      `${typed.origin} leads to ${base.origin} and would receive the password: use ${base.href} instead.`,
    );
  if (!`${base.pathname}/`.startsWith(`${typed.pathname.replace(/\/$/, "")}/`))
    deps.note?.(
      `${options.address} is a page of the site ${found.site}: its calendar is read, at ${base.href}. For another site of the same host, give the address of its folder.`,
    );
  const crawl = `${base.href} ${user ?? ""}`;
  const checkpoints = deps.documents && createCheckpoints(deps.documents, crawl, deps.now);
  if (restarts) await checkpoints?.clear();
  return createSource({ ...found, client, checkpoints, options, deps });
};

const noApiAt = (address: string): string =>
  `${address} has no calendar API. Use the address of the site or of its API.`;

/**
 * Returns the reason why an address has no calendar API, after a single attempt. Returns `undefined` if the
 * address has one.
 */
export const reasonNotLive = async (address: string, deps: LiveSourceDeps): Promise<string | undefined> => {
  const limits = { parallel: 1, timeoutSeconds: TIMEOUT_SECONDS, maxBytes: MAX_BYTES, tries: 1 };
  try {
    const found = await findApi(toTyped({ address }), createRetryingClient({ ...deps, ...limits }));
    return found === undefined ? noApiAt(address) : undefined;
  } catch (error) {
    if (error instanceof ImportError) return error.message;
    throw error;
  }
};

/**
 * Parses the given address. Throws an `ImportError` if the address is invalid, or unsafe for sending the
 * password.
 * Source: rules/choices.md#import-passwords.
 */
const toTyped = ({ address, user, isInsecureAllowed = false }: LiveSourceOptions): URL => {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new ImportError(
      `${address} is not a web address${address.includes("://") ? "" : `: use https://${address}`}.`,
    );
  if (url.username !== "" || url.password !== "")
    throw new ImportError(
      "The address contains a password. Use --user instead; the command then asks for the password.",
    );
  if (user !== undefined && url.protocol === "http:" && !isLoopback(url) && !isInsecureAllowed)
    throw new ImportError(
      `${url.origin} would get the password in plain text: use https, or --insecure-http if you trust the network.`,
    );
  url.hash = "";
  return url;
};

const toBasic = ({ user = "", password = "" }: LiveSourceOptions): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;

interface SourceParts {
  readonly base: URL;
  readonly root: URL;
  readonly site: string;
  readonly client: RetryingClient;
  readonly checkpoints: Checkpoints | undefined;
  readonly options: LiveSourceOptions;
  readonly deps: LiveSourceDeps;
}

/**
 * Limit for requesting ids one by one by default. If more ids are missing in the lists, none of them is
 * requested. Most servers need about half an hour for this many requests.
 * Source: rules/choices.md#import-hidden.
 */
const MAX_PROBED = 50_000;

const createSource = ({ base, root, site, client, checkpoints, options, deps }: SourceParts): LiveSource => {
  const { user, parallel: wanted = 1, probes } = options;
  const parallel = Math.min(MAX_PARALLEL, wanted);
  const isSignedIn = user !== undefined;
  const states = new Map<ImportedList, ListState>();
  /** In WordPress, all kinds of posts share one sequence of ids, and all kinds of terms share another. */
  const [postIds, termIds] = [createIdSet(), createIdSet()];
  const withAlts = createAltTexts(root, client);
  const details = createDetails({
    ...{ platform: createPlatformPosts(root, client, isSignedIn), isSignedIn, origin: site },
    statusOf: (id) => requestStatus(base, client, id),
    isUnchanged: deps.isUnchanged ?? (async () => false),
  });
  const completed = (list: ImportedList, portions: AsyncIterable<Portion>) =>
    withAlts(isPostList(list) ? details.through(list, portions) : portions);
  const probing: ProbeState = { probed: 0, found: 0, closed: 0 };
  const request = createRequestRecord(base, client);
  const placeOf = (list: ImportedList, id: number): string => addressOf(base, `${list}/${id}`).href;
  let foundBefore = 0;
  let seesNonPublic = false;
  let isProbed = false;
  let isComplete = false;

  const begin = async (list: ImportedList): Promise<ListState> => {
    const left = await checkpoints?.load(list);
    const state = initialListState(left, POSTS.includes(list) ? postIds : termIds);
    states.set(list, state);
    if (list === "events") {
      Object.assign(probing, left?.probe);
      foundBefore = probing.found;
      seesNonPublic = left !== undefined && requestsNonPublic(left.parameters);
    }
    if (left !== undefined) deps.onTotal?.(list, left.total);
    return state;
  };

  const readHidden = async function* (state: ListState): AsyncGenerator<Portion, void, undefined> {
    isProbed = probes ?? (seesNonPublic && countBetween(postIds) <= MAX_PROBED);
    if (!isProbed) return;
    const stored = async (reached: Readonly<ProbeState>, failed: number): Promise<void> => {
      if (state.progress === undefined) return;
      await savedBy({ checkpoints }, "events", state, { ...state.progress, probe: reached })(failed);
    };
    deps.onTotal?.("ids", countBetween(postIds));
    const onProbe = deps.onProbe ?? (() => {});
    const findProtected = (id: number) => details.findHidden(id, placeOf("events", id));
    yield* completed(
      "events",
      probe({ base, client, parallel, stored, findProtected, onProbe }, postIds, probing),
    );
  };

  return {
    site,
    address: base.href,
    async *read(list) {
      const state = await begin(list);
      const listDeps: ListReadingDeps = {
        base,
        client,
        isSignedIn,
        parallel,
        checkpoints,
        onPage({ total, parameters }: ListPage, before: number) {
          if (list === "events") seesNonPublic ||= requestsNonPublic(parameters);
          if (total !== undefined) deps.onTotal?.(list, before + total);
        },
      };
      yield* completed(list, readList(listDeps, list, state));
      if (list !== "events") return;
      if (isSignedIn && !seesNonPublic && state.listed > 0)
        deps.note?.(`${site} shows ${user} only what everybody sees, so only published records are read.`);
      yield* readHidden(state);
      isComplete = true;
    },
    announced: (list) => {
      const state = states.get(list);
      return state && state.announced + (list === "events" ? probing.found : 0);
    },
    listedBefore: (list) => {
      const state = states.get(list);
      return (state?.listedBefore ?? 0) + (list === "events" ? foundBefore : 0);
    },
    failedBefore: (list) => states.get(list)?.failedBefore ?? 0,
    unseen: () => unseenOf({ ids: postIds, closed: probing.closed, isProbed, seesNonPublic }),
    async find(list, id) {
      const answer = await requestRecord(base, client, list, id);
      if (answer.is !== "there") return undefined;
      return { record: createSourceRecord(answer.record), place: placeOf(list, id) };
    },
    timezone: () => siteZoneOf(root, client),
    totals: () => totalsOf(base, client, isSignedIn),
    namesOf: (author) => namesOf(root, client, author),
    async look(list, id) {
      const answer = await request(list, id);
      if (answer.is === "missing" || answer.is === "gone") return "gone";
      const place = placeOf(list, id);
      if (answer.is === "closed" && list === "events")
        return (await details.findHidden(id, place)) ?? "unknown";
      if (answer.is !== "there") return "unknown";
      const found = { record: createSourceRecord(answer.record), place };
      return isPostList(list) ? details.complete(list, found) : found;
    },
    async close() {
      if (isComplete) await checkpoints?.clear();
    },
  };
};
