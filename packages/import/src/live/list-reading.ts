import { type ImportedList, isObject } from "@kalends/core";
import { ImportError } from "../import-error.ts";
import { createSourceRecord } from "../records/source-record.ts";
import type { FoundRecord, Portion } from "../source/source.ts";
import { addressOf } from "./addresses.ts";
import type { Checkpoints, ListProgress, SavedProgress } from "./checkpoints.ts";
import { idOf, markOf, markOfPlace } from "./marks.ts";
import { createDigestSet, type DigestSet, type IdSet } from "./number-sets.ts";
import { type ListPage, readPages } from "./pages.ts";
import { partsOf } from "./parameters.ts";
import type { RetryingClient } from "./retrying-client.ts";

/** State of one list while the import reads it. */
export interface ListState {
  /**
   * Number of records that the list has on the server. Starts with the announced total; each pass corrects it
   * for duplicates and changes.
   */
  announced: number;
  /** Number of records and failures yielded so far, including those of an interrupted earlier run. */
  listed: number;
  /** Number of records and failures that the interrupted earlier run yielded. */
  listedBefore: number;
  /** Number of these records and failures that the earlier run could not import. */
  readonly failedBefore: number;
  /** Ids of the records that were read so far. */
  readonly ids: IdSet;
  /** Digests (`markOf`) of the records that were read so far. */
  readonly seen: DigestSet;
  /**
   * Digests (`markOf`) of the records that the earlier run had already read in the part (see `partsOf`) in
   * which it stopped.
   */
  readonly seenInPart: DigestSet;
  progress: ListProgress | undefined;
}

export interface ListReadingDeps {
  readonly base: URL;
  readonly client: RetryingClient;
  readonly isSignedIn: boolean;
  readonly parallel: number;
  readonly checkpoints?: Checkpoints | undefined;
  /**
   * Called for each page that was read. `before` is the total number of records in the earlier parts of the
   * list.
   */
  onPage(page: ListPage, before: number): void;
}

/** Maximum number of passes through a list. The import repeats a pass if the list changes during reading. */
const MAX_PASSES = 3;
/**
 * Added to twice the announced total. A list that yields more records than this sum is assumed to be endless.
 */
const SLACK = 1000;
/**
 * Absolute maximum of posts in a list, whatever total the server announces. No real calendar has this many.
 */
const MAX_POSTS = 10_000_000;
const MAX_TERMS = 100_000;

const mostOf = (list: ImportedList, total = Number.POSITIVE_INFINITY): number =>
  Math.min(2 * total + SLACK, list === "categories" || list === "tags" ? MAX_TERMS : MAX_POSTS);

/**
 * Returns the initial state of a list, from the progress that an earlier run stored. Adds the ids of the
 * earlier run to `ids`, which several lists may share.
 */
export const initialListState = (left: SavedProgress | undefined, ids: IdSet): ListState => {
  const { marks = [], ids: known = [], ...progress } = left ?? {};
  for (const id of known) ids.add(id);
  const listed = left?.listed ?? 0;
  return {
    announced: left?.total ?? 0,
    ...{ listed, listedBefore: listed, failedBefore: left?.failed ?? 0 },
    ...{
      ids,
      seen: createDigestSet(marks),
      seenInPart: createDigestSet(marks.slice(left?.begun.listed ?? 0)),
    },
    progress: left && { ...left, ...progress },
  };
};

/** Result of one pass through a part of a list. */
interface Pass {
  readonly found: number;
  readonly fresh: number;
  readonly total: number;
  /**
   * True if nothing changed during the pass: the total stayed equal, and no record was repeated or missed.
   */
  readonly isClean: boolean;
  readonly repeated: URL | undefined;
}

/**
 * Reads a list part by part and page by page, and yields each record once. If a part changes during reading,
 * another pass finds the missed records. Rejects with an `ImportError` if the list repeats the same records
 * or does not end.
 * Source: rules/choices.md#import-live.
 */
export async function* readList(
  deps: ListReadingDeps,
  list: ImportedList,
  state: ListState,
): AsyncGenerator<Portion, void, undefined> {
  if (state.progress?.isOver) return;
  const parts = partsOf(list, deps.isSignedIn);
  const { parameters: left } = state.progress ?? {};
  const first = parts.findIndex((part) => left !== undefined && part.status === left.status);
  for (const parameters of parts.slice(Math.max(0, first))) {
    const continued = parameters.status === left?.status ? state.progress : undefined;
    const begun = continued?.begun ?? { listed: state.listed, announced: state.announced };
    yield* readPart(deps, list, state, { parameters, begun, continued });
  }
  if (state.progress === undefined) return;
  const progress = { ...state.progress, listed: state.listed, total: state.announced, isOver: true };
  state.progress = progress;
  yield { records: [], stored: savedBy(deps, list, state, progress) };
}

/**
 * One part of a list: the records of one status, or all records that the server lists without a status
 * parameter. See `partsOf`.
 */
interface Part extends Pick<ListProgress, "parameters" | "begun"> {
  /** Progress of this part from an interrupted earlier run. */
  readonly continued: ListProgress | undefined;
}

async function* readPart(
  deps: ListReadingDeps,
  list: ImportedList,
  state: ListState,
  part: Part,
): AsyncGenerator<Portion, void, undefined> {
  const { begun, continued } = part;
  let last: Pass | undefined;
  for (let pass = continued?.pass ?? 1; pass <= MAX_PASSES; pass += 1) {
    const done = yield* readOnce(deps, list, state, part, pass);
    // Correct the announced number by the records of this part that were deleted after reading, or listed
    // twice.
    state.announced = begun.announced + state.listed - begun.listed + done.total - done.found;
    if (done.isClean) break;
    if (last !== undefined && done.fresh === 0 && done.total === last.total && done.found === last.found) {
      if (done.repeated !== undefined)
        throw new ImportError(
          `${done.repeated.href} shows the records of an earlier page again: ${done.found} of ${done.total} ${list} could be read.`,
        );
      break;
    }
    last = done;
  }
}

/**
 * Returns a function that stores the progress of a list, with the marks (see `markOf`) and ids added since
 * the last call. The function receives the number of records and failures that this run could not import.
 */
export const savedBy =
  (
    { checkpoints }: Pick<ListReadingDeps, "checkpoints">,
    list: ImportedList,
    { failedBefore }: ListState,
    progress: ListProgress,
    { marks, ids }: Pick<SavedProgress, "marks" | "ids"> = { marks: [], ids: [] },
  ) =>
  async (failed: number): Promise<void> =>
    checkpoints?.save(list, { ...progress, failed: failedBefore + failed }, marks, ids);

async function* readOnce(
  deps: ListReadingDeps,
  list: ImportedList,
  state: ListState,
  { parameters, begun, continued: left }: Part,
  pass: number,
): AsyncGenerator<Portion, Pass, undefined> {
  // The first pass continues where the earlier run stopped. Later passes start at the beginning.
  const continued = pass === 1 ? left : undefined;
  const inPass = continued === undefined ? createDigestSet() : state.seenInPart;
  const listed = state.listed;
  let total = continued === undefined ? undefined : continued.total - begun.announced;
  let isMoving = false;
  let repeated: URL | undefined;
  // Read the previous page again. If its records are known, no record has moved since the interruption.
  const offset = Math.max(0, (continued?.offset ?? 0) - (continued?.length ?? 0));
  // Do not reuse the page size of the previous part. Its last page may have been shorter than the real page
  // size.
  const length = continued !== undefined || pass > 1 ? state.progress?.length : undefined;
  const place = { offset, length, parameters };
  for await (const page of readPages(deps, list, place)) {
    deps.onPage(page, begun.announced);
    if (total !== undefined && page.total !== undefined && total !== page.total) isMoving = true;
    total = page.total ?? total;
    const before = inPass.size();
    const { portion, marks, ids, repeats } = newRecordsOf(deps.base, list, page, state, inPass);
    const isLookedAtAgain = continued !== undefined && page.next <= continued.offset;
    if (isLookedAtAgain ? marks.length > 0 : repeats > 0) isMoving = true;
    const progress = {
      ...{ offset: page.next, length: page.length, parameters: page.parameters, pass },
      ...{
        begun,
        listed: state.listed,
        total: begun.announced + (total ?? state.listed - begun.listed),
        isOver: false,
      },
    };
    state.progress = progress;
    state.announced = progress.total;
    // Store nothing for an empty page: most servers have no records of most statuses.
    if (page.records.length + page.unreadable.length > 0)
      yield { ...portion, stored: savedBy(deps, list, state, progress, { marks, ids }) };
    if (page.records.length > 0 && inPass.size() === before && !isLookedAtAgain) {
      repeated = page.address;
      break;
    }
    if (inPass.size() > mostOf(list, total))
      throw new ImportError(
        `${page.address.href}: the list of ${list} does not end; it announces ${total ?? "no number"}, and ${inPass.size()} have come.`,
      );
  }
  const found = inPass.size();
  const counted = total ?? found;
  return {
    ...{ found, fresh: state.listed - listed, total: counted, repeated },
    isClean: !isMoving && repeated === undefined && found === counted,
  };
}

/** Returns the records of a page that were not read before. */
const newRecordsOf = (
  base: URL,
  list: ImportedList,
  { address, records, unreadable }: ListPage,
  state: ListState,
  inPass: DigestSet,
) => {
  const found: FoundRecord[] = [];
  const failures: { readonly place: string; readonly problem: string }[] = [];
  const marks: number[] = [];
  const ids: number[] = [];
  let repeats = 0;
  /** True if a record with this mark was read before. Otherwise adds the mark and returns false. */
  const isKnown = (mark: number): boolean => {
    if (!inPass.add(mark)) repeats += 1;
    if (!state.seen.add(mark)) return true;
    state.listed += 1;
    marks.push(mark);
    return false;
  };
  for (const { address: pageAddress, problem } of unreadable)
    if (!isKnown(markOfPlace(pageAddress)))
      failures.push({ place: pageAddress.href, problem: `the record cannot be read: ${problem}` });
  for (const [index, record] of records.entries()) {
    if (isKnown(markOf(list, record))) continue;
    const id = idOf(record);
    if (id !== undefined) {
      state.ids.add(id);
      ids.push(id);
    }
    const place =
      id === undefined ? `${address.href}, record ${index + 1}` : addressOf(base, `${list}/${id}`).href;
    if (isObject(record)) found.push({ record: createSourceRecord(record), place });
    else failures.push({ place, problem: "the record is not an object" });
  }
  return { portion: { records: found, failures }, marks, ids, repeats };
};
