import type { PluginDeps } from "@kalends/core/plugin";

/** Which forms of events this calendar has at addresses of their own, such as `ics`. */
export interface Feeds {
  has(extension: string): Promise<boolean>;
}

/** A list of no event: whether there is an answer at all is what counts. */
const NOTHING = "start_date=9000-01-01&end_date=9000-01-01";

/** Formats come with plugins, which do not change while the calendar is open: each is looked for once. */
export const createFeeds = ({ calendar }: Pick<PluginDeps, "calendar">): Feeds => {
  const known = new Map<string, boolean>();
  return {
    async has(extension) {
      const found = known.get(extension);
      if (found !== undefined) return found;
      const response = await calendar.as("anonymous").fetch(`/events.${extension}?${NOTHING}`);
      // An open response would keep its place among those that are written.
      await response.text();
      const { status } = response;
      if (status < 500) known.set(extension, status === 200);
      return status === 200;
    },
  };
};
