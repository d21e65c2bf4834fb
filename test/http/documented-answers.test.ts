import { expect } from "chai";
import { firstStore } from "../stores.ts";
import { checkBy, type Exchange, type InterfaceDocument } from "./documented-answers.ts";
import { givePassword, signIn } from "./sign-in.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

/** Ids that the examples in the document use. */
const RECORD_IDS = { venue: 12, organizer: 13, event: 14 } as const;
const TERM_IDS = { category: 21, tag: 22 } as const;

for (const store of firstStore) {
  describe(`answers as they are documented on ${store.name}`, () => {
    let calendar: StartedCalendar;
    let document: InterfaceDocument;

    before(async () => {
      calendar = await startCalendar(store);
      document = (await calendar.get("/doc?version=3.0")).body;
      await calendar.store.ids.reserve("record", RECORD_IDS.venue - 1);
      await calendar.store.ids.reserve("term", TERM_IDS.category - 1);
      const create = async (path: string, json: object): Promise<number> =>
        (await calendar.post(path, { as: "administrator", json })).body.id;
      expect(await create("/venues", { venue: "Hall" })).to.equal(RECORD_IDS.venue);
      expect(await create("/organizers", { organizer: "Ann" })).to.equal(RECORD_IDS.organizer);
      const event = { title: "Night", start_date: "2031-05-16 20:30:00", end_date: "2031-05-16 23:00:00" };
      expect(await create("/events", { ...event, venue: 12, organizer: 13 })).to.equal(RECORD_IDS.event);
      expect(await create("/categories", { name: "Concerts" })).to.equal(TERM_IDS.category);
      expect(await create("/tags", { name: "rock" })).to.equal(TERM_IDS.tag);
    });
    after(() => calendar.close());

    it("every example of a parameter can be sent", async () => {
      let count = 0;
      await givePassword(calendar, "administrator");
      const cookie = await signIn(calendar, "administrator");
      for (const [path, { get }] of Object.entries(document.paths)) {
        const { parameters = [], security } = (get ?? {}) as {
          readonly security?: unknown;
          readonly parameters?: readonly {
            readonly name: string;
            readonly in: string;
            readonly required?: boolean;
            readonly example: unknown;
          }[];
        };
        for (const { name, in: place, example } of parameters) {
          // The site of this test has no images and no jobs.
          if (place !== "query" || example === undefined || /^\/(?:images\/\{id|jobs\/)/.test(path)) continue;
          const needed = parameters.filter((other) => other.in === "query" && other.required === true);
          const query = new URLSearchParams(
            needed.map((other): [string, string] => [other.name, String(other.example)]),
          );
          query.set(name, [example].flat().join(","));
          const id = path === "/venues/{id}/busy" ? RECORD_IDS.venue : RECORD_IDS.event;
          const asked = path.replace("{id}", String(id)).replace("{slug}", "night");
          const { status, text } = await calendar.get(
            `${asked}?${query}`,
            // Tokens manage no accounts.
            path === "/accounts"
              ? { headers: { cookie } }
              : security || name === "external_id"
                ? { as: "editor" }
                : {},
          );
          expect(status, `${path}?${query} ${text.slice(0, 300)}`).to.equal(200);
          count += 1;
        }
      }
      expect(count).to.be.above(40);
    });

    it("every example of a body can be sent", async () => {
      let count = 0;
      for (const [path, operations] of Object.entries(document.paths)) {
        for (const method of ["post", "put", "patch"]) {
          const { requestBody, tags = [] } = (operations[method] ?? {}) as {
            readonly tags?: readonly string[];
            readonly requestBody?: {
              readonly content: Readonly<Record<string, { readonly example: Record<string, unknown> }>>;
            };
          };
          // Values of these routes are secrets, which have no examples.
          if (tags.includes("Signing in") || tags.includes("Accounts")) continue;
          // File uploads have no example in the document.
          if (requestBody?.content["application/json"] === undefined) continue;
          // A merge needs a second record, which it removes. The site of this test has no images.
          if (path.endsWith("/merge") || path.startsWith("/images/{id}")) continue;
          const name = path.split("/")[1] ?? "";
          // Names of terms are unique.
          const rename = name.match(/^(categories|tags)$/) && path.includes("by-external-id");
          const { external_ids: ids, ...example } = requestBody.content["application/json"].example;
          expect(example, `${method} ${path}`).to.be.an("object");
          // No two records have the same external id.
          const json = {
            ...example,
            ...(rename && { name: `Name ${count}` }),
            ...(ids !== undefined && { external_ids: [{ source: "crm", id: `${count}` }] }),
          };
          const target = path.includes("{") ? await findTarget(name) : { id: 0, slug: "" };
          const { status, text, body } = await calendar.send(
            method.toUpperCase(),
            path
              .replace("{id}", String(target.id))
              .replace("{slug}", String(target.slug))
              .replace("{source}/{external_id}", `crm/put-${count}`)
              .replace("{revision}", await revisionOf(path, target.id))
              // Some examples contain members that only a change of all occurrences accepts.
              .replace("{recurrence_id}", "2031-05-16T20:30:00?scope=all"),
            { as: "administrator", json },
          );
          const isNew =
            (path.includes("by-external-id") || !path.includes("{")) &&
            path !== "/batch" &&
            path !== "/events/bulk" &&
            path !== "/me/preferences";
          expect(status, `${method} ${path} ${text.slice(0, 300)}`).to.equal(isNew ? 201 : 200);
          // Names of terms are unique. The created term is deleted, so that the next example can use its
          // name.
          if (path === "/categories" || path === "/tags") {
            await calendar.send("DELETE", `${path}/${body.id}`, { as: "administrator" });
          }
          count += 1;
        }
      }
      expect(count).to.equal(46);
    });

    /** Changes the record if the path contains the number of a version, and returns that number. */
    const revisionOf = async (path: string, id: number): Promise<string> => {
      if (!path.includes("{revision}")) return "";
      const [name = ""] = path.slice(1).split("/");
      const as = "administrator";
      await calendar.send("PATCH", `/${name}/${id}`, { as, json: { description: "Changed." } });
      const { body } = await calendar.get(`/${name}/${id}/revisions`, { as });
      return String(body.revisions[0].revision);
    };

    const findTarget = async (name: string): Promise<{ readonly id: number; readonly slug: string }> => {
      // The example makes the event recur. Without `include`, a list may begin with other records.
      const include = name === "events" ? `&include=${RECORD_IDS.event}` : "";
      const { body } = await calendar.get(`/${name}?hide_empty=false&per_page=1${include}`);
      return body[name][0];
    };

    describe("an answer is refused that", () => {
      let listed: Exchange;
      before(async () => {
        const { status, headers, body } = await calendar.get("/tags?hide_empty=false");
        listed = { method: "GET", path: "/tags", isSelection: false, status, headers, body };
      });
      const check = (changed: Partial<Exchange>) => (): void => checkBy(document)({ ...listed, ...changed });
      const first = () => (listed.body as { readonly tags: readonly object[] }).tags[0];

      it("none other than", () => {
        expect(check({})).to.not.throw();
        expect(first()).to.be.an("object");
      });
      it("has a member that is not documented", () => {
        const tags = [{ ...first(), colour: "red" }];
        expect(check({ body: { ...(listed.body as object), tags } })).to.throw(/additional properties/);
      });
      it("lacks a member", () => {
        expect(check({ body: { tags: [] } })).to.throw(/required property/);
      });
      it("has a status that is not documented", () => {
        expect(check({ status: 418 })).to.throw(/GET \/tags: 418 is not documented/);
      });
      it("has a header that is not documented", () => {
        expect(check({ headers: { link: "<x>", location: "x" } })).to.throw(/with Location/);
      });
      it("has a code that this operation does not have", () => {
        const body = { code: "event-is-in-trash", message: "", data: { status: 400 } };
        expect(check({ status: 400, body })).to.throw(/the code event-is-in-trash is not documented/);
        expect(check({ status: 400, body: { ...body, code: "rest_invalid_json" } })).to.not.throw();
      });
    });
  });
}
