import { expect } from "chai";
import { findHarm } from "../harmless-html.ts";
import type { Body } from "../http/client.ts";
import { firstStore } from "../stores.ts";
import { MINIMUM } from "./declared-operations.ts";
import { ENCODED, SCRIPTS, textsOf } from "./harmful-texts.ts";
import { expectSound, type HostileServer, openHostileServer } from "./hostile-server.ts";

const expectHarmless = (body: Body): void => {
  for (const [path, text] of textsOf(body)) {
    expect(findHarm(text), `${path}: ${text}`).to.deep.equal([]);
  }
};

for (const store of firstStore) {
  describe(`texts that are stored to do harm, on ${store.name}`, () => {
    let server: HostileServer;
    let count = 0;

    before(async () => {
      server = await openHostileServer(store);
    });
    after(() => server.close());

    const venueOf = (text: string) => ({
      venue: `V${count} ${text}`,
      description: text,
      address: text,
      city: text,
      country: text,
      province: text,
      state: text,
      zip: text,
      phone: text,
      stateprovince: text,
    });
    const organizerOf = (text: string) => ({
      organizer: `O${count} ${text}`,
      description: text,
      phone: text,
      email: text,
    });

    for (const text of [...SCRIPTS, ...ENCODED]) {
      it(`come back harmless: ${JSON.stringify(text)}`, async () => {
        for (const as of ["administrator", "contributor"]) {
          count += 1;
          const answers = await Promise.all([
            server.post("/events", {
              as,
              json: {
                ...MINIMUM.events,
                title: `E${count} ${text}`,
                slug: text,
                description: text,
                excerpt: text,
                cost: [text, `5${text}`],
                website: `http://example.com/${text.replace(/\s/g, "")}`,
                categories: [`C${count} ${text}`],
                tags: [`T${count} ${text}`],
                venue: venueOf(text),
                organizer: [organizerOf(text)],
              },
            }),
            server.post("/categories", {
              as: "administrator",
              json: { name: `N${count} ${text}`, description: text, slug: `s${count}${text}` },
            }),
            server.post("/venues", {
              as,
              json: {
                ...venueOf(text),
                venue: `W${count}`,
                website: `http://example.com/?"${text.replace(/\s/g, "")}`,
              },
            }),
          ]);
          for (const answer of answers) {
            expectSound(answer);
            expect(answer.status, answer.text).to.equal(201);
            expectHarmless(answer.body);
          }
          const event = await server.get(`/events/${answers[0]?.body.id}`, { as });
          expect(event.status).to.equal(200);
          expectHarmless(event.body);
          // The structured data must not contain text that ends its script element.
          expect(JSON.stringify(event.body.json_ld)).not.to.match(/<\/script/i);
        }
      });
    }

    it("come back harmless after an update and inside a form, too", async () => {
      const text = '<a href="javascript&amp;#58;alert(1)">x</a>';
      const { body } = await server.post("/events", {
        as: "author",
        json: { ...MINIMUM.events, title: "Mine" },
      });
      const updated = await server.send("PATCH", `/events/${body.id}`, {
        as: "author",
        form: { title: text, excerpt: text, "venue[venue]": text, "organizer[0][organizer]": text },
      });
      expect(updated.status, updated.text).to.equal(200);
      expect(updated.body.title).to.include("x</a>");
      expectHarmless(updated.body);
    });

    it("do not leave the attribute of a page that a website is in", async () => {
      const website = "http://example.com/'onmouseover='alert(1)";
      for (const [path, minimum] of [
        ["/events", MINIMUM.events],
        ["/venues", MINIMUM.venues],
        ["/organizers", MINIMUM.organizers],
      ] as const) {
        const { body } = await server.post(path, { as: "administrator", json: { ...minimum, website } });
        expect(body.website).to.equal("http://example.com/%27onmouseover=%27alert(1)");
      }
    });

    for (const website of [
      "javascript:alert(1)",
      "JaVaScRiPt://a/%0aalert(1)",
      "data:text/html,x",
      "//a",
      "http://<b>/",
    ]) {
      it(`are no websites: ${website}`, async () => {
        for (const [path, minimum] of [
          ["/events", MINIMUM.events],
          ["/venues", MINIMUM.venues],
          ["/organizers", MINIMUM.organizers],
        ] as const) {
          const { body } = await server.post(path, { as: "administrator", json: { ...minimum, website } });
          expect(body.data.params).to.have.property("website");
        }
      });
    }

    it("stay what they are where they are text: formulas, line ends, directions", async () => {
      for (const title of [
        '=HYPERLINK("http://a","b")',
        "+1+cmd|' /C calc'!A0",
        "a\u2028b",
        "\u202ea\u202c",
        "a\u200bb",
      ]) {
        const { body, headers } = await server.post("/venues", {
          as: "administrator",
          json: { venue: title },
        });
        expect(body.venue).to.equal(title);
        expect(headers.location).to.match(
          /^http:\/\/127\.0\.0\.1:\d+\/wp-json\/tribe\/events\/v1\/venues\/\d+$/,
        );
        const found = await server.get(`/venues/${body.id}`);
        expect(found.body.venue).to.equal(title);
      }
    });

    it("cannot make two slugs of one, or one of two that only look alike", async () => {
      const post = (slug: string) =>
        server.post("/events", { as: "administrator", json: { ...MINIMUM.events, title: "Slug", slug } });
      const { body: latin } = await post("paypal");
      const { body: cyrillic } = await post("p\u0430ypal");
      const { body: composed } = await post("caf\u00e9");
      const { body: decomposed } = await post("cafe\u0301");
      expect(new Set([latin, cyrillic, composed, decomposed].map(({ slug }) => slug)).size).to.equal(4);
      expect(decomposed.slug).to.equal(`${composed.slug}-2`);
      expect((await server.get(`/events/by-slug/${cyrillic.slug}`)).body.id).to.equal(cyrillic.id);
      expect((await server.get("/events/by-slug/paypal")).body.id).to.equal(latin.id);
    });

    it("cannot take the slug that the trash gives, nor take one back from its new owner", async () => {
      const as = "administrator";
      const post = (slug: string) =>
        server.post("/events", { as, json: { ...MINIMUM.events, title: "Trash", slug } });
      const { body: squatter } = await post("bin__trashed");
      const { body: first } = await post("bin");
      const { body: gone } = await server.send("DELETE", `/events/${first.id}`, { as });
      const { body: second } = await post("bin");
      const { body: goneToo } = await server.send("DELETE", `/events/${second.id}`, { as });
      const { body: third } = await post("bin");
      const restored = await server.send("PATCH", `/events/${first.id}`, { as, json: { status: "publish" } });
      expect(restored.status).to.equal(200);
      const slugs = [squatter, gone, goneToo, third, restored.body].map(({ slug }) => slug);
      expect(third.slug).to.equal("bin");
      expect(new Set(slugs).size, slugs.join()).to.equal(5);
      expect((await server.get("/events/by-slug/bin__trashed")).body.id).to.equal(squatter.id);
    });

    it("are refused where they are too long, and kept whole where they just fit", async () => {
      const title = "😀".repeat(1_000);
      const json = { ...MINIMUM.events, title, description: "x".repeat(100_000) };
      const { status, body } = await server.post("/events", { as: "administrator", json });
      expect(status).to.equal(201);
      expect(body.title).to.equal(title);
      expect(body.slug.length).to.be.at.most(200);
      expect((await server.get(`/events/by-slug/${body.slug}`)).body.id).to.equal(body.id);
      const tooLong = await server.post("/events", {
        as: "administrator",
        json: { ...json, title: `${title}x` },
      });
      expect(tooLong.body.data.params).to.have.property("title");
    });
  });
}
