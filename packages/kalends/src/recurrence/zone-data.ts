import type { Repositories } from "@kalends/core";
import { ZONE_DATA_VERSION } from "@kalends/core/interface";

/** Version of the time zone data with which the stored times were computed. */
export interface ZoneData {
  /** Returns the stored version. Returns `undefined` if none is stored. */
  find(): Promise<string | undefined>;
  note(version: string): Promise<void>;
}

/** Collection and key of the plugin record with the version. Plugins cannot use this collection. */
const [COLLECTION, KEY] = ["kalends/zones", "data"];

/** Creates access to the stored version. Sorting versions such as `2026a` as texts gives their order. */
export const zoneDataOf = ({ documents }: Pick<Repositories, "documents">): ZoneData => ({
  async find() {
    const version = (await documents.find(COLLECTION, KEY))?.version;
    return typeof version === "string" ? version : undefined;
  },
  note: (version) => documents.save({ collection: COLLECTION, key: KEY, value: { version } }),
});

/**
 * Stores the older of two versions: that of this storage and that of an imported archive. If this version is
 * older than the data of a process, `KeepSeries` in that process recomputes all times.
 */
export const noteArchivedZones = async (
  store: Pick<Repositories, "documents">,
  archived: string,
): Promise<void> => {
  const data = zoneDataOf(store);
  const known = await data.find();
  const own = known ?? ZONE_DATA_VERSION;
  const oldest = archived < own ? archived : own;
  // Store the version even if it is the current one: the next start may have newer data.
  if (oldest !== known) await data.note(oldest);
};
