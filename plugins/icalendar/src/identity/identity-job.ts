import type { CalendarEvent, Job, PluginDeps } from "@kalends/core/plugin";
import { externalIdsWith, FIELDS, fieldsOf, isFoundBy, provisionalUid } from "../fields.ts";
import { createSlices, type NextStep } from "./slices.ts";

/**
 * Number of events that the job writes concurrently. Writing them takes less time than one slice of work (see
 * `createSlices`).
 */
const BATCH_SIZE = 8;
const HALF_A_DAY = 12 * 60 * 60;

/** True if imports find the event by its UID. */
const isNamed = (event: CalendarEvent): boolean => {
  const { uid } = fieldsOf(event);
  return uid !== undefined && isFoundBy(event, uid);
};

/**
 * Stores the UID of the event, or a new one, as field and external id. Returns false without a change if the
 * event got both in the meantime.
 */
const giveUid = ({ amend, site }: PluginDeps, { id }: CalendarEvent): Promise<boolean> => {
  const { baseUrl } = site;
  const given = baseUrl === undefined ? crypto.randomUUID() : provisionalUid(id, baseUrl);
  return amend("event", id, (stored, data) => {
    if (isNamed(stored)) return undefined;
    const { uid = given } = fieldsOf(stored);
    return { data: { ...data, [FIELDS.uid]: uid }, externalIds: externalIdsWith(stored, uid) };
  });
};

/**
 * Creates the job that stores a UID as field and external id with each event that lacks one of them. Such
 * events are older than the plugin or were imported from an archive. If the URL of the site is configured, a
 * new UID is the provisional one that feeds already show. Otherwise it is random. The job works in short
 * slices, so that requests are not delayed.
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
      const nameless = batch.filter((event) => !isNamed(event));
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
