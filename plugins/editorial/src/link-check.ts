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

/** True if the last check found the website dead and the event still has the same website. */
const isDead = ({ website, extensions }: CalendarEvent): boolean =>
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

/** True if a page is gone for good. Pages that are slow or refuse programs do not count as gone. */
const isGone = async (address: string, { guardedFetch }: PluginDeps): Promise<boolean> => {
  const request = (method: string) =>
    guardedFetch(address, { method, timeoutSeconds: 10, maxBytes: 1_000_000 });
  let response = await request("HEAD");
  await discardBody(response);
  // Some servers do not support HEAD.
  if ("status" in response && response.status >= 400) {
    response = await request("GET");
    await discardBody(response);
  }
  if ("refusal" in response)
    return ["host-unknown", "host-silent", "forbidden-address"].includes(response.refusal);
  return response.status === 404 || response.status === 410;
};

/** Closes the response without reading its body. Errors are ignored, because the status is already known. */
const discardBody = async (response: Awaited<ReturnType<PluginDeps["guardedFetch"]>>): Promise<void> => {
  if ("refusal" in response) return;
  try {
    for await (const _piece of response.body) break;
  } catch {}
};

/**
 * Creates the nightly job that checks the websites of published events that have not ended, one after the
 * other.
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
      // Somebody may have changed the address in the meantime.
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
 * Yields the published events with a website that have not ended. A series is yielded once; websites that
 * only one of its occurrences has are not checked.
 */
async function* linkedEvents(deps: PluginDeps, now: string): AsyncGenerator<Linked> {
  for await (const event of deps.calendar.unrestricted.events.stream())
    if (event.status === "publish" && isLinked(event) && !(await hasEnded(event, now, deps))) yield event;
}
