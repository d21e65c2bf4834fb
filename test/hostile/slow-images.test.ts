import { expect } from "chai";
import { type ImageHost, startImageHost } from "../http/image-host.ts";
import { type StartedCalendar, startCalendar } from "../http/start-calendar.ts";
import { firstStore } from "../stores.ts";
import { MINIMUM } from "./declared-operations.ts";

for (const store of firstStore) {
  describe(`hosts of images that do not answer, on ${store.name}`, function () {
    this.timeout(30_000);
    let calendar: StartedCalendar;
    let host: ImageHost;
    let slow: ImageHost;

    before(async () => {
      [host, slow] = await Promise.all([startImageHost(), startImageHost()]);
      calendar = await startCalendar(store, { imageAllowHosts: ["127.0.0.1"] });
    });
    after(async () => {
      await calendar.close();
      await Promise.all([host.close(), slow.close()]);
    });

    it("keep those waiting who name them, and nobody else", async () => {
      const send = (as: string, image: string, title = "Jazz") =>
        calendar.post("/events", { as, json: { ...MINIMUM.events, title, image } });
      const hanging = Array.from({ length: 20 }, () => send("author", `${slow.origin}/silent`));
      const organizer = Array.from({ length: 20 }, (_, index) => ({
        organizer: `Org ${index}`,
        image: `${slow.origin}/silent?${index}`,
      }));
      hanging.push(calendar.post("/events", { as: "author", json: { ...MINIMUM.events, organizer } }));
      while (slow.asked.length < 4) await new Promise((resolve) => setImmediate(resolve));
      for (const as of ["other", "editor", "administrator"]) {
        const answer = await send(as, `${host.origin}/image.png?${as}`);
        expect(answer.status, answer.text).to.equal(201);
        expect(answer.body.image).to.include({ width: 1200 });
      }
      expect(slow.asked).to.have.length(4);
      await slow.close();
      for (const answer of await Promise.all(hanging)) expect(answer.status, answer.text).to.equal(400);
      expect((await send("author", `${host.origin}/image.png?author`)).status).to.equal(201);
      slow = await startImageHost();
    });
  });
}
