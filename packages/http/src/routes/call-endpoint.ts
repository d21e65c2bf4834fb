import { CalendarError, isCalendarError, type Post, type Term } from "@kalends/core";
import type { PostStatuses, RawValues } from "@kalends/core/interface";
import { createDescriptionTranslator } from "../document/translated-description.ts";
import type { Language } from "../messages/languages.ts";
import { createPageAddresses } from "../page-addresses/page-addresses.ts";
import { createPresentation, toMoneyFormat } from "../presenters/presentation.ts";
import { type FragmentCache, UNCACHED } from "../representation/fragment-cache.ts";
import { createRecord, toFragment } from "../representation/records.ts";
import { selectFields } from "../representation/selected-fields.ts";
import { toDeclaredQuery } from "../request/address/declared-names.ts";
import { readQuery } from "../request/address/request-target.ts";
import { requestedUrl } from "../request/address/requested-url.ts";
import { type BodyValues, mergeValues } from "../request/body/request-body.ts";
import {
  type CalendarRequest,
  type CalledEndpoint,
  type Endpoint,
  type EndpointResponse,
  WRITES,
} from "../route/route.ts";
import type { HttpSettings } from "../settings.ts";
import { requireNoIgnored } from "./ignored-parameters.ts";

export interface CallEndpointDeps {
  readonly postStatuses: Pick<PostStatuses, "isPublic" | "canEdit">;
  readonly settings: HttpSettings;
  readonly catalogues: Parameters<typeof createDescriptionTranslator>[0];
}

/** Members of a request that are computed when an endpoint is called. */
type Computed = "address" | "addressAsSent" | "presentation" | "texts" | "values";

/** Request for which an endpoint is called. */
interface Call extends Omit<CalendarRequest, Computed> {
  readonly method: string;
  /** Language into which descriptions are translated. */
  readonly language: Language;
  /** Returns the language of messages. */
  readonly messageLanguage: () => Language;
  /** Path below the REST root, such as `/tribe/events/v1/events`. */
  readonly path: string;
  /** Query as it was sent. */
  readonly search: string;
  readonly readBody: () => Promise<BodyValues>;
}

export const createCallEndpoint = (
  { postStatuses: { isPublic, canEdit }, settings, catalogues }: CallEndpointDeps,
  keptFragments: FragmentCache,
): ((endpoint: Pick<Endpoint, "handle" | "declared" | "isStream">, call: Call) => CalledEndpoint) => {
  const translate = createDescriptionTranslator(catalogues);
  const money = toMoneyFormat(settings);
  const pages = createPageAddresses(settings.pageUrls);

  /**
   * Translates a description of the interface into the language of the address. A description with a cache
   * key is translated only once.
   */
  const describe = ({ body, keptAs }: EndpointResponse, { addresses, language }: Call): unknown => {
    const present = (described: unknown): unknown => translate(described, language);
    if (keptAs === undefined) return present(body);
    const keep = keptFragments.of(addresses, false);
    return createRecord(body, present, (described) =>
      keep(`${keptAs} ${language}`, [], () => toFragment(present(described))),
    );
  };

  return (endpoint, call) => {
    const { exchange, actor, operations, captured, capturedBelow, addresses, language, readBody } = call;
    const { declared, isStream } = endpoint;
    const { identityParameters } = settings;
    const { search, unknown } = toDeclaredQuery(
      call.search,
      () => ({ values: call.query }),
      declared,
      identityParameters,
    );
    const query = search === call.search ? call.query : readQuery(search).values;
    const { categories, tags } = operations;
    const mayEdit = (record: Post | Term): boolean =>
      "taxonomy" in record
        ? (record.taxonomy === "category" ? categories : tags).update.permits(actor, { name: "id", record })
        : canEdit(record, actor);
    // The rights of the caller may change while a stream is open.
    const isEditing = query.context === "edit" && isStream?.(exchange) !== true;
    let values: Promise<RawValues> | undefined;
    let hasOtherType = false;
    // Members are listed one by one, without spread syntax, because this code runs for every request.
    const request: CalendarRequest = {
      exchange,
      actor,
      operations,
      captured,
      capturedBelow,
      addresses,
      query,
      address: () => requestedUrl(addresses, call.path, search, identityParameters),
      addressAsSent: () => requestedUrl(addresses, call.path, call.search, []),
      presentation: (structured) =>
        createPresentation({
          addresses,
          money,
          pages,
          structured,
          language,
          isPublic,
          publicExternalIds: settings.publicExternalIds === true,
          // Members for editors depend on the caller, so their texts are not cached.
          ...(isEditing ? { mayEdit, keep: UNCACHED } : { keep: keptFragments.of(addresses, structured) }),
        }),
      texts() {
        const chosen = call.messageLanguage();
        return { language: chosen, catalogue: catalogues[chosen] };
      },
      values() {
        values ??= readBody().then((body) => {
          hasOtherType = body.hasOtherType === true;
          return mergeValues(query, body, WRITES.has(call.method));
        });
        return values;
      },
    };
    const refuseIgnored = (withoutEffect: readonly string[]): void => {
      if (declared !== undefined) requireNoIgnored({ withoutEffect, unknown }, declared);
    };
    const make: CalledEndpoint["make"] = async (handle = endpoint.handle) => {
      const isStrict = declared !== undefined && exchange.isStrict();
      let answer: EndpointResponse;
      try {
        // Parameters are checked before the call, because an open stream occupies a place.
        if (isStrict && isStream?.(exchange)) refuseIgnored([]);
        answer = await handle(request);
      } catch (error) {
        // A parameter is often missing because the `Content-Type` does not match the body, so the message
        // explains this.
        if (hasOtherType && isCalendarError(error) && error.code === "rest_missing_callback_param")
          throw new CalendarError(error.code, { ...error.details, explanation: "other-type" });
        throw error;
      }
      if (isStrict) refuseIgnored(answer.ignored ?? []);
      else if (declared !== undefined) answer = { ...answer, unknown };
      if (answer.content !== undefined) return answer;
      if (answer.isDescription) answer = { ...answer, language, body: describe(answer, call) };
      const { _fields } = values === undefined ? query : await values;
      // The body of a redirect is not a record.
      if (_fields === undefined || answer.status === 301) return answer;
      return { ...answer, body: selectFields(answer.body, _fields) };
    };
    const forget = (): void => {
      values = undefined;
    };
    return { request, make, forget };
  };
};
