import type { ImportedList } from "@kalends/core";
import { createPostStatuses } from "@kalends/core/interface";
import type { Store } from "@kalends/core/storage";
import { addressesBelow } from "@kalends/http";
import { writeTables } from "@kalends/import";
import type { Config } from "../configuration/config.ts";
import { toHttpSettings } from "../hosting/http-settings.ts";
import { OperatorError } from "../operator-error.ts";

export interface ExportTablesOptions {
  readonly config: Config;
  readonly store: Store;
  /** Path of the target folder. A missing folder is created; an existing one must be empty. */
  readonly folder: string;
  /** Comma-separated statuses, or `all`. If absent, only published records are exported. */
  readonly status: string | undefined;
  onProgress(list: ImportedList, written: number): void;
  warn(line: string): void;
}

/**
 * Writes one CSV table for each resource. Returns the number of rows of each table. Rejects with an
 * `OperatorError` for an unknown status.
 * Source: rules/choices.md#csv-export.
 */
export const exportTables = async ({
  config,
  store,
  folder,
  status,
  onProgress,
  warn,
}: ExportTablesOptions): Promise<Readonly<Record<ImportedList, number>>> => {
  const addresses = addressesOf(config);
  if (addresses === undefined)
    warn(
      "KALENDS_BASE_URL is not set, so the tables contain no global ids and no addresses of images stored here",
    );
  return writeTables({
    store,
    folder,
    statuses: statusesOf(status),
    onProgress,
    globalIdOf: (id) => (addresses === undefined ? "" : `${addresses.globalId}${id}`),
    addressOf: ({ url }) => {
      if (/^https?:\/\//i.test(url)) return url;
      return addresses === undefined ? "" : `${addresses.media}/${url}`;
    },
  });
};

const addressesOf = (config: Config) =>
  config.baseUrl === undefined
    ? undefined
    : addressesBelow(
        config.baseUrl,
        toHttpSettings({ config, pages: false, host: {}, contributions: { authentication: [] } }),
      );

const statusesOf = (named: string | undefined): readonly string[] => {
  if (named === undefined) return ["publish"];
  const { names } = createPostStatuses();
  if (named === "all") return names;
  const chosen = named.split(",").map((name) => name.trim());
  const unknown = chosen.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new OperatorError([`The status ${unknown} is unknown; known statuses: ${names.join(", ")}.`]);
  return chosen;
};
