import type { Locale } from "@kalends/http";

/** `fr`, or `fr:10` with a page size of its own. Source: 90-decisions P5. */
export const toLocale = (text: string): Locale => {
  const [name = "", perPage] = text.split(":");
  return { name, ...(perPage !== undefined && { perPage: Number(perPage) }) };
};
