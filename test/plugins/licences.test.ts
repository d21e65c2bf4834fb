import type { Logger } from "@kalends/core";
import type { Plugin } from "@kalends/core/interface";
import { eventFilter } from "@kalends/core/plugin";
import { expect } from "chai";
import { createCalendar } from "kalends";
import { startCalendar } from "../http/start-calendar.ts";
import { firstStore } from "../stores.ts";
import { plugin } from "./sample-plugin.ts";

describe("licences of plugins", () => {
  const licensed: Plugin = {
    ...plugin(),
    name: "sample",
    license: (key) => key === "valid" || { reason: key === undefined ? "it has no key" : "its key is wrong" },
  };
  const dependent: Plugin = { name: "dependent", requires: { plugins: ["sample"] } };

  const open = async (licenses: Readonly<Record<string, string>>) => {
    const warnings: string[] = [];
    const logger: Logger = { debug() {}, info() {}, warn: (line) => void warnings.push(line), error() {} };
    const calendar = await createCalendar({
      storage: "sqlite::memory:",
      scheduler: false,
      logger,
      plugins: [licensed, dependent],
      licenses,
    });
    const { jobs } = calendar;
    await calendar.close();
    return { warnings, jobs: jobs.length };
  };

  it("switch it on with a valid key", async () => {
    expect(await open({ sample: "valid" })).to.deep.equal({ warnings: [], jobs: 1 });
  });

  it("are a warning for a plugin that needs none", async () => {
    expect((await open({ sample: "valid", dependent: "x" })).warnings).to.deep.equal([
      "A licence is configured for dependent, but this plugin needs none: remove it from KALENDS_LICENSES",
    ]);
  });

  it("leave it and those that need it switched off without one, which is told once", async () => {
    const { warnings, jobs } = await open({});
    expect(jobs).to.equal(0);
    expect(warnings).to.deep.equal([
      "The plugin sample is inactive: it has no key",
      "The plugin dependent is inactive: it needs the plugin sample",
    ]);
    expect((await open({ sample: "guessed", other: "x" })).warnings).to.deep.equal([
      "A licence is configured for other, but no plugin has this name: check the name in KALENDS_LICENSES",
      "The plugin sample is inactive: its key is wrong",
      "The plugin dependent is inactive: it needs the plugin sample",
    ]);
  });

  for (const store of firstStore) {
    it(`tell the landing page of a calendar on ${store.name} which plugins are on`, async () => {
      const listedWith = async (key: string): Promise<unknown> => {
        const licenses = { sample: key };
        const calendar = await startCalendar(store, { plugins: [licensed, dependent], licenses });
        const { body } = await calendar.get("//");
        const page = await calendar.get("//", { headers: { accept: "text/html" } });
        await calendar.close();
        const isOn = key === "valid";
        expect(page.text).to.include(`<li>sample: ${isOn ? "on" : "off"}</li>`);
        return body.plugins;
      };
      expect(await listedWith("valid")).to.deep.equal([
        { name: "sample", on: true },
        { name: "dependent", on: true },
      ]);
      expect(await listedWith("wrong")).to.deep.equal([
        { name: "sample", on: false },
        { name: "dependent", on: false },
      ]);
    });

    it(`leave the interface on ${store.name} as it is without the plugin`, async () => {
      const nearby = eventFilter<{ readonly geoloc_lat: number | undefined }>({
        parameters: { geoloc_lat: { description: "Latitude.", type: "number" } },
        pure: false,
        narrow: (query) => query,
      });
      const located: Plugin = {
        ...licensed,
        setup: (deps) => ({ ...licensed.setup?.(deps), eventFilters: [nearby] }),
      };
      const parametersWith = async (key: string) => {
        const calendar = await startCalendar(store, { plugins: [located], licenses: { sample: key } });
        const { headers } = await calendar.get("/events?geoloc_lat=1&geoloc_lng=2");
        const { status } = await calendar.get("/colours");
        await calendar.close();
        return { ignored: headers["x-kalends-ignored"], status };
      };
      expect(await parametersWith("valid")).to.deep.equal({ ignored: "geoloc_lng", status: 200 });
      expect(await parametersWith("wrong")).to.deep.equal({ ignored: "geoloc_lat,geoloc_lng", status: 404 });
    });
  }
});
