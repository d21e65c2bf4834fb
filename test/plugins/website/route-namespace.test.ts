import type { Plugin } from "@kalends/core/interface";
import { expect } from "chai";
import { type Calendar, createCalendar } from "kalends";
import { type HostServer, listen } from "../../hosting/host-server.ts";

const plugin: Plugin = {
  name: "namespaces",
  setup: () => ({
    routes: [
      {
        method: "GET",
        path: "/namespace",
        description: "Where it is.",
        parameters: {},
        permits: () => true,
        run: (_values, { namespace }) => ({ body: { namespace } }),
      },
    ],
  }),
};

describe("the namespace that routes of plugins get", () => {
  let calendar: Calendar;
  let server: HostServer;
  before(async () => {
    calendar = await createCalendar({
      ...{ storage: "sqlite::memory:", scheduler: false, plugins: [plugin] },
      ...{ mountPath: "/calendar", locales: ["fr"], vendor: "acme", restRoot: "/api" },
    });
    server = await listen(calendar.callback);
  });
  after(async () => {
    await server.close();
    await calendar.close();
  });

  it("is that by which each request came", async () => {
    for (const locale of ["", "/fr"]) {
      const path = `/calendar${locale}/api/acme/events/v1`;
      const { text } = await server.get(`/${path}/namespace`);
      expect(JSON.parse(text)).to.deep.equal({ namespace: server.origin + path });
      const named = await server.get(`/${path}/namespace`, { headers: { host: "calendar.example" } });
      expect(JSON.parse(named.text)).to.deep.equal({ namespace: `http://calendar.example${path}` });
    }
  });
});
