import { type Coordinates, foldText } from "@kalends/core/plugin";
import { parse } from "csv-parse/sync";
import { type CreateGeocoder, toPlace } from "./geocoder.ts";
import type { VenueAddress } from "./venue-address.ts";

const COLUMNS = ["address", "zip", "city", "state", "country"] as const;

type Texts = Readonly<Partial<Record<(typeof COLUMNS)[number], string>>>;

/** Parsed CSV file of places. `places` maps the key of each row (`toKey`) to its coordinates. */
interface Gazetteer {
  /**
   * Lists of address columns, one for each combination of columns that a row of the file fills. Longer lists
   * come first, because they match more precisely.
   */
  readonly shapes: readonly (readonly (keyof Texts)[])[];
  readonly places: ReadonlyMap<string, Coordinates>;
}

/**
 * Creates a geocoder that looks up addresses in a CSV file. Its columns are `lat`, `lng` and any of
 * `address`, `zip`, `city`, `state` and `country`. A row matches a venue if all address columns that the row
 * fills equal those of the venue. The comparison ignores case and accents. If several rows match, the row
 * with the most filled columns is used.
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
          // Clears the failed read, so that the next call reads the file again.
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
    // If two rows have the same address, the first row is used.
    if (!places.has(key)) places.set(key, place);
  }
  return { shapes: [...shapes.values()].sort((one, other) => other.length - one.length), places };
};
