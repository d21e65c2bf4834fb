import { readdirSync } from "node:fs";
import { expect } from "chai";
import { createCalendar, OperatorError } from "kalends";
import { stores } from "../stores.ts";
import { createPlace, type Place } from "./kalends-process.ts";

const WITHOUT = { KALENDS_MIGRATE: "0" };

// docs/how-to/maintain-the-storage.md
for (const store of stores) {
  describe(`a storage without migrations, on ${store.name}`, function () {
    this.timeout(60_000);
    let place: Place;
    beforeEach(() => {
      place = createPlace(store, { isNew: true });
    });
    afterEach(() => place.clear());

    it("is not created, but by kalends migrate", async () => {
      const refused = await place.run(["user", "add", "ann", "--role", "editor"], WITHOUT);
      expect(refused.code).to.equal(1);
      expect(refused.errors).to.match(
        /^kalends: The storage \S+ cannot be opened: .*(no file|holds no calendar)/,
      );
      expect(readdirSync(place.directory)).to.deep.equal([]);
      expect((await place.run(["migrate"], WITHOUT)).code).to.equal(0);
      const added = await place.run(["user", "add", "ann", "--role", "editor"], WITHOUT);
      expect(added.code, added.errors).to.equal(0);
    });

    it("is opened by createCalendar when it is there", async () => {
      const { KALENDS_STORAGE: storage = "" } = await place.storage();
      const options = { storage, media: place.directory, migrate: false, identity: () => undefined };
      const error = await createCalendar(options).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(OperatorError);
      expect((error as OperatorError).problems[0]).to.match(/cannot be opened/);
      await place.run(["migrate"]);
      const calendar = await createCalendar(options);
      await calendar.ready();
      expect((await calendar.as().events.list({})).total).to.equal(0);
      await calendar.close();
    });
  });
}
