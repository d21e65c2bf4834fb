/** What our own tests look at, as the entry `@kalends/http/internals`: it may change with every version. */
export type { Addresses } from "./addresses.ts";
export { createAddresses } from "./addresses.ts";
export { fromPairs, toPairs } from "./bracketed-pairs.ts";
export { presentCost } from "./cost-presenter.ts";
export { readCredentials } from "./credentials.ts";
export { STATUS } from "./error-handler.ts";
export { presentEvent } from "./event-presenter.ts";
export { presentList } from "./list-presenter.ts";
export { fillIn, type MessageCatalogue } from "./messages/catalogue.ts";
export { en } from "./messages/en.ts";
export { presentOrganizer } from "./organizer-presenter.ts";
export type { Presentation } from "./presentation.ts";
export { createPresentation } from "./presentation.ts";
export { escapeHtml, renderHtml, renderTermName, renderTitle } from "./rendered-text.ts";
export { selectFields } from "./selected-fields.ts";
export { presentEventTerm, presentTerm } from "./term-presenter.ts";
export { presentVenue } from "./venue-presenter.ts";
