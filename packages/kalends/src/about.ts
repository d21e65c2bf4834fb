import type { About } from "@kalends/http";
import type { ContainerInputs } from "./cradle.ts";
import { VERSION } from "./version.ts";

/** Returns the version of Kalends and the names of active and inactive plugins, for the start page. */
export const toAbout = ({
  plugins,
  inertPlugins,
}: Pick<ContainerInputs, "plugins" | "inertPlugins">): About => ({
  version: VERSION,
  plugins: [
    ...plugins.map(({ name }) => ({ name, isOn: true })),
    ...inertPlugins.map((name) => ({ name, isOn: false })),
  ],
});
