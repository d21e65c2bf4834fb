import { readFileSync } from "node:fs";
import type { PluginModule } from "@kalends/core/interface";
import { expect } from "chai";
import { createCalendar, type Registrations } from "kalends";
import { ALL_PLUGINS } from "../rights/plugins-at-hand.ts";

const DOCS = readFileSync(new URL("../../../docs/how-to/embed-the-calendar.md", import.meta.url), "utf8");

describe("the services of our plugins", () => {
  it("are documented, and can each be replaced", async () => {
    const modules = await Promise.all(ALL_PLUGINS.map((name): Promise<PluginModule> => import(name)));
    const plugins = modules.map(({ plugin }) => plugin({}));
    const names = plugins.flatMap(({ name, services = {} }) =>
      Object.keys(services).map((service) => `${name}.${service}`),
    );
    const [, table = ""] = DOCS.split("### Parts of yours");
    const documented = [...(table.split("\n## ")[0] ?? "").matchAll(/`([a-z-]+\.[A-Za-z]+)`/g)];
    expect(names).to.have.members([
      ...new Set(documented.map(([, name]) => name).filter((name) => name !== "plugin.service")),
    ]);
    const replaced: string[] = [];
    const register = Object.fromEntries(
      names.map((name) => [
        name,
        () => {
          replaced.push(name);
          return {};
        },
      ]),
    ) as Registrations;
    const calendar = await createCalendar({
      storage: "sqlite::memory:",
      scheduler: false,
      plugins,
      register,
    });
    await calendar.close();
    expect(replaced).to.have.members(names);
  });
});
