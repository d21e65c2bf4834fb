import type { RedirectFormat } from "../redirect.ts";

const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * Redirects as a CSV table for other programs: old paths with queries, percent-encoded, and their targets.
 */
export const csvRedirects: RedirectFormat = [
  {
    kinds: ["path", "query", "file", "view"],
    head: ["from,to,status"],
    write: ({ path, query, to }) => `${cell(path + query)},${cell(to)},301`,
    tail: [],
  },
];
