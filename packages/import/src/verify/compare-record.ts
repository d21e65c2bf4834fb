import type { ImportedList, ImportedRecord } from "@kalends/core";
import { numberOf } from "../records/source-record.ts";
import type { UnequalMember } from "../report/report-entry.ts";
import type { ComparisonContext, ExpectedDifference } from "./expected-difference.ts";
import { EXPECTED_DIFFERENCES } from "./expected-differences.ts";
import { type Difference, differencesOf, isMembers, type Members, textOf } from "./members.ts";

/** A source record, with the stored import states of the record and of the records embedded in it. */
export interface KnownRecord {
  readonly list: ImportedList;
  readonly there: Members;
  readonly known: ImportedRecord | undefined;
  /** True if the local record was erased. */
  readonly isErased: boolean;
  /** Local user number of the source author; `undefined` if none is stored. */
  readonly authorId: number | undefined;
  /** Local id of the category that is the parent at the source. See `Pair`. */
  readonly parentId: number | undefined;
  /** True if the source gives no publication and modification times. */
  readonly isUndated: boolean;
  /** Embedded records by member name, in the order of the source. */
  readonly embedded: Readonly<Record<string, readonly KnownRecord[]>>;
}

export interface Comparison {
  /** Members that differ without an explanation. */
  readonly unequal: readonly UnequalMember[];
  /** Members that differ for a documented reason. */
  readonly expected: readonly { readonly member: string; readonly reason: ExpectedDifference }[];
}

/**
 * Reason why an event has additional venues at the source: a local event has only one venue.
 * Source: rules/choices.md#verify-one-venue.
 */
const ONE_VENUE: ExpectedDifference = {
  rule: "rules/choices.md#verify-one-venue",
  why: "an event has one venue here, the first",
  members: /^venue$/,
};

const ERASED: ExpectedDifference = {
  rule: "rules/choices.md#erasure-memory",
  why: "it was erased here",
  members: /^(venue|organizer)$/,
};

const NONE: Comparison = { unequal: [], expected: [] };

const joined = (comparisons: readonly Comparison[]): Comparison => ({
  unequal: comparisons.flatMap(({ unequal }) => unequal),
  expected: comparisons.flatMap(({ expected }) => expected),
});

/**
 * Compares a local record with its source record, member by member and including embedded records. Stored
 * import states decide which embedded records belong together; their content does not.
 * Source: rules/choices.md#verify-comparison.
 */
export const compareRecord = (
  source: KnownRecord,
  here: Members,
  context: ComparisonContext,
  path = "",
): Comparison => {
  const { list, there, embedded } = source;
  const names = Object.keys(embedded);
  const without = (members: Members): Members =>
    Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)));
  const omitsEmpty = list === "venues" || list === "organizers";
  const differences = [
    ...withoutDetails(differencesOf(without(there), without(here), { omitsEmpty })),
    ...inheritedAuthor(source, here),
  ];
  return joined([
    classified(differences, source, here, context, path),
    ...names.map((name) =>
      name === "venue" || name === "organizer"
        ? compareLinked(embedded[name] ?? [], objectsOf(here[name]), context, path + name)
        : compareTerms(embedded[name] ?? [], objectsOf(here[name]), context, path + name),
    ),
  ]);
};

/** Returns a difference if source and local record show the same author number for different persons. */
const inheritedAuthor = ({ there, authorId }: KnownRecord, here: Members): readonly Difference[] =>
  there.author !== undefined &&
  authorId !== undefined &&
  authorId !== numberOf(here.author) &&
  numberOf(there.author) === numberOf(here.author)
    ? [{ member: "author", there: there.author, here: here.author }]
    : [];

const objectsOf = (value: unknown): readonly Members[] =>
  (Array.isArray(value) ? value : [value]).filter(isMembers);

/** Leaves out differences in the `..._details` of a date if the date itself differs. */
const withoutDetails = (differences: readonly Difference[]): readonly Difference[] => {
  const members = new Set(differences.map(({ member }) => member));
  return differences.filter(({ member }) => {
    const date = /^(\w+_date)_details(\.|$)/.exec(member)?.[1];
    return date === undefined || !members.has(date);
  });
};

const classified = (
  differences: readonly Difference[],
  { list, there, known, authorId, parentId, isUndated }: KnownRecord,
  here: Members,
  context: ComparisonContext,
  path: string,
): Comparison => {
  const pair = { list, there, here, known, authorId, parentId, isUndated };
  const unequal: UnequalMember[] = [];
  const expected: Comparison["expected"][number][] = [];
  for (const difference of differences) {
    const member = path + difference.member;
    const reason = EXPECTED_DIFFERENCES.find(
      ({ members, when }) =>
        members.test(difference.member) && (when === undefined || when(difference, pair, context)),
    );
    if (reason === undefined) unequal.push({ ...difference, member });
    else expected.push({ member, reason });
  }
  return { unequal, expected };
};

const idsOf = (records: readonly (Members | undefined)[]): readonly unknown[] =>
  records.map((record) => record?.id);

/** Returns the local id of an embedded record; `undefined` if the record was not imported. */
const ourIdOf = ({ known }: KnownRecord): number | undefined => known?.id;

/** Compares the venues or organizers of an event, in order. */
const compareLinked = (
  there: readonly KnownRecord[],
  here: readonly Members[],
  context: ComparisonContext,
  member: string,
): Comparison => {
  const kept = there.filter(({ isErased }) => !isErased);
  const distinct = kept.filter(
    (record, index) => kept.findIndex((other) => ourIdOf(other) === ourIdOf(record)) === index,
  );
  const isFirstOfSeveral = member === "venue" && distinct.length > 1 && here.length === 1;
  const wanted = isFirstOfSeveral ? distinct.slice(0, 1) : distinct;
  if (!isSameList(wanted.map(ourIdOf), idsOf(here))) return unequalLinks(there, here, member);
  return joined([
    kept.length < there.length ? { unequal: [], expected: [{ member, reason: ERASED }] } : NONE,
    isFirstOfSeveral ? { unequal: [], expected: [{ member, reason: ONE_VENUE }] } : NONE,
    ...wanted.map((record, index) => {
      const place = wanted.length > 1 ? `${member}.${index}.` : `${member}.`;
      return compareRecord(record, here[index] ?? {}, context, place);
    }),
  ]);
};

/**
 * Compares the terms of an event in any order, because servers sort names differently
 * (rules/terms.md#term-order).
 */
const compareTerms = (
  there: readonly KnownRecord[],
  here: readonly Members[],
  context: ComparisonContext,
  member: string,
): Comparison => {
  const ours = new Map(here.map((term) => [term.id, term]));
  const ids = new Set(there.map(ourIdOf));
  if (ids.size !== ours.size || ![...ids].every((id) => ours.has(id)))
    return unequalLinks(there, here, member);
  return joined(
    there.map((term) =>
      compareRecord(term, ours.get(ourIdOf(term)) ?? {}, context, `${member}.${textOf(term.there.slug)}.`),
    ),
  );
};

const isSameList = (there: readonly unknown[], here: readonly unknown[]): boolean =>
  there.length === here.length && there.every((id, index) => id !== undefined && id === here[index]);

/**
 * Returns a single difference with the ids of both lists. Comparing the records one by one would report the
 * same difference several times.
 */
const unequalLinks = (
  there: readonly KnownRecord[],
  here: readonly Members[],
  member: string,
): Comparison => ({
  unequal: [{ member, there: idsOf(there.map(({ there: record }) => record)), here: idsOf(here) }],
  expected: [],
});
