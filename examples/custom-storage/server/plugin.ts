import type { Plugin } from "@kalends/core/plugin";
import { openJsonStore } from "../src/open-json-store.ts";

/** Plugin that adds the storage scheme `json:FOLDER` to the server and the command line of `kalends`. */
export const plugin = (): Plugin => ({
  name: "json-storage",
  storageSchemes: [{ scheme: "json", open: openJsonStore }],
});
