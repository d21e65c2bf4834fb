import { expect } from "chai";
import { stores } from "../stores.ts";
import { createPlace, type Place } from "./kalends-process.ts";

const LINK = / {2}(http:\/\/localhost:(\d+)\/sign-in#([\w-]{43}))\n/;

for (const store of stores) {
  describe(`the first start, on ${store.name}`, function () {
    this.timeout(60_000);
    let place: Place;
    beforeEach(() => {
      place = createPlace(store);
    });
    afterEach(() => place.clear());

    it("prints a link for the password of admin, and each start a new one until it has one", async () => {
      const first = await place.serve();
      const [, , port, token] = LINK.exec(first.output) ?? [];
      expect(first.output).to.include("Open this link to set the password with which admin signs in:");
      expect(first.namespace).to.include(`:${port}/`);
      await first.end("SIGTERM");
      const second = await place.serve();
      const [, , , again] = LINK.exec(second.output) ?? [];
      expect(again).to.be.a("string").and.to.not.equal(token);
      expect(second.output).to.not.include("application password");
      await second.end("SIGTERM");
      await place.run(["user", "add", "root", "--role", "administrator"]);
      await place.run(["user", "disable", "admin"]);
      const third = await place.serve();
      expect(third.output).to.not.match(LINK);
    });
  });
}
