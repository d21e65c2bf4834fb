import { expect } from "chai";
import { stores } from "../stores.ts";
import { createMovedClock, givePassword, ownPage, signIn } from "./sign-in.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

const SITE = "http://calendar.example";
const MAIL = { baseUrl: SITE, smtpUrl: "smtp://127.0.0.1:1", mailFrom: "a@calendar.example" };

for (const store of stores) {
  describe(`invitations by mail, on ${store.name}`, function () {
    this.timeout(60_000);
    let calendar: StartedCalendar;
    let cookie: string;

    beforeEach(async () => {
      const clock = createMovedClock();
      const started = await startCalendar(store, { clock, ...MAIL });
      calendar = { ...started, origin: SITE };
      await givePassword(calendar, "administrator", clock);
      cookie = await signIn(calendar, "administrator");
    });
    afterEach(() => calendar.close());

    const invite = async (email: string) => {
      const json = { name: "ann", role: "author", email };
      const { status, body } = await calendar.post("/accounts/invite", ownPage(calendar, { json }, cookie));
      return [status, Object.keys(body.data?.params ?? {})];
    };

    it("create no account that cannot get its mail", async () => {
      for (const email of [
        "",
        "a b@example.org",
        "ann,ben@example.org",
        "ann@exa_mple.org",
        "a..b@example.org",
      ])
        expect(await invite(email), email).to.deep.equal([400, ["email"]]);
      expect((await calendar.accounts.findByName("ann")) === undefined).to.equal(true);
      expect(await invite(" ann@example.org ")).to.deep.equal([201, []]);
    });
  });
}
