import { createHash } from "node:crypto";
import type { Venue } from "@kalends/core";
import {
  DUPLICATE_REASONS,
  type DuplicateReason,
  duplicateKeys,
  type Page,
  type Paging,
  type VenuePair,
  type Visibility,
} from "@kalends/core/storage";
import type { Document } from "mongodb";
import type { Access } from "../database/collections.ts";
import { every, isVisible, toLimits } from "./clauses.ts";

const digest = (key: string): string => createHash("sha256").update(key).digest("base64");

type Keys = Readonly<Partial<Record<DuplicateReason, string>>>;

/** Returns the keys by which venues that may be the same are found; an empty object if there are none. */
export const toDuplicateKeys = (venue: Venue): { readonly duplicates?: Keys } => {
  const keys = duplicateKeys(venue, digest);
  return keys.length === 0 ? {} : { duplicates: Object.fromEntries(keys) };
};

/**
 * Returns the stages that find the pairs with the same key for this reason. They read only the index of the
 * reason, which contains all members that they need.
 */
const pairsOf = (reason: DuplicateReason, visible: Visibility): readonly Document[] => [
  { $match: every([{ [`derived.duplicates.${reason}`]: { $gt: "" } }, ...isVisible("status", visible)]) },
  { $group: { _id: `$derived.duplicates.${reason}`, first: { $min: "$_id" }, others: { $push: "$_id" } } },
  { $match: { "others.1": { $exists: true } } },
  { $unwind: "$others" },
  { $match: { $expr: { $gt: ["$others", "$first"] } } },
  { $project: { _id: 0, first: 1, other: "$others" } },
];

interface FoundPairs {
  readonly items: readonly { readonly _id: { readonly first: number; readonly other: number } }[];
  readonly count: readonly { readonly total: number }[];
}

/** Finds the pairs of venues with a common key, each with the venue of the lowest id that has the key. */
export const findDuplicates = async (
  { venues, reading }: Access,
  visible: Visibility,
  paging: Paging,
): Promise<Page<VenuePair>> => {
  const { skip, limit } = toLimits(paging);
  const [first, ...others] = DUPLICATE_REASONS.map((reason) => pairsOf(reason, visible));
  const coll = venues.collectionName;
  const [found] = await venues
    .aggregate<FoundPairs>(
      [
        ...(first ?? []),
        ...others.map((pipeline) => ({ $unionWith: { coll, pipeline: [...pipeline] } })),
        { $group: { _id: { first: "$first", other: "$other" } } },
        {
          $facet: {
            items: [{ $sort: { "_id.first": 1, "_id.other": 1 } }, { $skip: skip }, { $limit: limit }],
            count: [{ $count: "total" }],
          },
        },
      ],
      { ...reading, allowDiskUse: true },
    )
    .toArray();
  return {
    items: found?.items.map(({ _id: { first, other } }) => [first, other] as const) ?? [],
    total: found?.count[0]?.total ?? 0,
  };
};
