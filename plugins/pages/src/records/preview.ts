import type { PluginContributions } from "@kalends/core/plugin";
import type { Frame } from "../page/context.ts";
import { eventPage } from "./event-page.ts";

type EventPreview = NonNullable<PluginContributions["previews"]>[number];

/** Creates the renderer of previews: the page that the event has when it is published. */
export const createPreview = (frame: Frame): EventPreview => ({
  handle: async ({ view, upcoming }, request) => eventPage(view, await frame.context(request), upcoming),
});
