import type { PostStatuses, RawValues } from "@kalends/core";
import { toCacheShares } from "../cache-shares.ts";
import { createDescriptionTranslator } from "../document/translated-description.ts";
import { createKeptFragments } from "../fragments/kept-fragments.ts";
import { createPresentation, toMoneyFormat } from "../presenters/presentation.ts";
import { selectFields } from "../representation/selected-fields.ts";
import { createBodyReader, mergeValues } from "../request/request-body.ts";
import type { RequestState } from "../request-state.ts";
import { leaveUnanswered } from "../response/connections.ts";
import type { Prepare } from "../response/preparation.ts";
import type { HttpSettings } from "../settings.ts";
import type { AnswerEndpoint } from "./calendar-router.ts";
import type { Answer, CalendarRequest } from "./route.ts";

const WRITES: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** Lists of more records on a page count as long. */
const MANY = 20;

interface AnswerEndpointDeps {
  readonly postStatuses: Pick<PostStatuses, "isPublic">;
  readonly settings: HttpSettings;
  readonly catalogues: Parameters<typeof createDescriptionTranslator>[0];
  readonly prepare: Prepare;
}

/** Reads what an endpoint needs of the request, and prepares what it answers. */
export const createAnswerEndpoint = ({
  postStatuses,
  settings,
  catalogues,
  prepare,
}: AnswerEndpointDeps): AnswerEndpoint<RequestState> => {
  const translate = createDescriptionTranslator(catalogues);
  const money = toMoneyFormat(settings);
  const keptFragments = createKeptFragments(toCacheShares(settings).fragments);
  const readBody = createBodyReader(settings.bodyLimit);

  return async (state, { route, endpoint, template, captured }) => {
    const { ctx, mount, addresses, method, actor } = state;
    const { values: query, refusal } = state.query();
    const { isList = false, parameters = {} } = endpoint;
    const isWrite = WRITES.has(method);
    let values: Promise<RawValues> | undefined;
    const readValues = async (): Promise<RawValues> =>
      mergeValues(query, await readBody(ctx, { actor, isWrite, parameters }), isWrite);
    const request: CalendarRequest = {
      ctx,
      actor,
      captured,
      addresses,
      query,
      presentation: (structured) =>
        createPresentation({
          addresses,
          money,
          structured,
          isPublic: postStatuses.isPublic,
          keep: keptFragments(addresses, structured),
        }),
      values() {
        values ??= readValues();
        return values;
      },
    };
    const make = async (): Promise<Answer> => {
      const { language } = mount;
      const answer = await endpoint.handle(request);
      if (answer.content !== undefined) return answer;
      const { _fields } = values === undefined ? query : await values;
      if (!answer.isDescription) return { ...answer, body: selectFields(answer.body, _fields) };
      return { ...answer, language, body: selectFields(translate(answer.body, language), _fields) };
    };
    state.route = route;
    state.endpoint = endpoint;
    state.template = template;
    state.request = request;
    if (refusal !== undefined) throw refusal;
    const list = Number(query.per_page) > MANY ? "long" : "short";
    const prepared = await prepare({ ctx, isRead: !isWrite, list: isList ? list : undefined, make });
    if (prepared === undefined) leaveUnanswered(ctx);
    else state.prepared = prepared;
  };
};
