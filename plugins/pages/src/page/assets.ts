import type { WebsiteHandler, WebsiteRequest, WebsiteResponse } from "@kalends/core/plugin";
import type { Frame } from "./context.ts";

const YEAR = 31_536_000;

/**
 * Creates the handler for the style sheet. The path contains a hash of the style sheet, so browsers may cache
 * it forever.
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
