import { escapeHtml } from "@kalends/core";
import { mapImageCandidates } from "./addresses.ts";
import { readHtml } from "./html-reader.ts";

/**
 * Returns the HTML with each URL in `href`, `src` and `srcset` replaced by the result of `toOther`. `toOther`
 * receives the decoded and trimmed URL. If `toOther` returns `undefined`, the URL stays. The result is no
 * safer than the given HTML: clean it before use. Runs in linear time.
 */
export const mapAddresses = (html: string, toOther: (address: string) => string | undefined): string => {
  if (!html.includes("<")) return html;
  let mapped = "";
  let copied = 0;
  let waiting: { readonly start: number; readonly end: number; readonly other: string }[] = [];
  readHtml(html, {
    text: () => undefined,
    // Replace the values when the start tag is complete. The cleaner does not treat an incomplete tag as a
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
