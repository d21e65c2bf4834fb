import { DAY } from "@kalends/core/plugin";
import { fetchCalendar, IncompleteResponse, type Validators } from "../import/fetch-calendar.ts";
import { importCalendar } from "../import/import-calendar.ts";
import { type Counts, createReport, NO_COUNTS, type ReportEntry } from "../import/report/report.ts";
import { UnreadableCalendar } from "../read/split-components.ts";
import type { IcalendarDeps } from "../services.ts";
import type { Subscription } from "./subscriptions.ts";
import { removeVanished } from "./vanished.ts";

/** Result of reading the calendar of a subscription once. */
export type RunResult =
  | { readonly counts: Counts; readonly components: readonly ReportEntry[] }
  | { readonly error: string }
  /**
   * The run did not start or ended early. Another process is reading the calendar, this process is closing,
   * or the subscription was changed, switched off or removed in the meantime. Events that were already
   * imported stay.
   */
  | undefined;

const MINUTE = 60_000;
/** Maximum refresh interval that a calendar can set, and maximum delay after failures, in milliseconds. */
const [MAX_REFRESH, MAX_REST] = [7 * DAY, DAY];
/** Maximum number of report entries that are stored with a subscription. */
const KEPT = 50;
const MAX_TEXT_LENGTH = 300;
const PASSWORD_MISSING =
  "The user and password of the address are missing, for example after an import of an archive. Set the address again, including both.";

/**
 * Time limits in milliseconds from the start of a run. After `IMAGES_END`, no more images are fetched. After
 * `END`, the run stops before the next event.
 */
const [IMAGES_END, END] = [60_000, 120_000];
/** Delay in milliseconds before the run that continues a stopped one. */
const CONTINUE_AFTER = 5 * MINUTE;
const UNFINISHED = "The time limit of one run is over; the next run continues.";

export interface Run {
  readonly isStopping?: () => boolean;
  /** Id of the user who requested this run. Absent for runs of the job and of the command. */
  readonly account?: number | undefined;
}

/**
 * Reads the calendar of a subscription now and imports its changes. A lease ensures that only one process
 * reads it at a time. Rejects with `rest_too_many_requests` if the user has too many requests in progress.
 */
export const runSubscription = async (
  id: number,
  deps: IcalendarDeps,
  { isStopping = () => false, account }: Run = {},
): Promise<RunResult> => {
  let result: RunResult;
  await deps.runLeased(
    `subscription-${id}`,
    async (run) => {
      result = await runOnce(id, deps, { ...run, account });
    },
    { isStopped: isStopping },
  );
  return result;
};

const runOnce = async (
  id: number,
  deps: IcalendarDeps,
  { isStopping, account }: Required<Pick<Run, "isStopping">> & Run,
): Promise<RunResult> => {
  const { subscriptions } = deps;
  // Another process may have finished a run just before, so the subscription is read again.
  const subscription = await subscriptions.find(id);
  if (subscription === undefined) return undefined;
  const isSame = (current: Subscription | undefined): boolean =>
    current?.due === subscription.due && current.enabled === subscription.enabled;
  const mayContinue = async (): Promise<boolean> => !isStopping() && isSame(await subscriptions.find(id));
  /**
   * Stores the result of the run. If the subscription was changed during the run, the result is discarded,
   * because the calendar is then read again completely.
   */
  const noteUnlessChanged = (to: (current: Subscription) => Subscription): Promise<void> =>
    subscriptions.note(id, (current) => (isSame(current) ? to(current) : current));
  const readResult = await readSource(id, subscription, { deps, mayContinue, account });
  if (readResult === undefined) return undefined;
  const checked = deps.clock.now();
  if ("error" in readResult) {
    await noteUnlessChanged((current) => {
      const failures = current.failures + 1;
      return {
        ...current,
        failures,
        checked,
        error: readResult.error,
        due: checked + pauseAfter(current, failures),
      };
    });
    deps.logger.warn("A subscribed calendar could not be read", {
      subscription: id,
      error: readResult.error,
    });
    return readResult;
  }
  await noteUnlessChanged((current) => succeeded(current, readResult, checked));
  return { counts: readResult.counts ?? NO_COUNTS, components: readResult.components ?? [] };
};

interface ReadResult extends Validators {
  /** Counts of the import. Absent if the server reported that the calendar has not changed. */
  readonly counts?: Counts;
  readonly components?: readonly ReportEntry[];
  readonly refresh?: number | undefined;
  /** True if the time limit ended the run before all events were imported. */
  readonly isUnfinished?: true;
}

interface ReadDeps {
  readonly deps: IcalendarDeps;
  readonly account: number | undefined;
  readonly mayContinue: () => Promise<boolean>;
}

const readSource = async (
  id: number,
  subscription: Subscription,
  { deps, mayContinue, account }: ReadDeps,
): Promise<ReadResult | { readonly error: string } | undefined> => {
  const { url, etag, lastModified, vanished } = subscription;
  const credentials = await deps.subscriptions.credentialsOf(id, url);
  if (subscription.hasPassword && credentials === undefined) return { error: PASSWORD_MISSING };
  const began = deps.clock.now();
  const isWithin = (milliseconds: number): boolean => deps.clock.now() - began < milliseconds;
  const address = { url, ...(credentials && { credentials }) };
  const fetched = await fetchCalendar(deps.guardedFetch, address, { etag, lastModified, account });
  if ("problem" in fetched) return { error: fetched.problem };
  if ("isUnchanged" in fetched) return { etag, lastModified, refresh: subscription.refresh };
  const { note, counts, entries } = createReport();
  const source = String(id);
  const owner = subscription.account;
  const api = deps.calendar.asPlugin(owner === undefined ? `subscription-${source}` : `user-${owner}`);
  const context = { deps, api, settings: await settingsOf(source, subscription, deps) };
  try {
    const read = await importCalendar(fetched, context, note, {
      mayContinue: async () => isWithin(END) && (await mayContinue()),
      mayFetch: () => isWithin(IMAGES_END),
    });
    if (read.isStopped && !(await mayContinue())) return undefined;
    if (read.isStopped) note({ outcome: "skipped", uid: "", name: "", reason: UNFINISHED });
    // An empty calendar is probably an error of its server. No events are removed.
    else if (read.isComplete && read.uids.length > 0)
      await removeVanished(read.uids, { deps, api, source, vanished, mayContinue }, note);
    // The validators are stored only if everything was imported. Without them, the next run downloads the
    // calendar again and retries what is missing.
    const isDone = counts().failed === 0 && !read.isStopped && !read.hasPostponedImages;
    return {
      ...(isDone && fetched.validators),
      ...(read.isStopped && { isUnfinished: true as const }),
      refresh: read.refreshInterval,
      counts: { ...counts() },
      components: entries().slice(0, KEPT).map(shortened),
    };
  } catch (error) {
    if (error instanceof UnreadableCalendar || error instanceof IncompleteResponse)
      return { error: error.message };
    throw error;
  }
};

const settingsOf = async (source: string, settings: Subscription, deps: IcalendarDeps) => ({
  ...{ source, dryRun: false, categoriesAs: settings.categories_as, categories: settings.categories },
  tags: settings.tags,
  sources: new Set((await deps.subscriptions.list()).map(({ id }) => String(id))),
  ...(settings.venue > 0 && { venue: settings.venue }),
  ...(settings.status !== "" && { status: settings.status }),
});

const shortened = ({ uid, name, reason, outcome }: ReportEntry): ReportEntry => ({
  outcome,
  uid: uid.slice(0, MAX_TEXT_LENGTH),
  name: name.slice(0, MAX_TEXT_LENGTH),
  ...(reason !== undefined && { reason: reason.slice(0, MAX_TEXT_LENGTH) }),
});

const succeeded = (current: Subscription, readResult: ReadResult, checked: number): Subscription => {
  const { error: _error, etag: _etag, lastModified: _lastModified, refresh: _refresh, ...kept } = current;
  const { refresh, etag, lastModified, counts, components, isUnfinished = false } = readResult;
  const next: Subscription = {
    ...kept,
    ...{ checked, succeeded: checked, failures: 0 },
    ...(etag !== undefined && { etag }),
    ...(lastModified !== undefined && { lastModified }),
    ...(refresh !== undefined && { refresh: Math.min(refresh, MAX_REFRESH) }),
    ...(counts !== undefined && { counts, components: components ?? [] }),
  };
  const rest = pauseAfter(next, 0);
  return { ...next, due: checked + (isUnfinished ? Math.min(rest, CONTINUE_AFTER) : rest) };
};

/**
 * Returns the delay until the next run in milliseconds. The delay doubles with each failure after the first.
 * It grows up to `MAX_REST`, or stays the usual delay if that is longer. It includes a random part,
 * so that the runs of different subscriptions do not all start together.
 */
const pauseAfter = ({ interval, refresh = 0 }: Subscription, failures: number): number => {
  const usual = Math.max(interval * MINUTE, refresh);
  const rest = failures === 0 ? usual : Math.max(usual, Math.min(usual * 2 ** (failures - 1), MAX_REST));
  return Math.round(rest * (1 + Math.random() / 10));
};
