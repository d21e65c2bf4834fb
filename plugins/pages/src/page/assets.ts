import type { WebsiteAnswer, WebsiteHandler } from "@kalends/core/plugin";
import type { Frame } from "./context.ts";

const YEAR = 31_536_000;

/** The style sheet, at an address that never means another one. */
export const createAssets = ({ style }: Frame): WebsiteHandler => {
  const answer: WebsiteAnswer = {
    type: "text/css",
    text: style.text,
    headers: { "Cache-Control": `public, max-age=${YEAR}, immutable` },
  };
  return {
    pure: true,
    handle: ({ method, path }) => (method === "GET" && path === style.path ? answer : undefined),
  };
};
