import type { Plugin } from "@kalends/core/plugin";
import { openJsonStore } from "./open-json-store.ts";

/** Returns a plugin that adds a storage adapter for addresses such as `my-plugin:FOLDER`. */
export const plugin = (): Plugin => ({
  name: "my-plugin",
  storageSchemes: [{ scheme: "my-plugin", open: openJsonStore }],
});
