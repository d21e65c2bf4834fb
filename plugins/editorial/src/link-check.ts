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

/** The website that was dead when it was looked at last, if the event still names it. */
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

/** Whether a page is gone for good: what is merely slow, or refuses programs, may still be there. */
const isGone = async (address: string, { guardedFetch }: PluginDeps): Promise<boolean> => {
  const ask = (method: string) => guardedFetch(address, { method, timeoutSeconds: 10, maxBytes: 1_000_000 });
  let answer = await ask("HEAD");
  await leave(answer);
  // Some servers know no HEAD.
  if ("status" in answer && answer.status >= 400) {
    answer = await ask("GET");
    await leave(answer);
  }
  if ("refusal" in answer)
    return ["host-unknown", "host-silent", "forbidden-address"].includes(answer.refusal);
  return answer.status === 404 || answer.status === 410;
};

/** Ends what is not read. That it breaks off says nothing: the status is there. */
const leave = async (answer: Awaited<ReturnType<PluginDeps["guardedFetch"]>>): Promise<void> => {
  if ("refusal" in answer) return;
  try {
    for await (const _piece of answer.body) break;
  } catch {}
};

/** Looks every night at the websites of published events that are not over, one after the other. */
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
      // By now somebody may have changed the address.
      await deps.amend("event", id, (event, data) => {
        const { [DEAD_LINK]: _before, ...others } = data;
        if (event.website !== website) return undefined;
        return { data: gone ? { ...others, [DEAD_LINK]: website } : others };
      });
    }
    deps.logger.info("The websites of events were looked at", { dead });
  },
});

type Linked = CalendarEvent & { readonly website: string };

const isLinked = (event: CalendarEvent): event is Linked => (event.website ?? "") !== "";

/** Series stand for their occurrences: what one of these names of its own is not looked at. */
async function* linkedEvents(deps: PluginDeps, now: string): AsyncGenerator<Linked> {
  for await (const event of deps.calendar.unrestricted.events.stream())
    if (event.status === "publish" && isLinked(event) && !(await isOver(event, now, deps))) yield event;
}
