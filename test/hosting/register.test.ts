import type { GuardedFetch } from "@kalends/core";
import type { HttpGet, Plugin, PluginDeps } from "@kalends/core/interface";
import { definePlugin } from "@kalends/core/plugin";
import { expect } from "chai";
import {
  createCalendar,
  type ImageRendererDeps,
  type NetworkDeps,
  OperatorError,
  type Ports,
  type Registrations,
} from "kalends";
import { createFakeWeb, createMemoryBlobStore, fakeRenderer, picture } from "../unit/images/fakes.ts";

interface Greeter {
  greet(): string;
  close?(): void;
}

const seen: string[] = [];

const greeting: Plugin = definePlugin<{ greeter: Greeter; name: { readonly text: string } }>({
  name: "greeting",
  services: {
    greeter: ({ name }) => ({ greet: () => `Hello ${name.text}` }),
    name: () => ({ text: "you" }),
  },
  setup: ({ greeter }) => ({
    jobs: [{ name: "greet", run: async () => void seen.push(greeter.greet()) }],
  }),
});

/** Plugin that returns what its dependencies return. */
const asking: Plugin = {
  name: "asking",
  setup: ({ toText, httpGet, guardedFetch }) => ({
    jobs: [
      { name: "text", run: async () => void seen.push(toText("<b>")) },
      { name: "get", run: async () => void seen.push((await httpGet("http://a.example")).text) },
      {
        name: "fetch",
        run: async () => {
          const answer = await guardedFetch("http://b.example");
          seen.push("refusal" in answer ? answer.refusal : "an answer");
        },
      },
    ],
  }),
};

const open = (register: Registrations) =>
  createCalendar({
    storage: "sqlite::memory:",
    media: createMemoryBlobStore(),
    scheduler: false,
    pluginAllowHosts: ["inner.example"],
    imageAllowHosts: ["pictures.example"],
    identity: () => null,
    plugins: [greeting, asking],
    register,
  });

const runJob = async (register: Registrations, name: string): Promise<readonly string[]> => {
  seen.length = 0;
  const calendar = await open(register);
  await calendar.jobs.find((job) => job.name === name)?.run();
  await calendar.close();
  return [...seen];
};

const problemsOf = async (register: object): Promise<readonly string[]> => {
  try {
    await (await open(register as Registrations)).close();
    return [];
  } catch (error) {
    if (error instanceof OperatorError) return error.problems;
    throw error;
  }
};

/** Fetches an image and returns its media type. */
const typeOfImage = async (register: Registrations): Promise<string | undefined> => {
  const calendar = await open(register);
  try {
    const image = await calendar
      .as({ id: 1, roles: ["administrator"] })
      .images.fetch("https://pictures.example/a.png");
    return image.mimeType;
  } finally {
    await calendar.close();
  }
};

const cleaner = {
  clean: (html: string) => html,
  keepsAll: () => true,
  toText: (html: string) => `plain ${html}`,
};

/** One test per port. A new port does not compile until it has a test. */
const PORTS: Readonly<Record<keyof Ports, () => Promise<void>>> = {
  async htmlCleaner() {
    for (const htmlCleaner of [cleaner, () => cleaner])
      expect(await runJob({ htmlCleaner }, "text")).to.deep.equal(["plain <b>"]);
  },
  async imageFetcher() {
    const web = createFakeWeb();
    web.files.set("https://pictures.example/a.png", picture(10, 10));
    const hosts: unknown[] = [];
    const imageFetcher = ({ allowHosts }: NetworkDeps) => {
      hosts.push(allowHosts);
      return web;
    };
    for (const given of [web, imageFetcher])
      expect(await typeOfImage({ imageFetcher: given, imageRenderer: fakeRenderer })).to.equal("image/png");
    expect(web.requests).to.have.length(2);
    expect(hosts).to.deep.equal([["pictures.example"]]);
  },
  async imageRenderer() {
    const web = createFakeWeb();
    web.files.set("https://pictures.example/a.png", picture(10, 10));
    const kept: unknown[] = [];
    const imageRenderer = ({ keepsMetadata }: ImageRendererDeps) => {
      kept.push(keepsMetadata);
      return fakeRenderer;
    };
    expect(await typeOfImage({ imageFetcher: web, imageRenderer })).to.equal("image/png");
    expect(kept).to.deep.equal([false]);
  },
  async guardedFetch() {
    const asked: unknown[] = [];
    const guardedFetch =
      ({ allowHosts }: NetworkDeps): ((plugin: string) => GuardedFetch) =>
      (plugin) =>
      async (url) => {
        asked.push([plugin, url, allowHosts]);
        return { refusal: "unreachable" };
      };
    expect(await runJob({ guardedFetch }, "fetch")).to.deep.equal(["unreachable"]);
    expect(asked).to.deep.equal([["asking", "http://b.example", ["inner.example"]]]);
  },
  async httpGet() {
    const signals: unknown[] = [];
    const httpGet = ({ closing }: Pick<NetworkDeps, "closing">): HttpGet => {
      signals.push(closing.aborted);
      return async (url) => ({ status: 200, text: `what is at ${url}` });
    };
    expect(await runJob({ httpGet }, "get")).to.deep.equal(["what is at http://a.example"]);
    expect(signals).to.deep.equal([false]);
  },
};

describe("what a host registers", () => {
  for (const [name, test] of Object.entries(PORTS)) it(`stands in for ${name}`, test);

  it("stands in for a service of a plugin, as a value or made with the other services", async () => {
    const closed: string[] = [];
    const value = { greet: () => "Good day", close: () => void closed.push("value") };
    expect(await runJob({}, "greet")).to.deep.equal(["Hello you"]);
    expect(await runJob({ "greeting.greeter": value }, "greet")).to.deep.equal(["Good day"]);
    expect(closed, "of the host's own").to.deep.equal([]);
    const create = ({ name, site }: PluginDeps & { readonly name: { readonly text: string } }) => ({
      greet: () => `${site.language}: ${name.text}`,
      close: () => void closed.push("made"),
    });
    const register = { "greeting.greeter": create, "greeting.name": { text: "Ada" } };
    expect(await runJob(register, "greet")).to.deep.equal(["en: Ada"]);
    expect(closed, "made for this calendar").to.deep.equal(["made"]);
  });

  it("has names that are known", async () => {
    expect(await problemsOf({ "greeting.greter": {}, imageFetchr: {} })).to.deep.equal([
      "register has the unknown name greeting.greter; did you mean greeting.greeter? Known names: htmlCleaner, imageFetcher, imageRenderer, guardedFetch, httpGet, greeting.greeter, greeting.name",
      "register has the unknown name imageFetchr; did you mean imageFetcher? Known names: htmlCleaner, imageFetcher, imageRenderer, guardedFetch, httpGet, greeting.greeter, greeting.name",
    ]);
    expect(await problemsOf({ clock: { now: () => 0 } })).to.have.length(1);
  });

  it("stops the start where it is none", async () => {
    const failing = () => {
      throw new Error("no luck");
    };
    const WRONG: readonly (readonly [object, string])[] = [
      [
        { htmlCleaner: {} },
        "register: htmlCleaner must be an object with the methods clean, keepsAll, toText, or (deps) => one",
      ],
      [{ httpGet: () => ({}) }, "register: httpGet must be (deps) => a function"],
      [{ guardedFetch: failing }, "register: guardedFetch cannot be created: no luck"],
      [{ "greeting.greeter": failing }, "The plugin greeting cannot be set up: the service greeter: no luck"],
    ];
    for (const [register, problem] of WRONG) expect(await problemsOf(register)).to.deep.equal([problem]);
    const text = createCalendar({ storage: "sqlite::memory:", register: "x" as unknown as Registrations });
    expect(await text.catch(String)).to.include("register is not an object with replacements by name");
  });
});
