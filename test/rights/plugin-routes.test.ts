import { expect } from "chai";
import type { TestResponse } from "../http/client.ts";
import { type StartedCalendar, startCalendar } from "../http/start-calendar.ts";
import { firstStore, stores } from "../stores.ts";
import { CALLERS } from "./candidates.ts";
import { everyCredential, JWT_KEY, KINDS_OF_CREDENTIALS, type SignedIn } from "./credentials.ts";
import {
  documentedRoutes,
  type Make,
  PLUGIN_REQUESTS,
  type PluginRequest,
  sendTo,
} from "./plugin-requests.ts";
import { ALL_PLUGINS, missingOf, skippedWithout } from "./plugins-at-hand.ts";
import type { Caller } from "./rights-table.ts";

const missing = missingOf(ALL_PLUGINS);

type Outcome = readonly [status: number, code?: string];

interface Asker {
  readonly caller: Caller;
  /** Kind of credentials. `none` for an anonymous visitor. */
  readonly kind: (typeof KINDS_OF_CREDENTIALS)[number] | "none";
  readonly signedIn: SignedIn;
}

const toOutcome = ({ status, body }: Pick<TestResponse, "status" | "body">): Outcome =>
  status === 401 || status === 403 ? [status, body.code] : [status];

/** Returns the status and error code that the table of requests requires. */
const expected = (
  { caller, kind }: Asker,
  { permits, issues, refusedStatus = 403, status = 200 }: PluginRequest,
): Outcome => {
  // A feed token gives access to its feed only.
  if (kind === "feed-token") return [401, "rest_forbidden"];
  if (!permits(caller)) {
    if (caller !== "anonymous" && refusedStatus !== 403) return [refusedStatus];
    return [caller === "anonymous" ? 401 : 403, "rest_forbidden"];
  }
  return issues && (kind === "token" || kind === "key") ? [403, "rest_forbidden"] : [status];
};

for (const store of firstStore) {
  (missing.length === 0 ? describe : describe.skip)(
    `every route of every plugin is for whom the table says, on ${store.name}${skippedWithout(missing)}`,
    function () {
      this.timeout(120_000);
      let calendar: StartedCalendar;
      let askers: readonly Asker[];
      let administrator: SignedIn;

      before(async () => {
        calendar = await startCalendar(store, { plugins: ALL_PLUGINS, jwtKey: JWT_KEY });
        const all: Asker[] = [];
        for (const caller of CALLERS) {
          if (caller === "anonymous") {
            all.push({ caller, kind: "none", signedIn: { headers: {} } });
            continue;
          }
          const credentials = await everyCredential(calendar, caller);
          if (caller === "administrator") administrator = credentials.password;
          for (const kind of KINDS_OF_CREDENTIALS) all.push({ caller, kind, signedIn: credentials[kind] });
        }
        // Rights do not depend on the store, so fewer users are tried on further stores.
        const few: readonly Caller[] = ["administrator", "subscriber", "anonymous"];
        askers = store === stores[0] ? all : all.filter(({ caller }) => few.includes(caller));
      });
      after(() => calendar.close());

      const makeAs =
        ({ headers }: SignedIn): Make["asAdministrator"] =>
        async (path, json) => {
          const { status, text, body } = await calendar.post(path, { headers, json });
          expect(status, text).to.equal(201);
          return body;
        };

      /**
       * Calls the record function of a request, if possible as the user of the test. Returns the id of the
       * record.
       */
      const recordFor = async ({ caller }: Asker, { record, permits }: PluginRequest): Promise<number> => {
        if (record === undefined) return 0;
        const owner = permits(caller)
          ? askers.find((other) => other.caller === caller && other.kind === "password")
          : undefined;
        const asAdministrator = makeAs(administrator);
        return record(Object.assign(makeAs(owner?.signedIn ?? administrator), { asAdministrator }));
      };
      const removeAll = async (): Promise<void> => {
        for (const [path, list] of [
          ["/webhooks", "webhooks"],
          ["/api-keys", "keys"],
          ["/feed-tokens", "tokens"],
          ["/calendar-subscriptions", "subscriptions"],
        ] as const) {
          const { body } = await calendar.get(path, administrator);
          // The credentials with which the users of the test sign in are not deleted.
          for (const { id, label } of body[list])
            if (!CALLERS.some((caller) => caller === label) && !(list === "tokens" && kept.has(id)))
              await calendar.send("DELETE", `${path}/${id}`, administrator);
        }
      };
      const kept = new Set<number>();
      before(async () => {
        for (const { id } of (await calendar.get("/feed-tokens", administrator)).body.tokens) kept.add(id);
      });

      it("and none is missing in the table", async () => {
        expect(await documentedRoutes(calendar, "Plugins")).to.have.members(Object.keys(PLUGIN_REQUESTS));
      });

      for (const [route, request] of Object.entries(PLUGIN_REQUESTS)) {
        it(route, async () => {
          const wrong: string[] = [];
          const [method, path = ""] = route.split(" ");
          const [first] = askers;
          // Only DELETE and `perUser` change the record, so all other requests use the same record for each user.
          const shared =
            method === "DELETE" || request.perUser === true || first === undefined
              ? undefined
              : await recordFor(first, request);
          for (const asker of askers) {
            const { caller, kind, signedIn } = asker;
            const note = (door: string, outcome: Outcome, status = request.status): void => {
              const wanted = String(expected(asker, { ...request, ...(status && { status }) }));
              if (String(outcome) !== wanted)
                wrong.push(`${caller} by ${kind}${door}: ${outcome}, not ${wanted}`);
            };
            const id = shared ?? (await recordFor(asker, request));
            const { json } = request;
            note("", toOutcome(await sendTo(calendar, route, signedIn.headers, { ...signedIn, json, id })));
            const inBatch = shared ?? (await recordFor(asker, request));
            const requests = [{ method, path: path.replace("{id}", String(inBatch)), body: json }];
            const answer = await calendar.post(`/batch${signedIn.query ?? ""}`, {
              headers: signedIn.headers,
              json: { requests },
            });
            const outcome = toOutcome(answer.status < 400 ? answer.body.responses[0] : answer);
            note(" in a batch", outcome, request.batchStatus);
          }
          await removeAll();
          expect(wrong).to.deep.equal([]);
        });
      }

      it("and says so: the message names what a key cannot do, and Allow has no method for it", async () => {
        const key = askers.find(({ caller, kind }) => caller === "administrator" && kind === "key")?.signedIn;
        const { body } = await calendar.post("/api-keys", {
          headers: key?.headers ?? {},
          json: { label: "x" },
        });
        expect(body.message).to.include("Sign in with an application password");
        const { headers } = await calendar.get("/api-keys", { headers: key?.headers ?? {} });
        expect(headers.allow).to.equal("GET");
        expect((await calendar.get("/api-keys", administrator)).headers.allow).to.equal("GET, POST");
      });
    },
  );
}
