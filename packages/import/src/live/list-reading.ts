import { type ImportedList, isObject } from "@kalends/core";
import { ImportError } from "../import-error.ts";
import { createSourceRecord } from "../records/source-record.ts";
import type { FoundRecord, Portion } from "../source/source.ts";
import { addressOf } from "./addresses.ts";
import type { Asking } from "./asking.ts";
import type { Checkpoints, LeftProgress, ListProgress } from "./checkpoints.ts";
import { idOf, markOf, markOfPlace } from "./marks.ts";
import { createDigestSet, type DigestSet, type IdSet } from "./number-sets.ts";
import { type ListPage, readPages } from "./pages.ts";
import { partsOf } from "./parameters.ts";

/** What is known of a list, as far as it is read. */
export interface ListState {
  /** How many records the server has, as far as the list tells: what it announces, less what was there twice or came later. */
  announced: number;
  /** How many of them, and of what stands in their place, were told, also in an earlier run. */
  told: number;
  /** Of these in an earlier run. */
  toldBefore: number;
  /** How many of these could not be taken over. */
  readonly failedBefore: number;
  /** Ids that were seen. */
  readonly ids: IdSet;
  /** See `markOf`. */
  readonly seen: DigestSet;
  /** State of the part that an earlier run has left. */
  readonly seenInPart: DigestSet;
  progress: ListProgress | undefined;
}

export interface ListReadingDeps {
  readonly base: URL;
  readonly asking: Asking;
  readonly isSignedIn: boolean;
  readonly parallel: number;
  readonly checkpoints?: Checkpoints | undefined;
  /** `before`: how many records the parts before this one have. */
  onPage(page: ListPage, before: number): void;
}

/** A list that changes while it is read is looked through so often at most. */
const MOST_PASSES = 3;
/** Beyond twice as many records as announced, a list has no end. */
const SLACK = 1000;
/** Nor beyond what any calendar has, whatever is announced. */
const MOST_POSTS = 10_000_000;
const MOST_TERMS = 100_000;

const mostOf = (list: ImportedList, total = Number.POSITIVE_INFINITY): number =>
  Math.min(2 * total + SLACK, list === "categories" || list === "tags" ? MOST_TERMS : MOST_POSTS);

/** `ids` gets those that were seen, which may be of other lists, too. */
export const beginList = (left: LeftProgress | undefined, ids: IdSet): ListState => {
  const { marks = [], ids: known = [], ...progress } = left ?? {};
  for (const id of known) ids.add(id);
  const told = left?.told ?? 0;
  return {
    announced: left?.total ?? 0,
    ...{ told, toldBefore: told, failedBefore: left?.failed ?? 0 },
    ...{ ids, seen: createDigestSet(marks), seenInPart: createDigestSet(marks.slice(left?.begun.told ?? 0)) },
    progress: left && { ...left, ...progress },
  };
};

/** What one look through a list has shown. */
interface Pass {
  readonly found: number;
  readonly fresh: number;
  readonly total: number;
  /** Nothing moved: no total changed, nothing came twice, nothing was left out. */
  readonly isClean: boolean;
  readonly repeated: URL | undefined;
}

/**
 * A list, part by part and page by page; each record once. A part that has changed meanwhile is looked through again for what was missed.
 * Rejects with an `ImportError` where it repeats itself or does not end. Source: rules/choices.md#import-live.
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
    const begun = continued?.begun ?? { told: state.told, announced: state.announced };
    yield* readPart(deps, list, state, { parameters, begun, continued });
  }
  if (state.progress === undefined) return;
  const progress = { ...state.progress, told: state.told, total: state.announced, isOver: true };
  state.progress = progress;
  yield { records: [], stored: savedBy(deps, list, state, progress) };
}

/** Records of one status, or all of a list that has no statuses. */
interface Part extends Pick<ListProgress, "parameters" | "begun"> {
  /** State that an earlier run has left of it. */
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
  for (let pass = continued?.pass ?? 1; pass <= MOST_PASSES; pass += 1) {
    const done = yield* readOnce(deps, list, state, part, pass);
    // What was told and is gone by now, or was there twice, is no difference.
    state.announced = begun.announced + state.told - begun.told + done.total - done.found;
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

/** Keeps how far a list is, and what the last time did not know. */
export const savedBy =
  (
    { checkpoints }: Pick<ListReadingDeps, "checkpoints">,
    list: ImportedList,
    { failedBefore }: ListState,
    progress: ListProgress,
    { marks, ids }: Pick<LeftProgress, "marks" | "ids"> = { marks: [], ids: [] },
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
  // The first look goes on where an earlier run was; later ones begin anew.
  const continued = pass === 1 ? left : undefined;
  const inPass = continued === undefined ? createDigestSet() : state.seenInPart;
  const told = state.told;
  let total = continued === undefined ? undefined : continued.total - begun.announced;
  let isMoving = false;
  let repeated: URL | undefined;
  // The page before is looked at again: it shows whether something has moved meanwhile.
  const offset = Math.max(0, (continued?.offset ?? 0) - (continued?.length ?? 0));
  // The length of the last page of the part before proves nothing: it may have been shorter than the page size.
  const length = continued !== undefined || pass > 1 ? state.progress?.length : undefined;
  const place = { offset, length, parameters };
  for await (const page of readPages(deps, list, place)) {
    deps.onPage(page, begun.announced);
    if (total !== undefined && page.total !== undefined && total !== page.total) isMoving = true;
    total = page.total ?? total;
    const before = inPass.size();
    const { portion, marks, ids, repeats } = takePage(deps.base, list, page, state, inPass);
    const isLookedAtAgain = continued !== undefined && page.next <= continued.offset;
    if (isLookedAtAgain ? marks.length > 0 : repeats > 0) isMoving = true;
    const progress = {
      ...{ offset: page.next, length: page.length, parameters: page.parameters, pass },
      ...{
        begun,
        told: state.told,
        total: begun.announced + (total ?? state.told - begun.told),
        isOver: false,
      },
    };
    state.progress = progress;
    state.announced = progress.total;
    // Most servers have nothing of most statuses.
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
    ...{ found, fresh: state.told - told, total: counted, repeated },
    isClean: !isMoving && repeated === undefined && found === counted,
  };
}

/** What of a page is new. */
const takePage = (
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
  /** Whether it was told before. */
  const isKnown = (mark: number): boolean => {
    if (!inPass.add(mark)) repeats += 1;
    if (!state.seen.add(mark)) return true;
    state.told += 1;
    marks.push(mark);
    return false;
  };
  for (const { address: alone, problem } of unreadable)
    if (!isKnown(markOfPlace(alone)))
      failures.push({ place: alone.href, problem: `the record cannot be read: ${problem}` });
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
