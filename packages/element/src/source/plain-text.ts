interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createHTML: (html: string) => string },
  ): { createHTML(html: string): string };
}

const BLOCKS =
  "address,article,blockquote,dd,div,dl,dt,figure,h1,h2,h3,h4,h5,h6,li,ol,p,pre,section,table,tr,ul";
const UNSEEN = "head,iframe,noscript,object,script,style,svg,template,title";

/**
 * Creates a function that marks HTML as trusted for the parser. Web pages that enforce Trusted Types must
 * allow the policy `kalends-calendar`.
 */
const createParse = (): ((html: string) => string) => {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  try {
    const policy = trustedTypes?.createPolicy("kalends-calendar", { createHTML: (html) => html });
    return (html) => policy?.createHTML(html) ?? html;
  } catch {
    return (html) => html;
  }
};

/**
 * Creates the function that extracts plain text from HTML. It parses the HTML into an inert document, which
 * loads no resources and runs no scripts. If the web page does not allow parsing, the function returns the
 * HTML unchanged.
 */
export const createToText = (): ((html: string) => string) => {
  const parse = createParse();
  return (html) => {
    if (!/[<&]/.test(html)) return html.trim();
    try {
      const { body } = new DOMParser().parseFromString(parse(html), "text/html");
      for (const unseen of body.querySelectorAll(UNSEEN)) unseen.remove();
      for (const br of body.querySelectorAll("br")) br.replaceWith("\n");
      for (const block of body.querySelectorAll(BLOCKS)) block.append("\n");
      for (const item of body.querySelectorAll("li")) item.prepend("\u2022 ");
      for (const cell of body.querySelectorAll("td,th")) cell.append(" ");
      return (body.textContent ?? "")
        .replace(/\s+/g, (blanks) => (/\n\s*\n/.test(blanks) ? "\n\n" : blanks))
        .replace(/\n\n(?=\u2022 )/g, "\n")
        .trim();
    } catch {
      return html;
    }
  };
};
