import type { SignInClient } from "@kalends/core/accounts";
import type { AuditEntry } from "@kalends/core/interface";
import { expect } from "chai";
import { type OpenedCalendar, openCalendar, readConfig } from "kalends/internals";
import { stores } from "../stores.ts";
import { createMemoryBlobStore } from "../unit/images/fakes.ts";

const CLIENT: SignInClient = { source: "203.0.113.7", device: "Browser/1.0" };
const PASSWORD = "correct horse battery";
const SILENT = { debug() {}, info() {}, warn() {}, error() {} };
const HOUR = 60 * 60_000;

for (const { name, open } of stores) {
  describe(`the audit log of accounts on ${name}`, function () {
    this.timeout(60_000);
    let calendar: OpenedCalendar;
    let close: () => Promise<void>;
    let now = Date.UTC(2031, 2, 10);
    let ada = 0;

    const start = async (audit: string): Promise<void> => {
      const store = await open();
      const reading = readConfig({
        environment: { KALENDS_AUDIT: audit },
        options: {},
        optionsName: "options",
      });
      if (!("config" in reading)) throw new Error("The configuration is invalid");
      calendar = await openCalendar({
        ...{ config: reading.config, store, blobStore: createMemoryBlobStore(), logger: SILENT, plugins: [] },
        ...{ pages: false, clock: { now: () => now } },
      });
      close = async () => {
        await calendar.close();
        await store.close();
      };
      ada = (await calendar.cradle.accounts.add("ada", "administrator", "an old password"))?.id ?? 0;
    };
    beforeEach(() => start("1"));
    afterEach(() => close());

    const read = async (): Promise<readonly AuditEntry[]> =>
      (await calendar.cradle.readAudit?.({ limit: 100 }))?.entries ?? [];
    const shown = async (): Promise<readonly unknown[]> =>
      (await read())
        .map(({ kind, action, recordId, userId, changes }) => [kind, action, recordId, userId, changes])
        .toReversed();
    const untilEntries = async (count: number): Promise<readonly AuditEntry[]> => {
      for (;;) {
        const entries = await read();
        if (entries.length >= count) return entries;
        await new Promise((resolve) => setImmediate(resolve));
      }
    };

    it("has changes of accounts with their values, never secrets", async () => {
      const { accounts, signIns } = calendar.cradle;
      await accounts.changeRole("ada", "editor", { force: true });
      await accounts.changeProfile("ada", { email: "ada@example.org" });
      const issued = await accounts.addToken("ada", "phone");
      await accounts.revoke("ada", issued?.id ?? "");
      const link = await signIns?.createLink(ada, "invitation");
      await signIns?.useLink(link?.token ?? "", PASSWORD, CLIENT);
      await accounts.remove("ada", { force: true });
      const token = { id: issued?.id, label: "phone" };
      expect(await shown()).to.deep.equal([
        ["account", "created", ada, undefined, []],
        ["account", "updated", ada, undefined, [{ member: "role", from: "administrator", to: "editor" }]],
        ["account", "updated", ada, undefined, [{ member: "email", to: "ada@example.org" }]],
        ["account", "updated", ada, undefined, [{ member: "token", to: token }]],
        ["account", "updated", ada, undefined, [{ member: "token", from: token }]],
        ["account", "updated", ada, undefined, [{ member: "link", to: "invitation" }]],
        ["account", "updated", ada, undefined, [{ member: "sign_in_password" }]],
        [
          ...["account", "deleted", ada, undefined],
          [
            { member: "name", from: "ada" },
            { member: "role", from: "editor" },
          ],
        ],
      ]);
      const text = JSON.stringify(await read());
      for (const secret of [issued?.token.split(".")[1], link?.token, PASSWORD, "scrypt"])
        expect(text).to.not.include(secret);
    });

    const setPassword = async (): Promise<void> => {
      const link = await calendar.cradle.signIns?.createLink(ada, "invitation");
      await calendar.cradle.signIns?.useLink(link?.token ?? "", PASSWORD, CLIENT);
    };
    const signIn = async (login: string, password: string): Promise<unknown> =>
      calendar.cradle.signIns
        ?.openWithPassword(login, password, CLIENT)
        .catch((error: { readonly code?: string }) => error.code);

    it("has sign-ins, but not those that a change of the password opens", async () => {
      await setPassword();
      const before = (await read()).length;
      const opened = await calendar.cradle.signIns?.openWithPassword("ada", PASSWORD, CLIENT);
      await calendar.cradle.signIns?.changePassword(
        opened?.actor ?? { capabilities: new Set() },
        { old: PASSWORD, password: "another good password" },
        CLIENT,
      );
      expect((await shown()).slice(before)).to.deep.equal([
        ["session", "signed_in", ada, ada, []],
        ["account", "updated", ada, undefined, [{ member: "sign_in_password" }]],
      ]);
    });

    it("has one refused sign-in an hour for each account and source, without the typed name", async () => {
      await setPassword();
      const before = (await read()).length;
      expect(await signIn("ada", "a wrong password")).to.equal("rest_sign_in_failed");
      await untilEntries(before + 1);
      expect(await signIn("ada", "a wrong password")).to.equal("rest_sign_in_failed");
      expect(await signIn("my typed secret", PASSWORD)).to.equal("rest_sign_in_failed");
      await untilEntries(before + 2);
      now += HOUR + 1;
      expect(await signIn("ada", "a wrong password")).to.equal("rest_sign_in_failed");
      const entries = await untilEntries(before + 3);
      expect((await shown()).slice(before)).to.deep.equal([
        ["session", "refused", ada, undefined, []],
        ["session", "refused", 0, undefined, []],
        ["session", "refused", ada, undefined, []],
      ]);
      expect(JSON.stringify(entries)).to.not.include("secret").and.not.to.include(CLIENT.source);
    });

    it("has nothing while it is off", async () => {
      await close();
      await start("0");
      await setPassword();
      await signIn("ada", PASSWORD);
      expect(
        await calendar.cradle.store.documents.list({ collection: "kalends/audit", limit: 1 }),
      ).to.deep.equal([]);
    });
  });
}
