import { setImmediate as nextEvent } from "node:timers/promises";
import type { Logger } from "@kalends/core";
import {
  type CollectionOperation,
  type Operations,
  type ParameterValues,
  perform,
} from "@kalends/core/interface";
import type { ExtraMembers } from "../../document/document.ts";
import { documentRecords } from "../../document/record-documents.ts";
import { columnsParameter } from "../../formats/table-columns.ts";
import { type ToText, tableRows } from "../../formats/table-rows.ts";
import { renderHtml } from "../../presenters/html/rendered-text.ts";
import type { Members, Presentation } from "../../presenters/presentation.ts";
import { toLogFields } from "../../request/trace-context.ts";
import { NOTHING_ALLOWED } from "../../response/content-security-policy.ts";
import type { Handle, Route } from "../../route/route.ts";
import { FIELDS } from "./record-routes.ts";
import type { Resource } from "./resource.ts";

const MEDIA_TYPE = "text/csv";

/** Matches the columns for which HTML is rendered. No other members contain the result. */
const WITH_HTML = /(?:^|\.)(?:description|excerpt)$/;
/**
 * Number of characters of HTML after which the table yields to other work. A row can be much shorter than the
 * HTML from which it is made.
 */
const RENDERED_AT_ONCE = 65_536;

/** Parameter that adds members for editors. Tables have no parameter `_fields`. */
const { _fields: _, ...CONTEXT } = FIELDS;

interface TableRouteDeps {
  /** Operations whose parameters `/doc` describes. */
  readonly declared: Operations;
  readonly extraMembers: ExtraMembers;
  readonly toText: ToText;
  /** True if all functions of plugins that contribute to the list are pure (see `Endpoint.isPure`). */
  readonly isPure: boolean;
  /** Logs errors that interrupt the writing of a table. */
  readonly logger: Pick<Logger, "error">;
}

/**
 * Creates the route of all records that a list shows, as a table (CSV). Source: rules/tables.md#tables.
 */
export const createTableRoute = <View, R>(
  { name, of, present }: NonNullable<Resource<View, R>["table"]> & Pick<Resource<View, R>, "present">,
  { declared, extraMembers, toText, isPure, logger }: TableRouteDeps,
): Route => {
  const parameters = { ...of(declared).complete.parameters, columns: columnsParameter(name, extraMembers) };
  const reading: CollectionOperation<ParameterValues, ParameterValues> = {
    method: "read",
    parameters,
    permits: () => true,
    run: async (values) => values,
  };
  const handle: Handle = async (request) => {
    const { actor, exchange, addresses, operations } = request;
    const raw = await request.values();
    const values = await perform(reading, raw, actor);
    const { records, key, ignored } = await of(operations).complete.open(values, actor);
    // The type is safe, because the parameter's own declaration has parsed the value.
    const columns = values.columns as readonly string[];
    const html = columns.some((column) => WITH_HTML.test(column)) ? renderHtml : () => "";
    async function* presented(): AsyncGenerator<Members, void, undefined> {
      let rendered = 0;
      const counted = (text: string): string => {
        rendered += text.length;
        return html(text);
      };
      // Without a cache: the cache of a presentation would grow with the length of the table.
      const presentation: Presentation = {
        ...request.presentation(false),
        ...{ html: counted, htmlOnce: counted },
      };
      for await (const view of records) {
        yield present(view, presentation);
        if (rendered < RENDERED_AT_ONCE) continue;
        rendered = 0;
        await nextEvent();
      }
    }
    const failed = (error: unknown): void =>
      logger.error("a file was cut off", {
        ...toLogFields(exchange.trace()),
        ...{ format: MEDIA_TYPE, address: addresses.namespace, error },
      });
    const write = (): AsyncIterable<string> => tableRows(presented(), columns, toText);
    const named = isPure && key !== undefined;
    return {
      status: 200,
      headers: {
        ...NOTHING_ALLOWED,
        "Content-Type": `${MEDIA_TYPE}; charset=utf-8`,
        "Content-Disposition": `attachment; filename="${name}.csv"`,
      },
      ignored,
      body: null,
      content: {
        ...{ write, failed },
        ...(named && { key: JSON.stringify([MEDIA_TYPE, request.address(), raw, columns, key]) }),
      },
    };
  };
  const { operationId, tag } = documentRecords(name).list;
  return {
    pattern: `/${name}\\.csv`,
    endpoints: [
      {
        methods: ["GET"],
        ...{ parameters, unlisted: CONTEXT, handle, isPure },
        document: {
          operationId: `${operationId}AsCsv`,
          tag,
          summary: `operation.${operationId}AsCsv.summary`,
          description: "operation.listAsCsv.description",
          answers: { 200: { description: "answer.file", otherForms: { [MEDIA_TYPE]: { type: "string" } } } },
          errors: [],
        },
      },
    ],
    allow: async () => ["GET"],
  };
};
