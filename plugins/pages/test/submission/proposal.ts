import type { Page, Site } from "../start-site.ts";

export const FORM = "/events/submit/";

/** Small PNG image. */
export const PNG: Buffer = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** The same image with a location in its metadata. */
export const PHOTOGRAPH: Buffer = Buffer.concat([
  PNG.subarray(0, 33),
  Buffer.from("\0\0\0\x0etEXtPlace\0at home!", "latin1"),
  Buffer.from([0x18, 0x35, 0x07, 0xf0]),
  PNG.subarray(33),
]);

const FILLED = {
  ...{ title: "Street <i>party</i>", description: "Music & food\n\nFor all", start_date: "2031-06-01" },
  ...{
    start_time: "18:00",
    end_date: "",
    end_time: "22:00",
    venue: "Market square",
    organizer: "",
    cost: "",
  },
  ...{ website: "", sender: "Ann", mail: "Ann@Example.org", homepage: "" },
};

export const tokenOf = ({ text }: Page): string => /name="token" value="([^"]+)"/.exec(text)?.[1] ?? "";

/** Returns a filled form that was opened five seconds ago. */
export const filled = async (
  { get, clock }: Site,
  more: Readonly<Record<string, string | Blob>> = {},
): Promise<FormData> => {
  const token = tokenOf(await get(FORM));
  clock.time += 5000;
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...FILLED, token, ...more })) form.set(name, value);
  return form;
};
