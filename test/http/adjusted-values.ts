export const EVENT = { title: "Jazz", start_date: "2031-05-16 20:30:00", end_date: "2031-05-16 23:00:00" };

/** Request that creates a record, with the names of the parameters that are adjusted. */
export interface Case {
  /** Values to POST to `path`, in addition to the required values. `path` is `/events` by default. */
  readonly json: object;
  readonly path?: string;
  /** User who sends the request. Default `editor`. */
  readonly as?: string;
  /** Parameter names that the response header lists as adjusted. */
  readonly names: readonly string[];
}

const cleaned = "<p onclick='x()'>Hello</p>";

/** Requests with values that the calendar stores differently. Source: rules/interface.md#adjusted-values. */
export const ADJUSTED: Readonly<Record<string, Case>> = {
  "an end before the start": { json: { end_date: "2031-05-15 10:00" }, names: ["end_date"] },
  "days in the wrong order": {
    json: { start_date: "2031-05-16", end_date: "2031-05-15", all_day: true },
    names: ["end_date"],
  },
  "a date that does not exist": {
    json: { start_date: "2027-02-30", end_date: "2027-03-05" },
    names: ["start_date"],
  },
  "a time beyond the day": { json: { end_date: "2031-05-17 24:30" }, names: ["end_date"] },
  "a time that summer time skips": {
    json: { start_date: "2031-03-09 02:30", end_date: "2031-03-09 05:00" },
    names: ["start_date"],
  },
  "times of whole days": { json: { all_day: true }, names: ["start_date", "end_date"] },
  "a publication that does not exist": { json: { date: "31 June 2030" }, names: ["date"] },
  "HTML that is not kept": {
    json: { title: "<b onclick='x()'>Jazz</b>", description: cleaned, excerpt: "<script>x()</script>" },
    names: ["title", "description", "excerpt"],
  },
  "HTML that is partly kept": {
    json: {
      title: '<a href="javascript:x()">Jazz</a>',
      description: "a<br><!-- b -->",
      excerpt: "<p><a href='x' target='top'>c</a>",
    },
    names: ["title", "description", "excerpt"],
  },
  "a negative cost": { json: { cost: ["5", -3] }, names: ["cost"] },
  "a negative fraction": { json: { cost: "-.5" }, names: ["cost"] },
  "a negative cost behind the code of its currency": { json: { cost: "EUR -5" }, names: ["cost"] },
  "a second beyond the minute": { json: { end_date: "2031-05-17 20:30:60" }, names: ["end_date"] },
  "a cost with markup": { json: { cost: "<b>5</b>" }, names: ["cost"] },
  "an address with characters of no address": {
    json: { website: "https://a.example/{x}" },
    names: ["website"],
  },
  "unknown terms": { json: { categories: [4711, "Music"], tags: "4711" }, names: ["categories", "tags"] },
  "names of terms with markup": { json: { tags: ["<b>Loud</b> music"] }, names: ["tags"] },
  "a slug that is no slug": { json: { slug: "Hello World" }, names: ["slug"] },
  "a slug that is taken": { json: { slug: "taken" }, names: ["slug"] },
  "a status beyond the rights": { json: { status: "publish" }, as: "contributor", names: ["status"] },
  "a slug before the review": {
    json: { status: "pending", slug: "mine" },
    as: "contributor",
    names: ["slug"],
  },
  "a status that the date decides": {
    json: { status: "future", date: "2030-01-01 10:00" },
    names: ["status"],
  },
  "unknown members": {
    // rules/recurrence.md#recurrence-parameter
    json: { titel: "x", recurrence: {}, "a,b": 1 },
    names: ["titel", "recurrence", "a,b"],
  },
  "several venues": { json: { venue: [{ venue: "A" }, { venue: "B" }] }, names: ["venue"] },
  "fields of a venue and of organizers inside": {
    json: {
      venue: { venue: "New hall", phone: "<i>1</i>", show_map: "perhaps", adress: "Street 1" },
      organizer: [{ organizer: "Ann" }, { organizer: "<b onclick='x()'>Bob</b>", description: cleaned }],
    },
    names: [
      "venue[show_map]",
      "venue[phone]",
      "organizer[1][organizer]",
      "organizer[1][description]",
      "venue[adress]",
    ],
  },
  "changes of a venue that is named by its id": {
    json: { venue: { id: "2", venue: "Hall", city: "Genova", show_map: false, zip: "1", adress: "x" } },
    names: ["venue[city]", "venue[show_map]", "venue[adress]"],
  },
  "the position and the image of a venue that is named by its id": {
    json: { venue: { id: "2", geo_lat: 1, geo_lng: "2", image: "4711" } },
    names: ["venue[geo_lat]", "venue[geo_lng]", "venue[image]"],
  },
  "what a record that is reused keeps": {
    json: { venue: { venue: "HALL", status: "draft", city: "Genova" } },
    names: ["venue[status]", "venue[venue]"],
  },
  "what a record of somebody else keeps": {
    json: { venue: { venue: "Hall", city: "Naples", zip: "1", show_map: "no" } },
    as: "contributor",
    names: ["venue[city]", "venue[show_map]"],
  },
  "the status of a venue inside": {
    json: { venue: { venue: "Barn", status: "private" } },
    as: "contributor",
    names: ["venue[status]"],
  },
  "fields of a venue": {
    path: "/venues",
    json: {
      venue: "<b onclick='x()'>Barn</b>",
      address: "Street\n1",
      city: "%41",
      website: "https://a.example/`x",
      show_map_link: "x",
      timezone: "UTC",
    },
    names: ["show_map_link", "address", "city", "website", "venue", "timezone"],
  },
  "what a venue that is there keeps": {
    path: "/venues",
    json: { venue: "Hall", description: "", date: "2030-01-01 10:00:00" },
    names: ["date"],
  },
  "fields of an organizer": {
    path: "/organizers",
    json: { organizer: "Cleo", email: "<c@c.example>", status: "future", fax: "1" },
    names: ["email", "status", "fax"],
  },
  "fields of a category": {
    path: "/categories",
    json: { name: "<b>Loud</b>", description: cleaned, slug: "Loud!", color: "red" },
    names: ["name", "description", "slug", "color"],
  },
  "fields of a tag": { path: "/tags", json: { name: "Loud", slug: "taken" }, names: ["slug"] },
};

/** Requests with values that the calendar stores with the same meaning, however they are written. */
export const AS_SENT: Readonly<Record<string, Case>> = {
  "dates in other spellings": {
    json: { start_date: "16 May 2031 8:30pm", end_date: "2031-05-17T04:00:00Z", date: "2030-W05" },
    names: [],
  },
  "HTML in another spelling": {
    json: {
      title: "5 < 6 & <B>7</B>",
      description:
        "a<br>b<hr><p>c<p>d<ul><li>e<li>f</ul><img src='x.png' srcset='y.png, z.png 2x' alt=z><details open>g</details>",
      excerpt: '<a href="https://a.example/?a=1&b=2" target=_blank>5 > 4</a>',
      venue: { venue: "<B>Barn</B>", description: "a<br>b" },
    },
    names: [],
  },
  "what a venue that is named by its id has, in another spelling": {
    json: {
      venue: {
        id: 2,
        show_map: "yes",
        show_map_link: 1,
        date_utc: "2031-03-10T14:30",
        geo_lat: "",
        image: "",
      },
    },
    names: [],
  },
  "the end of a day": { json: { end_date: "2031-05-16 24:00" }, names: [] },
  "whole days": { json: { start_date: "2031-05-16", end_date: "2031-05-18", all_day: true }, names: [] },
  "blanks around texts and decomposed letters": {
    json: { title: " Cafe\u0301 ", description: " <p>A & B</p>\n", website: " https://a.example/ " },
    names: [],
  },
  "a slug in plain letters": { json: { slug: "日本" }, names: [] },
  "costs of every kind": {
    json: { cost: ["10 - 20", "5,- EUR", "A &amp; B", "Pay-what-you-want 5"] },
    names: [],
  },
  "what only steers the transport": { json: { _fields: "id", _wpnonce: "x", context: "edit" }, names: [] },
  "terms in their other names": { json: { categories: "taken, Taken", tags: ["", "Music"] }, names: [] },
  "the same details again": {
    json: { venue: { venue: "Hall", city: "Turin", show_map: "yes" } },
    as: "contributor",
    names: [],
  },
};
