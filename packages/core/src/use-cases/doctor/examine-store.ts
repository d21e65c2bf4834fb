import { isCalendarError } from "../../errors.ts";
import type { SiteSettings } from "../../model/site.ts";
import type { BlobStore } from "../../ports/blob-store.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Finding } from "../../ports/inspection.ts";
import type { Store } from "../../ports/store.ts";
import { checkImages } from "./check-images.ts";
import { checkJobs } from "./check-jobs.ts";
import { checkMerged } from "./check-merged.ts";
import { checkNames } from "./check-names.ts";
import { checkParents } from "./check-parents.ts";
import { checkReferences } from "./check-references.ts";
import { checkSeries } from "./check-series.ts";
import { checkVersions } from "./check-versions.ts";

export interface ExamineStoreDeps {
  readonly store: Store;
  readonly blobStore: Pick<BlobStore, "size">;
  readonly clock: Clock;
  readonly site: Pick<SiteSettings, "dayCutoff" | "recurrenceHorizon" | "timezone">;
  /** Checks that each record has the required members of its kind. */
  readonly checkForms?: () => AsyncIterable<Finding>;
  /** Checks the accounts with one another; absent if the storage has no accounts. */
  readonly checkAccounts?: () => AsyncIterable<Finding>;
  /**
   * Called with the number of records that were checked so far. A record counts again in each check of it.
   */
  readonly onProgress?: (records: number) => void;
}

/**
 * Kinds of finding after which some records may be unreadable. An error in a later check is then expected.
 */
const HALTING: ReadonlySet<Finding["kind"]> = new Set(["storage", "unreadable"]);

async function* noFindings(): AsyncGenerator<Finding> {}

/**
 * Yields all problems in the stored data as they are found. Other processes may write to the store meanwhile.
 * It runs the checks of the store itself first, and then compares records with one another. Callers may
 * repair derived data during the iteration.
 */
export async function* examineStore({
  store,
  blobStore,
  clock,
  site,
  checkForms = noFindings,
  checkAccounts = noFindings,
  onProgress = () => undefined,
}: ExamineStoreDeps): AsyncGenerator<Finding> {
  let done = 0;
  let isHalted = false;
  let failure: { readonly error: unknown } | undefined;
  const report = (records: number): void => {
    done += records;
    onProgress(done);
  };
  // Links that a merge has left for later would be reported as findings, so they are moved first.
  while (await store.merges.movePortion?.());
  const inspect = (): AsyncIterable<Finding> =>
    store.inspection?.check((records) => {
      done = records;
      onProgress(done);
    }) ?? noFindings();
  const checks = [
    inspect,
    checkForms,
    checkAccounts,
    () => checkReferences(store, report),
    () => checkParents(store),
    () => checkVersions(store),
    () => checkMerged(store),
    () => checkJobs(store, clock.now()),
    () => checkSeries({ store, now: clock.now(), site }),
    () => checkImages(store, blobStore),
    () => checkNames({ store, clock, site }),
  ];
  for (const check of checks) {
    try {
      for await (const finding of check()) {
        isHalted ||= HALTING.has(finding.kind);
        yield finding;
      }
    } catch (error) {
      // A `CalendarError` is a failure of the storage itself, unless records are known to be unreadable. Any
      // other error may come from an incomplete record, which a later check reports.
      if (!isHalted && isCalendarError(error)) throw error;
      failure = { error };
    }
  }
  if (failure === undefined) return;
  if (!isHalted) throw failure.error;
  const detail = "Some checks are incomplete, because some records cannot be read.";
  yield { kind: "storage", detail };
}
