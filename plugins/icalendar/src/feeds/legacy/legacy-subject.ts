import {
  ANONYMOUS,
  CalendarError,
  type FormatSubject,
  type PageTarget,
  type PluginDeps,
} from "@kalends/core/plugin";

/** The record that an address names, as a visitor sees it; rejects with a `CalendarError` for what visitors do not see. */
export const subjectOf = async (
  { kind, slug, id }: PageTarget,
  { servicesAs, repositories }: PluginDeps,
): Promise<FormatSubject> => {
  const services = servicesAs(ANONYMOUS);
  const target = slug ?? id ?? 0;
  switch (kind) {
    case "event":
      return { kind, view: await services.getEvent(target) };
    case "venue":
      return { kind, view: await services.getVenue(target) };
    case "organizer":
      return { kind, view: await services.getOrganizer(target) };
    default: {
      const term = slug === undefined ? id : (await repositories.terms.findBySlug(kind, slug))?.id;
      if (term === undefined) throw new CalendarError("rest-event-not-found");
      const view = await (kind === "category" ? services.getCategory(term) : services.getTag(term));
      return { kind, view };
    }
  }
};
