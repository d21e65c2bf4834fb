import { type EventFormat, eventFormat, type PluginDeps } from "@kalends/core/plugin";
import { type IcalendarOptions, REFRESH_MINUTES } from "../../options.ts";
import { english } from "../../texts.ts";
import { disposition, feedSubject } from "../feed-names.ts";
import { writeAtom } from "./atom.ts";
import { type Entry, NEWEST, toEntries } from "./entry.ts";
import { writeJsonFeed } from "./json-feed.ts";
import { writeRss } from "./rss.ts";

/** Content of a news feed, independent of its format. */
export interface NewsFeed {
  /** Name of the feed as plain text. */
  readonly name: string;
  /** URL of the web page with the same content. */
  readonly page: string;
  /** URL of the feed itself. */
  readonly address: string;
  readonly language: string;
  readonly refreshMinutes: number;
  readonly entries: readonly Entry[];
}

const FORMS = [
  {
    extension: "atom",
    mediaType: "application/atom+xml",
    description: english("format.atom"),
    toText: writeAtom,
  },
  {
    extension: "rss",
    mediaType: "application/rss+xml",
    description: english("format.rss"),
    toText: writeRss,
  },
  {
    extension: "feed.json",
    mediaType: "application/feed+json",
    description: english("format.json_feed"),
    toText: writeJsonFeed,
  },
] as const;

/** Creates the response formats Atom, RSS and JSON Feed. They present the events that were published last. */
export const createNewsFormats = (options: IcalendarOptions, deps: PluginDeps): readonly EventFormat[] =>
  FORMS.map(({ toText, ...form }) =>
    eventFormat<Record<never, never>>({
      ...form,
      pure: true,
      parameters: {},
      order: { newest: NEWEST },
      headers: (_values, context) => ({
        "Content-Disposition": disposition(feedSubject(context, options, deps.toText).slug, form.extension),
      }),
      async *write(events, _values, context) {
        const { name, page } = feedSubject(context, options, deps.toText);
        const { language } = context.present;
        const { refreshMinutes = REFRESH_MINUTES } = options;
        const entries = await toEntries(events, context, deps);
        yield toText({ name, page, address: context.address, language, refreshMinutes, entries });
      },
    }),
  );
