import { createPostStatuses } from "@kalends/core/interface";
import {
  type Addresses,
  createFragmentCache,
  createPresentation,
  type FragmentCache,
  type Presentation,
  toLanguage,
  toMoneyFormat,
} from "@kalends/http/internals";

const ADDRESSES: Addresses = {
  site: "https://calendar.example",
  home: "https://calendar.example",
  root: "https://calendar.example/wp-json",
  rest: "https://calendar.example/wp-json",
  namespace: "https://calendar.example/wp-json/tribe/events/v1",
  media: "https://calendar.example/wp-json/media",
  globalId: "calendar.example?id=",
};

/** Creates the presentation of records at `https://calendar.example`, for single records and for lists. */
export const aPresentation = ({
  structured = false,
  currencySymbol = "$",
  currencyPosition = "prefix",
  currencyCode,
  language = "en",
  keptFragments = createFragmentCache(0),
}: Partial<Pick<Presentation, "structured">> & { readonly keptFragments?: FragmentCache } & Partial<
    Parameters<typeof toMoneyFormat>[0]
  > = {}): Presentation =>
  createPresentation({
    addresses: ADDRESSES,
    money: toMoneyFormat({ language, currencySymbol, currencyPosition, currencyCode }),
    structured,
    language: toLanguage(language),
    keep: keptFragments.of(ADDRESSES, structured),
    isPublic: createPostStatuses([{ name: "archived", isPublic: true }]).isPublic,
  });
