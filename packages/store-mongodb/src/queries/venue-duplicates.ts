import { createHash } from "node:crypto";
import type { Venue } from "@kalends/core";
import {
  duplicateKeys,
  type Page,
  type Paging,
  type VenuePair,
  type Visibility,
} from "@kalends/core/storage";
import type { Access } from "../database/collections.ts";
import { every, isVisible, toLimits } from "./clauses.ts";

const digest = (key: string): string => createHash("sha256").update(key).digest("base64");

/** Returns the keys by which venues that may be the same are found; an empty object if there are none. */
export const toDuplicateKeys = (venue: Venue): { readonly duplicateKeys?: readonly string[] } => {
  const keys = duplicateKeys(venue, digest);
  return keys.length === 0 ? {} : { duplicateKeys: keys };
};

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
  const isShown = every([...isVisible("status", visible), { "derived.duplicateKeys": { $exists: true } }]);
  const [found] = await venues
    .aggregate<FoundPairs>(
      [
        { $match: isShown },
        { $project: { key: "$derived.duplicateKeys" } },
        { $unwind: "$key" },
        { $group: { _id: "$key", first: { $min: "$_id" }, others: { $push: "$_id" } } },
        { $match: { "others.1": { $exists: true } } },
        { $unwind: "$others" },
        { $match: { $expr: { $gt: ["$others", "$first"] } } },
        { $group: { _id: { first: "$first", other: "$others" } } },
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
