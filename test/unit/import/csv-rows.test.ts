import { expect } from "chai";
import { readCsv } from "./read-csv.ts";

const ONE = "Event Name,Event Start Date";

describe("rows of tables", () => {
  it("are records, by the column names of the reference in any case and spelling", async () => {
    const { events, venues, organizers, categories, tags, notes } = await readCsv(
      [
        "EVENT NAME;event_description;Event Excerpt;Event Start Date;Event Start Time;Event End Date;Event End Time;Timezone;All Day Event;Hide Event From Event Listings;Event Sticky in Month View;Feature Event;Event Venue Name;Event Organizer Name(s) or ID(s);Event Show Map Link;Event Show Map;Event Cost;Event Currency Symbol;Event Currency Position;Event Category;Event Tags;Event Website;Event Featured Image;Event Allow Comments;Event Allow Trackbacks and Pingbacks;Colour",
        `Concert & more;"<p>Two\r\nlines</p>";Short;2031-12-31;8:30 PM;2032-01-01;02:00;America/New_York;no;yes;TRUE;1;Main Hall;Ann, Bob;FALSE;0;10;$;prefix;Jazz, Live Music;a,b;https://a.example/?a=1&b=2;https://a.example/i.JPG?x=1;yes;no;red`,
      ].join("\r\n"),
    );
    const [event] = events;
    expect(event).to.include({
      title: "Concert &amp; more",
      description: "<p>Two\r\nlines</p>",
      excerpt: "Short",
      slug: "concert-more",
      status: "publish",
      start_date: "2031-12-31 20:30:00",
      end_date: "2032-01-01 02:00:00",
      utc_start_date: "2032-01-01 01:30:00",
      utc_end_date: "2032-01-01 07:00:00",
      timezone: "America/New_York",
      timezone_abbr: "EST",
      all_day: false,
      hide_from_listings: true,
      sticky: true,
      featured: true,
      show_map: false,
      show_map_link: false,
      cost: "",
      website: "https://a.example/?a=1&amp;b=2",
      place: "table.csv, line 2",
    });
    expect(event?.cost_details).to.deep.equal({
      values: ["10"],
      currency_symbol: "$",
      currency_position: "prefix",
    });
    expect(event?.image).to.include({ url: "https://a.example/i.JPG?x=1", extension: "JPG" });
    expect(event?.venue).to.deep.equal({ slug: "main-hall", venue: "Main Hall" });
    expect(venues).to.have.length(1);
    expect(organizers.map(({ organizer }) => organizer)).to.deep.equal(["Ann", "Bob"]);
    expect(categories.map(({ name }) => name)).to.deep.equal(["Jazz", "Live Music"]);
    expect(event?.categories).to.deep.equal(categories.map(({ place, ...category }) => category));
    expect(tags.map(({ slug }) => slug)).to.deep.equal(["a", "b"]);
    expect(notes).to.deep.equal(['table.csv: the column "Colour" is unknown and was skipped']);
  });

  it("have few lines for many columns that nobody knows", async () => {
    const unknown = Array.from({ length: 500 }, (_, index) => `Unknown ${index}`);
    const { notes } = await readCsv(`Event Name,Event Start Date,${unknown.join(",")}\nA,2031-05-01\n`);
    expect(notes).to.have.length(51);
    expect(notes.at(-1)).to.equal("table.csv: 450 more unknown columns were skipped");
  });

  it("have their times on the clock of the site, and whole days where they say so", async () => {
    const { events, failures } = await readCsv(
      [
        "Title,Start Date,Start Time,End Date,End Time,All Day",
        "a,05/06/2031,,,,",
        "b,05-06-2031,9am,,11:30,",
        "c,5.6.2031 20:00,,,,",
        "d,2031-03-30,02:30,,,",
        "e,2031-05-06,18:00,2031-05-05,,",
        "f,2031-05-06,18:00,2031-05-07,,x",
      ].join("\n"),
    );
    expect(failures).to.deep.equal([]);
    expect(events.map(({ start_date, end_date }) => `${start_date} ${end_date}`)).to.deep.equal([
      "2031-05-06 00:00:00 2031-05-06 00:00:00",
      "2031-06-05 09:00:00 2031-06-05 11:30:00",
      "2031-06-05 20:00:00 2031-06-05 20:00:00",
      "2031-03-30 03:30:00 2031-03-30 03:30:00",
      "2031-05-06 18:00:00 2031-05-06 18:00:00",
      "2031-05-06 00:00:00 2031-05-07 23:59:59",
    ]);
    expect(events[2]).to.include({ utc_start_date: "2031-06-05 18:00:00", timezone: "Europe/Berlin" });
  });

  it("that cannot be read are named by line and column, and the others are read", async () => {
    const { events, failures, leftOut } = await readCsv(
      [
        `${ONE},Start Time,Timezone,Website,Image,Featured,Author,Currency Position`,
        "first,2031-05-06",
        ",2031-05-06",
        `a,next \u001b[31m${"Friday".repeat(20)}`,
        "a,2031-02-30",
        "a,2031-05-06,25:00",
        '"a\r\nb",2031-05-06,,Mars/Base',
        "a,2031-05-06,,,,,perhaps",
        "a,2031-05-06,,,,,,Ann",
        "a,2031-05-06,,,,,,,constructor",
        "a,2031-05-06,,,,,,,,surplus",
        "",
        ",,,",
        'quo"ted,2031-05-06',
        'last,2031-05-06,"',
        "lost,2031-05-06",
      ].join("\r\n"),
    );
    expect(events.map(({ title, start_date: start }) => [title, start])).to.deep.equal([
      ["first", "2031-05-06 00:00:00"],
      ["", "2031-05-06 00:00:00"],
      ["a", null],
      ["a", null],
      ["a", "2031-05-06 00:00:00"],
      ["a\r\nb", "2031-05-06 00:00:00"],
      ["a", "2031-05-06 00:00:00"],
      ["a", "2031-05-06 00:00:00"],
      ["a", "2031-05-06 00:00:00"],
      ["quo&quot;ted", "2031-05-06 00:00:00"],
    ]);
    expect(leftOut.map((line) => line.replace(/; it is left out$/, ""))).to.deep.equal([
      'table.csv, line 4: the column "Event Start Date" is no date: next \ufffd[31m' +
        "Friday".repeat(20).slice(0, 90) +
        "…",
      'table.csv, line 5: the column "Event Start Date" is no date: 2031-02-30',
      'table.csv, line 6: the column "Start Time" is not a time of day: 25:00',
      'table.csv, line 7: the column "Timezone" is not a time zone: Mars/Base',
      'table.csv, line 9: the column "Featured" is neither yes nor no: perhaps',
      'table.csv, line 10: the column "Author" is not an author number: Ann',
      'table.csv, line 11: the column "Currency Position" is neither prefix nor suffix: constructor',
    ]);
    expect(failures).to.deep.equal([
      "table.csv, line 12: it has 10 cells, but the table has 9 columns: is a quote or a separator missing?",
      "table.csv, line 16: a quote here is never closed, or the row has more than 4 MiB: the rest of the file was not read",
    ]);
  });
});

describe("tables that belong together", () => {
  const VENUES = "Venue Name,Venue City,Venue Country,Venue State/Province,Venue Latitude,Venue Longitude";

  it("are linked by names, of which those that a table has may have commas", async () => {
    const { events, organizers, venues, failures, leftOut } = await readCsv({
      "events.csv": `${ONE},Venue,Organizers\nA,2031-05-06,MAIN  hall,"Smith, Jones, Ann, Smith, Jones"\nB,2031-05-07,Café,\n`,
      "people.csv": 'Organizer Name,Organizer Email\n"Smith, Jones",s@a.example\n',
      "venues.csv": `${VENUES}\nMain  Hall,Boston,United States,MA,42.3,-71.1\nCafé,Bern,Switzerland,BE,,\nNowhere,,,,95,1\n`,
    });
    expect(failures).to.deep.equal([]);
    expect(leftOut).to.deep.equal([
      'venues.csv, line 4: the column "Venue Latitude" is not a latitude; it is left out',
    ]);
    expect(events[0]?.venue.venue).to.equal("Main  Hall");
    expect(events[0]?.organizer.map(({ organizer }: { organizer: string }) => organizer)).to.deep.equal([
      "Smith, Jones",
      "Ann",
    ]);
    expect(organizers.map(({ organizer, email }) => [organizer, email])).to.deep.equal([
      ["Ann", undefined],
      ["Smith, Jones", "s@a.example"],
    ]);
    expect(venues.map(({ state, province, geo_lat }) => [state, province, geo_lat])).to.deep.equal([
      ["MA", "", 42.3],
      ["", "BE", ""],
      ["", "", undefined],
    ]);
  });

  it("name parents of categories by slug or name, also such as no row has", async () => {
    const { categories } = await readCsv({
      "categories.csv": "Category Name,Category Slug,Category Parent\nBebop,be,jazz-2\nJazz,jazz-2,Music\n",
    });
    const idOf = (name: string): number => categories.find((category) => category.name === name)?.id;
    expect(categories.map(({ name, parent }) => [name, parent])).to.deep.equal([
      ["Music", undefined],
      ["Bebop", idOf("Jazz")],
      ["Jazz", idOf("Music")],
    ]);
  });

  it("hold names against global ids and slugs where both are there", async () => {
    const { events, leftOut } = await readCsv({
      "events.csv": [
        `${ONE},Event Global ID,Event Venue Name,Event Venue Global ID,Event Tags,Event Tag Slugs`,
        'A,2031-05-06,a.example?id=7,Hall,a.example?id=3,"x, y","x,y-2"',
        "B,2031-05-06,a.example?id=8,Other,a.example?id=3,,",
        "C,2031-05-06,nonsense,,,,",
        "D,2031-05-06,,Unlisted,a.example?id=9,z,",
        "E,2031-05-06,,Hall,seven,,",
      ].join("\n"),
      "venues.csv": "Venue Name,Venue Global ID\nHall,a.example?id=2\nHall,a.example?id=3\n",
    });
    expect(events.map(({ title, id, venue }) => [title, id, venue?.id])).to.deep.equal([
      ["A", 7, 3],
      ["B", 8, undefined],
      ["C", undefined, undefined],
      ["D", undefined, 9],
      ["E", undefined, 2],
    ]);
    expect(events[0]?.tags.map(({ slug }: { slug: string }) => slug)).to.deep.equal(["x", "y-2"]);
    const field = 'the column "Event Venue Global ID"';
    expect(leftOut.map((line) => line.replace(/; it is left out$/, ""))).to.deep.equal([
      `events.csv, line 3: ${field} does not match the column of names: a.example?id=3`,
      'events.csv, line 4: the column "Event Global ID" is not a global id: nonsense',
      `events.csv, line 6: ${field} refers to a record that no table contains: seven`,
      `events.csv, line 6: ${field} does not match the column of names: seven`,
    ]);
  });
});

// rules/choices.md#csv-values
describe("an end before its start", () => {
  it("on the same day is one of the next day, with a note", async () => {
    const { events, leftOut } = await readCsv(
      [
        `${ONE},Start Time,End Date,End Time,All Day Event`,
        "A,2031-06-01,22:00,2031-06-01,02:00,",
        "B,2031-06-01,22:00,,02:00,",
        "C,2031-06-01,22:00,2031-05-31,23:00,",
        "D,2031-06-01,22:00,2031-06-01,02:00,yes",
      ].join("\n"),
    );
    expect(events.map(({ end_date: end }) => end)).to.deep.equal([
      "2031-06-02 02:00:00",
      "2031-06-02 02:00:00",
      "2031-06-01 22:00:00",
      "2031-06-01 23:59:59",
    ]);
    expect(leftOut).to.have.length(2);
    expect(leftOut[0]).to.contain("the end is moved to the next day");
  });
});
