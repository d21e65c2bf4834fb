import { createCalendarClient } from "@kalends/client";
import { expect } from "chai";

describe("sessions and accounts of the client", () => {
  let sent: string[];
  const calendar = createCalendarClient({
    site: "https://calendar.example",
    credentials: "same-origin",
    fetch: async (input, { method = "", body, credentials, headers } = {}) => {
      const path = String(input).replace("https://calendar.example/wp-json/tribe/events/v1", "");
      sent.push(`${method} ${path} ${body === undefined ? "" : String(body)}`.trim());
      expect(credentials).to.equal("same-origin");
      expect(headers).to.not.have.property("authorization");
      return Response.json({ sessions: [] });
    },
  });

  beforeEach(() => {
    sent = [];
  });

  it("send each request to its route, with the cookie of the browser", async () => {
    const { session, accounts } = calendar;
    await session.get();
    await session.signIn({ name: "ann", password: "p" });
    await session.confirm({ password: "p" });
    await session.changePassword({ old_password: "p", password: "q" });
    expect(await session.list()).to.deep.equal([]);
    await session.end("a/b");
    await session.endOthers();
    await session.signOut();
    await accounts.own();
    await accounts.updateOwn({ email: "" });
    await accounts.invite({ name: "ben", role: "editor" });
    await accounts.link(7);
    await accounts.update(7, { disabled: true });
    await accounts.delete(7, { records: "keep" });
    await accounts.delete(7, { author: 2 });
    expect(sent).to.deep.equal([
      "GET /session",
      'POST /session {"name":"ann","password":"p"}',
      'POST /session/confirm {"password":"p"}',
      'PUT /me/password {"old_password":"p","password":"q"}',
      "GET /me/sessions",
      "DELETE /me/sessions/a%2Fb",
      "DELETE /me/sessions",
      "DELETE /session",
      "GET /accounts/me",
      'PATCH /accounts/me {"email":""}',
      'POST /accounts/invite {"name":"ben","role":"editor"}',
      "POST /accounts/7/link",
      'PATCH /accounts/7 {"disabled":true}',
      "DELETE /accounts/7?records=keep",
      "DELETE /accounts/7?records=reassign&author=2",
    ]);
  });
});
