import type { Client, Sent } from "../../http/client.ts";
import { aPicture } from "../../http/pictures.ts";
import { formOf } from "../../http/uploads.ts";
import { PASSWORD } from "../hostile-server.ts";
import { CALLERS, HIDDEN, OF_AUTHOR, OF_CONTRIBUTOR, PICTURED } from "./markers.ts";
import { createTargets, type Planted, type Targets } from "./targets.ts";

export interface Plantation {
  readonly targets: Targets;
  /** Credentials that no response may contain, whoever sends the request. */
  readonly secrets: readonly string[];
  /** API keys by user name. */
  readonly keys: ReadonlyMap<string, string>;
  /** Token of a form on the web site. */
  readonly form: string;
}

type Make = (resource: string, json: object, sent?: Sent, kept?: string) => Promise<Planted>;

const TIMES = { start_date: "2031-05-16 20:30:00", end_date: "2031-05-16 23:00:00" };
/**
 * Authors of the hidden records, with the marker in their texts and the possible statuses of their records.
 */
const OWNERS = [
  ["other", HIDDEN, ["draft", "pending", "private", "future"]],
  ["editor", HIDDEN, ["draft", "private"]],
  ["author", OF_AUTHOR, ["draft", "pending", "private", "future"]],
  ["contributor", OF_CONTRIBUTOR, ["draft", "pending"]],
] as const;
const ISSUED: ReadonlySet<string> = new Set([
  "webhooks",
  "feed-tokens",
  "api-keys",
  "calendar-subscriptions",
]);
const SECOND = "2031-05-17T20:30:00";
const WEBHOOK_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwQ0mZ";

const plantPublic = async (make: Make, events: number): Promise<void> => {
  const venues: Planted[] = [];
  for (let index = 1; index <= 12; index += 1) {
    const names = { venue: `Hall ${index}`, slug: `hall-${index}`, city: "Genova" };
    venues.push(await make("venues", names));
    await make("organizers", { organizer: `Society ${index}`, slug: `society-${index}` });
    await make("categories", { name: `Category ${index}` });
    await make("tags", { name: `Tag ${index}` });
  }
  for (let index = 1; index <= events; index += 1) {
    const day = String((index % 28) + 1).padStart(2, "0");
    await make(
      "events",
      {
        title: `Night ${index}`,
        slug: `night-${index}`,
        start_date: `2031-05-${day} 20:30`,
        end_date: `2031-05-${day} 23:00`,
        venue: Number(venues[index % venues.length]?.id),
        categories: ["category-1"],
        tags: ["tag-1"],
        ...(index % 10 === 0 && { recurrence: { rules: ["FREQ=WEEKLY;COUNT=4"] } }),
      },
      { as: index % 3 === 0 ? "author" : "administrator" },
    );
  }
};

/** Creates hidden records of every status by several authors, and public records that are linked to them. */
const plantHidden = async (client: Client, make: Make): Promise<void> => {
  let count = 0;
  const hide: Make = (resource, json, sent, marker) => {
    count += 1;
    return make(resource, { ...json, slug: `kept-${count}` }, sent, marker);
  };
  for (const [as, marker, statuses] of OWNERS)
    for (const status of statuses) {
      const later = status === "future" && { date: "2050-01-01 10:00:00" };
      const text = { status, ...later, description: `${marker} text`, website: `https://${marker}.invalid/` };
      const names = { venue: `${marker} hall`, address: marker, phone: marker };
      const venue = await hide("venues", { ...text, ...names }, { as }, marker);
      const society = { organizer: `${marker} society`, phone: marker };
      const organizer = await hide("organizers", { ...text, ...society }, { as }, marker);
      const links = { venue: Number(venue.id), organizer: [Number(organizer.id)] };
      const terms = { categories: ["category-1"], tags: ["tag-1"] };
      const event = { ...TIMES, ...text, ...terms, title: `${marker} night`, excerpt: marker, cost: marker };
      await hide("events", { ...event, ...links }, { as }, marker);
      await hide("events", { ...event, recurrence: { rules: ["FREQ=DAILY;COUNT=3"] } }, { as }, marker);
      const names2 = { ...TIMES, title: "Public", slug: `public-${count}`, ...links };
      await make("events", names2, { as: as === "contributor" ? "editor" : as });
    }
  for (const resource of ["events", "venues", "organizers"]) {
    const json = resource === "events" ? { ...TIMES, title: HIDDEN } : { [resource.slice(0, -1)]: HIDDEN };
    const { id } = await hide(resource, { ...json, description: HIDDEN }, { as: "other" }, HIDDEN);
    await client.send("DELETE", `/${resource}/${id}`, { as: "editor" });
  }
  const former = await hide("events", { ...TIMES, title: HIDDEN, status: "draft" }, { as: "editor" }, HIDDEN);
  await client.post(`/events/${former.id}`, { as: "editor", json: { title: "Public", status: "publish" } });
  const rules = ["FREQ=DAILY;COUNT=3"];
  const series = { ...TIMES, title: "Public series", recurrence: { rules } };
  const { id } = await hide("events", series, { as: "editor" }, HIDDEN);
  const json = { title: HIDDEN, description: HIDDEN };
  await client.post(`/events/${id}/occurrences/${SECOND}`, { as: "editor", json });
  await client.send("DELETE", `/events/${id}/occurrences/${SECOND}`, { as: "editor" });
};

/**
 * Returns two tokens of the change feed for each user: one from before and one from after all changes so far.
 */
const readTokens = async (client: Client): Promise<Targets["tokens"]> => {
  const tokens = new Map<string | undefined, readonly string[]>();
  for (const as of CALLERS) {
    const { body } = await client.get("/changes", as === undefined ? {} : { as });
    tokens.set(as, [body.next_token, body.begin]);
  }
  return tokens;
};

/**
 * Fills a calendar that has all plugins with public records, then with hidden records whose texts contain
 * markers.
 */
export const plant = async (client: Client, events: number): Promise<Plantation> => {
  const found = new Map<string, Planted[]>();
  const note = (resource: string, planted: Planted): Planted => {
    found.set(resource, [...(found.get(resource) ?? []), planted]);
    return planted;
  };
  const send = async (resource: string, sent: Sent): Promise<Awaited<ReturnType<Client["post"]>>> => {
    const { as = "administrator" } = sent;
    // A bearer token must not create credentials or webhooks, so the password is sent for these.
    const basic = `Basic ${Buffer.from(`${as}:${PASSWORD}`).toString("base64")}`;
    const headers = ISSUED.has(resource) ? { authorization: basic } : {};
    const answer = await client.post(`/${resource}`, { ...sent, as, headers });
    if (answer.status === 200 || answer.status === 201) return answer;
    throw new Error(`${resource}: ${answer.status} ${answer.text}`);
  };
  const make: Make = async (resource, json, sent, kept) => {
    const { body } = await send(resource, { json, ...sent });
    const { id, slug = id } = body;
    return note(resource, { id: String(id), slug: String(slug), ...(kept && { kept }) });
  };

  await plantPublic(make, events);
  const tokens = await readTokens(client);
  await plantHidden(client, make);

  const multipart = formOf(["file", await aPicture(), `${PICTURED}.png`]);
  const { body: image } = await send("images", { multipart });
  note("images", { id: String(image.id), slug: String(image.url).split("/media/")[1] ?? "", kept: PICTURED });
  const drawn = { ...TIMES, title: "Drawn", slug: "drawn", status: "draft", image: String(image.id) };
  await make("events", drawn, {}, HIDDEN);

  const hooks = { events: ["event.created"], url: `https://${HIDDEN}.invalid/hook`, secret: WEBHOOK_SECRET };
  await make("webhooks", hooks, {}, HIDDEN);
  await make("feed-tokens", { feed: "/events.ics", label: HIDDEN }, {}, HIDDEN);
  await make("calendar-subscriptions", { url: `https://${HIDDEN}.invalid/`, label: HIDDEN }, {}, HIDDEN);
  const { body: feed } = await send("feed-tokens", {
    as: "author",
    json: { feed: "/events.ics?tags=tag-1" },
  });
  const [, address = ""] = String(feed.url).split("/events/v1");
  const keys = new Map<string, string>();
  for (const as of CALLERS) {
    if (as === undefined) continue;
    const { body: made } = await send("api-keys", { as, json: { label: as === "editor" ? HIDDEN : "key" } });
    keys.set(as, made.key);
  }
  const { text: page } = await client.get("//events/submit/");
  const [, form = ""] = /name="token" value="([^"]+)"/.exec(page) ?? [];
  const secrets = [WEBHOOK_SECRET, address.split("token=")[1] ?? "", ...keys.values()];
  if (address === "" || form === "" || secrets.includes("")) throw new Error("A secret was not planted");
  return { targets: createTargets(found, { tokens, feed: address }), secrets, keys, form };
};
