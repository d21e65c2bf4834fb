import { type Html, html } from "./html.ts";

/** True if a text is an `http` or `https` address that may be linked. */
const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s"<>]+$/i.test(text);

const LICENSE = /^https?:\/\/[^\s/?#@"<>\\^`{|}']+(?:[/?#][^\s"<>\\^`{|}']*)?$/i;

/**
 * True if the license of an image is an `http` or `https` address without credentials. Any other license is a
 * name and never a link.
 * Source: rules/images.md#image-texts.
 */
export const isLicenseAddress = (license: string): boolean => LICENSE.test(license);

/**
 * Returns a link to a website, with a shortened form of the address as its text. Returns `undefined` if the
 * text is not an `http` or `https` address. `rel` is the relation of the page to the website.
 */
export const websiteLink = (url: string | undefined, rel?: string): Html | undefined => {
  if (url === undefined || !isWebAddress(url)) return undefined;
  const shown = url
    .replace(/^https?:\/\//i, "")
    .replace(/^www\./i, "")
    .replace(/\/$/, "");
  return html`<a href="${url}"${rel !== undefined && html` rel="${rel}"`}>${shown.length > 50 ? `${shown.slice(0, 49)}…` : shown}</a>`;
};
