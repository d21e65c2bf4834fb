import type { PluginDeps } from "@kalends/core/plugin";
import { BrokenAnswer, fetchCalendar, type Validators } from "../import/fetch-calendar.ts";
import { importCalendar } from "../import/import-calendar.ts";
import { type Counts, createReport, NO_COUNTS, type ReportEntry } from "../import/report/report.ts";
import { UnreadableCalendar } from "../read/split-components.ts";
import { createRunLease } from "./lease.ts";
import { createSubscriptions, type Subscription } from "./subscriptions.ts";
import { removeVanished } from "./vanished.ts";

/** What came of one look. */
export type RunResult =
  | { readonly counts: Counts; readonly components: readonly ReportEntry[] }
  | { readonly error: string }
  /** Another process looks at it, this one closes, or there is no such subscription. */
  | undefined;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Milliseconds: what calendars may ask for, and how long one is left alone that fails. */
const [LONGEST_REFRESH, LONGEST_REST] = [7 * DAY, DAY];
/** Entries that are kept of a report. */
const KEPT = 50;
const LONGEST_TEXT = 300;
const PASSWORD_MISSING =
  "Its user and password are missing, as in a calendar that was imported from an archive: set its address again with both.";

/** Looks at the calendar of a subscription, whether it is due or not, and takes over what is new. By one process at a time. */
export const runSubscription = async (
  id: number,
  deps: PluginDeps,
  isStopping: () => boolean = () => false,
): Promise<RunResult> => {
  const subscriptions = createSubscriptions(deps);
  const lease = createRunLease(id, deps);
  if (!(await lease.isHeld())) return undefined;
  try {
    // As it is by now: another process may have looked at it just before.
    const subscription = await subscriptions.find(id);
    if (subscription === undefined) return undefined;
    const goesOn = async (): Promise<boolean> => !isStopping() && (await lease.isHeld());
    const look = await lookAt(id, subscription, { deps, goesOn });
    if (look === undefined) return undefined;
    const checked = deps.clock.now();
    if ("error" in look) {
      await subscriptions.note(id, (current) => {
        const failures = current.failures + 1;
        return { ...current, failures, checked, error: look.error, due: checked + restOf(current, failures) };
      });
      deps.logger.warn("A subscribed calendar could not be read", { subscription: id, error: look.error });
      return look;
    }
    await subscriptions.note(id, (current) => succeeded(current, look, checked));
    return { counts: look.counts ?? NO_COUNTS, components: look.components ?? [] };
  } finally {
    await lease.release();
  }
};

interface Look extends Validators {
  /** Absent: nothing is new. */
  readonly counts?: Counts;
  readonly components?: readonly ReportEntry[];
  readonly refresh?: number | undefined;
}

interface LookDeps {
  readonly deps: PluginDeps;
  readonly goesOn: () => Promise<boolean>;
}

const lookAt = async (
  id: number,
  subscription: Subscription,
  { deps, goesOn }: LookDeps,
): Promise<Look | { readonly error: string } | undefined> => {
  const { url, etag, lastModified, vanished } = subscription;
  const credentials = await createSubscriptions(deps).credentialsOf(id, url);
  if (subscription.hasPassword && credentials === undefined) return { error: PASSWORD_MISSING };
  const fetched = await fetchCalendar(deps.guardedFetch, url, { etag, lastModified }, credentials);
  if ("problem" in fetched) return { error: fetched.problem };
  if ("isUnchanged" in fetched) return { etag, lastModified, refresh: subscription.refresh };
  const { note, counts, entries } = createReport();
  const source = String(id);
  const context = { deps, services: deps.services, wishes: await wishesOf(source, subscription, deps) };
  try {
    const read = await importCalendar(fetched, context, note, goesOn);
    if (read.isStopped) return undefined;
    // One that has nothing at all may be the answer of a server that is not well.
    if (read.isComplete && read.uids.length > 0)
      await removeVanished(read.uids, { deps, services: deps.services, source, vanished, goesOn }, note);
    // What has failed is tried again with all the rest.
    const isDone = counts().failed === 0;
    return {
      ...(isDone && fetched.validators),
      refresh: read.refreshInterval,
      counts: { ...counts() },
      components: entries().slice(0, KEPT).map(shortened),
    };
  } catch (error) {
    if (error instanceof UnreadableCalendar || error instanceof BrokenAnswer) return { error: error.message };
    throw error;
  }
};

const wishesOf = async (source: string, wishes: Subscription, deps: PluginDeps) => ({
  ...{ source, dryRun: false, categoriesAs: wishes.categories_as, categories: wishes.categories },
  tags: wishes.tags,
  sources: new Set((await createSubscriptions(deps).list()).map(({ id }) => String(id))),
  ...(wishes.venue > 0 && { venue: wishes.venue }),
  ...(wishes.status !== "" && { status: wishes.status }),
});

const shortened = ({ uid, name, reason, outcome }: ReportEntry): ReportEntry => ({
  outcome,
  uid: uid.slice(0, LONGEST_TEXT),
  name: name.slice(0, LONGEST_TEXT),
  ...(reason !== undefined && { reason: reason.slice(0, LONGEST_TEXT) }),
});

const succeeded = (current: Subscription, look: Look, checked: number): Subscription => {
  const { error: _error, etag: _etag, lastModified: _lastModified, refresh: _refresh, ...kept } = current;
  const { refresh, etag, lastModified, counts, components } = look;
  const next: Subscription = {
    ...kept,
    ...{ checked, succeeded: checked, failures: 0 },
    ...(etag !== undefined && { etag }),
    ...(lastModified !== undefined && { lastModified }),
    ...(refresh !== undefined && { refresh: Math.min(refresh, LONGEST_REFRESH) }),
    ...(counts !== undefined && { counts, components: components ?? [] }),
  };
  return { ...next, due: checked + restOf(next, 0) };
};

/** Milliseconds until the next look: longer after failures, and never at the same time as all others. */
const restOf = ({ interval, refresh = 0 }: Subscription, failures: number): number => {
  const usual = Math.max(interval * MINUTE, refresh);
  const rest = failures === 0 ? usual : Math.max(usual, Math.min(usual * 2 ** (failures - 1), LONGEST_REST));
  return Math.round(rest * (1 + Math.random() / 10));
};
