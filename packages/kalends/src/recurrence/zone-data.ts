import type { Repositories } from "@kalends/core";
import { ZONE_DATA_VERSION } from "@kalends/core/interface";

/** Version of the time zone data with which the times of a storage were computed. */
export interface ZoneData {
  /** Returns the version, or `undefined` if none is stored. */
  find(): Promise<string | undefined>;
  note(version: string): Promise<void>;
}

/** Document of the calendar itself; no plugin can have this name. */
const [COLLECTION, KEY] = ["kalends/zones", "data"];

/** Creates access to the stored version. Versions such as `2026a` sort correctly as texts. */
export const zoneDataOf = ({ documents }: Pick<Repositories, "documents">): ZoneData => ({
  async find() {
    const version = (await documents.find(COLLECTION, KEY))?.version;
    return typeof version === "string" ? version : undefined;
  },
  note: (version) => documents.save({ collection: COLLECTION, key: KEY, value: { version } }),
});

/**
 * Stores the older of two versions: that of this storage and that of an archive. All times are then
 * recomputed.
 */
export const noteArchivedZones = async (
  store: Pick<Repositories, "documents">,
  archived: string,
): Promise<void> => {
  const data = zoneDataOf(store);
  const known = await data.find();
  const own = known ?? ZONE_DATA_VERSION;
  const oldest = archived < own ? archived : own;
  // Stored even if it is the current version, because the next start may have newer data.
  if (oldest !== known) await data.note(oldest);
};
