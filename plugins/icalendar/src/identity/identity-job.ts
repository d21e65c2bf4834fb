import type { CalendarEvent, Job, PluginDeps } from "@kalends/core/plugin";
import { FIELDS, fieldsOf, provisionalUid } from "../fields.ts";
import { createSlices, type NextStep } from "./slices.ts";

/** Events that are perhaps written at once: as many as take less than a slice. Stores commit them together. */
const PORTION = 8;
const HALF_A_DAY = 12 * 60 * 60;

/** Gives one to an event; false when it has one meanwhile. */
const giveUid = ({ amend, site }: PluginDeps, { id }: CalendarEvent): Promise<boolean> => {
  const { baseUrl } = site;
  const uid = baseUrl === undefined ? crypto.randomUUID() : provisionalUid(id, baseUrl);
  return amend("event", id, (stored, data) =>
    fieldsOf(stored).uid === undefined ? { data: { ...data, [FIELDS.uid]: uid } } : undefined,
  );
};

/**
 * Gives a UID to the events that have none: those that are older than the plugin, or were taken over from an archive without one. It is the
 * one that feeds have named until then, where the address of the site is configured; without that feeds cannot know it before. Requests
 * come first, and feeds name provisional UIDs for as long as it takes.
 */
export const createIdentityJob = (deps: PluginDeps, slices: () => NextStep = createSlices): Job => ({
  name: "name-events",
  everySeconds: HALF_A_DAY,
  once: "installation",
  async run({ isStopping }) {
    const nextStep = slices();
    let named = 0;
    let portion: CalendarEvent[] = [];
    const giveUids = async (): Promise<void> => {
      const nameless = portion.filter((event) => fieldsOf(event).uid === undefined);
      const given = await Promise.all(nameless.map((event) => giveUid(deps, event)));
      named += given.filter((isGiven) => isGiven).length;
      portion = [];
    };
    for await (const event of deps.calendar.unrestricted.events.stream()) {
      portion.push(event);
      if (portion.length < PORTION) continue;
      await giveUids();
      await nextStep();
      if (isStopping()) break;
    }
    await giveUids();
    if (named > 0) deps.logger.info("Events got a UID for calendar programs", { named });
  },
});
