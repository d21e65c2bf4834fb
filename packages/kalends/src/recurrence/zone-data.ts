import type { Repositories } from "@kalends/core";
import { ZONE_DATA_VERSION } from "@kalends/core/interface";

/** With which version of the time zone data the times of a storage were computed. */
export interface ZoneData {
  /** `undefined`: nobody has noted it so far. */
  find(): Promise<string | undefined>;
  note(version: string): Promise<void>;
}

/** Of the calendar itself: no plugin has this name. */
const [COLLECTION, KEY] = ["kalends/zones", "data"];

/** Versions are texts that sort, such as `2026a`. */
export const zoneDataOf = ({ documents }: Pick<Repositories, "documents">): ZoneData => ({
  async find() {
    const version = (await documents.find(COLLECTION, KEY))?.version;
    return typeof version === "string" ? version : undefined;
  },
  note: (version) => documents.save({ collection: COLLECTION, key: KEY, value: { version } }),
});

/** Times of an archive that were computed with older data than the others make all of them old. */
export const noteArchivedZones = async (
  store: Pick<Repositories, "documents">,
  archived: string,
): Promise<void> => {
  const data = zoneDataOf(store);
  const known = await data.find();
  const own = known ?? ZONE_DATA_VERSION;
  const oldest = archived < own ? archived : own;
  // Nobody may have opened the calendar when the next version of the data comes.
  if (oldest !== known) await data.note(oldest);
};
