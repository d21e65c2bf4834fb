import { isObject } from "@kalends/core";
import { ImportError } from "../import-error.ts";
import { createSourceRecord, readOr, type SourceRecord } from "../records/source-record.ts";
import type { Portion } from "../source/source.ts";
import { addressOf } from "./addresses.ts";
import { createIdSet } from "./number-sets.ts";
import type { RetryingClient } from "./retrying-client.ts";

/** Members of an event with embedded records that may have images. */
const EMBEDDED = ["venue", "organizer"] as const;
/** Maximum number of images in one request. */
const LENGTH = 100;

/**
 * Returns a function that fills in missing alt texts of images from the media API of WordPress. Each image is
 * requested once; the images of a portion share requests. After one request that the server refuses or does
 * not answer, the function sends no more.
 * Source: rules/choices.md#import-alt-texts.
 */
export const createAltTexts = (
  root: URL,
  client: RetryingClient,
): ((portions: AsyncIterable<Portion>) => AsyncGenerator<Portion, void, undefined>) => {
  const requested = createIdSet();
  let isClosed = false;

  const requestAlts = async (ids: readonly number[], alts: Map<number, string>): Promise<void> => {
    const parameters = { include: ids.join(","), per_page: String(LENGTH), _fields: "id,alt_text" };
    try {
      const { status, json } = await client.anything(addressOf(root, "wp/v2/media", parameters));
      if (status !== 200 || !Array.isArray(json)) isClosed = true;
      else
        for (const media of json.filter(isObject))
          if (typeof media.alt_text === "string" && media.alt_text !== "")
            alts.set(Number(media.id), media.alt_text);
    } catch (error) {
      // If the server does not respond, import the records without alt texts.
      if (!(error instanceof ImportError)) throw error;
      isClosed = true;
    }
  };

  const altsOf = async (ids: ReadonlySet<number>): Promise<ReadonlyMap<number, string>> => {
    const due = [...ids].filter((id) => !requested.has(id));
    const alts = new Map<number, string>();
    for (let begin = 0; begin < due.length && !isClosed; begin += LENGTH) {
      const some = due.slice(begin, begin + LENGTH);
      for (const id of some) requested.add(id);
      await requestAlts(some, alts);
    }
    return alts;
  };

  return async function* (portions) {
    for await (const portion of portions) {
      const lacking = portion.records.map(({ record }) => (isClosed ? [] : imagesWithoutAlt(record)));
      const alts = await altsOf(new Set(lacking.flat()));
      const records = portion.records.map((found, index) =>
        lacking[index]?.some((id) => alts.has(id))
          ? { ...found, record: createSourceRecord(withAlts(JSON.parse(found.record.json()), alts)) }
          : found,
      );
      yield { ...portion, records };
    }
  };
};

/**
 * Returns the ids of images without an alt text in a record. Unreadable members are skipped, because the
 * import of the record reports them.
 */
const imagesWithoutAlt = (record: SourceRecord): readonly number[] => {
  const shown = EMBEDDED.flatMap((name) => readOr([], () => record.objects(name)));
  return [record, ...shown].flatMap((one) => {
    const image = readOr(undefined, () => one.object("image"));
    const id =
      image === undefined || image.names().includes("alt") ? 0 : readOr(0, () => image.idOrZero("id"));
    return id > 0 ? [id] : [];
  });
};

const withAlts = (
  members: Readonly<Record<string, unknown>>,
  alts: ReadonlyMap<number, string>,
): Readonly<Record<string, unknown>> => {
  const { image } = members;
  const alt = isObject(image) && !("alt" in image) ? alts.get(Number(image.id)) : undefined;
  const withAltTexts = (value: unknown): unknown => (isObject(value) ? withAlts(value, alts) : value);
  const embedded = EMBEDDED.filter((name) => name in members).map((name) => {
    const value = members[name];
    return [name, Array.isArray(value) ? value.map(withAltTexts) : withAltTexts(value)] as const;
  });
  return {
    ...members,
    ...(isObject(image) && alt !== undefined && { image: { ...image, alt } }),
    ...Object.fromEntries(embedded),
  };
};
