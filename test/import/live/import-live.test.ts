import { expect } from "chai";
import { createPlace, type Environment, type Place } from "../../kalends/kalends-process.ts";
import { firstStore, stores } from "../../stores.ts";
import { fakeEvent, fakeRecords } from "../fake-records.ts";
import { answerError, type FakeServer, startFakeServer } from "../fake-server.ts";

const PASSWORD: Environment = { KALENDS_IMPORT_PASSWORD: "open sesame" };

for (const store of firstStore) {
  describe(`kalends import of a live server, on ${store.name}`, () => {
    let server: FakeServer;
    let place: Place;
    beforeEach(async () => {
      server = await startFakeServer(fakeRecords({ events: 25 }), { longestPage: 10 });
      server.passwords.set("ann", "open sesame");
      place = createPlace(store);
    });
    afterEach(() => Promise.all([server.close(), place.clear()]));

    const counts = (outcome: string): string =>
      `Nothing was lost: 33 of 33 records are here.\n${[
        "categories: 2",
        "tags: 2",
        "venues: 2",
        "organizers: 2",
        "events: 25",
      ]
        .map((line) => `${line.replace(/\d+/, (all) => outcome.replace("N", all))}\n`)
        .join("")}`;

    it("takes over what everybody sees, and says what that is", async () => {
      const { code, output, errors } = await place.run(["import", server.origin]);
      expect(errors).to.contain("Unpublished records");
      expect(errors).to.contain("Events hidden from listings were not searched for");
      expect([code, output]).to.deep.equal([0, counts("N added, 0 already there")]);
      const again = await place.run(["import", server.address]);
      expect([again.code, again.output]).to.deep.equal([0, counts("0 added, N already there")]);
      expect(await place.onStore(({ ids }) => ids.last("record"))).to.equal(165);
    });

    it("takes over another calendar of ours", async () => {
      const other = createPlace();
      try {
        await other.run(["seed", "--events", "12"]);
        const served = await other.serve();
        const { code, output, errors } = await place.run(["import", served.origin]);
        expect(code, errors).to.equal(0);
        expect(output).to.match(/^events: 12 added/m);
        await served.end("SIGTERM");
      } finally {
        await other.clear();
      }
    });

    // The following tests do not depend on the storage.
    if (store !== stores[0]) return;

    it("takes over what somebody sees who signs in, whose password nobody reads", async () => {
      server.records.events.push(
        fakeEvent(170, { status: "draft" }),
        fakeEvent(171, { status: "trash", slug: "event-171__trashed" }),
        fakeEvent(168, { hide_from_listings: true }),
      );
      const args = ["import", server.address, "--user", "ann"];
      const dry = await place.run([...args, "--dry-run"], PASSWORD);
      expect([dry.code, dry.output.includes("events: 28 added")], dry.errors).to.deep.equal([0, true]);
      const { code, output, errors } = await place.run([...args, "--password-stdin"], {}, "open sesame\n");
      expect([code, output.includes("events: 28 added")], errors).to.deep.equal([0, true]);
      expect(output + errors + dry.errors).to.not.match(/sesame|unknown/);
      const found = await place.onStore(({ events }) => Promise.all([168, 170, 171].map(events.find)));
      expect(found.map((event) => [event?.status, event?.hideFromListings])).to.deep.equal([
        ["publish", true],
        ["draft", false],
        ["trash", false],
      ]);
    });

    it("goes on after an end that it did not choose, and the counts of the whole agree", async () => {
      server.misbehave((asked) => {
        if (asked.path !== "events" || asked.url.searchParams.get("page") !== "2") return false;
        return answerError(asked, 403, "rest_forbidden");
      });
      const broken = await place.run(["import", server.address]);
      expect(broken.code).to.equal(1);
      expect(broken.errors).to.match(/^kalends: http.*page=2&per_page=10 cannot be read.*rest_forbidden\.$/m);
      expect(broken.output).to.contain("events: 10 added");
      server.misbehave(undefined);
      const { code, output, errors } = await place.run(["import", server.address]);
      expect(code, errors).to.equal(0);
      expect(output).to.contain("events: 15 added, 0 already there\n");
    });
  });
}

describe("kalends import of an address", () => {
  let place: Place;
  before(() => {
    place = createPlace();
  });
  after(() => place.clear());
  const problemOf = async (...args: readonly string[]): Promise<string> => {
    const { code, errors } = await place.run(["import", ...args]);
    expect(code).to.not.equal(0);
    return errors;
  };

  it("ends in one line where that is nothing to take over", async () => {
    const server = await startFakeServer(fakeRecords({ events: 3 }));
    try {
      expect(await problemOf(server.address, "http://127.0.0.1:1/")).to.contain("Only one live server");
      expect(await problemOf(server.address, "--user", "ann")).to.contain("without a terminal");
      expect(await problemOf("http://old.example/", "--user", "ann")).to.contain("without a terminal");
      const { errors } = await place.run(["import", "http://old.example/", "--user", "ann"], PASSWORD);
      expect(errors).to.contain("in plain text").and.not.contain("sesame");
      expect(await problemOf(server.address, "--parallel", "9")).to.contain("a number from 1 to 8");
      server.records.tags.splice(0, 1);
      server.misbehave(({ response }) => {
        response.writeHead(200, { "content-type": "text/html" }).end("<p>A site");
        return true;
      });
      expect(await problemOf(server.origin)).to.match(/^kalends: .* has no calendar API/m);
    } finally {
      await server.close();
    }
  });
});
