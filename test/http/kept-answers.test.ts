import type { IncomingMessage } from "node:http";
import type { Plugin } from "@kalends/core/interface";
import { createDice, seedsOf } from "@kalends/storage-contract";
import { expect } from "chai";
import type { CalendarOptions } from "kalends";
import { stores } from "../stores.ts";
import { startTwins, type Twins } from "./twins.ts";

const TITLES = "application/vnd.titles+json";

const titles: Plugin = {
  name: "titles",
  setup: () => ({
    formats: [
      {
        pure: true,
        list: "events",
        mediaType: TITLES,
        description: "The total alone.",
        present: ({ total }) => ({ total: total ?? 0 }),
      },
    ],
  }),
};

const FR = "//fr/wp-json/tribe/events/v1";

const PATHS = [
  "/events?start_date=now&strict_dates=true",
  ..."/events /events?per_page=1 /events?per_page=1&page=2 /events?start_date=2031-03-01 /events?start_date=now".split(
    " ",
  ),
  ..."/events?start_date=now&per_page=1 /events?_fields=total".split(" "),
  ..."/events?x=1 /events?x=2&per_page=1 /events?per_page=1&%78=1 /events?x=1&_method=OPTIONS /events/1?radius=5".split(
    " ",
  ),
  ..."/events/1 /events/by-slug/jazz-1 /events?_method=HEAD /events?_method=get /events?%5Fmethod=OPTIONS".split(
    " ",
  ),
  ..."/events?status=draft /events?search=jazz /events?categories=1 /events?page=x /events?page=99 /EVENTS//".split(
    " ",
  ),
  ..."/?rest_route=/tribe/events/v1/events&per_page=1 /?rest_route=/tribe/events/v1/events".split(" "),
  ...`/categories /tags /venues?only_with_upcoming=1 /organizers /images /doc /nothing ${FR}/events ${FR}/doc`.split(
    " ",
  ),
  "",
  "/wp-json",
];

/** Additional request headers. They are tried alone and in pairs. */
const HEADERS: readonly Readonly<Record<string, string>>[] = [
  { "accept-encoding": "gzip" },
  { "accept-encoding": "gzip, deflate, br" },
  { "accept-encoding": "identity, *;q=0.1" },
  { "if-none-match": "*" },
  { origin: "https://app.example" },
  { host: "other.example:8080" },
  { "x-forwarded-host": "third.example", "x-forwarded-proto": "https" },
  { "accept-language": "fr" },
  { accept: TITLES },
  { accept: `application/json;q=0.1, ${TITLES}` },
  { prefer: "handling=strict" },
  { "cache-control": "no-transform" },
  { "x-http-method-override": "HEAD" },
  { "content-type": "application/json" },
  { cookie: "user=1" },
  { authorization: "author" },
  { authorization: "editor" },
];

const HOST_IDENTITY: CalendarOptions = {
  identity: ({ headers }: IncomingMessage) =>
    headers.cookie === "user=1" ? { id: 1, roles: ["editor"] } : undefined,
  cacheMaxAge: 60,
};

for (const store of stores) {
  // rules/interface.md#kept-answers
  describe(`kept answers on ${store.name}`, function () {
    this.timeout(120_000);
    let twins: Twins;
    afterEach(() => twins.close());

    const KINDS: readonly (readonly [string, CalendarOptions])[] = [
      ["accounts", {}],
      ["a host's users", HOST_IDENTITY],
    ];
    for (const [kind, options] of KINDS) {
      for (const seed of seedsOf(20_310_311)) {
        it(`are those that would be made, with ${kind} (seed ${seed})`, async () => {
          const dice = createDice(seed);
          const one = <T>(list: readonly T[]): T => list[dice(list.length)] as T;
          twins = await startTwins(store, {
            trustProxy: true,
            locales: ["fr"],
            plugins: [titles],
            ...options,
          });
          const { calendar } = twins;
          const isOurs = options.identity === undefined;
          const signedIn = isOurs
            ? { authorization: `Bearer ${calendar.token("editor")}` }
            : { cookie: "user=1", origin: calendar.origin };
          const ids: number[] = [];
          let tag = '"none"';

          const write = async (): Promise<void> => {
            const day = 1 + dice(28);
            const json = {
              title: `Jazz ${ids.length}`,
              start_date: `2031-03-${day} 10:00`,
              end_date: `2031-03-${day} 11:00`,
              status: one(["publish", "publish", "draft"]),
              categories: [one(["One", "Two"])],
            };
            const id = dice(2) === 0 ? undefined : ids[dice(ids.length)];
            const method = id === undefined ? "POST" : one(["PATCH", "DELETE"]);
            const path = id === undefined ? "/events" : `/events/${id}`;
            const { status, body } = await calendar.send(method, path, { headers: signedIn, json });
            if (status === 201) ids.push(body.id);
          };

          for (let round = 0; round < 250; round += 1) {
            const turn = dice(10);
            if (turn === 0) await write();
            else if (turn === 1) twins.pass(dice(1500));
            else {
              const sent = { ...(dice(2) === 0 && one(HEADERS)), ...(dice(4) === 0 && one(HEADERS)) };
              if (dice(5) === 0) sent["if-none-match"] = tag;
              const { authorization: user } = sent;
              if (user !== undefined) sent.authorization = `Bearer ${calendar.token(user)}`;
              const method = one(["GET", "GET", "GET", "HEAD", "OPTIONS"]);
              const path = one(dice(2) === 0 ? PATHS.slice(0, 3) : PATHS);
              const [kept, made] = await twins.ask(method, path, sent);
              expect(kept, `${round}: ${method} ${path} ${JSON.stringify(sent)}`).to.deep.equal(made);
              tag = String(kept?.headers.etag ?? tag);
            }
          }
        });
      }
    }
  });
}
