import type { StoreWithAccounts } from "@kalends/core/storage";
import { expect } from "chai";
import { type Calendar, type CalendarOptions, createCalendar } from "kalends";
import { inProcessClient } from "../in-process-client.ts";
import { stores } from "../stores.ts";

const AN_EVENT = { title: "Jazz", start_date: "2031-05-01 10:00:00", end_date: "2031-05-01 12:00:00" };
const ANN = { id: "ann", roles: ["editor"] } as const;
const ROOT = { id: "root", roles: ["administrator"] } as const;
const DAY = 24 * 60 * 60 * 1000;

interface Entry {
  readonly action: string;
  readonly host_user?: string;
  readonly changes: readonly { readonly member: string }[];
}

for (const tested of stores) {
  describe(`the audit log of a host, on ${tested.name}`, () => {
    let store: StoreWithAccounts;
    let calendar: Calendar;
    let now: number;

    const start = async (options: CalendarOptions = {}): Promise<void> => {
      calendar = await createCalendar({
        ...{ storage: store, scheduler: false, clock: { now: () => now }, audit: true },
        identity: () => undefined,
        ...options,
      });
    };
    const count = (): Promise<number> => store.documents.count({ collection: "kalends/audit", limit: 1 });
    const entries = async (): Promise<readonly Entry[]> => {
      const { entries } = (await inProcessClient(calendar, ROOT).send({ path: "/audit" })) as {
        readonly entries: readonly Entry[];
      };
      return entries;
    };

    beforeEach(async () => {
      now = Date.UTC(2031, 2, 10);
      store = await tested.open();
    });
    afterEach(async () => {
      await calendar.close();
      await store.close();
    });

    it("names users as the host does, and nobody for what the clock does", async () => {
      await start();
      const { event } = await calendar.as(ANN).events.create({
        ...AN_EVENT,
        date: "2031-03-11 00:00:00",
      });
      now += 2 * DAY;
      expect(await calendar.publishDue()).to.equal(1);
      const [published, created] = await entries();
      expect(created).to.include({ action: "created", host_user: "ann", record: event.id });
      expect(published)
        .to.include({ action: "published", record: event.id })
        .and.not.to.have.any.keys("user", "host_user");
    });

    it("has nothing of a unit that is undone, and one entry of one that runs again", async () => {
      await start();
      const undone = calendar.transaction(async ({ as }) => {
        await as(ANN).events.create(AN_EVENT);
        throw new Error("undone");
      });
      expect(await undone.catch((error: Error) => error.message)).to.equal("undone");
      expect(await count()).to.equal(0);
      await calendar.close();
      let runs = 0;
      const twice: StoreWithAccounts = {
        ...store,
        async transaction(work) {
          const again = new Error("conflict");
          await store
            .transaction(async (unit) => {
              await work(unit);
              throw again;
            })
            .catch((error: unknown) => expect(error).to.equal(again));
          runs += 1;
          return store.transaction(work);
        },
      };
      await start({ storage: twice });
      await calendar.as(ANN).events.create(AN_EVENT);
      expect([runs, await count()]).to.deep.equal([1, 1]);
    });

    it("is removed when it is older than the retention", async () => {
      await start({ auditDays: 3 });
      for (let n = 0; n < 3; n += 1) await calendar.as(ANN).events.create(AN_EVENT);
      now += 2 * DAY;
      await calendar.as(ANN).events.create(AN_EVENT);
      await calendar.deliverDue();
      expect(await count()).to.equal(4);
      now += DAY + 1;
      await calendar.deliverDue();
      expect(await count()).to.equal(1);
    });
  });
}
