import { setImmediate as nextTurn } from "node:timers/promises";
import type { StoreWithAccounts } from "@kalends/core/storage";
import { anAccount } from "@kalends/storage-contract";
import { expect } from "chai";
import { type OpenedCalendar, openCalendar, readConfig } from "kalends/internals";
import { stores } from "../stores.ts";
import { createMemoryBlobStore } from "../unit/images/fakes.ts";
import { SILENT } from "../unit/kalends/silent-logger.ts";
import { type SmtpReceiver, startSmtpReceiver } from "./smtp-receiver.ts";

const ANN = anAccount({ id: 7, name: "ann", role: "editor", displayName: "Ann", email: "ann@example.org" });
const CLIENT = { source: "192.0.2.1", device: "" };
const PASSWORD = "a long new password";

for (const { name, open } of stores)
  describe(`mailed links on ${name}`, () => {
    let store: StoreWithAccounts;
    let receiver: SmtpReceiver;
    let opened: OpenedCalendar;
    const clock = { time: 0 };
    let isDown = false;

    const start = async (more: object = {}): Promise<OpenedCalendar> => {
      const reading = readConfig({
        environment: {},
        options: {
          ...{ smtpUrl: `smtp://127.0.0.1:${receiver.port}`, mailFrom: "t@town.example", language: "fr" },
          ...{ baseUrl: "https://town.example/calendar", ...more },
        },
        optionsName: "test",
      });
      if (!("config" in reading)) throw new Error(reading.problems.join("; "));
      return openCalendar({
        ...{ config: reading.config, plugins: [], logger: SILENT, pages: true, store },
        ...{ blobStore: createMemoryBlobStore(), clock: { now: () => clock.time } },
      });
    };
    beforeEach(async () => {
      isDown = false;
      clock.time = Date.UTC(2031, 0, 1);
      store = await open();
      const accounts = await store.openAccounts();
      await accounts.ids.reserve("account", 7);
      await accounts.save(ANN);
      receiver = await startSmtpReceiver({
        onRcptTo: (_to, _session, done) =>
          done(isDown ? Object.assign(new Error("later"), { responseCode: 451 }) : null),
      });
      opened = await start();
    });
    afterEach(async () => {
      await opened.close();
      await receiver.close();
      await store.close();
    });

    const send = async (): Promise<void> => void (await opened.cradle.sendDueMail?.(() => false));
    const waiting = (): Promise<number> => store.documents.count({ collection: "kalends/mail", limit: 1 });
    const tokens = (): readonly string[] =>
      receiver.mails.map(
        ({ source }) =>
          /https:\/\/town\.example\/calendar\/sign-in#([\w-]+)/.exec(source.replaceAll(/=\r\n/g, ""))?.[1] ??
          "",
      );
    const use = (token = ""): Promise<unknown> =>
      opened.cradle.signIns?.useLink(token, PASSWORD, CLIENT).then(
        () => "used",
        (error: { code: string }) => error.code,
      ) ?? Promise.resolve();

    it("set a forgotten password, once", async () => {
      await opened.cradle.signIns?.requestLink("ann", CLIENT);
      while ((await waiting()) === 0) await nextTurn();
      await send();
      const [token] = tokens();
      expect(receiver.mails[0]?.to).to.deep.equal(["ann@example.org"]);
      expect(receiver.mails[0]?.source).to.match(/^Subject: Nouveau mot de passe pour town\.example\r$/m);
      expect(await use(token)).to.equal("used");
      expect(await use(token)).to.equal("rest_link_expired");
    });

    it("are new at each attempt, and end the ones before", async () => {
      await opened.cradle.queueLink?.(ANN, "invitation");
      isDown = true;
      await send();
      isDown = false;
      const before = await (await store.openAccounts()).signInRecords.listOf("link", 7);
      clock.time += 60_000;
      await send();
      const after = await (await store.openAccounts()).signInRecords.listOf("link", 7);
      expect([before.length, after.length]).to.deep.equal([1, 1]);
      expect(after[0]?.digest).not.to.equal(before[0]?.digest);
      expect(await use(tokens()[0])).to.equal("used");
    });

    it("are not sent to an address that the account no longer has, nor to disabled accounts", async () => {
      const accounts = await store.openAccounts();
      for (const change of [{ email: "new@example.org" }, { isDisabled: true as const }]) {
        await opened.cradle.queueLink?.(ANN, "invitation");
        await accounts.save({ ...ANN, ...change });
        await send();
        expect(await waiting()).to.equal(0);
        await accounts.save(ANN);
      }
      expect(receiver.mails).to.deep.equal([]);
    });

    it("are refused for an address that is not exactly one mailbox", async () => {
      const refused = await opened.cradle
        .queueLink?.({ ...ANN, email: "ann@example.org,eve@evil.example" }, "invitation")
        .catch((error: { details: object }) => error.details);
      expect(refused).to.deep.equal({ problems: { email: { reason: "not-acceptable" } } });
    });

    it("are off without a public address", async () => {
      await opened.close();
      opened = await start({ baseUrl: undefined });
      expect(opened.cradle.mailQueue).not.to.equal(undefined);
      expect(opened.cradle.queueLink).to.equal(undefined);
    });
  });
