import type { Plugin } from "@kalends/core/plugin";
import { openJsonStore } from "./open-json-store.ts";

/** Returns a plugin that adds storage at `my-plugin:FOLDER`. */
export const plugin = (): Plugin => ({
  name: "my-plugin",
  storageSchemes: [{ scheme: "my-plugin", open: openJsonStore }],
});
