import type { CalendarEvent, KnownEventFields, PluginDeps } from "@kalends/core/plugin";
import { IMPORT_FIELDS, importedOf } from "../import-fields.ts";

/** Values that occurrences may omit, with their members in the event. */
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

/** Returns the names of these values that at least one changed occurrence has. */
export const followedIn = (changed: Changed): readonly Followed[] =>
  NAMES.filter((name) => changed.some(({ values }) => values[name] !== undefined));

/** Stores these names with a series of which only some occurrences were written. */
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
 * Returns the values of the series for an occurrence whose source no longer sets them. The last parameter has
 * the names of values that an import has written in occurrences of this series. Values that only editors wrote
 * stay.
 */
export const followedValues = (
  { imageId, cost, website = "", excerpt, statusReason = "" }: CalendarEvent,
  { changes }: Pick<NonNullable<CalendarEvent["occurrence"]>, "changes">,
  importedNames: readonly string[],
): KnownEventFields => {
  const values = {
    ...{ image: imageId === undefined ? "" : String(imageId), cost: cost.values },
    ...{ website, excerpt, status_reason: statusReason },
  };
  const names = NAMES.filter((name) => importedNames.includes(name) && changes[MEMBERS[name]] !== undefined);
  return Object.fromEntries(names.map((name) => [name, values[name]]));
};
