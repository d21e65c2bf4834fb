import { readFileSync } from "node:fs";
import { DOMAIN_EVENT_NAMES, type PluginContributions, type PluginDeps } from "@kalends/core/interface";
import type { PluginDeclarations } from "@kalends/core/internals";
import { expect } from "chai";

const DOCS = readFileSync(new URL("../../../../docs/plugins.md", import.meta.url), "utf8");

/** One entry for each member: one that is added does not compile until it is here. */
const MEMBERS: Readonly<
  Record<keyof PluginDeclarations | keyof PluginContributions | "services" | "setup", true>
> = {
  services: true,
  setup: true,
  name: true,
  requires: true,
  license: true,
  rights: true,
  eventFilters: true,
  venueFilters: true,
  organizerFilters: true,
  fields: true,
  members: true,
  formats: true,
  eventFormats: true,
  routes: true,
  website: true,
  importers: true,
  authentication: true,
  collections: true,
  jobs: true,
  listeners: true,
  writeHooks: true,
  policies: true,
  changes: true,
  texts: true,
  onClose: true,
  personalData: true,
  issuedCredentials: true,
  commands: true,
  storageSchemes: true,
};

const DEPS: Readonly<Record<keyof PluginDeps, true>> = {
  calendar: true,
  postStatuses: true,
  amend: true,
  collection: true,
  shownFields: true,
  clock: true,
  logger: true,
  site: true,
  runLeased: true,
  httpGet: true,
  guardedFetch: true,
  secrets: true,
  readFile: true,
  toText: true,
};

describe("docs/plugins.md", () => {
  it("has a section for each member of a plugin and for no other", () => {
    const sections = [...DOCS.matchAll(/^## `(\w+)`$/gm)].map(([, name]) => name);
    expect(sections).to.have.members(Object.keys(MEMBERS));
  });

  it("has a line for everything that plugins may use", () => {
    const [, table = ""] = DOCS.split("## What plugins may use");
    const lines = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    expect(lines).to.have.members(Object.keys(DEPS));
  });

  it("names every domain event", () => {
    const names = [...DOCS.matchAll(/`((?:event|venue|organizer|category|tag|image)\.\w+)`/g)].map(
      ([, name]) => name,
    );
    expect(names).to.include.members([...DOMAIN_EVENT_NAMES]);
  });
});
