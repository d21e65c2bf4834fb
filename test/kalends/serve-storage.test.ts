import { expect } from "chai";
import { stores } from "../stores.ts";
import { basic, createPlace, type Place, postEvent, printedSecret } from "./kalends-process.ts";

for (const store of stores) {
  describe(`kalends serve, on ${store.name}`, function () {
    this.timeout(60_000);
    let place: Place;
    beforeEach(() => {
      place = createPlace(store, { isNew: true });
    });
    afterEach(() => place.clear());

    it("prints a password for admin on the first start only", async () => {
      const first = await place.serve();
      expect(first.output).to.match(/^Created a new calendar: \S+\nCreated the account admin/);
      const authorization = basic("admin", printedSecret(first.output));
      const created = await postEvent(first, authorization, { title: "Opening" });
      expect(created.status).to.equal(201);
      expect((await first.end("SIGTERM")).code).to.equal(0);

      const second = await place.serve();
      expect(second.output).to.not.include("application password");
      const event = (await created.json()) as { readonly id: number };
      const read = await fetch(`${second.namespace}/events/${event.id}`, { headers: { authorization } });
      expect(read.status).to.equal(200);
      const list = (await (
        await fetch(`${second.namespace}/events?start_date=2031-05-01&end_date=2031-05-02`)
      ).json()) as {
        readonly events: readonly { readonly title: string }[];
      };
      expect(list.events.map(({ title }) => title)).to.deep.equal(["Opening"]);
    });

    it("is ready when it prints its address", async () => {
      const { origin } = await place.spawnServer();
      const answers = await Promise.all([fetch(`${origin}/healthz`), fetch(`${origin}/readyz`)]);
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 200]);
    });

    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      it(`ends with code 0 and without a word on ${signal}`, async () => {
        const served = await place.spawnServer();
        await fetch(`${served.namespace}/events`);
        const { code, errors } = await served.end(signal);
        expect(code).to.equal(0);
        expect(errors).to.equal("");
      });
    }

    it("tells one password when two processes make the first start together", async () => {
      const served = await Promise.all([place.spawnServer(), place.spawnServer()]);
      const announcing = served.filter(({ output }) => output.includes("Created the account admin"));
      expect(announcing).to.have.length(1);
      const authorization = basic("admin", printedSecret(announcing[0]?.output ?? ""));
      for (const { namespace } of served) {
        expect((await fetch(`${namespace}/events`, { headers: { authorization } })).status).to.equal(200);
      }
    });

    it("migrates, and tells where", async () => {
      for (let run = 0; run < 2; run += 1) {
        const { code, output, errors } = await place.run(["migrate"]);
        expect(errors).to.equal("");
        expect(code).to.equal(0);
        expect(output).to.match(/^The storage \S+ is up to date\.\n$/);
      }
    });
  });
}
