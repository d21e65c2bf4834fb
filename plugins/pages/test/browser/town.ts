import { deflateSync } from "node:zlib";
import type { Json, Site } from "../start-site.ts";

const crcOf = (bytes: Uint8Array): number => {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
};

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crcOf(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

/** Creates an image of water below an evening sky. It has the dimensions of a photograph but a small file. */
const picture = (): Buffer => {
  const [width, height] = [1100, 620];
  const row = (y: number): Buffer => {
    const line = Buffer.alloc(1 + width * 3);
    const depth = y / height;
    for (let x = 0; x < width; x += 1) {
      const isWater = y > height * (0.62 + 0.01 * Math.sin(x / 90));
      const glow = Math.max(0, 1 - Math.hypot(x - 760, y - 330) / 480);
      const [red, green, blue] = isWater
        ? [30 + 60 * glow, 70 + 40 * glow, 110 + 30 * Math.sin(y / 6 + x / 200)]
        : [90 + 160 * depth + 60 * glow, 80 + 80 * depth + 40 * glow, 150 - 40 * depth];
      for (const [at, value] of [red, green, blue].entries()) line[1 + x * 3 + at] = Math.min(255, value);
    }
    return line;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(Array.from({ length: height }, (_, y) => row(y))))),
    chunk("IEND", new Uint8Array()),
  ]);
};

const DESCRIPTION = `<p>The harbour band plays from the old pier: two hours of jazz and blues, with the boats behind it and the town in front.</p>
<h2>Good to know</h2><ul><li>Bring a blanket; there are few chairs.</li><li>In bad weather it takes place in the <a href="https://hall.example/">town hall</a>.</li></ul>
<p>Food and drinks at the quay from 18:00. The last bus leaves at 23:40.</p>`;

/**
 * Creates the events of a town in May 2031. Returns the created records by the names that the tests use for
 * their pages.
 */
export const fillTown = async (site: Site): Promise<Readonly<Record<string, Json>>> => {
  const add = (json: object): Promise<Json> => site.send("POST", "/events", json);
  const form = new FormData();
  form.set("file", new Blob([picture()], { type: "image/png" }), "harbour.png");
  const image = await site.upload("/images", form);
  const venue = await site.send("POST", "/venues", {
    venue: "The old pier",
    description: "<p>Wooden planks since 1904, and the best sunsets of the town.</p>",
    ...{ address: "Harbour Street 12", city: "Seaton", zip: "12345", country: "Italy", phone: "+39 06 1234" },
    ...{
      geo_lat: 41.9,
      geo_lng: 12.5,
      website: "https://pier.example/",
      show_map_link: true,
      show_map: true,
    },
    image: String(image.id),
  });
  const organizer = await site.send("POST", "/organizers", {
    organizer: "Friends of the harbour",
    description: "<p>We bring music to the water.</p>",
    ...{ email: "hello@harbour.example", phone: "+39 06 5678", website: "https://harbour.example/" },
  });
  const concerts = await site.send("POST", "/categories", {
    name: "Concerts",
    description: "Music of all kinds.",
  });
  await site.send("POST", "/categories", { name: "Open air", parent: concerts.id });
  const tags = ["jazz", "outdoors"];
  const shared = { venue: venue.id, organizer: organizer.id, categories: [concerts.id], tags };
  const event = await add({
    ...{ title: "Harbour jazz night", description: DESCRIPTION, image: String(image.id), cost: "12 €" },
    ...{ start_date: "2031-05-09 20:00:00", end_date: "2031-05-09 23:00:00", show_map_link: true },
    ...{ website: "https://jazz.example/night", featured: true, ...shared },
  });
  const series = await add({
    ...{ title: "Farmers’ market", start_date: "2031-05-10 08:00:00", end_date: "2031-05-10 13:00:00" },
    ...{ description: "<p>Fruit, bread and cheese.</p>", recurrence: { rules: ["FREQ=WEEKLY;COUNT=12"] } },
    venue: venue.id,
  });
  const cancelled = await add({
    ...{ title: "Regatta", start_date: "2031-05-11 09:00:00", end_date: "2031-05-11 17:00:00", ...shared },
    ...{ event_status: "cancelled", status_reason: "A storm is coming.", description: "<p>Boats.</p>" },
  });
  const days = { start_date: "2031-05-06", end_date: "2031-05-08", all_day: true, cost: "Free" };
  await add({ title: "Book fair", ...days, description: "<p>Read.</p>" });
  const times = { start_date: "2031-05-06 18:00:00", end_date: "2031-05-06 19:30:00" };
  await add({ title: "Talk from Tokyo", ...times, timezone: "Asia/Tokyo", ...shared });
  return { event, series, cancelled, venue, organizer };
};
