import { expect } from "chai";
import { type Calendar, createCalendar, type Identity } from "kalends";
import { describeWithServer, newDatabase, sharedClient } from "../mongodb/shared-server.ts";
import { AN_EVENT, CLOCK } from "./host-server.ts";

const EDITOR: Identity = { id: 1, roles: ["editor"] };

describeWithServer("calendars in a database of the host's", () => {
  it("do not see each other, and leave it connected when they close", async () => {
    const db = (await sharedClient()).db(new URL(await newDatabase()).pathname.slice(1));
    const open = (prefix: string): Promise<Calendar> =>
      createCalendar({ storage: { db, prefix }, clock: CLOCK, identity: () => EDITOR });
    const [one, two] = await Promise.all([open("one_"), open("two_")]);
    const heard: string[] = [];
    two.events.on("event.created", ({ after }) => void heard.push(after.title));
    expect((await one.services.createEvent(EDITOR, AN_EVENT)).event.id).to.equal(1);
    expect((await two.services.listEvents(undefined)).total).to.equal(0);
    await one.close();
    expect((await two.services.createEvent(EDITOR, { ...AN_EVENT, title: "Other" })).event.id).to.equal(1);
    await two.close();
    expect(heard).to.deep.equal(["Other"]);
    expect(await db.collection("one_events").countDocuments()).to.equal(1);
    expect(await db.collection("two_events").countDocuments()).to.equal(1);
  });
});
