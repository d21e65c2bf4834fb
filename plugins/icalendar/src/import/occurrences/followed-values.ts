import type { CalendarEvent, KnownEventFields, Occurrence, PluginDeps } from "@kalends/core/plugin";
import { IMPORT_FIELDS, importedOf } from "../import-fields.ts";

/** Values of which an occurrence need not say anything, by its member. */
const MEMBERS = {
  image: "imageId",
  cost: "cost",
  website: "website",
  excerpt: "excerpt",
  status_reason: "statusReason",
} as const;

type Followed = keyof typeof MEMBERS;

const NAMES = Object.keys(MEMBERS) as readonly Followed[];

type Changed = readonly { readonly values: KnownEventFields }[];

/** The values of this kind that changed occurrences have. */
export const followedIn = (changed: Changed): readonly Followed[] =>
  NAMES.filter((name) => changed.some(({ values }) => values[name] !== undefined));

/** The same values, kept with a series of which only some occurrences were written. */
export const keepFollowed = async (
  series: CalendarEvent,
  changed: Changed,
  { amend }: Pick<PluginDeps, "amend">,
): Promise<void> => {
  const imported = importedOf(series);
  const before = imported?.followed ?? [];
  const added = followedIn(changed).filter((name) => !before.includes(name));
  if (imported === undefined || added.length === 0) return;
  const followed = [...before, ...added];
  await amend("event", series.id, (_event, data) => ({
    data: { ...data, [IMPORT_FIELDS.imported]: { ...imported, followed } },
  }));
};

/**
 * Values of the series for an occurrence which has values of its own that its source says no more. `said`: values that an import has written
 * in occurrences of this series; those that editors alone write stay.
 */
export const followedValues = (
  { imageId, cost, website = "", excerpt, statusReason = "" }: CalendarEvent,
  { changes }: Pick<Occurrence, "changes">,
  said: readonly string[],
): KnownEventFields => {
  const values = {
    ...{ image: imageId === undefined ? "" : String(imageId), cost: cost.values },
    ...{ website, excerpt, status_reason: statusReason },
  };
  const names = NAMES.filter((name) => said.includes(name) && changes[MEMBERS[name]] !== undefined);
  return Object.fromEntries(names.map((name) => [name, values[name]]));
};
