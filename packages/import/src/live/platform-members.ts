import { isObject } from "@kalends/core";
import { numberOf } from "../records/source-record.ts";
import type { WxrElement } from "../wxr/wxr-elements.ts";
import { toEvent, toOrganizer, toVenue, type WxrReading } from "../wxr/wxr-records.ts";
import type { PostList } from "./platform-posts.ts";

type Members = Readonly<Record<string, unknown>>;

const READERS = { events: toEvent, venues: toVenue, organizers: toOrganizer } as const;

/** Members that records of `wp/v2` lack and that lists of the calendar API show. */
const OMITTED: readonly string[] = [
  ...["hide_from_listings", "sticky", "featured", "image", "custom_fields", "post_parent"],
];

/**
 * Converts a `wp/v2` post (context `edit`) to the members that lists of the calendar API show. Members that
 * `wp/v2` omits stay absent.
 */
export const toPlatformMembers = (list: PostList, post: Members, origin: string): Members => {
  const reading: WxrReading = {
    survey: {
      ...{
        origin,
        site: origin,
        decimalMark: ".",
        authors: new Map(),
        images: new Map(),
        attached: new Map(),
      },
      terms: { categories: new Map(), tags: new Map() },
      counts: { venues: 0, organizers: 0, events: 0 },
    },
    // The text from `wp/v2` is already HTML.
    toHtml: (text) => text,
    timezone: "UTC",
  };
  const { members } = READERS[list](toElement(post), numberOf(post.id), reading);
  const shown = Object.entries(members).filter(([name]) => !OMITTED.includes(name));
  return {
    ...Object.fromEntries(shown),
    author: String(numberOf(post.author)),
    ...(list === "events" && { categories: references(post.tribe_events_cat), tags: references(post.tags) }),
  };
};

/** Returns terms with only the member `id`. */
const references = (ids: unknown): readonly Members[] =>
  (Array.isArray(ids) ? ids : []).map(numberOf).flatMap((id) => (id > 0 ? [{ id }] : []));

const textIn = (value: unknown, ...names: readonly string[]): string => {
  const texts = isObject(value) ? names.map((name) => value[name]) : [value];
  return texts.find((text): text is string => typeof text === "string") ?? "";
};

/** Converts a date such as `2031-05-06T19:00:00` to the format of a WordPress export. */
const toDate = (value: unknown): string => textIn(value).replace("T", " ");

const toMeta = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.map(String);
  if (value === undefined || value === null) return [];
  return [value === true ? "1" : value === false ? "" : String(value)];
};

/** Converts a `wp/v2` post to the form of an element in a WordPress export. */
const toElement = (post: Members): WxrElement => {
  const meta = isObject(post.meta) ? post.meta : {};
  const texts: Readonly<Record<string, string>> = {
    title: textIn(post.title, "rendered", "raw"),
    link: textIn(post.link),
    "content:encoded": textIn(post.content, "rendered").trim(),
    "excerpt:encoded": textIn(post.excerpt, "raw") === "" ? "" : textIn(post.excerpt, "rendered").trim(),
    "wp:status": textIn(post.status),
    "wp:post_password": textIn(post.password),
    "wp:post_name": textIn(post.slug),
    "wp:post_date": toDate(post.date),
    "wp:post_date_gmt": toDate(post.date_gmt),
    "wp:post_modified": toDate(post.modified),
    "wp:post_modified_gmt": toDate(post.modified_gmt),
  };
  return {
    ...{ name: "item", place: "", terms: [], metaKeys: Object.keys(meta) },
    text: (name) => (Object.hasOwn(texts, name) ? (texts[name] ?? "") : ""),
    meta: (key) => (Object.hasOwn(meta, key) ? toMeta(meta[key]) : []),
  };
};

/**
 * Converts an image of `wp/v2/media` to the form that lists of the calendar API show. Returns `undefined` if
 * the image has no valid URL.
 */
export const toPlatformImage = (media: Members): Members | undefined => {
  const url = textIn(media.source_url);
  if (url === "" || !URL.canParse(url)) return undefined;
  const details = isObject(media.media_details) ? media.media_details : {};
  const sizes = Object.entries(isObject(details.sizes) ? details.sizes : {}).flatMap(([name, size]) =>
    isObject(size) && name !== "full"
      ? [
          [
            name,
            { ...numbersIn(size), "mime-type": textIn(size.mime_type), url: textIn(size.source_url) },
          ] as const,
        ]
      : [],
  );
  const alt = textIn(media.alt_text);
  return {
    ...{ id: numberOf(media.id), url, extension: /\.(\w{1,5})$/.exec(new URL(url).pathname)?.[1] ?? "" },
    ...numbersIn(details),
    ...(sizes.length > 0 && { sizes: Object.fromEntries(sizes) }),
    ...(alt !== "" && { alt }),
  };
};

const numbersIn = (value: Members): Members =>
  Object.fromEntries(
    ["width", "height", "filesize"].flatMap((name) => {
      const number = numberOf(value[name]);
      return number > 0 ? [[name, number] as const] : [];
    }),
  );
