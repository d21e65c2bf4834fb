import type { Plugin } from "@kalends/core/plugin";

/** Calendar pages for people and search engines. */
export const plugin = (): Plugin => ({ name: "pages" });
