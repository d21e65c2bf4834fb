import type { Installation } from "./installation.ts";

/** Returns the URLs that people open in a browser, each with a label. */
export const siteAddresses = (
  site: string,
  plugins: Installation["plugins"],
): readonly (readonly [label: string, address: string])[] => {
  const base = site.replace(/(?<!\/)\/+$/, "");
  const hasPages = plugins.some(({ name }) => name === "pages");
  return [
    ["Start page", `${base}/`],
    ...(hasPages ? ([["Calendar", `${base}/events/`]] as const) : []),
    ["Documentation of the interface", `${base}/docs`],
  ];
};
