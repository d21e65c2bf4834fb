import type { Logger, Parameters } from "@kalends/core";
import {
  type CollectionOperation,
  type EventFormat,
  type FormatSubject,
  findTarget,
  type Operations,
  type ParameterValues,
  perform,
  type RawValues,
  type RecordOperations,
} from "@kalends/core/interface";
import type { RecordName } from "../document/record-documents.ts";
import { renderHtml } from "../presenters/html/rendered-text.ts";
import { createPresenter } from "../presenters/presenter.ts";
import { toLogFields } from "../request/trace-context.ts";
import { NOTHING_ALLOWED } from "../response/content-security-policy.ts";
import { movedResponse } from "../response/moved-response.ts";
import { checkHeaders } from "../response/plugin-headers.ts";
import type { CalendarRequest, EndpointResponse, Handle } from "../route/route.ts";

/** File format, such as iCalendar, at the address of a list or of single records. */
export interface FileFormat extends Pick<EventFormat, "mediaType" | "extension" | "description"> {
  /** All parameters that the format accepts at this address. */
  readonly parameters: Parameters;
  /** Parameters that only this format declares, in addition to those of the address. */
  readonly own: Parameters;
  readonly isPure: boolean;
  readonly handle: Handle;
}

/** File formats of the list of events and of single records. */
export interface FileFormats {
  readonly list: readonly FileFormat[];
  ofRecords(name: RecordName): readonly FileFormat[];
}

/** Returns the parameters that the formats accept in addition to the filters of lists. */
export const ownParameters = (files: readonly FileFormat[]): Parameters =>
  Object.assign({}, ...files.map(({ own }) => own));

type Subject = FormatSubject | undefined;

/** Subject of a file. `movedTo` is the target of a merged record, to which the request is redirected. */
interface FoundSubject {
  readonly subject: Subject;
  readonly movedTo?: { readonly id: number } | undefined;
}
type FindSubject = (request: CalendarRequest) => Promise<FoundSubject>;

const KINDS: Readonly<Record<RecordName, FormatSubject["kind"]>> = {
  events: "event",
  venues: "venue",
  organizers: "organizer",
  categories: "category",
  tags: "tag",
};

/** Returns the id as text. An id that is too large for a number becomes 0, which no record has. */
const toId = (captured: string): string => (Number.isSafeInteger(Number(captured)) ? captured : "0");

/**
 * Reads the record that the address names. If it does not exist, throws the same errors as the JSON route.
 */
const findSubject = async <View, R extends { readonly id: number }>(
  { get }: RecordOperations<View, R>,
  { captured, actor }: CalendarRequest,
  toSubject: (view: View) => FormatSubject,
): Promise<FoundSubject> => {
  const found = await findTarget(get, { name: "id", text: toId(captured) }, actor);
  const view = await perform(get, {}, actor, { found });
  return { subject: toSubject(view), movedTo: found.isMerged ? found.record : undefined };
};

const SUBJECTS: Readonly<Record<RecordName, FindSubject>> = {
  events: (one) => findSubject(one.operations.events, one, (view) => ({ kind: "event", view })),
  venues: (one) => findSubject(one.operations.venues, one, (view) => ({ kind: "venue", view })),
  organizers: (one) => findSubject(one.operations.organizers, one, (view) => ({ kind: "organizer", view })),
  categories: (one) => findSubject(one.operations.categories, one, (view) => ({ kind: "category", view })),
  tags: (one) => findSubject(one.operations.tags, one, (view) => ({ kind: "tag", view })),
};

interface FileFormatsDeps {
  readonly formats: readonly EventFormat[];
  /** Operations whose parameters `/doc` describes. */
  readonly declared: Operations;
  /** True if all functions of plugins that contribute to reading events are pure (see `Endpoint.isPure`). */
  readonly isPure: boolean;
  /** Logs errors that interrupt the writing of a file. */
  readonly logger: Pick<Logger, "error">;
}

/** Creates the handlers of all file formats. Source: rules/interface.md#event-formats. */
export const createFileFormats = ({ formats, declared, isPure, logger }: FileFormatsDeps): FileFormats => {
  const toHandle = (
    format: EventFormat,
    kind: FormatSubject["kind"] | undefined,
    find: FindSubject,
  ): Pick<FileFormat, "handle" | "parameters"> => {
    const parameters = { ...declared.events.feed.parametersOf(kind), ...format.parameters };
    const reading: CollectionOperation<ParameterValues, ParameterValues> = {
      method: "read",
      parameters,
      permits: () => true,
      run: async (values) => values,
    };
    const answer = async (
      request: CalendarRequest,
      raw: RawValues,
      values: ParameterValues,
      subject: Subject,
    ): Promise<EndpointResponse> => {
      const { actor, exchange, addresses, operations } = request;
      const expands = format.expands?.(values) === true;
      const { events, ignored } = await operations.events.feed.open(values, {
        actor,
        subject,
        order: format.order,
        expands,
      });
      // Without a cache: the cache of a presentation would grow with the length of the file.
      const presentation = { ...request.presentation(true), html: renderHtml };
      const present = createPresenter(presentation);
      const context = { present, address: request.address(), subject, actor };
      const headers = {
        ...NOTHING_ALLOWED,
        ...format.headers?.(values, context),
        "Content-Type": `${format.mediaType}; charset=utf-8`,
      };
      checkHeaders(headers);
      const failed = (error: unknown): void =>
        logger.error("a file was cut off", {
          ...toLogFields(exchange.trace()),
          format: format.mediaType,
          address: addresses.namespace,
          error,
        });
      const write = (): AsyncIterable<string> => format.write(events, values, context);
      const isNamed = isPure && format.pure === true && events.key !== undefined;
      const key = isNamed && JSON.stringify([format.mediaType, context.address, raw, values, events.key]);
      return { status: 200, headers, ignored, body: null, content: { write, failed, ...(key && { key }) } };
    };
    return {
      parameters,
      async handle(request) {
        const raw = await request.values();
        const { subject, movedTo } = await find(request);
        if (movedTo !== undefined) return movedResponse(request, movedTo);
        return answer(request, raw, await perform(reading, raw, request.actor), subject);
      },
    };
  };

  const toFileFormat = (
    format: EventFormat,
    kind: FormatSubject["kind"] | undefined,
    find: FindSubject,
  ): FileFormat => ({
    mediaType: format.mediaType,
    extension: format.extension,
    description: format.description,
    own: format.parameters,
    isPure: format.pure === true,
    ...toHandle(format, kind, find),
  });

  return {
    list: formats.map((format) => toFileFormat(format, undefined, async () => ({ subject: undefined }))),
    ofRecords: (name) => formats.map((format) => toFileFormat(format, KINDS[name], SUBJECTS[name])),
  };
};
