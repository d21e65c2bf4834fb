import { expect } from "chai";
import { firstStore } from "../stores.ts";
import { MINIMUM } from "./declared-operations.ts";
import { expectSound, type HostileServer, openHostileServer } from "./hostile-server.ts";

const fill = (piece: string, length: number): string => piece.repeat(Math.floor(length / piece.length));

/** Maximum number of HTML tags that a request may contain. */
const MAX_TAGS = 20_000;

/** Repeats a piece of text up to the length, but at most until the maximum number of tags. */
const fillWithin = (piece: string, length: number): string => {
  const tags = piece.split("<").length - 1;
  return tags === 0
    ? fill(piece, length)
    : piece.repeat(Math.min(length / piece.length, MAX_TAGS / tags / 2));
};

/** Texts for which simple parsers of HTML, white space or entities scan the text again and again. */
const PIECES: readonly string[] = [
  ...[
    "<",
    '<a href="',
    "<b><p>",
    "<ul><li>",
    "<blockquote>",
    "<!--",
    "<script>",
    "<br>\n",
    "<x y=",
    "<b>",
    "<b></i>",
    "<b class=a>",
    "<p></p>",
    "<li>",
    "<svg>",
    '<img srcset="a b, ',
    '<img srcset="a 1x, a 2y">',
    "&#",
    "\n",
  ],
  ...["\u00a0", '"', "<!---->", " a=1", "e\u0301", "\ufdfa", "😀", "%3", "-", "1-", ","],
];

/** Texts for which a parser of English dates tries very many combinations. */
const WORDS: readonly string[] = [
  ...[
    "couple of day ",
    "day couple of ",
    "a monday ",
    "jan 1 next ",
    "2 weeks a jan - ",
    "next ",
    "+1 day ",
    "1 ",
  ],
  ...["the ", "in ", "to ", "12:", "utc+", "t", "1/", "\u0301"],
];

/**
 * Users for the requests. The cost of texts is limited per user, and on a fast machine one user would reach
 * the limit.
 */
const WRITERS = ["contributor", "author", "other"] as const;
const CATEGORIZERS = ["editor", "administrator"] as const;

/**
 * Time limit in milliseconds. A regular expression with backtracking takes minutes for 100,000 characters.
 * All others take a fraction of a second.
 */
const LIMIT_MS = 10_000;

for (const store of firstStore) {
  describe(`texts that take long to read, on ${store.name}`, function () {
    this.timeout(LIMIT_MS);
    let server: HostileServer;
    let count = 0;

    const open = async (): Promise<void> => {
      server = await openHostileServer(store);
    };
    before(open);
    after(() => server.close());

    const name = (): string => {
      count += 1;
      return `Slow ${count}`;
    };

    for (const [index, piece] of PIECES.entries()) {
      const writer = WRITERS[index % WRITERS.length] ?? "author";
      const categorizer = CATEGORIZERS[index % CATEGORIZERS.length] ?? "editor";
      it(`do not, made of ${JSON.stringify(piece)}`, async () => {
        const long = fillWithin(piece, 99_000);
        const short = fill(piece, 1_000);
        const event = await server.post("/events", {
          as: writer,
          json: {
            ...MINIMUM.events,
            title: name(),
            description: `${long}x`,
            excerpt: short.slice(0, 900),
            cost: short,
          },
        });
        const venue = await server.post("/venues", {
          as: writer,
          json: {
            venue: `${name()}${short.slice(0, 500)}`,
            address: `x${long}`.slice(0, 100_000),
            phone: short,
          },
        });
        const term = await server.post("/categories", {
          as: categorizer,
          json: { name: `${name()}${short.slice(0, 500)}`, description: long, slug: short },
        });
        for (const answer of [event, venue, term]) expectSound(answer);
        expect(event.status, event.text.slice(0, 500)).to.equal(201);
        const id = event.body.id ?? 0;
        expectSound(await server.get(`/events/${id}`, { as: "editor" }));
        for (const path of ["events", "venues", "organizers", "tags"]) {
          expectSound(await server.get(`/${path}?search=${encodeURIComponent(fill(piece, 190))}`));
        }
        expectSound(await server.get(`/venues/by-slug/${encodeURIComponent(short).slice(0, 8_000)}`));
      });
    }

    describe("inside an attribute", () => {
      // A new server is needed, because the cost of texts is limited per user and minute.
      before(async () => {
        await server.close();
        await open();
      });
      for (const [name, opening, closing] of [
        ["commas of pictures", '<img srcset="a', 'b,">'],
        ["commas and blanks of pictures", '<img srcset="a, ', '">'],
        ["blanks of an address", '<a href="', 'x">'],
        ["words of a link", '<a target="_blank" rel="', '">'],
      ] as const) {
        it(`do not, made of ${name}`, async () => {
          for (const [index, piece] of [",", ", ", "a ", " ", "<!---->", "&amp;", "\n"].entries()) {
            const description = opening + fill(piece, 95_000 / (piece.includes("<") ? 3 : 1)) + closing;
            const answer = await server.post("/events", {
              as: WRITERS[index % WRITERS.length] ?? "author",
              json: { ...MINIMUM.events, title: name, description },
            });
            expect(answer.status, answer.text.slice(0, 500)).to.equal(201);
          }
        });
      }
    });

    it("are refused with more tags than a request may hold, in all of its texts", async () => {
      const text = "<b>".repeat(31_000);
      const organizer = Array.from({ length: 9 }, (_, index) => ({
        organizer: `O${index}`,
        description: text,
      }));
      const many = await server.post("/events", {
        as: "contributor",
        json: { ...MINIMUM.events, organizer },
      });
      expect([many.status, Object.keys(many.body.data.params)]).to.deep.equal([400, ["organizer"]]);
      const [description, excerpt] = [text.slice(0, MAX_TAGS * 3), "<b>"];
      const over = { ...MINIMUM.events, description, excerpt };
      const refused = await server.post("/events", { as: "contributor", json: over });
      expect([refused.status, refused.body.data.params]).to.deep.equal([
        400,
        { excerpt: "Has too much markup: all texts of a request together may have 20000 tags." },
      ]);
      const taken = await server.post("/events", { as: "contributor", json: { ...over, excerpt: "b" } });
      expect(taken.status).to.equal(201);
    });

    it("do not as dates, however many", async () => {
      for (const word of WORDS) {
        const date = fill(word, 199);
        const organizer = Array.from({ length: 200 }, () => ({ organizer: "O", date, date_utc: date }));
        const dates = { start_date: date, end_date: date, date, date_utc: date };
        expectSound(await server.post("/events", { json: { title: "T", ...dates, organizer } }));
        const query = [
          "start_date",
          "end_date",
          "starts_before",
          "starts_after",
          "ends_before",
          "ends_after",
        ];
        const asked = query.map((one) => `${one}=${encodeURIComponent(date)}`).join("&");
        expectSound(await server.get(`/events?${asked}`));
      }
    });
  });
}
