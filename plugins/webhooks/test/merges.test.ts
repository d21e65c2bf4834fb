import { expect } from "chai";
import {
  EVENT,
  messagesOf,
  type Receiver,
  type Started,
  startReceiver,
  startWebhooks,
} from "./start-webhooks.ts";

/** Lists of the interface, with the member for the name and the member of events. */
const LISTS = [
  ["venues", "venue", "venue"],
  ["organizers", "organizer", "organizer"],
  ["categories", "name", "categories"],
  ["tags", "name", "tags"],
] as const;

describe("filters of webhooks by merged records", () => {
  let started: Started;
  let receiver: Receiver;
  before(async () => {
    [started, receiver] = [await startWebhooks(), await startReceiver()];
  });
  after(async () => {
    await receiver.close();
    await started.close();
  });

  for (const [list, name, member] of LISTS)
    it(`become filters by the target (${list})`, async () => {
      const { add, write, deliver, request } = started;
      const ids: number[] = [];
      for (const text of ["Target", "Source", "Other"])
        ids.push((await write("POST", `/${list}`, { [name]: `${text} of ${list}` })).id);
      const [target = 0, source = 0, other = 0] = ids;
      const { id } = await add(receiver, { events: ["event.created"], [list]: [source, target] });
      const { id: unchanged } = await add(receiver, { events: ["event.created"], [list]: [other] });
      await write("POST", `/${list}/${target}/merge`, { from: [source] });
      await deliver();
      const shown = async (webhook: number) =>
        (await request("administrator", "GET", `/webhooks/${webhook}`)).body[list];
      expect(await shown(id)).to.deep.equal([target]);
      expect(await shown(unchanged)).to.deep.equal([other]);
      const before = messagesOf(receiver).length;
      const event = await write("POST", "/events", { ...EVENT, [member]: source });
      await deliver();
      expect(messagesOf(receiver).slice(before)).to.deep.equal([`event.created ${event.id} Fair`]);
    });
});
