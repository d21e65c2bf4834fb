import type { InstallationStatus } from "@kalends/core/interface";
import { CATALOGUES, type Language } from "../messages/languages.ts";

const toTime = (milliseconds: number | undefined): string | null =>
  milliseconds === undefined ? null : new Date(milliseconds).toISOString();

/**
 * Converts the state of the installation to its JSON object. `language`: language of the messages that say
 * why jobs failed. Source: rules/status.md#status-members.
 */
export const presentStatus = (
  { versions, storage, disks, jobs, outbox, mail, zoneData, plugins, configuration }: InstallationStatus,
  language: Language,
): Readonly<Record<string, unknown>> => ({
  versions,
  storage: { address: storage.address ?? null },
  disks,
  jobs: {
    ...{ waiting: jobs.waiting, running: jobs.running, failed: jobs.failed },
    oldest: toTime(jobs.oldest),
    failures: jobs.failures.map(({ id, kind, user, ended, failure }) => ({
      ...{ id, kind, user, ended: toTime(ended), reason: failure },
      message: CATALOGUES[language].jobFailures[failure],
    })),
  },
  outbox: {
    is_on: outbox.isOn,
    readers: outbox.readers.map(({ reader, waiting, lagSeconds, failed, setAside }) => ({
      ...{ reader, waiting, lag: lagSeconds, failed, set_aside: setAside },
    })),
  },
  mail: { is_on: mail.isOn, waiting: mail.waiting, oldest: toTime(mail.oldest) },
  zone_data: { version: zoneData.version, stored: zoneData.stored ?? null },
  plugins: plugins.map(({ name, isOn }) => ({ name, is_on: isOn })),
  configuration: configuration.map(({ key, variable, plugin, value, origin, isSecret }) => ({
    ...{ key, variable, plugin: plugin ?? null, value, origin, is_secret: isSecret },
  })),
});
