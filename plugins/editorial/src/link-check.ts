import {
  type CalendarEvent,
  type Job,
  type PluginDeps,
  type RecordMembers,
  utcText,
} from "@kalends/core/plugin";
import { isOver } from "./ends.ts";
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
  const ask = (method: string) => guardedFetch(address, { method, timeoutSeconds: 10, maxBytes: 1_000_000 });
  let answer = await ask("HEAD");
  await leave(answer);
  // Some servers do not support HEAD.
  if ("status" in answer && answer.status >= 400) {
    answer = await ask("GET");
    await leave(answer);
  }
  if ("refusal" in answer)
    return ["host-unknown", "host-silent", "forbidden-address"].includes(answer.refusal);
  return answer.status === 404 || answer.status === 410;
};

/** Closes the response without reading its body. Errors are ignored, because the status is already known. */
const leave = async (answer: Awaited<ReturnType<PluginDeps["guardedFetch"]>>): Promise<void> => {
  if ("refusal" in answer) return;
  try {
    for await (const _piece of answer.body) break;
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
    if (event.status === "publish" && isLinked(event) && !(await isOver(event, now, deps))) yield event;
}
