import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { tagged } from "../representation/representation.ts";
import { policyOfPage } from "../response/content-security-policy.ts";
import { knownTag } from "../response/sending/conditional-get.ts";
import { PAGE_HEADERS } from "../response/web-page-headers.ts";
import type { ShowPage } from "./page.ts";

/** Path of the documentation site below the calendar's site. */
export const GUIDE = "/docs/guide";

/**
 * Matches names of files in the documentation site. Names of folders contain no dot, so no path can leave the
 * folder.
 */
const FILE = /^\/(?:[\w-]+\/)*[\w-]+\.(html|css|svg|png|webp)$/;

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=UTF-8",
  css: "text/css; charset=UTF-8",
  svg: "image/svg+xml",
  png: "image/png",
  webp: "image/webp",
};

const POLICY = policyOfPage("'self'", { "img-src": "'self'" });

/** Error codes of the file system for paths that are not a file. */
const ABSENT: ReadonlySet<unknown> = new Set(["ENOENT", "ENOTDIR", "EISDIR", "ENAMETOOLONG"]);

const readIfPresent = async (path: string): Promise<Buffer | undefined> => {
  try {
    return await readFile(path);
  } catch (error) {
    if (ABSENT.has((error as NodeJS.ErrnoException).code)) return undefined;
    throw error;
  }
};

/**
 * Creates the page that serves the documentation site, which `npm run docs` has built in a folder. Source:
 * rules/interface.md#guide.
 */
export const createGuide =
  (folder: string): ShowPage =>
  async (ctx, path) => {
    const below = path.slice(GUIDE.length);
    if (below === "") {
      // The redirect is relative, because a host may have removed a prefix from the path. Links in the site
      // are relative, too.
      ctx.status = 307;
      ctx.set({ Location: "guide/", ...PAGE_HEADERS });
      return true;
    }
    const file = below.endsWith("/") ? `${below}index.html` : below;
    const type = TYPES[FILE.exec(file)?.[1] ?? ""];
    const bytes = type === undefined ? undefined : await readIfPresent(join(folder, file));
    if (type === undefined || bytes === undefined) return false;
    const { tag } = tagged(bytes);
    ctx.set({
      ...PAGE_HEADERS,
      "Content-Type": type,
      "Cache-Control": "no-cache",
      "Content-Security-Policy": POLICY,
      "Referrer-Policy": "no-referrer",
      "Cross-Origin-Opener-Policy": "same-origin",
      ETag: tag,
    });
    if (knownTag(ctx, [tag]) === undefined) ctx.body = bytes;
    else ctx.status = 304;
    return true;
  };
