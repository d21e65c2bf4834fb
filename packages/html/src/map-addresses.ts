import { escapeHtml } from "@kalends/core";
import { mapImageCandidates } from "./addresses.ts";
import { readHtml } from "./html-reader.ts";

/**
 * The HTML with other addresses in `href`, `src` and `srcset`: each for which `toOther`, called with it decoded and without blanks
 * around it, answers one. Nothing else changes, so that it has to be cleaned afterwards as the HTML given would have to be. Takes time
 * in proportion to the length.
 */
export const mapAddresses = (html: string, toOther: (address: string) => string | undefined): string => {
  if (!html.includes("<")) return html;
  let mapped = "";
  let copied = 0;
  let waiting: { readonly start: number; readonly end: number; readonly other: string }[] = [];
  readHtml(html, {
    text: () => undefined,
    // Only now the tag is whole: what ends within one is no tag to whoever cleans it.
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
