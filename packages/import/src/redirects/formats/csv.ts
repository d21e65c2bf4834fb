import type { RedirectFormat } from "../redirect.ts";

const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * Redirects as a CSV table for other programs: old paths with queries, percent-encoded, their targets, and
 * the status 301. The kinds `forms`, `dated` and `dated-view` are left out.
 */
export const csvRedirects: RedirectFormat = [
  {
    kinds: ["path", "query", "file", "view"],
    head: ["from,to,status"],
    write: ({ path, query, to }) => `${cell(path + query)},${cell(to)},301`,
    tail: [],
  },
];
