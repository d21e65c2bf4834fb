import { expect } from "chai";
import type { Host, User } from "./host.ts";

const EDITOR: User = { id: 1, name: "editor", password: "correct horse", roles: ["editor"] };
const READER: User = { id: 2, name: "reader", password: "battery staple", roles: ["subscriber"] };

const EVENTS = "/wp-json/tribe/events/v1/events";
const FAIR = { title: "Spring fair", start_date: "2031-05-01 10:00", end_date: "2031-05-01 12:00" };

/**
 * Defines tests for a host application that contains a calendar. They check the host's own pages, its users,
 * and the access of these users to the calendar's API.
 */
export const hostBehaviour = (name: string, start: (users: readonly User[]) => Promise<Host>): void => {
  describe(name, () => {
    let host: Host;
    before(async () => {
      host = await start([EDITOR, READER]);
    });
    after(() => host.close());

    const post = (path: string, json: unknown, headers: Readonly<Record<string, string>> = {}) =>
      fetch(host.origin + path, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(json),
      });

    const signIn = async ({ name, password }: User): Promise<{ readonly cookie: string }> => {
      const response = await post("/login", { name, password });
      expect(response.status).to.equal(204);
      return { cookie: response.headers.get("set-cookie")?.split(";")[0] ?? "" };
    };

    it("has pages of its own", async () => {
      expect(await (await fetch(host.origin)).text()).to.include("Welcome");
      expect((await fetch(`${host.origin}/nothing`)).status).to.equal(404);
    });

    it("lets everybody read the calendar, and nobody write without signing in", async () => {
      const list = await fetch(host.origin + EVENTS);
      expect([list.status, await list.json()]).to.deep.include(200);
      expect((await post(EVENTS, FAIR)).status).to.equal(401);
    });

    it("refuses a wrong password", async () => {
      expect((await post("/login", { ...EDITOR, password: "wrong" })).status).to.equal(403);
    });

    it("lets its users write as far as their roles go", async () => {
      const created = await post(EVENTS, FAIR, await signIn(EDITOR));
      // Checks only a few members of the event. The calendar has its own tests for the others.
      const event = (await created.json()) as { readonly author: string; readonly title: string };
      expect([created.status, event.title, event.author]).to.deep.equal([201, "Spring fair", "1"]);
      expect((await post(EVENTS, FAIR, await signIn(READER))).status).to.equal(403);
    });

    it("forgets who signed out", async () => {
      const session = await signIn(EDITOR);
      expect((await post("/logout", {}, session)).status).to.equal(204);
      expect((await post(EVENTS, FAIR, session)).status).to.equal(401);
    });

    it("does not let pages of other sites act for its users", async () => {
      const session = await signIn(EDITOR);
      const response = await post(EVENTS, FAIR, { ...session, origin: "https://elsewhere.example" });
      expect(response.status).to.equal(401);
    });
  });
};
