import { expect } from "chai";
import type { Body } from "../http/client.ts";
import { type StartedCalendar, startCalendar } from "../http/start-calendar.ts";
import { firstStore } from "../stores.ts";
import { asCaller, CALLERS } from "./candidates.ts";
import { type Caller, has } from "./rights-table.ts";

const EVENT = { title: "Fair", start_date: "2031-04-01 10:00", end_date: "2031-04-01 11:00" };
const STATUSES = ["publish", "future", "draft", "pending", "private"];
const MANAGES = { category: "manage_categories", tag: "manage_tags" } as const;

/* Source: rules/fields.md#fields-rights, rules/fields.md#status-choices. */

for (const store of firstStore) {
  describe(`fields are those that the caller may set, on ${store.name}`, () => {
    let calendar: StartedCalendar;
    before(async () => {
      calendar = await startCalendar(store);
    });
    after(() => calendar.close());

    const read = async (record: string, caller: Caller): Promise<Body> => {
      const { status, text, body } = await calendar.get(`/fields?record=${record}`, asCaller(caller));
      expect(status, text).to.equal(has(caller, "edit") ? 200 : caller === "anonymous" ? 401 : 403);
      return body;
    };
    const namesIn = ({ fields }: Body): readonly string[] => fields.map(({ name }: Body) => name);
    const statusesIn = ({ fields }: Body): readonly string[] =>
      fields
        .find(({ name }: Body) => name === "status")
        .choices.map(({ value }: { readonly value: string }) => value);

    for (const caller of CALLERS) {
      it(`of events, venues and organizers: ${caller}`, async () => {
        for (const record of ["event", "venue", "organizer"]) {
          const body = await read(record, caller);
          if (!has(caller, "edit")) continue;
          expect(namesIn(body)).to.include(record === "event" ? "title" : record);
          expect(namesIn(body).includes("author")).to.equal(has(caller, "edit_others"));
          expect(statusesIn(body)).to.deep.equal(has(caller, "publish") ? STATUSES : ["draft", "pending"]);
        }
      });

      it(`of terms: ${caller}`, async () => {
        for (const [record, right] of Object.entries(MANAGES)) {
          const body = await read(record, caller);
          if (!has(caller, "edit")) continue;
          if (has(caller, right)) expect(namesIn(body)).to.include.members(["name", "slug"]);
          else expect(body).to.deep.equal({ record, groups: [], fields: [] });
        }
      });

      it(`as writes accept them: ${caller}`, async () => {
        if (!has(caller, "edit")) return;
        const body = await read("event", caller);
        for (const status of STATUSES) {
          const date = status === "future" ? "2032-01-01" : undefined;
          const json = { ...EVENT, status, date };
          const made = await calendar.post("/events", { ...asCaller(caller), json });
          expect(made.status, made.text).to.equal(201);
          expect(made.body.status === status, status).to.equal(statusesIn(body).includes(status));
        }
        const json = { ...EVENT, author: calendar.users.get("other") };
        const { status } = await calendar.post("/events", { ...asCaller(caller), json });
        expect(status).to.equal(namesIn(body).includes("author") ? 201 : 403);
      });
    }
  });
}
