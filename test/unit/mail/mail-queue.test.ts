import { DAY, isCalendarError } from "@kalends/core";
import { mailsOf, type QueuedMail, removeMailsOf, removeOldMails } from "@kalends/core/interface";
import type { Store } from "@kalends/core/storage";
import { expect } from "chai";
import { stores } from "../../stores.ts";
import { createFakeMail, type FakeMail, NEWS_VALUES } from "./fake-mail.ts";

const MINUTE = 60_000;
const ANN = { name: "Ann", address: "ann@example.org" };
const running = (): boolean => false;

const news = (more: Partial<QueuedMail> = {}): QueuedMail => ({
  ...{ template: "town/news", to: ANN, values: NEWS_VALUES },
  ...more,
});

/** Returns the parameters that a call refuses. */
const refusedBy = async (work: Promise<unknown>): Promise<readonly string[]> => {
  const error: unknown = await work.then(
    () => undefined,
    (refused: unknown) => refused,
  );
  return isCalendarError(error) ? Object.keys(error.details.problems ?? {}) : [String(error)];
};

for (const { name, open } of stores)
  describe(`the mail queue on ${name}`, () => {
    let store: Store;
    let mail: FakeMail;
    beforeEach(async () => {
      store = await open();
      mail = createFakeMail(store);
    });
    afterEach(() => store.close());

    const waiting = async (): Promise<readonly Record<string, unknown>[]> =>
      (await store.documents.list({ collection: "kalends/mail", limit: 1000 })).map(({ value }) => value);

    it("sends a mail once, in text and HTML", async () => {
      await mail.queue(news({ to: { name: "Ann\r\nBcc: eve@evil.example", address: "ann@example.org" } }));
      expect(await mail.send(running)).to.equal(1);
      expect(await mail.send(running)).to.equal(0);
      expect(await waiting()).to.deep.equal([]);
      expect(mail.sent).to.have.length(1);
      const [{ to, subject, text, html } = { to: ANN, subject: "", text: "", html: "" }] = mail.sent;
      expect(to).to.deep.equal({ name: "Ann Bcc: eve @ evil. example", address: "ann@example.org" });
      expect(subject).to.equal("News from calendar.example: Fair");
      expect(text).to.equal(`<Hello> Fair & 2\n\n${NEWS_VALUES.link}\n`);
      expect(html).to.include("<p>&lt;Hello&gt; Fair &amp; 2</p>");
      expect(html).to.include('<a href="https://calendar.example/a?b=1&amp;c=2">Read</a>');
    });

    it("shows values as one line without links and markup", async () => {
      const title = "<b>Fair</b>\r\nBcc: x {count} https://evil.example";
      await mail.queue(news({ values: { ...NEWS_VALUES, title } }));
      await mail.send(running);
      expect(mail.sent[0]?.subject).to.equal(
        "News from calendar.example: Fair Bcc: x {count} https: evil. example",
      );
      expect(mail.sent[0]?.html).to.not.match(/<b>|evil\.example/);
    });

    it("uses the language of the recipient, else of the site", async () => {
      await mail.queue(news({ language: "fr-CA" }));
      await mail.queue(news({ language: "it" }));
      await mail.send(running);
      expect(mail.sent.map(({ subject }) => subject)).to.have.members([
        ...["Nouvelles: Fair", "News from calendar.example: Fair"],
      ]);
    });

    it("refuses recipients that are not one mailbox, and bad values", async () => {
      for (const address of [
        "a@b.example, c@d.example",
        "a@b.example\r\nBcc: c@d.example",
        "Ann <a@b.example>",
      ])
        expect(await refusedBy(mail.queue(news({ to: { name: "", address } }))), address).to.deep.equal([
          "to",
        ]);
      expect(await refusedBy(mail.queue(news({ replyTo: { name: "", address: "x" } })))).to.deep.equal([
        "replyTo",
      ]);
      const withValue = (values: object) =>
        refusedBy(mail.queue(news({ values: { ...NEWS_VALUES, ...values } })));
      expect(await withValue({ title: "x".repeat(2001) })).to.deep.equal(["title"]);
      for (const link of ["javascript:alert(1)", "https://a.example/ x", 'https://a.example/"x', "x"])
        expect(await withValue({ link }), link).to.deep.equal(["link"]);
      expect((await withValue({ title: undefined }))[0]).to.include("needs the value title");
      expect((await refusedBy(mail.queue(news({ template: "news" }))))[0]).to.include("news not found");
      expect(await waiting()).to.deep.equal([]);
    });

    it("never stores a token: each attempt makes a new link", async () => {
      await mail.queue({ template: "invitation", to: ANN, values: { account: 7, name: "ann", link: "x" } });
      mail.next = async () => ({ failure: "delayed", code: 451, detail: "later, ann@example.org" });
      await mail.send(running);
      expect(JSON.stringify(await waiting())).to.not.match(/token|sign-in|"link"/);
      mail.next = undefined;
      mail.clock.time += MINUTE;
      await mail.send(running);
      expect(mail.sent.map(({ text }) => /#token-\d/.exec(text)?.[0])).to.deep.equal([
        "#token-1",
        "#token-2",
      ]);
      expect(mail.links).to.deep.equal([7, 7]);
      expect(mail.lines.join("\n")).to.include("451").and.not.include("ann@");
    });

    it("drops the link of an account that is gone", async () => {
      await mail.queue({ template: "invitation", to: ANN, values: { account: 404, name: "ann" } });
      await mail.send(running);
      expect(mail.sent).to.deep.equal([]);
      expect(await waiting()).to.deep.equal([]);
    });

    it("tries again after growing pauses, and gives up after seven days", async () => {
      const start = mail.clock.time;
      await mail.queue(news());
      mail.next = async () => ({ failure: "unreachable", detail: "no connection" });
      const attempts: number[] = [];
      for (; mail.clock.time < start + 5 * 60 * MINUTE; mail.clock.time += MINUTE)
        if ((await mail.send(running)) > 0) attempts.push((mail.clock.time - start) / MINUTE);
      expect(attempts).to.deep.equal([0, 1, 6, 21, 81, 141, 201, 261]);
      expect(await removeOldMails(store, start + 7 * DAY - 1, running)).to.equal(0);
      expect(await removeOldMails(store, start + 7 * DAY, running)).to.equal(1);
      expect(await waiting()).to.deep.equal([]);
    });

    it("ends at a permanent refusal, and logs no address", async () => {
      await mail.queue(news());
      mail.next = async () => ({ failure: "refused", code: 550, detail: "no user ann@example.org" });
      await mail.send(running);
      expect(await waiting()).to.deep.equal([]);
      expect(mail.lines.join("\n")).to.include("refused").and.include("550").and.not.include("ann@");
    });

    it("does not let one bad recipient delay others", async () => {
      for (let index = 0; index < 9; index += 1) await mail.queue(news());
      mail.next = async () => (mail.sent.length <= 4 ? { failure: "delayed", detail: "" } : undefined);
      expect(await mail.send(running)).to.equal(9);
      expect(await waiting()).to.have.length(4);
    });

    it("waits with other mail while the server has a problem", async () => {
      for (let index = 0; index < 9; index += 1) await mail.queue(news());
      mail.next = async () => ({ failure: "sign-in", detail: "" });
      expect(await mail.send(running)).to.equal(4);
    });

    it("stops between mails when the calendar closes", async () => {
      for (let index = 0; index < 9; index += 1) await mail.queue(news());
      await mail.send(() => mail.sent.length > 0);
      expect(mail.sent).to.have.length(4);
      expect(await waiting()).to.have.length(5);
    });

    it("sends each mail once although several processes try", async () => {
      const other = createFakeMail(store, mail.clock);
      for (let index = 0; index < 20; index += 1) await (index % 2 ? mail : other).queue(news());
      await Promise.all([mail.send(running), other.send(running), mail.send(running)]);
      await other.send(running);
      expect(mail.sent.length + other.sent.length).to.equal(20);
      expect(await waiting()).to.deep.equal([]);
    });

    it("does not repeat at once what a killed process was sending", async () => {
      await mail.queue(news());
      let isSending = (): void => {};
      const began = new Promise<void>((resolve) => {
        isSending = resolve;
      });
      // Never ends, as in a process that was killed meanwhile.
      mail.next = () => {
        isSending();
        return new Promise(() => {});
      };
      void mail.send(running);
      await began;
      const other = createFakeMail(
        { ...store, leases: { acquire: async () => true, release: async () => {} } },
        mail.clock,
      );
      expect(await other.send(running)).to.equal(0);
      mail.clock.time += MINUTE;
      expect(await other.send(running)).to.equal(1);
      expect(other.sent).to.have.length(1);
    });

    it("creates the link of a plugin anew for each attempt, and stores none", async () => {
      const reason = "Which hall? ".repeat(40).trim();
      const asked = { template: "town/asked", to: ANN };
      await mail.queue({ ...asked, values: { event: 7, reason, link: "https://calendar.example/secret" } });
      expect(JSON.stringify(await waiting())).to.not.include("secret");
      mail.next = async () => ({ failure: "delayed", detail: "" });
      await mail.send(running);
      mail.next = undefined;
      mail.clock.time += MINUTE;
      await mail.send(running);
      expect(mail.sent.map(({ text }) => text)).to.deep.equal(
        [1, 2].map((count) => `${reason}\n\nhttps://calendar.example/town/asked/${count}\n`),
      );
      await mail.queue({ ...asked, values: { event: 404, reason } });
      await mail.send(running);
      expect(mail.sent).to.have.length(2);
      expect(await waiting()).to.deep.equal([]);
    });

    it("sends other mail if a plugin cannot create a link", async () => {
      await mail.queue({ template: "town/asked", to: ANN, values: { event: 500, reason: "?" } });
      await mail.queue(news());
      await mail.send(running);
      expect(mail.sent.map(({ subject }) => subject)).to.deep.equal(["News from calendar.example: Fair"]);
      expect(await waiting()).to.have.length(1);
      expect(mail.lines.join("\n")).to.include("could not be created");
    });

    it("finds and removes the mail of a person", async () => {
      await mail.queue(news({ to: { name: "", address: "ANN@example.org" } }));
      await mail.queue(news({ to: { name: "", address: "bob@example.org" }, replyTo: ANN }));
      await mail.queue(news({ to: { name: "", address: "bob@example.org" } }));
      await mail.queue({
        template: "invitation",
        to: { name: "", address: "old@example.org" },
        values: { account: 7, name: "ann" },
      });
      const person = { id: 7, email: "Ann@Example.org" };
      const found: unknown[] = [];
      for await (const one of mailsOf(store, person)) found.push(one);
      expect(found).to.have.length(3);
      expect(await removeMailsOf(store, person)).to.equal(3);
      expect(await waiting()).to.have.length(1);
      expect(await removeMailsOf(store, { id: 8 })).to.equal(0);
    });
  });
