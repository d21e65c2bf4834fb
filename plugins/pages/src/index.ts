import type { Plugin, PluginDeps, WebsiteHandler } from "@kalends/core/plugin";
import type { PagesOptions } from "./options.ts";
import { createAssets } from "./page/assets.ts";
import type { Frame } from "./page/context.ts";
import { createFrame } from "./page/frame.ts";
import { createRecords } from "./records/records.ts";
import { createSiteFiles } from "./seo/site-files.ts";
import { submissionContributions } from "./submission/contributions.ts";
import { createSubmissions } from "./submission/submissions.ts";
import { createOldViews } from "./views/old-views.ts";
import { createViews } from "./views/views.ts";

export { optionsSchema, type PagesOptions } from "./options.ts";

/** Calendar pages for people and search engines. */
export const plugin = (options: PagesOptions = {}): Plugin => {
  const inFrame = (create: (frame: Frame, deps: PluginDeps) => WebsiteHandler) => (deps: PluginDeps) =>
    create(createFrame(options, deps), deps);
  return {
    name: "pages",
    // In this order they are asked.
    website: [
      inFrame(createAssets),
      inFrame(createSiteFiles),
      inFrame(createRecords),
      inFrame(createOldViews),
      // Before the views, that no address below theirs is taken for one of them.
      ...(options.submissions === true
        ? [inFrame((frame, deps) => createSubmissions(frame, deps, options))]
        : []),
      inFrame(createViews),
    ],
    ...submissionContributions(options),
  };
};
