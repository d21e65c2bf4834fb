import { createPresentation, type Presentation } from "@kalends/http/internals";

/** The way records are shown at `https://calendar.example`, on their own or in a list. */
export const aPresentation = ({
  structured = false,
  currencySymbol = "$",
  currencyPosition = "prefix",
  language = "en",
}: Partial<Pick<Presentation, "structured"> & Presentation["settings"]> = {}): Presentation =>
  createPresentation({
    addresses: {
      site: "https://calendar.example",
      rest: "https://calendar.example/wp-json",
      namespace: "https://calendar.example/wp-json/tribe/events/v1",
      globalId: "calendar.example?id=",
    },
    settings: { language, currencySymbol, currencyPosition },
    free: "Free",
    structured,
  });
