import { revisionOf } from "@kalends/core";
import { type EventOperations, type Operations, perform } from "@kalends/core/interface";
import { DETACH_DOCUMENT } from "../../document/record-documents.ts";
import { presentEvent } from "../../presenters/event-presenter.ts";
import type { Handle, Route } from "../../route/route.ts";
import { findNamed } from "./named-target.ts";
import { repeatUpdated } from "./repeat-response.ts";

type Of = (operations: Operations) => EventOperations;

/** Creates the route that detaches an event from its source. Source: rules/origin.md#detach. */
export const createDetachRoute = (of: Of, declared: Operations): Route => {
  const { detach } = of(declared);
  const handle: Handle = async (request) => {
    const { exchange, actor } = request;
    const { detach: operation } = of(request.operations);
    const raw = await request.values();
    const found = await findNamed(request, operation);
    const view = await perform(operation, raw, actor, {
      ...{ found, ifMatch: exchange.ifMatch(), trace: exchange.trace(), isGone: exchange.isGone },
    });
    const body = presentEvent(view, request.presentation(false));
    return { status: 200, body, revision: revisionOf(view.event) };
  };
  const resource = {
    of,
    present: presentEvent,
    recordOf: ({ event }: Parameters<typeof presentEvent>[0]) => event,
  };
  return {
    pattern: "/events/(\\d+)/detach",
    endpoints: [
      {
        methods: ["POST"],
        path: { id: detach.target.id },
        parameters: detach.parameters,
        document: DETACH_DOCUMENT,
        handle,
        again: repeatUpdated(resource, "id"),
      },
    ],
    async allow(request) {
      if (request.actor.id === undefined) return [];
      const { detach: operation } = of(request.operations);
      return operation.permits(request.actor, await findNamed(request, operation)) ? ["POST"] : [];
    },
  };
};
