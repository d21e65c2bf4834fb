import { invalidParameter, type PluginDeps, type PluginRoute, pluginRoute } from "@kalends/core/plugin";
import { UnreadableCalendar } from "../read/split-components.ts";
import { english } from "../texts.ts";
import { toCalendarAddress } from "./calendar-address.ts";
import { fetchCalendar, IncompleteResponse } from "./fetch-calendar.ts";
import { type CalendarBytes, importCalendar } from "./import-calendar.ts";
import { OWN_EVENTS, type OwnEvents } from "./import-deps.ts";
import { createReport } from "./report/report.ts";
import { REPORT } from "./report/report-schema.ts";
import { mayImport } from "./rights.ts";

/** Maximum size of a calendar file in a request, in bytes. */
const MAX_BYTES = 32 * 1024 * 1024;

interface Sent {
  readonly url: string | undefined;
  readonly status: string | undefined;
  readonly categories_as: "categories" | "tags" | undefined;
  readonly own: OwnEvents | undefined;
  readonly dry_run: boolean | undefined;
}

export const createImportRoute = (deps: PluginDeps): PluginRoute =>
  pluginRoute<Sent>({
    method: "POST",
    path: "/import",
    description: english("import.run"),
    schema: REPORT,
    consumes: { "text/calendar": { maxBytes: MAX_BYTES } },
    parameters: {
      url: { description: english("import.url"), type: "string", documented: { maxLength: 2000 } },
      status: {
        description: english("import.status"),
        type: "string",
        documented: { enum: deps.postStatuses.writableNames },
      },
      categories_as: {
        description: english("import.categories_as"),
        type: "string",
        documented: { enum: ["categories", "tags"] },
      },
      own: { description: english("import.own"), type: "string", documented: { enum: OWN_EVENTS } },
      dry_run: { description: english("import.dry_run"), type: "boolean" },
    },
    permits: mayImport,
    async run(
      { url, status, categories_as: categoriesAs = "categories", own, dry_run: dryRun = false },
      { actor, content, isGone },
    ) {
      const { note, counts, entries } = createReport();
      const [parameter, source] =
        content === undefined
          ? (["url", await calendarAt(url, deps, actor.id)] as const)
          : (["content", content] as const);
      try {
        const settings = { status, categoriesAs, own, dryRun };
        const context = { deps, api: deps.calendar.as(actor), settings };
        // If the client disconnects, the import stops before the next event. Written events are kept, and a
        // repeated import finds them unchanged.
        await importCalendar(source, context, note, { mayContinue: async () => !isGone() });
      } catch (error) {
        if (error instanceof UnreadableCalendar || error instanceof IncompleteResponse)
          throw invalidParameter(parameter, { reason: "not-acceptable", text: error.message });
        throw error;
      }
      const components = entries().map((entry) => ({ ...entry }));
      return { body: { dry_run: dryRun, ...counts(), components } };
    },
  });

const calendarAt = async (
  url: string | undefined,
  { guardedFetch }: Pick<PluginDeps, "guardedFetch">,
  account: number | undefined,
): Promise<CalendarBytes> => {
  if (url === undefined) throw invalidParameter("url", { reason: "missing" });
  const address = toCalendarAddress(url);
  if (address === undefined)
    throw invalidParameter("url", { reason: "not-a-url", text: english("problem.address") });
  const fetched = await fetchCalendar(guardedFetch, address, { account });
  if ("bytes" in fetched) return fetched;
  const text = "problem" in fetched ? fetched.problem : english("problem.address");
  throw invalidParameter("url", { reason: "not-acceptable", text });
};
