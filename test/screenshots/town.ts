import type { StartedCalendar } from "../http/start-calendar.ts";
import { drawPoster, type Scene } from "./posters.ts";

/** Time of the clock: Wednesday, 12 May 2027, 8:30. */
export const NOW: number = Date.UTC(2027, 4, 12, 8, 30);

interface TownEvent {
  readonly title: string;
  /** Day in May 2027 and time, such as `08 10:00`. */
  readonly start: string;
  readonly end: string;
  readonly venue: keyof typeof VENUES;
  readonly category: string;
  readonly [field: string]: unknown;
}

const VENUES = {
  pier: { venue: "Old Pier", address: "Harbour Street 12", description: "<p>Wooden planks since 1904.</p>" },
  hall: { venue: "Town Hall", address: "Market Square 1" },
  square: { venue: "Market Square", address: "Market Square" },
  library: { venue: "City Library", address: "Mill Lane 4" },
  museum: { venue: "Maritime Museum", address: "Quay 7" },
  school: { venue: "Adult Education Centre", address: "Garden Road 20" },
} as const;

const JAZZ = `<p>Six musicians, one pier and the last light of the day. The Harbour Sextet plays standards and its own pieces, with the boats behind the stage and the town in front of it.</p>
<h3>Good to know</h3>
<ul><li>Doors open at 18:30; the bar serves until 22:00.</li><li>Bring a blanket: seats are on the planks.</li><li>If it rains, the concert takes place in the Town Hall.</li></ul>`;

const EVENTS: readonly TownEvent[] = [
  {
    ...{ title: "Farmers' Market", start: "01 08:00", end: "01 13:00", venue: "square", category: "Markets" },
    recurrence: { rules: ["FREQ=WEEKLY;BYDAY=SA;COUNT=9"] },
    excerpt: "Vegetables, bread, cheese and flowers from the region.",
    scene: "market",
  },
  {
    ...{ title: "Story Hour", start: "06 15:30", end: "06 16:30", venue: "library", category: "Families" },
    recurrence: { rules: ["FREQ=WEEKLY;BYDAY=TH;COUNT=5"] },
    excerpt: "Picture books read aloud, for children from four to eight.",
  },
  {
    ...{
      title: "Pottery for Beginners",
      start: "04 18:30",
      end: "04 21:00",
      venue: "school",
      category: "Courses",
    },
    recurrence: { rules: ["FREQ=WEEKLY;BYDAY=TU;COUNT=5"] },
    cost: "15",
    excerpt: "Throwing, trimming and glazing. Clay and tools are included.",
  },
  { title: "Open Choir Rehearsal", start: "03 19:00", end: "03 21:00", venue: "hall", category: "Concerts" },
  {
    title: "Tide Pools and Their Inhabitants",
    start: "05 18:00",
    end: "05 19:30",
    venue: "museum",
    category: "Lectures",
  },
  { title: "Brass on the Square", start: "09 11:00", end: "09 12:30", venue: "square", category: "Concerts" },
  {
    title: "First Steps in Coding",
    start: "10 18:00",
    end: "10 20:00",
    venue: "library",
    category: "Courses",
    cost: "8",
  },
  {
    ...{
      title: "Harbour Jazz Night",
      start: "14 19:30",
      end: "14 22:30",
      venue: "pier",
      category: "Concerts",
    },
    ...{ cost: "12", featured: true, scene: "harbour", description: JAZZ },
    excerpt: "Six musicians, one pier and the last light of the day.",
  },
  {
    ...{
      title: "Reading the Weather at Sea",
      start: "13 19:00",
      end: "13 20:30",
      venue: "museum",
      category: "Lectures",
    },
    excerpt: "What clouds, swell and a barometer say about the next twelve hours.",
  },
  {
    ...{
      title: "Night at the Museum",
      start: "12 19:30",
      end: "12 22:30",
      venue: "museum",
      category: "Families",
    },
    ...{ cost: "5", scene: "museum" },
    excerpt: "Lanterns, sea shanties and a look into the workshop.",
  },
  { title: "Repair Café", start: "16 14:00", end: "16 17:00", venue: "school", category: "Courses" },
  {
    title: "String Quartet at Noon",
    start: "19 12:15",
    end: "19 13:00",
    venue: "hall",
    category: "Concerts",
  },
  { title: "Bees in the City", start: "20 18:30", end: "20 20:00", venue: "library", category: "Lectures" },
  {
    ...{ title: "Harbour Festival", start: "21 00:00", end: "23 23:59", venue: "pier", category: "Families" },
    ...{ all_day: true, featured: true },
    excerpt: "Three days of boats, music and food along the quay.",
  },
  { title: "Flea Market", start: "23 09:00", end: "23 16:00", venue: "square", category: "Markets" },
  { title: "First Aid Refresher", start: "26 17:00", end: "26 20:00", venue: "school", category: "Courses" },
  {
    ...{
      title: "Open-air Cinema",
      start: "28 21:30",
      end: "28 23:45",
      venue: "square",
      category: "Families",
    },
    cost: "6",
  },
  { title: "Organ and Trumpet", start: "30 17:00", end: "30 18:15", venue: "hall", category: "Concerts" },
];

const ALTERNATIVE_TEXTS: Readonly<Record<Scene, string>> = {
  harbour: "Sailing boats in the harbour at sunset",
  market: "Market stalls with fruit in front of old houses",
  museum: "The museum with lit windows at night",
};

const onDay = (text: string): string => `2027-05-${text}:00`;

/** Creates the events of one month in a small town. */
export const fillTown = async (calendar: StartedCalendar): Promise<void> => {
  const as = "administrator";
  const create = async (path: string, sent: object): Promise<number> => {
    const { status, body } = await calendar.post(path, { as, ...sent });
    if (status !== 201) throw new Error(`POST ${path} returned ${status}: ${JSON.stringify(body)}`);
    return body.id;
  };
  const venues = new Map<string, number>();
  for (const [name, venue] of Object.entries(VENUES)) {
    const place = { city: "Seaton", country: "United Kingdom", show_map: false, show_map_link: false };
    venues.set(name, await create("/venues", { json: { ...venue, ...place } }));
  }
  const organizer = await create("/organizers", { json: { organizer: "Seaton Culture Office" } });
  const images = new Map<string, number>();
  for (const [scene, text] of Object.entries(ALTERNATIVE_TEXTS)) {
    const form = new FormData();
    const bytes = new Uint8Array(await drawPoster(scene as Scene));
    form.set("file", new Blob([bytes], { type: "image/webp" }), `${scene}.webp`);
    form.set("alt", text);
    images.set(scene, await create("/images", { multipart: form }));
  }
  for (const { start, end, venue, category, scene, ...fields } of EVENTS) {
    const image = images.get(String(scene));
    await create("/events", {
      json: {
        ...fields,
        ...{ start_date: onDay(start), end_date: onDay(end), status: "publish" },
        ...{ venue: venues.get(venue), organizer, categories: [category] },
        ...(image !== undefined && { image: String(image) }),
      },
    });
  }
};
