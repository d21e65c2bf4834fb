import { expect } from "chai";
import { type StartedCalendar, startCalendar } from "../http/start-calendar.ts";
import { stores } from "../stores.ts";
import {
  asCaller,
  CALLERS,
  type Candidate,
  createSite,
  type Kind,
  marksIn,
  rightsOf,
  type Site,
} from "./candidates.ts";
import { addPassword } from "./credentials.ts";
import { missingOf, skippedWithout } from "./plugins-at-hand.ts";
import { inLists, isTrash } from "./read-path.ts";
import { type Caller, has } from "./rights-table.ts";

const PLUGINS = ["@kalends/geolocation", "@kalends/icalendar", "@kalends/pages"];

const missing = missingOf(PLUGINS);

/** Output of a plugin that contains records. It may depend on the user. */
interface ReadPath {
  readonly name: string;
  readonly kinds: readonly Kind[];
  /** Returns the paths to request, with their query strings. */
  paths(calendar: StartedCalendar, site: Site, caller: Caller): Promise<readonly string[]>;
  readonly accept?: string;
  /** True if the output has the rights of visitors, whoever sends the request. */
  readonly isForAll?: true;
  shows(candidate: Candidate, caller: Caller): boolean;
}

const OF_EVENTS: readonly Kind[] = ["events", "series"];
const ALL = "status=publish,future,draft,pending,private,trash";

const untrashed = (candidate: Candidate, caller: Caller): boolean =>
  !isTrash(candidate) && inLists(candidate, caller);

const geoJson = (route: "events" | "venues", kinds: readonly Kind[]): ReadPath => ({
  name: `${route} as GeoJSON`,
  kinds,
  paths: async (_calendar, _site, caller) => [
    `/${route}?per_page=200&${route === "events" ? "start_date=2031-01-01&" : ""}${has(caller, "edit") ? ALL : ""}`,
  ],
  accept: "application/geo+json",
  shows: inLists,
});

const DOORS: readonly ReadPath[] = [
  geoJson("events", OF_EVENTS),
  geoJson("venues", ["venues"]),
  {
    name: "places",
    kinds: ["venues"],
    paths: async () => ["/places"],
    shows: (candidate) => !isTrash(candidate),
  },
  { name: "a file of events", kinds: OF_EVENTS, paths: async () => ["/events.ics"], shows: untrashed },
  {
    name: "the file of a venue",
    kinds: OF_EVENTS,
    paths: async (_calendar, { venue }) => [`/venues/${venue}`],
    accept: "text/calendar",
    shows: untrashed,
  },
  {
    name: "a feed with a token of the caller",
    kinds: OF_EVENTS,
    async paths(calendar, _site, caller) {
      if (caller === "anonymous") return [];
      const { headers } = await addPassword(calendar, caller);
      const { status, text, body } = await calendar.post("/feed-tokens", {
        headers,
        json: { feed: "/events.ics" },
      });
      expect(status, text).to.equal(201);
      const { pathname, search } = new URL(body.url);
      return [pathname + search];
    },
    shows: (candidate, caller) => caller !== "anonymous" && untrashed(candidate, caller),
  },
  {
    name: "pages",
    kinds: ["events", "series", "venues", "organizers"],
    paths: async (_calendar, { candidates }) =>
      candidates.map(
        ({ kind, slug }) => `//${kind === "series" ? "event" : kind.replace(/s$/, "")}/${slug}/`,
      ),
    isForAll: true,
    shows: () => true,
  },
];

(missing.length === 0 ? describe : describe.skip)(
  `what plugins show is what the table of rights says${skippedWithout(missing)}`,
  function () {
    this.timeout(60_000);
    let calendar: StartedCalendar;
    let site: Site;

    before(async () => {
      const [store] = stores;
      if (store === undefined) throw new Error("There is nothing to test with");
      calendar = await startCalendar(store, { plugins: PLUGINS });
      site = await createSite(calendar, { few: true });
    });
    after(() => calendar.close());

    for (const door of DOORS) {
      it(`by ${door.name}`, async () => {
        const wrong: string[] = [];
        for (const caller of CALLERS) {
          const headers = door.accept === undefined ? {} : { accept: door.accept };
          const texts: string[] = [];
          for (const path of await door.paths(calendar, site, caller)) {
            const isOwn = !path.includes("token");
            const { status, text } = await calendar.get(path, { ...(isOwn && asCaller(caller)), headers });
            expect(status, `${path} ${text}`).to.be.oneOf(door.isForAll ? [200, 404] : [200]);
            // Lines of an iCalendar file are folded (RFC 5545, section 3.1).
            texts.push(text.replaceAll("\r\n ", ""));
          }
          const shown = marksIn(texts.join("\n"));
          for (const candidate of site.candidates) {
            if (!door.kinds.includes(candidate.kind)) continue;
            const { mark, kind, state, owner } = candidate;
            const { read } = rightsOf(door.isForAll ? "anonymous" : caller, candidate);
            const isShown = read && door.shows(candidate, caller);
            if (shown.has(mark) !== isShown)
              wrong.push(`${caller} ${isShown ? "misses" : "sees"} ${kind}: ${state} of ${owner}`);
          }
        }
        expect(wrong).to.deep.equal([]);
      });
    }
  },
);
