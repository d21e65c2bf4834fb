import type { Contribution, Job } from "@kalends/core/plugin";
import { FIELDS, fieldsOf, provisionalUid } from "../fields.ts";

const PORTION = 200;
const HALF_A_DAY = 12 * 60 * 60;

/**
 * Gives a UID to the events that have none: those that are older than the plugin, or were taken over from an archive without one. It is the
 * one that feeds have named until then, where the address of the site is configured; without that feeds cannot know it before.
 */
export const createIdentityJob: Contribution<Job> = ({ repositories, amend, site, logger }) => ({
  name: "name-events",
  everySeconds: HALF_A_DAY,
  once: "installation",
  async run({ isStopping }) {
    let named = 0;
    for (let afterId = 0; ; ) {
      const events = await repositories.events.readAfter(afterId, PORTION);
      for (const event of events) {
        if (isStopping()) return;
        if (fieldsOf(event).uid !== undefined) continue;
        const { baseUrl } = site;
        const uid = baseUrl === undefined ? crypto.randomUUID() : provisionalUid(event.id, baseUrl);
        const isNamed = await amend("event", event.id, (stored, data) =>
          fieldsOf(stored).uid === undefined ? { data: { ...data, [FIELDS.uid]: uid } } : undefined,
        );
        if (isNamed) named += 1;
      }
      const last = events.at(-1);
      if (last === undefined || events.length < PORTION) break;
      afterId = last.id;
    }
    if (named > 0) logger.info("Events got a UID for calendar programs", { named });
  },
});
