import type { PluginDeps } from "@kalends/core/plugin";

/**
 * Lookup of the feed formats that this calendar offers. `has` resolves to true for the extension of such a
 * format, such as `ics`.
 */
export interface Feeds {
  has(extension: string): Promise<boolean>;
}

/** Query that finds no event. The request only checks the status of the response. */
const NOTHING = "start_date=9000-01-01&end_date=9000-01-01";

/**
 * Creates the check for feed formats. Results are cached, because plugins add the formats and do not change
 * while the calendar is open.
 */
export const createFeeds = ({ calendar }: Pick<PluginDeps, "calendar">): Feeds => {
  const known = new Map<string, boolean>();
  return {
    async has(extension) {
      const found = known.get(extension);
      if (found !== undefined) return found;
      const response = await calendar.as("anonymous").fetch(`/events.${extension}?${NOTHING}`);
      // The response must be read to its end. Otherwise it would still count as a running request.
      await response.text();
      const { status } = response;
      if (status < 500) known.set(extension, status === 200);
      return status === 200;
    },
  };
};
