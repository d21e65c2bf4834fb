import { definePlugin, type Plugin } from "@kalends/core/plugin";
import type { PagesOptions } from "./options.ts";
import { createAssets } from "./page/assets.ts";
import { createFrame } from "./page/frame.ts";
import { createRecords } from "./records/records.ts";
import { createSiteFiles } from "./seo/site-files.ts";
import { submissionParts } from "./submission/submission-parts.ts";
import { createSubmissions } from "./submission/submissions.ts";
import { createOldViews } from "./views/old-views.ts";
import { createViews } from "./views/views.ts";

export { optionsSchema, type PagesOptions } from "./options.ts";

/** Creates the plugin that serves calendar pages for visitors and search engines. */
export const plugin = (options: PagesOptions = {}): Plugin => {
  const submissions = submissionParts(options);
  return definePlugin({
    name: "pages",
    ...submissions.declared,
    setup(deps) {
      const frame = createFrame(options, deps);
      return {
        // Handlers are called in this order.
        website: [
          createAssets(frame),
          createSiteFiles(frame, deps),
          createRecords(frame, deps),
          createOldViews(frame, deps),
          // Before the views, which would otherwise handle addresses below theirs.
          ...(options.submissions === true ? [createSubmissions(frame, deps, options)] : []),
          createViews(frame),
        ],
        ...submissions.setup(deps),
      };
    },
  });
};
