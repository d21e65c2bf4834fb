import type { WebsiteHandler, WebsiteRequest, WebsiteResponse } from "@kalends/core/plugin";
import type { Frame } from "./context.ts";

const YEAR = 31_536_000;

/**
 * Creates the handler of the style sheet. Its address contains a hash of its content, so it can be cached
 * forever.
 */
export const createAssets = ({ style }: Frame): WebsiteHandler => {
  const response: WebsiteResponse = {
    type: "text/css",
    text: style.text,
    headers: { "Cache-Control": `public, max-age=${YEAR}, immutable` },
  };
  const isFor = ({ method, path }: WebsiteRequest): boolean => method === "GET" && path === style.path;
  return { pure: true, isFor, handle: (request) => (isFor(request) ? response : undefined) };
};
