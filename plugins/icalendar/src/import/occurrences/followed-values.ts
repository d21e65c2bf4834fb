import type { CalendarEvent, KnownEventFields, PluginDeps } from "@kalends/core/plugin";
import { IMPORT_FIELDS, importedOf } from "../import-fields.ts";

/**
 * API parameters that a changed occurrence may omit, with the members of events that store them. If the
 * source omits one, the value of the series applies.
 */
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

/** Returns the names in `MEMBERS` that at least one changed occurrence sets. */
export const followedIn = (changed: Changed): readonly Followed[] =>
  NAMES.filter((name) => changed.some(({ values }) => values[name] !== undefined));

/**
 * Adds to the import state of the series the names of the values that these occurrences set. Used when the
 * source contains only some occurrences of the series.
 */
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
 * Returns the values that reset an occurrence to its series, for those members that an earlier import
 * changed. Callers then overwrite the members that the source still sets, so only the others are reset.
 * `importedNames` are the members that imports have set in this series. Members that only editors set are not
 * reset.
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
