import type { WebsiteHandler } from "@kalends/core/plugin";
import { pageHandler, redirectTo } from "../page/answers.ts";
import type { Frame } from "../page/context.ts";

/** `/` and the pages below `/events/` that show several events. */
export const createViews = (frame: Frame): WebsiteHandler =>
  pageHandler(
    frame,
    ({ path }) => path === "/" || path === "/events/",
    (context) => (context.request.path === "/" ? redirectTo(context, 303, "/events/") : undefined),
  );
