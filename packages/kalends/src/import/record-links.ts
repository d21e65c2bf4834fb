import type { ReportEntry } from "@kalends/import";
import type { Config } from "../configuration/config.ts";
import { toHttpSettings } from "../hosting/http-settings.ts";

/**
 * Returns the URL of a record of this calendar, for reports. Returns `undefined` if the base URL is not
 * configured, if the record has no id in this calendar, and for an image.
 */
export type LinkHere = (entry: Pick<ReportEntry, "list" | "id">) => string | undefined;

export const createLinkHere = async (config: Config): Promise<LinkHere> => {
  const { baseUrl } = config;
  if (baseUrl === undefined) return () => undefined;
  const { addressesBelow } = await import("@kalends/http");
  const settings = toHttpSettings({ config, pages: false, host: {}, contributions: { authentication: [] } });
  const { namespace } = addressesBelow(baseUrl, settings);
  return ({ list, id }) => (id === undefined || list === "images" ? undefined : `${namespace}/${list}/${id}`);
};
