import { escapeHtml } from "@kalends/core";
import { mapImageCandidates } from "./addresses.ts";
import { readHtml } from "./html-reader.ts";

/**
 * Returns the HTML with other URLs in `href`, `src` and `srcset`. `toOther` is called with each decoded and
 * trimmed URL; where it returns `undefined`, the URL stays. Nothing else changes, so the result needs the
 * same cleaning as the given HTML. Runs in time proportional to the length.
 */
export const mapAddresses = (html: string, toOther: (address: string) => string | undefined): string => {
  if (!html.includes("<")) return html;
  let mapped = "";
  let copied = 0;
  let waiting: { readonly start: number; readonly end: number; readonly other: string }[] = [];
  readHtml(html, {
    text: () => undefined,
    // Replaces values only once the start tag is complete: the cleaner does not read an unfinished tag as a
    // tag.
    open() {
      for (const { start, end, other } of waiting) {
        mapped += `${html.slice(copied, start)}"${escapeHtml(other)}"`;
        copied = end;
      }
      waiting = [];
    },
    close: () => undefined,
    value(attribute, value, start, end) {
      if (attribute !== "href" && attribute !== "src" && attribute !== "srcset") return;
      const other = attribute === "srcset" ? mapImageCandidates(value, toOther) : toOther(value.trim());
      if (other !== undefined && other !== value) waiting.push({ start, end, other });
    },
  });
  return mapped + html.slice(copied);
};
