import {
  type CalendarEvent,
  type Job,
  type PluginDeps,
  type RecordMembers,
  utcText,
} from "@kalends/core/plugin";
import { hasEnded } from "./has-ended.ts";
import { english } from "./texts.ts";

export const PLUGIN = "editorial";
const DEAD_LINK = "dead_link";

/**
 * True if the last check found that the website of the event is gone (`isGone`). That result no longer
 * applies once the event has another website.
 */
export const isDead = ({ website, extensions }: CalendarEvent): boolean =>
  website !== undefined && extensions[PLUGIN]?.[DEAD_LINK] === website;

export const linkMember: RecordMembers = {
  pure: true,
  record: "event",
  schemas: {
    website_is_dead: {
      type: "boolean",
      description: english("event.dead_link"),
    },
  },
  membersOf: (events) => events.map((event) => ({ website_is_dead: isDead(event) })),
};

/**
 * True if a web page counts as gone. This is the case if its host is unknown, unreachable or in a forbidden
 * network, or if it responds with 404 or 410. Slow pages, and pages that refuse requests from programs, do
 * not count as gone.
 */
const isGone = async (address: string, { guardedFetch }: PluginDeps): Promise<boolean> => {
  const request = (method: string) =>
    guardedFetch(address, { method, timeoutSeconds: 10, maxBytes: 1_000_000 });
  let response = await request("HEAD");
  await discardBody(response);
  // Some servers answer HEAD with an error although the page exists.
  if ("status" in response && response.status >= 400) {
    response = await request("GET");
    await discardBody(response);
  }
  if ("refusal" in response)
    return ["host-unknown", "host-silent", "forbidden-address"].includes(response.refusal);
  return response.status === 404 || response.status === 410;
};

/**
 * Closes the response without reading its body. Errors are ignored, because the caller needs only the status.
 */
const discardBody = async (response: Awaited<ReturnType<PluginDeps["guardedFetch"]>>): Promise<void> => {
  if ("refusal" in response) return;
  try {
    for await (const _piece of response.body) break;
  } catch {}
};

/**
 * Creates the nightly job that checks the websites of events. It checks published events that have not ended,
 * one at a time.
 */
export const createLinkCheck = (deps: PluginDeps): Job => ({
  name: "check-links",
  cron: "30 3 * * *",
  once: "installation",
  async run({ isStopping }) {
    const now = utcText(deps.clock.now());
    let dead = 0;
    for await (const { id, website } of linkedEvents(deps, now)) {
      if (isStopping()) return;
      const gone = await isGone(website, deps);
      if (gone) dead += 1;
      // An editor may have changed the website while the job checked the old one. The result then no longer
      // applies.
      await deps.amend("event", id, (event, data) => {
        const { [DEAD_LINK]: _before, ...others } = data;
        if (event.website !== website) return undefined;
        return { data: gone ? { ...others, [DEAD_LINK]: website } : others };
      });
    }
    deps.logger.info("The websites of events were checked", { dead });
  },
});

type Linked = CalendarEvent & { readonly website: string };

const isLinked = (event: CalendarEvent): event is Linked => (event.website ?? "") !== "";

/**
 * Yields the published events that have a website and have not ended. Each series is yielded once, with the
 * website of the series. Websites that only a single occurrence has are not checked.
 */
async function* linkedEvents(deps: PluginDeps, now: string): AsyncGenerator<Linked> {
  for await (const event of deps.calendar.unrestricted.events.stream())
    if (event.status === "publish" && isLinked(event) && !(await hasEnded(event, now, deps))) yield event;
}
