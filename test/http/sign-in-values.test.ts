import { expect } from "chai";
import { stores } from "../stores.ts";
import type { TestResponse } from "./client.ts";
import { givePassword, ownPage, PASSWORD, signIn } from "./sign-in.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

for (const store of stores) {
  describe(`requests of sign-in and accounts, on ${store.name},`, function () {
    this.timeout(60_000);
    let calendar: StartedCalendar;

    before(async () => {
      calendar = await startCalendar(store);
      for (const name of ["editor", "administrator"]) await givePassword(calendar, name);
    });
    after(() => calendar.close());

    const send = (method: string, path: string, cookie?: string, json?: object): Promise<TestResponse> =>
      calendar.send(method, path, ownPage(calendar, json && { json }, cookie));

    it("are refused if values are malformed, and name them", async () => {
      const [cookie, administrator] = [
        await signIn(calendar, "editor"),
        await signIn(calendar, "administrator"),
      ];
      const cases: readonly (readonly [string, string, object, readonly string[]])[] = [
        ["POST", "/session", { name: "editor" }, ["password"]],
        ["POST", "/session", {}, ["name", "password"]],
        ["POST", "/session", { name: 7, password: false }, ["name", "password"]],
        ["POST", "/session", { name: "", password: "x".repeat(1001) }, ["name", "password"]],
        ["POST", "/session", { name: "a\u0000b", password: "\ud800" }, ["name", "password"]],
        ["POST", "/session/confirm", { password: { a: 1 } }, ["password"]],
        ["PUT", "/me/password", { old_password: PASSWORD, password: "x".repeat(1001) }, ["password"]],
        ["PATCH", "/me/passkeys/x", { name: "" }, ["name"]],
        ["PATCH", "/accounts/me", { email: "no address", display_name: 7 }, ["display_name"]],
        ["PATCH", "/accounts/me", { email: "no address" }, ["email"]],
        ["POST", "/accounts/me/tokens", { label: "", scopes: ["all"] }, ["label", "scopes"]],
        ["POST", "/accounts/me/tokens", { label: "x", scopes: { a: "accounts" } }, ["scopes"]],
        ["POST", "/accounts", { name: "", role: "king" }, ["name", "role"]],
        ["POST", "/accounts", { name: "editor", role: "author" }, ["name"]],
        ["POST", "/accounts", { name: "new", role: "author", email: "a@x.org, b@x.org" }, ["email"]],
        ["PATCH", "/accounts/1", { disabled: "maybe" }, ["disabled"]],
        ["PATCH", "/accounts/1", { name: "x".repeat(1001), email: 1 }, ["name"]],
        ["DELETE", "/accounts/2", {}, ["records"]],
        ["DELETE", "/accounts/2?records=all", {}, ["records"]],
        ["DELETE", "/accounts/2?records=reassign", {}, ["author"]],
        ["DELETE", "/accounts/2?records=reassign&author=999", {}, ["author"]],
        ["DELETE", "/accounts/2?records=reassign&author=x", {}, ["author"]],
        ["GET", "/accounts?role=king&disabled=maybe", {}, ["role"]],
        ["GET", "/accounts?page=0", {}, ["page"]],
        ["POST", "/password-links/use", { token: [], password: PASSWORD }, ["token"]],
      ];
      for (const [method, path, json, names] of cases) {
        const { status, body, text } = await send(
          method,
          path,
          /^\/accounts(?!\/me)/.test(path) ? administrator : cookie,
          method === "GET" ? undefined : json,
        );
        const { params } = body.data ?? {};
        const named = Array.isArray(params) ? params : Object.keys(params ?? {});
        expect([status, named], text).to.deep.equal([400, names]);
      }
      const unknown = await send("PATCH", "/accounts/me", cookie, {
        display_name: "Ed",
        role: "administrator",
      });
      expect(unknown.headers["x-kalends-adjusted"]).to.equal("role");
      expect(unknown.body).to.include({ display_name: "Ed", role: "editor" });
      const strict = await calendar.send(
        "PATCH",
        "/accounts/me",
        ownPage(calendar, { json: { rolle: "x" }, headers: { prefer: "handling=strict" } }, cookie),
      );
      expect([strict.status, Object.keys(strict.body.data.params)]).to.deep.equal([400, ["rolle"]]);
    });
  });
}
