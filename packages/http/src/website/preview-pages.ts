import { CalendarError } from "@kalends/core";
import type { EventPreview, FindPreview, WebsiteHandler, WebsiteResponse } from "@kalends/core/interface";
import { PREVIEW_PREFIX, previewTokenOf } from "../page-addresses/preview-path.ts";

interface PreviewPagesDeps {
  readonly find: FindPreview;
  readonly renderer: EventPreview;
}

/** Matches headers that previews replace, and those by which proxies would cache them nevertheless. */
const REPLACED =
  /^(?:(?:.+-)?cache-control|expires|referrer-policy|surrogate-control|x-accel-expires|x-robots-tag)$/i;

const isPolicy = (name: string): boolean => /^content-security-policy$/i.test(name);

/**
 * Returns the content security policy with the directive that allows only pages of this site to show the
 * preview in a frame.
 */
const withOwnFrames = (policy: string): string =>
  [...policy.split(";").filter((part) => !/^\s*frame-ancestors\b/i.test(part)), " frame-ancestors 'self'"]
    .join(";")
    .trim();

/**
 * Adds the headers of previews to a web page. They replace those of the plugin.
 * Source: rules/preview.md#preview-headers.
 */
const asPreview = (page: WebsiteResponse): WebsiteResponse => {
  const { headers = {} } = page;
  const policy =
    Object.entries(headers).find(([name]) => isPolicy(name))?.[1] ?? "default-src 'none'; sandbox";
  const kept = Object.entries(headers).filter(([name]) => !isPolicy(name) && !REPLACED.test(name));
  return {
    ...page,
    headers: {
      ...Object.fromEntries(kept),
      "Content-Security-Policy": withOwnFrames(policy),
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
      "X-Robots-Tag": "noindex",
    },
  };
};

/**
 * Creates the handler of the web pages of previews. An invalid or ended preview gives a 404
 * `rest_preview_not_found`.
 */
export const createPreviewPages = ({ find, renderer }: PreviewPagesDeps): WebsiteHandler => ({
  secretPath: PREVIEW_PREFIX,
  isFor: ({ path }) => previewTokenOf(path) !== undefined,
  async handle(request) {
    const token = previewTokenOf(request.path);
    if (token === undefined || request.method !== "GET") return undefined;
    const previewed = await find(token);
    if (previewed === undefined) throw new CalendarError("rest_preview_not_found");
    return asPreview(await renderer.handle(previewed, request));
  },
});
