import type { PluginDeps } from "@kalends/core/plugin";

/** Checks which feed formats this calendar has, such as `ics`. */
export interface Feeds {
  has(extension: string): Promise<boolean>;
}

/** Query that matches no event. Only the status of the response matters. */
const NOTHING = "start_date=9000-01-01&end_date=9000-01-01";

/**
 * Creates the check. Formats come from plugins, which do not change while the calendar is open, so each
 * result is cached.
 */
export const createFeeds = ({ calendar }: Pick<PluginDeps, "calendar">): Feeds => {
  const known = new Map<string, boolean>();
  return {
    async has(extension) {
      const found = known.get(extension);
      if (found !== undefined) return found;
      const response = await calendar.as("anonymous").fetch(`/events.${extension}?${NOTHING}`);
      // An unread response would keep its slot among the running ones.
      await response.text();
      const { status } = response;
      if (status < 500) known.set(extension, status === 200);
      return status === 200;
    },
  };
};
