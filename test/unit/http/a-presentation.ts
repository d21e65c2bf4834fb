import { createPostStatuses } from "@kalends/core";
import { createPresentation, type Presentation, toMoneyFormat } from "@kalends/http/internals";

/** The way records are shown at `https://calendar.example`, on their own or in a list. */
export const aPresentation = ({
  structured = false,
  currencySymbol = "$",
  currencyPosition = "prefix",
  language = "en",
}: Partial<Pick<Presentation, "structured"> & Parameters<typeof toMoneyFormat>[0]> = {}): Presentation =>
  createPresentation({
    addresses: {
      site: "https://calendar.example",
      rest: "https://calendar.example/wp-json",
      namespace: "https://calendar.example/wp-json/tribe/events/v1",
      media: "https://calendar.example/wp-json/media",
      globalId: "calendar.example?id=",
    },
    money: toMoneyFormat({ language, currencySymbol, currencyPosition }),
    structured,
    isPublic: createPostStatuses([{ name: "archived", isPublic: true }]).isPublic,
  });
