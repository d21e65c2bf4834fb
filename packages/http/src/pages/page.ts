import { hash } from "node:crypto";
import { escapeHtml } from "@kalends/core";
import type { Context } from "koa";
import { policyOfPage } from "../response/content-security-policy.ts";
import { PAGE_HEADERS } from "../response/web-page-headers.ts";

/**
 * Sends the page at a path below the site. Returns false, without a response, if the page does not answer the
 * request.
 */
export type ShowPage = (ctx: Context, path: string) => boolean | Promise<boolean>;

/** Content of a web page. `head` and `body` are HTML; all other texts are escaped. */
export interface Page {
  readonly title: string;
  /** Language tag, such as `en`. */
  readonly language: string;
  readonly head?: string;
  readonly body: string;
  /** Additional sources for the content security policy, by directive. */
  readonly sources?: Readonly<Record<string, string>>;
}

const STYLE = `
:root { color-scheme: light dark; --page: #fafafa; --ink: #1b1f24; --quiet: #57606a; --link: #0b5cad; --bar: #fff; --line: #dde2e8; --code: #eceff3; }
@media (prefers-color-scheme: dark) { :root { --page: #1c2022; --ink: #e4e6e6; --quiet: #a9b1b6; --link: #7db8ff; --bar: #14181b; --line: #363d42; --code: #2a3034; } }
.page, .page *, nav { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
.page { max-width: 46rem; margin: 0 auto; padding: 3rem 1.25rem; }
.page h1 { margin: 0 0 .25rem; font-size: 2rem; }
.page h2 { margin: 2rem 0 .5rem; font-size: 1.15rem; }
.page a, nav a { color: var(--link); overflow-wrap: anywhere; }
.page code { background: var(--code); border-radius: .25rem; padding: .1rem .35rem; font-size: .9em; overflow-wrap: anywhere; }
.page pre { overflow-x: auto; padding: .75rem; background: var(--code); border-radius: .25rem; }
.page pre code { padding: 0; white-space: pre-wrap; }
.page dl { display: grid; grid-template-columns: max-content 1fr; gap: .4rem 1.25rem; margin: 0; }
.page dt { font-weight: 600; }
.page dd { margin: 0; }
nav { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; padding: .75rem 1.25rem; background: var(--bar); border-bottom: 1px solid var(--line); }
.muted { color: var(--quiet); }
`;

const STYLE_SOURCE = `'sha256-${hash("sha256", STYLE, "base64")}'`;

export const link = (url: string, text: string = url): string =>
  `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;

export const sendPage = (ctx: Context, { title, language, head = "", body, sources = {} }: Page): true => {
  ctx.set({
    "Content-Type": "text/html; charset=UTF-8",
    "Cache-Control": "no-cache",
    "Content-Security-Policy": policyOfPage(STYLE_SOURCE, sources),
    ...PAGE_HEADERS,
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
  });
  ctx.status = 200;
  ctx.body = `<!DOCTYPE html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
${head}</head>
<body>
${body}
</body>
</html>
`;
  return true;
};
