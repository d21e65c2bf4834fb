import type { Logger } from "@kalends/core";
import type { PluginTexts } from "@kalends/core/interface";
import { toLanguage, withTexts } from "../messages/languages.ts";
import { createErrorRenderer } from "../response/error-renderer.ts";
import type { CalendarRequest, Route } from "../route/route.ts";
import type { HttpSettings } from "../settings.ts";
import { createBatchRoute } from "./batch-route.ts";
import type { Batches } from "./batches.ts";

export interface BatchDeps {
  readonly batches: Batches;
  readonly logger: Logger;
  readonly settings: HttpSettings;
  readonly texts: readonly PluginTexts[];
}

/** Creates the route of batches. */
export const createBatch = ({ batches, logger, settings, texts }: BatchDeps): Route => {
  const render = createErrorRenderer({ logger, bodyLimit: settings.bodyLimit, catalogues: withTexts(texts) });
  const language = toLanguage(settings.language);
  return createBatchRoute({
    batches,
    settings,
    refusal(error: unknown, { actor, exchange }: CalendarRequest) {
      const { status, headers, body } = render(error, {
        id: exchange.id,
        method: "POST",
        path: "/batch",
        actor,
        language,
      });
      return { status, headers: { "content-type": "application/json; charset=UTF-8", ...headers }, body };
    },
  });
};
