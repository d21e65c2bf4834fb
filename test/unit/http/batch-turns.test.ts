import { CalendarError } from "@kalends/core";
import { createBatchRoute } from "@kalends/http/internals";
import { expect } from "chai";
import { CAPACITIES } from "../../capacities.ts";

type Route = ReturnType<typeof createBatchRoute>;
type Request = Parameters<Route["endpoints"][number]["handle"]>[0];

const READ = { method: "GET", path: "/events" };
const WRITE = { method: "POST", path: "/tags", body: { name: "jazz" } };

describe("the reads of a batch", () => {
  const asked: string[] = [];
  let isInTurn = false;
  const ask =
    () =>
    async (_address: unknown, { method = "" }: RequestInit) => {
      asked.push(`${method} ${isInTurn ? "in turn" : "at once"}`);
      return Response.json({});
    };
  const batches = {
    oneByOne: (work: (asks: unknown) => Promise<unknown>) => work(ask),
    atomically: (work: (asks: unknown) => Promise<unknown>) => work(ask),
  };
  const route = createBatchRoute({
    batches: batches as unknown as Parameters<typeof createBatchRoute>[0]["batches"],
    settings: { identityHeaders: [], locales: [], restRoot: "/wp-json", capacities: CAPACITIES.http },
    refusal: (error) => ({ status: 503, headers: {}, body: { code: (error as CalendarError).code } }),
  });
  const send = async (
    values: object,
    inListTurn: (work: () => Promise<unknown>) => Promise<unknown> = async (work) => {
      isInTurn = true;
      return work().finally(() => {
        isInTurn = false;
      });
    },
  ) => {
    asked.length = 0;
    const request = {
      ...{ query: {}, values: async () => values },
      actor: { id: 1, capabilities: new Set(["edit"]) },
      addresses: { namespace: "http://a.example/wp-json/tribe/events/v1", rest: "http://a.example/wp-json" },
      exchange: {
        ...{ inListTurn, countMore: async () => undefined, isGone: () => false },
        ...{ trace: () => ({ requestId: "1" }), idempotencyKey: () => undefined, clientAddress: () => "" },
      },
    };
    return route.endpoints[0]?.handle(request as unknown as Request);
  };

  it("take their turns among the long lists of all clients", async () => {
    await send({ requests: [READ, WRITE, READ] });
    expect(asked).to.deep.equal(["GET in turn", "POST at once", "GET in turn"]);
    await send({ atomic: true, requests: [READ, READ] });
    expect(asked).to.deep.equal(["GET in turn", "GET in turn"]);
  });

  it("wait for nobody inside a transaction", async () => {
    await send({ atomic: true, requests: [READ, WRITE] });
    expect(asked).to.deep.equal(["GET at once", "POST at once"]);
  });

  it("are refused one by one where there is no turn left", async () => {
    const answer = await send({ requests: [READ, WRITE] }, async () => {
      throw new CalendarError("rest_storage_unavailable");
    });
    expect(asked).to.deep.equal(["POST at once"]);
    expect(answer?.body).to.have.nested.property("responses[0].body.code", "rest_storage_unavailable");
  });
});
