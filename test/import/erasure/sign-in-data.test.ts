import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createStartJob } from "@kalends/core/interface";
import type { RecordVersion } from "@kalends/core/storage";
import { anAccount, anEvent } from "@kalends/storage-contract";
import { expect } from "chai";
import { createPlace, type Place } from "../../kalends/kalends-process.ts";
import { stores } from "../../stores.ts";

const AT = "2030-01-01 00:00:00";
const PASSKEY = {
  ...{ id: "cGFzc2tleQ", publicKey: "a2V5", counter: 3, transports: ["internal"], name: "Phone" },
  createdUtc: AT,
};
const ANN = anAccount({
  ...{ id: 9, name: "Ann", role: "editor", email: "ann@example.org", revision: 4, isDisabled: true },
  signInPassword: { hash: "scrypt$hidden", changedUtc: AT },
  passkeys: [PASSKEY],
});
const PREFERENCES = {
  theme: "dark",
  views: [{ name: "Drafts", list: "events", query: { status: "draft" } }],
};
const FAR = Date.UTC(2100, 0, 1);
const PREVIEW = { hash: "hidden", eventId: 14, created: 1, expires: FAR, sharedEvent: 14, hasUnsaved: true };
const UNSAVED = { changed: { title: "Unsaved" }, removed: [], organizers: [], terms: [] };

for (const tested of stores) {
  describe(`data about sign-ins, on ${tested.name}`, function () {
    this.timeout(60_000);
    let place: Place;
    beforeEach(async () => {
      place = createPlace(tested);
      await place.onStore(async (store) => {
        const accounts = await store.openAccounts();
        await accounts.ids.reserve("account", 9);
        await accounts.save(anAccount({ id: 1, name: "root", role: "administrator" }));
        await accounts.save(ANN);
        await accounts.signInRecords.save({
          ...{ kind: "session", digest: "d1", accountId: 9, created: 1, used: 2, confirmed: 1, expires: FAR },
          ...{ device: "Browser/1.0", address: "203.0.113.7" },
        });
        await accounts.signInRecords.save({
          ...{ kind: "link", digest: "d2", accountId: 9, purpose: "invitation", created: 1, expires: FAR },
        });
        for (const key of ["1", "9"])
          await store.documents.save({ collection: "kalends/preferences", key, value: PREFERENCES });
        for (const [key, user] of [
          ["0123456789abcdef", 9],
          ["fedcba9876543210", 1],
        ] as const) {
          const value = { ...PREVIEW, user };
          await store.documents.save({ collection: "kalends/previews", key, value });
          await store.documents.save({ collection: "kalends/preview-members", key, value: UNSAVED });
        }
      });
    });
    afterEach(() => place.clear());

    it("is listed by `kalends person` without hashes, keys and digests, and erased", async () => {
      const { code, output, errors } = await place.run(["person", "ann"]);
      expect(code, errors).to.equal(0);
      expect(output).not.to.match(/hidden|a2V5|"d1"|"d2"/);
      const [account, session, link, preferences, preview] = output
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
      expect(account.data).to.deep.include({ signInPassword: { changedUtc: AT }, isDisabled: true });
      expect(account.data.passkeys[0]).to.include({ name: "Phone", createdUtc: AT });
      expect(session).to.deep.include({ kind: "session" });
      expect(session.data).to.include({ device: "Browser/1.0", address: "203.0.113.7" });
      expect(link.data).to.include({ purpose: "invitation" });
      expect(preferences).to.deep.equal({ kind: "preferences", data: PREFERENCES });
      // rules/preview.md#stored-previews
      const { hash: _hash, ...shown } = PREVIEW;
      expect(preview).to.deep.equal({
        kind: "preview",
        data: { id: "0123456789abcdef", ...shown, user: 9 },
      });

      expect((await place.run(["erase", "ann", "--yes"])).code).to.equal(0);
      await place.onStore(async (store) => {
        const accounts = await store.openAccounts();
        for (const kind of ["session", "link"] as const)
          expect(await accounts.signInRecords.listOf(kind, 9)).to.deep.equal([]);
        const left = await store.documents.list({ collection: "kalends/preferences", limit: 10 });
        expect(left.map(({ key }) => key)).to.deep.equal(["1"]);
        for (const collection of ["kalends/previews", "kalends/preview-members"])
          expect((await store.documents.list({ collection, limit: 10 })).map(({ key }) => key)).to.deep.equal(
            ["fedcba9876543210"],
          );
        const log = await store.documents.list({ collection: "kalends/audit", limit: 10 });
        expect(log).to.not.deep.equal([]);
        expect(JSON.stringify(log)).to.not.match(/Ann|Phone|ann@example/i);
      });
    });

    it("is listed with jobs, which are erased and in no archive (rules/jobs.md#job-data)", async () => {
      await place.onStore(async (store) => {
        const clock = { now: () => FAR };
        const onStart = (): void => undefined;
        for (const [index, id] of [1, 9, 9].entries())
          await createStartJob({ store, clock, newToken: () => `job${index}`, onStart })(
            { id, capabilities: new Set(["edit"]) },
            { kind: "bulk", input: { action: "publish" }, items: [1, 2] },
          );
      });
      const { output } = await place.run(["person", "ann"]);
      const lines = output.split("\n").filter((line) => line.includes('"kind":"job"'));
      expect(lines.map((line) => JSON.parse(line).data)).to.deep.equal(
        ["job1job1", "job2job2"].map((id) => ({
          ...{ id, kind: "bulk", state: "waiting", input: { action: "publish" }, total: 2, done: 0 },
          created: FAR,
        })),
      );
      expect((await place.run(["export", "archive"])).code).to.equal(0);
      const exported = readFileSync(join(place.directory, "archive", "documents.jsonl"), "utf8");
      expect(exported).to.not.include("job");

      expect((await place.run(["erase", "ann", "--yes"])).code).to.equal(0);
      await place.onStore(async (store) => {
        const left = await store.documents.readAfter("kalends/job", "", 10);
        const keys = left.filter(({ collection }) => collection.startsWith("kalends/job"));
        expect(keys.map(({ key }) => key)).to.deep.equal(["job0job0/000000", "job0job0"]);
      });
    });

    it("is listed with versions, which lose the content that names the account", async () => {
      const by = (id: number, description: string, author: number, replacedBy?: number): RecordVersion => {
        const event = anEvent({ id, author, revision: 1, description });
        const { modifiedUtc } = event;
        return {
          ...{ kind: "event", recordId: id, revision: 1, modifiedUtc, author, changed: ["description"] },
          ...(replacedBy !== undefined && { replacedBy }),
          content: JSON.stringify(event),
        };
      };
      const versions = [by(21, "Plain", 9), by(22, "Ask ANN@example.org", 1), by(23, "Plain", 1, 9)];
      await place.onStore((store) =>
        store.transaction(async (unit) => {
          await unit.ids.reserve("record", 30);
          for (const version of versions) {
            await unit.events.save(anEvent({ id: version.recordId }));
            await unit.versions.save(version);
          }
        }),
      );
      const { output } = await place.run(["person", "ann"]);
      const lines = output
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
      const listed = lines.filter(({ kind }) => kind === "version").map(({ data }) => data);
      expect(listed.map(({ recordId, record }) => [recordId, record?.description])).to.deep.equal([
        [21, "Plain"],
        [23, undefined],
      ]);
      expect((await place.run(["erase", "ann", "--yes"])).code).to.equal(0);
      await place.onStore(async (store) => {
        expect(await store.versions.readAfter(0, 0, 10)).to.deep.equal(
          versions.map((version) =>
            version.recordId === 22 ? { ...version, changed: [], content: "" } : version,
          ),
        );
      });
    });

    it("is archived with hashes, passkeys and preferences, but without sessions and links", async () => {
      const archive = join(place.directory, "archive");
      expect((await place.run(["export", archive])).code).to.equal(0);
      for (const file of ["accounts", "documents"]) {
        expect(existsSync(join(archive, `${file}.jsonl`))).to.equal(true);
        expect(readFileSync(join(archive, `${file}.jsonl`), "utf8")).to.not.match(/d1|d2|Browser|Unsaved/);
      }
      const other = createPlace(tested);
      try {
        const { code, errors } = await other.run(["import", archive]);
        expect(code, errors).to.equal(0);
        await other.onStore(async (store) => {
          const accounts = await store.openAccounts();
          expect(await accounts.find(9)).to.deep.equal(ANN);
          expect((await accounts.findByPasskey(PASSKEY.id))?.id).to.equal(9);
          expect(await accounts.signInRecords.listOf("session", 9)).to.deep.equal([]);
          expect(await store.documents.find("kalends/preferences", "9")).to.deep.equal(PREFERENCES);
        });
      } finally {
        await other.clear();
      }
    });

    it("is checked by `kalends doctor`: shared addresses, and names that are addresses", async () => {
      await place.onStore(async (store) => {
        const accounts = await store.openAccounts();
        await accounts.ids.reserve("account", 3);
        await accounts.save(anAccount({ id: 10, name: "ANN@example.org", role: "author" }));
        await accounts.save(anAccount({ id: 11, name: "bob", role: "author", email: "Ann@Example.org" }));
      });
      const { output } = await place.run(["doctor"]);
      const found = output.split("\n").filter((line) => line.includes("sign-in-name"));
      expect(found.map((line) => /account (\d+)/.exec(line)?.[1])).to.deep.equal(["9", "10", "11"]);
      expect(found[1]).to.include("The name ANN@example.org is the email address of Ann, bob");
    });
  });
}
