import { apacheRedirects } from "./formats/apache.ts";
import { caddyRedirects } from "./formats/caddy.ts";
import { csvRedirects } from "./formats/csv.ts";
import { nginxRedirects } from "./formats/nginx.ts";
import type { RedirectFormat } from "./redirect.ts";
import { findRedirects, type RedirectsDeps } from "./redirects.ts";

/** Formats in which redirects can be written, by option name. */
export const REDIRECT_FORMATS: Readonly<Record<"nginx" | "apache" | "caddy" | "csv", RedirectFormat>> = {
  nginx: nginxRedirects,
  apache: apacheRedirects,
  caddy: caddyRedirects,
  csv: csvRedirects,
};

export interface WrittenRedirects {
  readonly written: number;
  /** Number of redirects that were left out because the format cannot express them. */
  readonly skipped: number;
}

/** Passes the redirects in the given format to `print`, with the lines before and after each section. */
export const writeRedirects = async (
  format: RedirectFormat,
  { all, print, ...deps }: RedirectsDeps & { readonly all: boolean; print(line: string): void },
): Promise<WrittenRedirects> => {
  let [written, skipped] = [0, 0];
  for (const { kinds, head, write, tail } of format) {
    for (const line of head) print(line);
    for await (const redirect of findRedirects(deps, { all, kinds })) {
      const line = write(redirect);
      if (line === undefined) skipped += 1;
      else {
        print(line);
        written += 1;
      }
    }
    for (const line of tail) print(line);
  }
  return { written, skipped };
};
