import { statfs } from "node:fs/promises";
import {
  type DiskSpace,
  type ReadStatus,
  readJobsStatus,
  readMailStatus,
  ZONE_DATA_VERSION,
} from "@kalends/core/interface";
import type { Cradle } from "../cradle.ts";
import { readOutboxState } from "../metrics/outbox-state.ts";
import { zoneDataOf } from "../recurrence/zone-data.ts";
import { NODE_VERSION } from "../version.ts";
import type { StoredPlaces } from "./stored-places.ts";

type StatusDeps = Pick<
  Cradle,
  "about" | "effectiveSettings" | "mailer" | "outboxSwitch" | "stopwatch" | "store" | "storedPlaces"
>;

/** Creates the function that reads the state of the installation. Source: rules/status.md#status-members. */
export const createReadStatus =
  ({
    about,
    effectiveSettings: configuration,
    mailer,
    outboxSwitch,
    stopwatch: clock,
    store,
    storedPlaces: { storage: address, folders },
  }: StatusDeps): ReadStatus =>
  async () => {
    const isOn = outboxSwitch.isOn();
    const [disks, jobs, readers, mail, stored] = await Promise.all([
      Promise.all(folders.map(spaceOf)),
      readJobsStatus(store),
      isOn ? readOutboxState({ outbox: store.outbox, clock }) : [],
      readMailStatus(store),
      zoneDataOf(store).find(),
    ]);
    return {
      versions: { kalends: about.version, node: NODE_VERSION },
      storage: address === undefined ? {} : { address },
      disks: disks.flat(),
      jobs,
      outbox: { isOn, readers },
      mail: { isOn: mailer !== undefined, ...mail },
      zoneData: { version: ZONE_DATA_VERSION, ...(stored !== undefined && { stored }) },
      plugins: about.plugins,
      configuration,
    };
  };

/**
 * Returns the space on the disk of a folder. Returns an empty list if it cannot be determined, for example
 * because the folder is created with the first image.
 */
const spaceOf = async ({ use, path }: StoredPlaces["folders"][number]): Promise<readonly DiskSpace[]> => {
  try {
    const { bavail, blocks, bsize } = await statfs(path);
    return [{ use, path, free: bavail * bsize, total: blocks * bsize }];
  } catch {
    return [];
  }
};
