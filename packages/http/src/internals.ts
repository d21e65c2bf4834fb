/** What our own tests look at, as the entry `@kalends/http/internals`: it may change with every version. */

export { toCacheShares } from "./cache-shares.ts";
export { createDocument } from "./document/document.ts";
export { mapSentences } from "./document/translated-description.ts";
export {
  createEventStream,
  type EventStream,
  type NextPage,
  type StreamPage,
  type StreamTimers,
} from "./event-stream/event-stream.ts";
export { COMMENT, toEventFrame, toIdFrame, toRetryFrame } from "./event-stream/frames.ts";
export { createStreamPlaces } from "./event-stream/stream-places.ts";
export { createTurns } from "./formats/file-content.ts";
export { eventFragment } from "./fragments/event-fragment.ts";
export { type Fragment, toFragment } from "./fragments/fragment.ts";
export { createKeptFragments, type KeptFragments } from "./fragments/kept-fragments.ts";
export {
  imageFragment,
  organizerFragment,
  termFragment,
  venueFragment,
} from "./fragments/record-fragments.ts";
export { DESCRIPTIONS } from "./messages/descriptions.ts";
export { en } from "./messages/en.ts";
export { CATALOGUES, LANGUAGES, type Language, TRANSLATIONS, toLanguage } from "./messages/languages.ts";
export { createPageAddresses, type PageAddresses } from "./page-addresses/page-addresses.ts";
export { presentCost } from "./presenters/cost-presenter.ts";
export { presentEvent } from "./presenters/event-presenter.ts";
export { toHtmlTokens } from "./presenters/html/html-tokens.ts";
export { toParagraphs } from "./presenters/html/paragraphs.ts";
export { renderHtml, renderTermName, renderTitle } from "./presenters/html/rendered-text.ts";
export { presentImage } from "./presenters/image-presenter.ts";
export { presentOrganizer, presentVenue } from "./presenters/linked-presenter.ts";
export { toLinkValues } from "./presenters/list-links.ts";
export { presentList } from "./presenters/list-presenter.ts";
export type { Presentation } from "./presenters/presentation.ts";
export { createPresentation, toMoneyFormat } from "./presenters/presentation.ts";
export { createPresenter } from "./presenters/presenter.ts";
export { presentEventTerm, presentTerm } from "./presenters/term-presenter.ts";
export { recurrenceText } from "./recurrence-text/recurrence-text.ts";
export { toJsonPieces, toPortions } from "./representation/json-pieces.ts";
export { createLazyList, createLazyRecord, LARGE, materialize, weigh } from "./representation/lazy-list.ts";
export { toRepresentation, toWhole } from "./representation/representation.ts";
export { selectFields } from "./representation/selected-fields.ts";
export type { Addresses } from "./request/address/addresses.ts";
export { createAddresses } from "./request/address/addresses.ts";
export { fromPairs, toPairs } from "./request/address/bracketed-pairs.ts";
export { type Admission, createAdmission } from "./request/admission/admission.ts";
export { createArrivals } from "./request/admission/arrivals.ts";
export { createRounds } from "./request/admission/rounds.ts";
export { type BodyBudget, createBodyBudget, PIECE, toBodyCapacity } from "./request/body/body-budget.ts";
export { PACE, type Pace, TEXT_PACE, watchPace } from "./request/body/incoming-bytes.ts";
export { createJoiner } from "./request/body/joined-pieces.ts";
export { readMultipart } from "./request/body/multipart-body.ts";
export { createBytesReader } from "./request/body/request-body.ts";
export { toUpload } from "./request/body/upload-body.ts";
export { readCredentials } from "./request/caller/identify.ts";
export { clientAddress } from "./request/caller/proxy.ts";
export { createAnswerCache } from "./response/answer-cache.ts";
export { createByteBudget } from "./response/byte-budget.ts";
export { type HttpErrorCode, STATUS } from "./response/errors/error-codes.ts";
export type { Sendable } from "./response/sendable.ts";
export { createCompression, preferredCoding } from "./response/sending/compression.ts";
export { onceOver, untilTaken } from "./response/sending/connections.ts";
export { deliver, type LingerLimits, lingerUntilRead } from "./response/sending/sending.ts";
export { createInterfaceRoutes } from "./routes/interface-routes.ts";
