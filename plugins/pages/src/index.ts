import { definePlugin, type Plugin } from "@kalends/core/plugin";
import { createStoredLooks } from "./looks/looks.ts";
import { createLooksRoutes } from "./looks/looks-routes.ts";
import type { PagesOptions } from "./options.ts";
import { createAssets } from "./page/assets.ts";
import { createFrame } from "./page/frame.ts";
import { createPreview } from "./records/preview.ts";
import { createRecords } from "./records/records.ts";
import { createCorrectionPage } from "./review/correction-page.ts";
import { createReview } from "./review/review.ts";
import { createReviewRoutes } from "./review/review-routes.ts";
import { createSiteFiles } from "./seo/site-files.ts";
import { createProposalNotices } from "./submission/proposal-notices.ts";
import { guardOf, submissionParts } from "./submission/submission-parts.ts";
import { createSubmissions } from "./submission/submissions.ts";
import { INTERFACE_TEXTS } from "./texts.ts";
import { createOldViews } from "./views/old-views.ts";
import { createViews } from "./views/views.ts";

export { optionsSchema, type PagesOptions } from "./options.ts";

/** Creates the plugin for web pages: calendar views, pages of events and other records, and sitemaps. */
export const plugin = (options: PagesOptions = {}): Plugin => {
  const submissions = submissionParts(options);
  return definePlugin({
    name: "pages",
    texts: [INTERFACE_TEXTS],
    ...submissions.declared,
    setup(deps) {
      const looks = createStoredLooks(options, deps);
      const frame = createFrame(options, deps, looks);
      const isOn = options.submissions === true;
      const notices = isOn ? createProposalNotices(deps, options.submissionNotify ?? []) : undefined;
      const guard = guardOf(deps, options);
      const review = createReview(deps, isOn ? options.submissionAccount : undefined);
      return {
        routes: [...createReviewRoutes(deps, review), ...createLooksRoutes(looks)],
        // Handlers are called in this order until one returns a response.
        website: [
          createAssets(frame),
          createSiteFiles(frame, deps),
          createRecords(frame, deps),
          createOldViews(frame, deps),
          // The form must come before the views, because its path is below theirs.
          ...(isOn
            ? [
                createSubmissions(frame, deps, options, guard, notices),
                createCorrectionPage(frame, deps, guard),
              ]
            : []),
          createViews(frame),
        ],
        previews: [createPreview(frame)],
        ...submissions.setup(deps, notices),
      };
    },
  });
};
