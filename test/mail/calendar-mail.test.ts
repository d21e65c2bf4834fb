import { once } from "node:events";
import type { MailQueue, MailTemplate, Plugin, PluginDeps } from "@kalends/core/interface";
import { anAccount } from "@kalends/storage-contract";
import { expect } from "chai";
import { type Calendar, type CalendarOptions, createCalendar } from "kalends";
import { createPlace, type Place } from "../kalends/kalends-process.ts";
import { stores } from "../stores.ts";
import { type SmtpReceiver, startSmtpReceiver } from "./smtp-receiver.ts";

const MINUTE = 60_000;
const TEMPLATE: MailTemplate = {
  name: "news",
  texts: { en: { subject: "News: {title}", paragraphs: ["{title}"] } },
};
const TO = { name: "Ann", address: "ann@example.org" };
const MAIL = { template: "news", to: TO, values: { title: "Fair" } };

/** A calendar on a storage, with the mail of a plugin. */
interface Process {
  readonly calendar: Calendar;
  readonly mail: MailQueue | undefined;
}

for (const store of stores)
  describe(`mail of a calendar on ${store.name}`, function () {
    this.timeout(60_000);
    let place: Place;
    let receiver: SmtpReceiver;
    const clock = { time: 0 };
    const open: Calendar[] = [];
    beforeEach(async () => {
      place = createPlace(store);
      receiver = await startSmtpReceiver();
      clock.time = Date.UTC(2031, 0, 1);
    });
    afterEach(async () => {
      for (const calendar of open.splice(0)) await calendar.close();
      await receiver.close();
      await place.clear();
    });

    const start = async (options: CalendarOptions = {}): Promise<Process> => {
      let mail: MailQueue | undefined;
      const plugin: Plugin = {
        name: "town",
        mailTemplates: [TEMPLATE],
        setup(deps) {
          ({ mail } = deps);
          return {};
        },
      };
      const calendar = await createCalendar({
        ...{ storage: await place.address(), scheduler: false, plugins: [plugin] },
        ...{ clock: { now: () => clock.time }, smtpUrl: `smtp://127.0.0.1:${receiver.port}` },
        ...{ mailFrom: "Town <calendar@town.example>", ...options },
      });
      open.push(calendar);
      return { calendar, mail };
    };
    const subjects = (): readonly (string | undefined)[] =>
      receiver.mails.map(({ source }) => /^Subject: (.*)\r$/m.exec(source)?.[1]);

    it("is sent from the queue, whichever process has queued it, and once", async () => {
      const [one, other] = [await start(), await start()];
      for (const title of ["A", "B", "C"]) {
        await one.mail?.queue({ ...MAIL, values: { title } });
        await other.mail?.queue({ ...MAIL, values: { title: `${title}2` } });
      }
      await Promise.all([one.calendar.deliverDue(), other.calendar.deliverDue()]);
      await one.calendar.deliverDue();
      expect(subjects().toSorted()).to.deep.equal(
        ["A", "A2", "B", "B2", "C", "C2"].map((title) => `News: ${title}`),
      );
    });

    it("is sent by the scheduler soon after it is queued", async () => {
      const { mail } = await start({ scheduler: true });
      const arrived = once(receiver.events, "mail");
      await mail?.queue(MAIL);
      await arrived;
      expect(subjects()).to.deep.equal(["News: Fair"]);
    });

    it("survives a restart", async () => {
      await receiver.close();
      const first = await start();
      await first.mail?.queue(MAIL);
      await first.calendar.deliverDue();
      await first.calendar.close();
      receiver = await startSmtpReceiver();
      const second = await start();
      await second.calendar.deliverDue();
      expect(subjects()).to.deep.equal([]);
      clock.time += MINUTE;
      await second.calendar.deliverDue();
      expect(subjects()).to.deep.equal(["News: Fair"]);
    });

    it("is removed after seven days, even without a mail server", async () => {
      const { mail, calendar } = await start();
      await mail?.queue(MAIL);
      await calendar.close();
      clock.time += 7 * 24 * 60 * MINUTE;
      const other = await createCalendar({
        ...{ storage: await place.address(), scheduler: false, clock: { now: () => clock.time } },
      });
      open.push(other);
      await other.deliverDue();
      clock.time -= 6 * 24 * 60 * MINUTE;
      await (await start()).calendar.deliverDue();
      expect(subjects()).to.deep.equal([]);
    });

    it("is off for plugins without a mail server", async () => {
      let found: unknown = "not called";
      const calendar = await createCalendar({
        ...{ storage: await place.address(), scheduler: false },
        plugins: [
          {
            name: "town",
            mailTemplates: [TEMPLATE],
            setup(deps) {
              found = deps.mail;
              return {};
            },
          },
        ],
      });
      open.push(calendar);
      expect(found).to.equal(undefined);
    });

    it("offers plugins only their own templates", async () => {
      const { mail } = await start();
      const refused = await mail?.queue({ ...MAIL, template: "invitation" }).catch(String);
      expect(refused).to.include("town/invitation not found");
    });

    it("is listed by `person` and removed by `erase`, and is in no archive", async () => {
      await place.onStore(async (opened) => {
        const accounts = await opened.openAccounts();
        for (const [id, name] of [
          [1, "root"],
          [7, "ann"],
        ] as const)
          await accounts.save(
            anAccount({
              id,
              name,
              role: id === 1 ? "administrator" : "editor",
              email: `${name}@example.org`,
            }),
          );
      });
      const { mail, calendar } = await start();
      await mail?.queue(MAIL);
      await mail?.queue({ ...MAIL, to: { name: "", address: "root@example.org" } });
      await calendar.close();
      expect((await place.run(["person", "ann"])).output)
        .to.include('"kind":"mail"')
        .and.not.include("root@");
      expect((await place.run(["export", "archive.jsonl"])).code).to.equal(0);
      const { output } = await place.run(["export", "-"]);
      expect(output).to.not.include("kalends/mail");
      expect((await place.run(["erase", "ann", "--yes"])).errors).to.equal("");
      await (await start()).calendar.deliverDue();
      expect(receiver.mails.map(({ to }) => to)).to.deep.equal([["root@example.org"]]);
    });

    it("goes to accounts, with links that a plugin creates when the mail is sent", async () => {
      await place.onStore(async (opened) => {
        const accounts = await opened.openAccounts();
        await accounts.save(anAccount({ id: 7, name: "ann", displayName: "Ann", email: "ann@example.org" }));
        await accounts.save(anAccount({ id: 8, name: "bob" }));
      });
      let deps: PluginDeps | undefined;
      const asked: MailTemplate = {
        name: "asked",
        link: "link",
        createLink: {
          from: "event",
          create: async (event, to, { site }) => `${site.baseUrl}/${event}/${to.name}`,
        },
        texts: { en: { subject: "Question", paragraphs: ["?"] } },
      };
      const { calendar } = await start({
        baseUrl: "https://town.example",
        plugins: [
          {
            name: "town",
            mailTemplates: [asked],
            setup(given) {
              deps = given;
              return {};
            },
          },
        ],
      });
      const to = await deps?.mailboxOf(7);
      expect(to).to.deep.equal({ name: "Ann", address: "ann@example.org" });
      expect([await deps?.mailboxOf(8), await deps?.mailboxOf(9)]).to.deep.equal([undefined, undefined]);
      if (to !== undefined) await deps?.mail?.queue({ template: "asked", to, values: { event: 14 } });
      await calendar.deliverDue();
      expect(receiver.mails[0]?.source).to.include("https://town.example/14/Ann");
    });

    it("refuses malformed templates at the start", async () => {
      const problems = async (template: object): Promise<string> =>
        createCalendar({
          ...{ storage: await place.address(), scheduler: false },
          plugins: [{ name: "town", mailTemplates: [template as MailTemplate] }],
        }).then(() => "", String);
      expect(await problems({ name: "news" })).to.include("texts must be texts by language");
      expect(await problems({ ...TEMPLATE, name: "New s" })).to.include("mail template New s");
      expect(await problems({ ...TEMPLATE, texts: { fr: TEMPLATE.texts.en } })).to.include("with English");
    });
  });
