import type { Addresses } from "./addresses.ts";
import { renderHtml } from "./rendered-text.ts";
import type { HttpSettings } from "./settings.ts";

/** What every presenter needs besides the record. */
export interface Presentation {
  readonly addresses: Addresses;
  readonly settings: Pick<HttpSettings, "language" | "currencySymbol" | "currencyPosition">;
  /** How a cost of nothing is called. */
  readonly free: string;
  /** `renderHtml`, which remembers: the same venues and organizers come again and again in one answer. */
  readonly html: (text: string) => string;
  /** Whether records carry `json_ld`: on reads of a single one only. Source: 50-representations section 9. */
  readonly structured: boolean;
}

/** A JSON object under construction. */
export type Members = Record<string, unknown>;

/** For one answer: what it remembers is thrown away with it. */
export const createPresentation = ({
  addresses,
  settings,
  free,
  structured,
}: Omit<Presentation, "html">): Presentation => {
  const rendered = new Map<string, string>();
  return {
    addresses,
    settings,
    free,
    structured,
    html(text) {
      if (text === "") return "";
      const known = rendered.get(text);
      if (known !== undefined) return known;
      const html = renderHtml(text);
      rendered.set(text, html);
      return html;
    },
  };
};
