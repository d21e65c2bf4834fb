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

    /** Sends a read with these credentials to a running server and returns the status. */
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

    it("takes a password that is piped in, for new accounts and for further ones", async () => {
      const pipe = (input: string | Uint8Array, ...args: readonly string[]) =>
        place.run(["user", ...args, "--password-stdin"], {}, input);
      const added = await pipe("open sesame\n", "add", "ann", "--role", "author");
      const further = await pipe("gr\u00FCn wie Gras\r\n", "password", "ann");
      for (const { code, output } of [added, further]) {
        expect(code).to.equal(0);
        expect(output).to.not.match(/sesame|Gras|shown only/);
      }
      const { namespace } = await place.serve();
      for (const password of ["open sesame", "gr\u00FCn wie Gras"])
        expect(await statusOf(namespace, basic("ann", password)), password).to.equal(200);

      for (const [input, problem] of [
        ["", "The password is empty"],
        ["1234567\n", "The password is too short: at least 8 characters, not counting blanks"],
        [
          "first line\nsecond line\n",
          "The standard input has more than one line: give only the password, in one line",
        ],
        ["x".repeat(70_000), "The standard input is too long: give only the password, in one line"],
        [
          Buffer.from("gr\u00FCn wie Gras", "latin1"),
          "The standard input is not UTF-8 text: give the password in UTF-8",
        ],
      ] as const) {
        const { code, errors } = await pipe(input, "password", "ann");
        expect([code, errors]).to.deep.equal([1, `kalends: ${problem}\n`]);
      }
      expect(JSON.parse((await run("list", "--json")).output)[0].credentials).to.have.length(2);
    });

    it("asks for a password at a terminal only, and takes it from one place only", async () => {
      const prompted = await run("add", "ann", "--role", "author", "--password-prompt");
      expect(prompted).to.include({ code: 1, output: "" });
      expect(prompted.errors).to.match(
        /^kalends: Cannot ask for a password without a terminal.*--password-stdin.*\n$/,
      );
      for (const others of [
        ["--password", "open sesame", "--password-stdin"],
        ["--password-prompt", "--password-stdin"],
      ]) {
        expect((await run("add", "ann", "--role", "author", ...others)).code).to.equal(2);
      }
    });

    it("changes the role, name and address of a person, which an export takes along", async () => {
      const profile = ["--name", "Ann Lee", "--email", "ann@example.org"];
      await run("add", "Ann", "--role", "administrator", ...profile);
      await run("add", "bob", "--role", "editor");
      expect(await run("role", "bob", "administrator")).to.include({
        code: 0,
        output: "Changed the role of bob to administrator\n",
      });
      expect(await run("role", "ANN", "subscriber")).to.include({
        code: 0,
        output: "Changed the role of Ann to subscriber\n",
      });
      const refused = await run("role", "bob", "editor");
      expect(refused.errors).to.equal(
        "kalends: bob is the last administrator. Add another one first, or change its role with --force.\n",
      );
      expect((await run("role", "bob", "editor", "--force")).code).to.equal(0);
      expect((await run("role", "bob", "root")).code).to.equal(2);

      expect((await run("edit", "bob", "--name", "Bob", "--email", "bob@example.org")).code).to.equal(0);
      expect((await run("edit", "bob", "--name", "")).code).to.equal(0);
      for (const [args, problem] of [
        [["bob"], "Nothing to change: give --name or --email"],
        [["bob", "--email", "bob"], "The email is not an email address such as somebody@example.org"],
        [
          ["bob", "--name", "a\u001Bb"],
          "The full name has invalid characters, or blanks at its start or end",
        ],
        [["carl", "--name", "Carl"], "Account carl not found. `kalends user list` shows all accounts."],
      ] as const) {
        expect(await run("edit", ...args)).to.include({ code: 1, errors: `kalends: ${problem}\n` });
      }

      const { output } = await run("list", "--json");
      const people = JSON.parse(output).map(
        ({ id, name, role, displayName, email }: Record<string, unknown>) => [
          id,
          name,
          role,
          displayName,
          email,
        ],
      );
      expect(people).to.deep.equal([
        [1, "Ann", "subscriber", "Ann Lee", "ann@example.org"],
        [2, "bob", "editor", undefined, "bob@example.org"],
      ]);
      expect((await place.run(["export", "backup"])).code).to.equal(0);
      const second = await place.storage("second");
      expect((await place.run(["import", "backup"], second)).code).to.equal(0);
      expect((await place.run(["user", "list", "--json"], second)).output).to.equal(output);
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
      expect(output).to.match(
        /^ID +NAME +ROLE +FULL NAME +EMAIL\n1 +ann +author\n\nPASSWORD OR TOKEN +KIND +/,
      );
      const [, passwordId = ""] = /^(\S+) +password +ann .* phone$/m.exec(output) ?? [];
      const [, tokenId = ""] = /^(\S+) +token +ann /m.exec(output) ?? [];
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
      expect(refused.errors).to.match(/^kalends: ann is the last administrator.*--force.*\n$/);
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
      ["role", "nobody", "author"],
      ["edit", "nobody", "--name", "x"],
    ]) {
      it(`says in one line that there is nobody to ${args[0]}`, async () => {
        await place.run(["migrate"]);
        const { code, errors } = await run(...args);
        expect(code).to.equal(1);
        expect(errors).to.match(/^kalends: Account nobody not found\. .*\n$/);
      });
    }

    it("refuses a second account of a name, a name that cannot be used, and an unknown role", async () => {
      await run("add", "ann", "--role", "author");
      const again = await run("add", "ANN", "--role", "editor");
      expect(again).to.include({ code: 1, errors: "kalends: The account ann already exists\n" });
      for (const name of ["", "a:b", " ann"]) {
        const { code, errors } = await run("add", name, "--role", "author");
        expect(code, name).to.equal(1);
        expect(errors, name).to.match(/^kalends: The name .+\n$/);
      }
      for (const password of ["", "1234567", "1 2 3 4 5 6 7"]) {
        const { code, errors } = await run("add", "bob", "--role", "author", "--password", password);
        expect(code, password).to.equal(1);
        expect(errors, password).to.match(/^kalends: The password is .+\n$/);
      }
      expect((await run("add", "bob", "--role", "root")).code).to.equal(2);
      expect((await run("add", "bob")).code).to.equal(2);
      expect((await run("list")).output.match(/^\d+ /gm)).to.have.length(1);
    });

    it("disables an account, whatever it signs in with, and enables it again", async () => {
      await run("add", "root", "--role", "administrator");
      const added = await run("add", "ann", "--role", "editor", "--password", "open sesame");
      const { namespace } = await place.serve();
      expect(await statusOf(namespace, basic("ann", "open sesame"))).to.equal(200);
      expect(added.code).to.equal(0);
      expect((await run("disable", "ANN")).output).to.include("Disabled the account ann");
      expect(await statusOf(namespace, basic("ann", "open sesame"))).to.equal(401);
      expect((await run("list")).output).to.match(/ann +editor, disabled/);
      expect((await run("link", "ann")).errors).to.include("The account ann is disabled.");
      const last = await run("disable", "root");
      expect(last.errors).to.include("root is the last administrator");
      expect(last.code).to.equal(1);
      expect((await run("enable", "ann")).output).to.include("Enabled the account ann");
      expect(await statusOf(namespace, basic("ann", "open sesame"))).to.equal(200);
    });

    it("prints links to set a password, and gives credentials scopes", async () => {
      await run("add", "ann", "--role", "editor");
      const link = await run("link", "ann");
      expect(link.output).to.match(/ {2}http:\/\/localhost:8080\/sign-in#[\w-]{43}\n/);
      const scoped = await run("token", "ann", "--scope", "accounts");
      expect(scoped.code).to.equal(0);
      expect((await run("list")).output).to.include("token, accounts");
      expect((await run("token", "ann", "--scope", "everything")).code).to.equal(2);
      expect((await run("revoke", "ann", "sessions")).output).to.include("Ended 0 sessions of ann");
      const taken = await run("add", "bob", "--role", "editor", "--email", "x@example.org");
      expect(taken.code).to.equal(0);
      const clash = await run("edit", "ann", "--email", "X@example.org");
      expect(clash.errors).to.include("Another account already has this email as its name or email address");
    });
  });
}
