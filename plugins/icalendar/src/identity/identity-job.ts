import type { CalendarEvent, Job, PluginDeps } from "@kalends/core/plugin";
import { FIELDS, fieldsOf, provisionalUid } from "../fields.ts";
import { createSlices, type NextStep } from "./slices.ts";

/**
 * Number of events that are written concurrently. Stores commit them together in less time than one slice.
 */
const BATCH_SIZE = 8;
const HALF_A_DAY = 12 * 60 * 60;

/** Gives the event a UID. Returns false if the event has got one in the meantime. */
const giveUid = ({ amend, site }: PluginDeps, { id }: CalendarEvent): Promise<boolean> => {
  const { baseUrl } = site;
  const uid = baseUrl === undefined ? crypto.randomUUID() : provisionalUid(id, baseUrl);
  return amend("event", id, (stored, data) =>
    fieldsOf(stored).uid === undefined ? { data: { ...data, [FIELDS.uid]: uid } } : undefined,
  );
};

/**
 * Creates the job that gives a UID to events without one: those that are older than the plugin or came from
 * an archive. If the address of the site is configured, the UID is the provisional one that feeds have shown
 * so far. Without the address, it is random. The job pauses so that requests come first.
 */
export const createIdentityJob = (deps: PluginDeps, slices: () => NextStep = createSlices): Job => ({
  name: "name-events",
  everySeconds: HALF_A_DAY,
  once: "installation",
  async run({ isStopping }) {
    const nextStep = slices();
    let named = 0;
    let batch: CalendarEvent[] = [];
    const giveUids = async (): Promise<void> => {
      const nameless = batch.filter((event) => fieldsOf(event).uid === undefined);
      const given = await Promise.all(nameless.map((event) => giveUid(deps, event)));
      named += given.filter((isGiven) => isGiven).length;
      batch = [];
    };
    for await (const event of deps.calendar.unrestricted.events.stream()) {
      batch.push(event);
      if (batch.length < BATCH_SIZE) continue;
      await giveUids();
      await nextStep();
      if (isStopping()) break;
    }
    await giveUids();
    if (named > 0) deps.logger.info("Events without a UID got one", { named });
  },
});
