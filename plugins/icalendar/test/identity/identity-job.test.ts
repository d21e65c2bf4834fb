import type { CalendarEvent, PluginDeps } from "@kalends/core/plugin";
import { createIdentityJob } from "@kalends/icalendar/internals";
import { expect } from "chai";

/**
 * Creates fake dependencies with `count` events. Events with an odd id have no UID. `steps` records what the
 * job does.
 */
const startEvents = (count: number) => {
  const steps: string[] = [];
  const uids = new Map<number, string>();
  let amending = 0;
  const toEvent = (id: number): CalendarEvent => {
    const uid = id % 2 === 0 ? "known" : uids.get(id);
    return {
      id,
      extensions: uid === undefined ? {} : { icalendar: { ical_uid: uid } },
      externalIds: uid === undefined ? [] : [{ source: "ical", id: uid }],
    } as unknown as CalendarEvent;
  };
  const deps = {
    site: { baseUrl: "https://town.example" },
    collection: () => ({}),
    logger: { info: (message: string, fields: object) => steps.push(`${message} ${JSON.stringify(fields)}`) },
    calendar: {
      unrestricted: {
        events: {
          async *stream() {
            for (let id = 1; id <= count; id += 1) yield toEvent(id);
          },
        },
      },
    },
    async amend(_kind: string, id: number, change: (record: CalendarEvent, data: object) => unknown) {
      amending += 1;
      const amendment = change(toEvent(id), {}) as
        | { readonly data: { readonly ical_uid: string } }
        | undefined;
      await Promise.resolve();
      if (amendment !== undefined) uids.set(id, amendment.data.ical_uid);
      amending -= 1;
      return amendment !== undefined;
    },
  } as unknown as PluginDeps;
  return { deps, steps, uids, isAmending: () => amending > 0 };
};

describe("the job that gives UIDs", () => {
  it("pauses after each few events, of which none is under way then", async () => {
    const { deps, steps, uids, isAmending } = startEvents(30);
    const given: number[] = [];
    const job = createIdentityJob(deps, () => async () => {
      expect(isAmending()).to.equal(false);
      given.push(uids.size);
    });
    await job.run({ isStopping: () => false });
    expect(given).to.deep.equal([4, 8, 12]);
    expect([...uids.keys()]).to.deep.equal(Array.from({ length: 15 }, (_, index) => 2 * index + 1));
    expect(uids.get(3)).to.equal("event-3@town.example");
    expect(steps).to.deep.equal(['Events without a UID got one {"named":15}']);
  });

  it("ends between two steps when the calendar stops", async () => {
    const { deps, uids } = startEvents(30);
    let steps = 0;
    const job = createIdentityJob(deps, () => async () => {
      steps += 1;
    });
    await job.run({ isStopping: () => steps === 2 });
    expect(uids.size).to.equal(8);
  });
});
