import { expect } from "chai";
import { stores } from "../stores.ts";
import { basic, createPlace, type Place, printedSecret } from "./kalends-process.ts";

for (const store of stores) {
  describe(`kalends user, on ${store.name}`, function () {
    this.timeout(60_000);
    let place: Place;
    beforeEach(() => {
      place = createPlace(store);
    });
    afterEach(() => place.clear());

    const run = (...args: readonly string[]) => place.run(["user", ...args]);

    /** The status of a read with these credentials, on a server that runs meanwhile. */
    const statusOf = async (namespace: string, authorization: string): Promise<number> =>
      (await fetch(`${namespace}/events`, { headers: { authorization } })).status;

    it("adds an account whose printed password works, so that serve makes no admin", async () => {
      const added = await run("add", "Ann", "--role", "editor");
      expect(added).to.include({ code: 0, errors: "" });
      const { namespace, output } = await place.serve();
      expect(output).to.not.include("admin");
      expect(await statusOf(namespace, basic("ann", printedSecret(added.output)))).to.equal(200);
      expect(await statusOf(namespace, basic("ann", "something else"))).to.equal(401);
    });

    it("takes a given password and does not print it", async () => {
      const added = await run("add", "ann", "--role", "author", "--password", "open sesame");
      expect(added.output).to.not.include("sesame");
      const { namespace } = await place.serve();
      expect(await statusOf(namespace, basic("ann", "open sesame"))).to.equal(200);
    });

    it("adds and revokes passwords and tokens while a server runs", async () => {
      await run("add", "ann", "--role", "author");
      const { namespace } = await place.serve();
      const password = await run("password", "ann", "--label", "phone");
      const token = await run("token", "ann");
      const credentials = [
        basic("ann", printedSecret(password.output)),
        `Bearer ${printedSecret(token.output)}`,
      ];
      for (const credential of credentials) expect(await statusOf(namespace, credential)).to.equal(200);

      const { output } = await run("list");
      expect(output).to.match(/^1\tann\tauthor$/m);
      const [, passwordId = ""] = /password (\S+)\t.*\tphone$/m.exec(output) ?? [];
      const [, tokenId = ""] = /token (\S+)\t/.exec(output) ?? [];
      for (const id of [passwordId, tokenId]) expect((await run("revoke", "ann", id)).code).to.equal(0);
      for (const credential of credentials) expect(await statusOf(namespace, credential)).to.equal(401);
      expect((await run("revoke", "ann", tokenId)).code).to.equal(1);
    });

    it("removes an account at once", async () => {
      const added = await run("add", "ann", "--role", "author");
      const { namespace } = await place.serve();
      expect((await run("remove", "ANN")).code).to.equal(0);
      expect(await statusOf(namespace, basic("ann", printedSecret(added.output)))).to.equal(401);
      expect((await run("list")).output).to.equal("");
    });

    it("removes the last administrator only by force", async () => {
      for (const name of ["ann", "bob"]) await run("add", name, "--role", "administrator");
      expect((await run("remove", "bob")).code).to.equal(0);
      const refused = await run("remove", "ANN");
      expect(refused.code).to.equal(1);
      expect(refused.errors).to.match(/^kalends: ANN is the last administrator.*--force.*\n$/);
      expect((await run("list")).output).to.include("ann");
      expect((await run("remove", "ann", "--force")).code).to.equal(0);
    });

    it("hints at the start that nobody is an administrator, and only then", async () => {
      await run("add", "ann", "--role", "editor");
      const without = await (await place.serve()).end("SIGTERM");
      expect(without.errors).to.match(/^kalends: .*`kalends user add NAME --role administrator`.*\n$/);
      await run("add", "bob", "--role", "administrator");
      expect((await (await place.serve()).end("SIGTERM")).errors).to.equal("");
    });

    for (const args of [
      ["remove", "nobody"],
      ["password", "nobody"],
      ["token", "nobody"],
      ["revoke", "nobody", "x"],
    ]) {
      it(`says in one line that there is nobody to ${args[0]}`, async () => {
        await place.run(["migrate"]);
        const { code, errors } = await run(...args);
        expect(code).to.equal(1);
        expect(errors).to.match(/^kalends: There is no account named nobody.*\n$/);
      });
    }

    it("refuses a second account of a name, a name that cannot be used, and an unknown role", async () => {
      await run("add", "ann", "--role", "author");
      const again = await run("add", "ANN", "--role", "editor");
      expect(again).to.include({ code: 1, errors: "kalends: There is already an account named ANN\n" });
      for (const name of ["", "a:b", " ann"]) {
        const { code, errors } = await run("add", name, "--role", "author");
        expect(code, name).to.equal(1);
        expect(errors, name).to.match(/^kalends: The name .+\n$/);
      }
      expect((await run("add", "bob", "--role", "author", "--password", "")).code).to.equal(1);
      expect((await run("add", "bob", "--role", "root")).code).to.equal(2);
      expect((await run("add", "bob")).code).to.equal(2);
      expect((await run("list")).output.match(/^\d+\t/gm)).to.have.length(1);
    });
  });
}
