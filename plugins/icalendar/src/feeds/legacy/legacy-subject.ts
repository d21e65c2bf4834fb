import {
  CalendarError,
  type FormatContext,
  type PluginDeps,
  type WebsiteRequest,
} from "@kalends/core/plugin";

/**
 * Reads the record that a URL names, with the rights of an anonymous visitor. Rejects with a `CalendarError`
 * if visitors cannot see the record.
 */
export const subjectOf = async (
  { kind, slug, id }: NonNullable<WebsiteRequest["page"]>,
  { calendar }: PluginDeps,
): Promise<NonNullable<FormatContext["subject"]>> => {
  const api = calendar.as("anonymous");
  const target = slug ?? id ?? 0;
  switch (kind) {
    case "event":
      return { kind, view: await api.events.get(target) };
    case "venue":
      return { kind, view: await api.venues.get(target) };
    case "organizer":
      return { kind, view: await api.organizers.get(target) };
    default: {
      const terms = kind === "category" ? "categories" : "tags";
      const term = slug === undefined ? id : (await calendar.unrestricted[terms].get(slug))?.id;
      if (term === undefined) throw new CalendarError("rest-event-not-found");
      return { kind, view: await api[terms].get(term) };
    }
  }
};
