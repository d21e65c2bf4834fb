import type { Logger } from "@kalends/core";
import type { PluginTexts } from "@kalends/core/interface";
import { toLanguage, withTexts } from "../messages/languages.ts";
import { createErrorRenderer } from "../response/error-renderer.ts";
import type { CalendarRequest } from "../route/route.ts";
import type { HttpSettings } from "../settings.ts";

export interface RefusalDeps {
  readonly logger: Logger;
  readonly settings: Pick<HttpSettings, "bodyLimit" | "language">;
  readonly texts: readonly PluginTexts[];
}

/** Error response to one part of a batch or bulk request. */
export interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Renders the error of one part of a batch or bulk request like the error of a separate request. */
export type Refuse = (error: unknown, request: CalendarRequest) => Refusal;

/**
 * Creates the function that renders the error of one part of a batch or bulk request. `path`: path of the
 * batch or bulk route, for the log.
 */
export const createRefuse = ({ logger, settings, texts }: RefusalDeps, path: string): Refuse => {
  const render = createErrorRenderer({ logger, bodyLimit: settings.bodyLimit, catalogues: withTexts(texts) });
  const language = toLanguage(settings.language);
  return (error, { actor, exchange }) => {
    const { status, headers, body } = render(error, {
      ...{ id: exchange.id, method: "POST", path, actor, language },
    });
    return { status, headers: { "content-type": "application/json; charset=UTF-8", ...headers }, body };
  };
};
