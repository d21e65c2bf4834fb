import { aPicture } from "../../http/pictures.ts";
import { type HostileValue, VALUES } from "./hostile-parts.ts";
import type { Picking } from "./picking.ts";

/** File to upload. It is sent as a form part with the name `field`, or as the whole body. */
export interface HostileFile {
  readonly field: string;
  /** File name in the header, already escaped for quotes. */
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Generator of hostile files. Each call returns another file. */
export interface HostileFiles {
  image(field: string): HostileFile;
  calendar(): HostileFile;
}

const NAMES = ["x.png", "x.php", "..%2f..%2fx.png", "../../x.png", "", "x\\", "é\u0000.png", "a".repeat(500)];
const TYPES = ["image/png", "image/jpeg", "image/svg+xml", "text/html", "application/octet-stream", "x"];

/** Returns the header of a PNG with this width and height, followed by invalid data. */
const pngOf = (width: number, height: number): Buffer => {
  const head = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return Buffer.concat([head, size, Buffer.from("0802000000", "hex"), Buffer.alloc(64)]);
};

const imagesOf = async (): Promise<readonly Buffer[]> => {
  const [png, jpeg, webp] = await Promise.all([aPicture(), aPicture(9, 7, "jpeg"), aPicture(5, 5, "webp")]);
  const broken = Buffer.from(jpeg);
  broken.fill(255, Math.trunc(jpeg.length / 2));
  return [
    ...[png, png, png, jpeg, webp],
    ...[png, jpeg, webp].map((bytes) => bytes.subarray(0, bytes.length - 20)),
    ...[broken, Buffer.concat([png, Buffer.from("<script>alert(1)</script>")])],
    ...[pngOf(65_535, 65_535), pngOf(0, 0), pngOf(2 ** 31 - 1, 1)],
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><image href="file:///etc/passwd"/></svg>',
    ),
    Buffer.from("GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;<script>alert(1)</script>", "latin1"),
    ...[Buffer.alloc(0), Buffer.from("x"), Buffer.alloc(100_000, 0x89)],
  ];
};

const LINES: readonly string[] = [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  "PRODID:-//tests//EN",
  "BEGIN:VEVENT",
  "UID:1@site.invalid",
  "DTSTAMP:20310101T000000Z",
  "DTSTART;TZID=Europe/Rome:20310516T203000",
  "DTEND;TZID=Europe/Rome:20310516T230000",
  "SUMMARY:Night",
  "END:VEVENT",
  "END:VCALENDAR",
];

/** iCalendar properties into which hostile values are inserted. */
const PROPERTIES: readonly string[] = [
  ...[
    "DTSTART",
    "DTEND",
    "DURATION",
    "RRULE",
    "RDATE",
    "EXDATE",
    "EXRULE",
    "RECURRENCE-ID",
    "UID",
    "SEQUENCE",
  ],
  ...["DTSTART;VALUE=DATE", "DTSTART;TZID=", "RDATE;VALUE=PERIOD", "RECURRENCE-ID;RANGE=THISANDFUTURE"],
  ...[
    "SUMMARY",
    "DESCRIPTION",
    "LOCATION",
    "GEO",
    "URL",
    "ATTACH",
    "ORGANIZER",
    "CATEGORIES",
    "STATUS",
    "CLASS",
  ],
  ...[
    "LAST-MODIFIED",
    "RELATED-TO",
    "X-WR-TIMEZONE",
    "METHOD",
    "BEGIN",
    "END",
    "X-ALT-DESC;FMTTYPE=text/html",
  ],
];

const VALUES_OF_CALENDARS: readonly string[] = [
  "FREQ=DAILY",
  "FREQ=SECONDLY;BYSECOND=0,1,2;COUNT=99999",
  "FREQ=YEARLY;BYMONTHDAY=30;BYMONTH=2",
  "FREQ=DAILY;UNTIL=99991231T235959Z;INTERVAL=1;BYSETPOS=-366,366",
  "20310230T256199",
  "99991231T235959Z",
  "00000101",
  "20310516T203000/P99999999999D",
  "P1W2D",
  "-PT1S",
  "VCALENDAR",
  "VTIMEZONE",
  "999;999",
  'mailto:x"@y',
  "\\n\\,\\;\\\\\\N",
  "CID:x\r\n folded\r\n\tagain",
];

const textOf = (sent: HostileValue): string =>
  "raw" in sent ? sent.raw : typeof sent.value === "string" ? sent.value : String(JSON.stringify(sent.value));

export const createFiles = async ({ pick, chance, below }: Picking): Promise<HostileFiles> => {
  const images = await imagesOf();
  const calendarValue = (): string =>
    chance(0.5) ? pick(VALUES_OF_CALENDARS) : textOf(pick(VALUES)).slice(0, 5000);
  const changed = (lines: readonly string[]): readonly string[] => {
    const at = below(lines.length);
    const line = `${pick(PROPERTIES)}:${calendarValue()}`;
    if (chance(0.15)) return lines.toSpliced(at, 1);
    return chance(0.4) ? lines.toSpliced(at, 1, line) : lines.toSpliced(5 + below(5), 0, line);
  };
  return {
    image: (field) => ({ field, name: pick(NAMES), type: pick(TYPES), bytes: pick(images) }),
    calendar() {
      let lines: readonly string[] = LINES.map((line) => line.replace("UID:1", `UID:${below(50)}`));
      for (let changes = below(4); changes > 0; changes -= 1) lines = changed(lines);
      const bytes = Buffer.from(lines.join(chance(0.9) ? "\r\n" : "\n"));
      return { field: "file", name: "x.ics", type: "text/calendar", bytes };
    },
  };
};
