const TAG = /<(\/?)a(?=[\s>])([^<>]*)>/gi;
const HREF = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/i;

/**
 * Adds the URL of each link after its text, unless the text already contains the URL. The result is converted
 * to plain text, which has no links.
 */
export const withAddresses = (html: string, toText: (html: string) => string): string => {
  let [result, from] = ["", 0];
  let open: { readonly address: string; readonly at: number } | undefined;
  for (const { 0: tag, 1: slash, 2: attributes = "", index } of html.matchAll(TAG)) {
    result += html.slice(from, index + tag.length);
    from = index + tag.length;
    if (slash === "") {
      const [, double, single] = HREF.exec(attributes) ?? [];
      const address = double ?? single ?? "";
      open = /^(?:https?:\/\/|mailto:|tel:)/i.test(address) ? { address, at: from } : undefined;
    } else if (open !== undefined) {
      const shown = open.address.replace(/^(?:mailto|tel):/i, "");
      const text = toText(html.slice(open.at, index));
      if (
        !text.includes(
          toText(shown)
            .replace(/^https?:\/\//i, "")
            .replace(/\/$/, ""),
        )
      )
        result += ` (${shown})`;
      open = undefined;
    }
  }
  return result + html.slice(from);
};
