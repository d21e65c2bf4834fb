/** Entry point `@kalends/http/internals` for the tests of Kalends. It may change with every version. */

export { createBatchRoute } from "./batch/batch-route.ts";
export { toCacheShares } from "./cache-shares.ts";
export { createDocument } from "./document/document.ts";
export { mapSentences } from "./document/translated-description.ts";
export { type HttpErrorCode, STATUS } from "./errors/error-codes.ts";
export {
  createEventStream,
  type EventStream,
  type NextPage,
  type StreamPage,
  type StreamTimers,
} from "./event-stream/event-stream.ts";
export { COMMENT, toEventFrame, toIdFrame, toRetryFrame } from "./event-stream/frames.ts";
export { createStreamPlaces } from "./event-stream/stream-places.ts";
export { CATALOGUES, LANGUAGES, type Language, toLanguage } from "./messages/languages.ts";
export { createPageAddresses, type PageAddresses } from "./page-addresses/page-addresses.ts";
export { presentCost } from "./presenters/cost-presenter.ts";
export { presentEvent } from "./presenters/event-presenter.ts";
export { eventFragment } from "./presenters/fragments/event-fragment.ts";
export {
  imageFragment,
  organizerFragment,
  termFragment,
  venueFragment,
} from "./presenters/fragments/record-fragments.ts";
export { toHtmlTokens } from "./presenters/html/html-tokens.ts";
export { toParagraphs } from "./presenters/html/paragraphs.ts";
export { renderHtml, renderTermName, renderTitle } from "./presenters/html/rendered-text.ts";
export { presentImage } from "./presenters/image-presenter.ts";
export { presentOrganizer, presentVenue } from "./presenters/linked-presenter.ts";
export { presentList, toLinkValues } from "./presenters/list-presenter.ts";
export type { Presentation } from "./presenters/presentation.ts";
export { createPresentation, toMoneyFormat } from "./presenters/presentation.ts";
export { createPresenter } from "./presenters/presenter.ts";
export { presentEventTerm, presentTerm } from "./presenters/term-presenter.ts";
export { recurrenceText } from "./recurrence-text/recurrence-text.ts";
export {
  createFragmentCache,
  type FragmentCache,
} from "./representation/fragment-cache.ts";
export { toJsonChunks, weigh } from "./representation/json-chunks.ts";
export { createRecord, createRecords, type Fragment, toFragment } from "./representation/records.ts";
export { toRepresentation, toSmallBody } from "./representation/representation.ts";
export { selectFields } from "./representation/selected-fields.ts";
export { LARGE } from "./representation/serialized-body.ts";
export type { Addresses } from "./request/address/addresses.ts";
export { createAddresses } from "./request/address/addresses.ts";
export { fromPairs, toPairs } from "./request/address/bracketed-pairs.ts";
export { type Admission, createAdmission } from "./request/admission/admission.ts";
export { createArrivals, createRefusalTurns, createRounds } from "./request/admission/rounds.ts";
export { type BodyBudget, CHUNK, createBodyBudget } from "./request/body/body-memory.ts";
export { PACE, type Pace, TEXT_PACE, watchPace } from "./request/body/incoming-bytes.ts";
export { createJoiner } from "./request/body/joined-chunks.ts";
export { readMultipart } from "./request/body/multipart-body.ts";
export { createBytesReader } from "./request/body/request-body.ts";
export { toUpload } from "./request/body/upload-body.ts";
export { readCredentials } from "./request/caller/identify.ts";
export { clientAddress } from "./request/caller/proxy.ts";
export { onceFinished, untilDrained } from "./request/connections.ts";
export { createByteBudget } from "./response/byte-budget.ts";
export { createTurns } from "./response/files/file-content.ts";
export { createResponseCache } from "./response/response-cache.ts";
export { createSchedule } from "./response/schedule.ts";
export type { Sendable } from "./response/sendable.ts";
export { createCompression, preferredCoding } from "./response/sending/compression.ts";
export { deliver, type LingerLimits, lingerUntilRead } from "./response/sending/sending.ts";
export { createInterfaceRoutes } from "./routes/interface-routes.ts";
