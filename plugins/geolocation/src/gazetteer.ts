import { type Coordinates, foldText } from "@kalends/core/plugin";
import { parse } from "csv-parse/sync";
import { type CreateGeocoder, toPlace } from "./geocoder.ts";
import type { VenueAddress } from "./venue-address.ts";

const COLUMNS = ["address", "zip", "city", "state", "country"] as const;

type Texts = Readonly<Partial<Record<(typeof COLUMNS)[number], string>>>;

/** Places by the address columns of their entries. */
interface Gazetteer {
  /** Sets of columns that entries fill, those with more columns first. */
  readonly shapes: readonly (readonly (keyof Texts)[])[];
  readonly places: ReadonlyMap<string, Coordinates>;
}

/**
 * Creates a geocoder that looks addresses up in a CSV file. Its columns are `lat`, `lng` and any of
 * `address`, `zip`, `city`, `state`, `country`. An entry matches a venue if all its filled columns agree,
 * ignoring case and accents. The match with the most columns wins.
 */
export const createGazetteer =
  (path: string): CreateGeocoder =>
  ({ readFile }) => {
    let reading: Promise<Gazetteer> | undefined;
    return {
      perSecond: 500,
      async find(address) {
        reading ??= readFile(path).then((text) => readGazetteer(text, path));
        try {
          return findPlace(await reading, address);
        } catch (error) {
          // The next call reads the file again, because it may exist by then.
          reading = undefined;
          throw error;
        }
      },
    };
  };

const toKey = (texts: Texts, shape: readonly (keyof Texts)[]): string =>
  JSON.stringify(shape.map((column) => [column, foldText((texts[column] ?? "").trim())]));

const findPlace = ({ shapes, places }: Gazetteer, address: VenueAddress): Coordinates | undefined =>
  shapes.map((shape) => places.get(toKey(address, shape))).find((place) => place !== undefined);

const readGazetteer = (text: string, path: string): Gazetteer => {
  const rows = parse<Readonly<Record<string, string>>>(text, {
    bom: true,
    columns: (names: readonly string[]) => names.map((name) => name.trim().toLowerCase()),
    skip_empty_lines: true,
    trim: true,
  });
  const shapes = new Map<string, readonly (keyof Texts)[]>();
  const places = new Map<string, Coordinates>();
  for (const [index, row] of rows.entries()) {
    const shape = COLUMNS.filter((column) => (row[column] ?? "") !== "");
    const place = toPlace(row.lat, row.lng);
    if (place === undefined || shape.length === 0)
      throw new Error(
        `Entry ${index + 1} of ${path} is incomplete. It needs lat, lng and at least one of ${COLUMNS.join(", ")}.`,
      );
    shapes.set(shape.join(), shape);
    const key = toKey(row, shape);
    // If two entries have the same key, the first one counts.
    if (!places.has(key)) places.set(key, place);
  }
  return { shapes: [...shapes.values()].sort((one, other) => other.length - one.length), places };
};
