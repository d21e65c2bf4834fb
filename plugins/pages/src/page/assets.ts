import type { WebsiteHandler, WebsiteRequest } from "@kalends/core/plugin";
import type { Frame } from "./context.ts";

const YEAR = 31_536_000;

const STYLE_PATH = /^\/events\/assets\/[0-9a-f]{16}\.css$/;

/**
 * Creates the handler for the style sheet. The path contains a hash of the style sheet, so browsers may cache
 * it forever. The path of another style sheet, such as the one before a change of the theme, gets the present
 * one, which must not be cached.
 */
export const createAssets = ({ style }: Pick<Frame, "style">): WebsiteHandler => {
  const isFor = ({ method, path }: WebsiteRequest): boolean => method === "GET" && STYLE_PATH.test(path);
  return {
    pure: true,
    isFor,
    async handle(request) {
      if (!isFor(request)) return undefined;
      const { text, path } = await style();
      const cached = request.path === path ? `public, max-age=${YEAR}, immutable` : "no-store";
      return { type: "text/css", text, headers: { "Cache-Control": cached } };
    },
  };
};
