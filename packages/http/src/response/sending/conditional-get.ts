import type { Context } from "koa";

/**
 * Returns the entity tag in `tags` that the client already has, if any. Unlike Koa's `fresh`, ignores
 * `no-cache` in the request.
 */
export const knownTag = ({ req }: Context, tags: readonly string[]): string | undefined => {
  const { "if-none-match": header } = req.headers;
  if (header === undefined) return undefined;
  if (header.trim() === "*") return tags[0];
  const known = header.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.find((tag) => known.includes(tag));
};
