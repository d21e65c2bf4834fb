import { createAccounts } from "@kalends/accounts";
import { expect } from "chai";
import { givePassword, signIn } from "../http/sign-in.ts";
import { NOW, type StartedCalendar, startCalendar } from "../http/start-calendar.ts";
import { firstStore } from "../stores.ts";
import { ACCOUNT_REQUESTS, type AccountRequest, type Needs } from "./account-requests.ts";
import { CALLERS } from "./candidates.ts";
import { everyCredential, JWT_KEY, KINDS_OF_CREDENTIALS, type SignedIn } from "./credentials.ts";
import { documentedRoutes } from "./plugin-requests.ts";
import { missingOf, skippedWithout } from "./plugins-at-hand.ts";
import type { Caller } from "./rights-table.ts";

const PLUGINS = ["@kalends/api-keys", "@kalends/icalendar"];
const missing = missingOf(PLUGINS);

/** Origin of the pages of the calendar. Passkeys need https. */
const ORIGIN = "https://calendar.example";

const KINDS = [...KINDS_OF_CREDENTIALS, "scoped-password", "scoped-token", "session"] as const;
type Kind = (typeof KINDS)[number];

interface Asker {
  readonly caller: Caller;
  /** Kind of credentials; `none` for a visitor. */
  readonly kind: Kind | "none";
  readonly signIn: () => Promise<SignedIn>;
}

const isScoped = (kind: Asker["kind"]): boolean => /^(?:scoped-|session)/.test(kind);
const issues = (kind: Asker["kind"]): boolean => !/token$|^key$/.test(kind);

/** Conditions of docs/rules/sign-in.md for each need. */
const MEETS: Readonly<Record<Needs, (asker: Pick<Asker, "caller" | "kind">) => boolean>> = {
  nothing: () => true,
  account: ({ caller }) => caller !== "anonymous",
  "account, issuing": ({ caller, kind }) => caller !== "anonymous" && issues(kind),
  session: ({ kind }) => kind === "session",
  scope: ({ caller, kind }) => caller !== "anonymous" && isScoped(kind),
  "scope, issuing": ({ caller, kind }) => caller !== "anonymous" && isScoped(kind) && issues(kind),
  settings: ({ caller }) => caller === "administrator",
  manager: ({ caller, kind }) => caller === "administrator" && isScoped(kind),
  "manager, issuing": ({ caller, kind }) => caller === "administrator" && isScoped(kind) && issues(kind),
};

/** Returns the refusal that the rules require; `undefined` if the caller may do it. */
const refusalOf = ({ caller, kind }: Asker, { needs }: AccountRequest): string | undefined => {
  // A feed token opens its feed and nothing else.
  if (kind === "feed-token") return "401 rest_forbidden";
  if (MEETS[needs]({ caller, kind })) return undefined;
  return `${caller === "anonymous" ? 401 : 403} rest_forbidden`;
};

for (const store of firstStore) {
  (missing.length === 0 ? describe : describe.skip)(
    `every route of sign-in and accounts is for whom the rules say, on ${store.name}${skippedWithout(missing)}`,
    function () {
      this.timeout(120_000);
      let calendar: StartedCalendar;
      const askers: Asker[] = [];

      before(async () => {
        const started = await startCalendar(store, {
          ...{ plugins: PLUGINS, jwtKey: JWT_KEY, baseUrl: ORIGIN, trustProxy: 1 },
        });
        // Requests must name the public origin, not the address of the test.
        calendar = { ...started, origin: ORIGIN };
        const accounts = createAccounts({ store: calendar.accounts, clock: { now: () => NOW } });
        for (const caller of CALLERS) {
          if (caller === "anonymous") {
            askers.push({ caller, kind: "none", signIn: async () => ({ headers: {} }) });
            continue;
          }
          await givePassword(calendar, caller);
          const password = await accounts.addPassword(caller, "scoped", undefined, ["accounts"]);
          const token = await accounts.addToken(caller, "scoped", ["accounts"]);
          const pair = Buffer.from(`${caller}:${password?.password}`).toString("base64");
          const credentials: Readonly<Record<Exclude<Kind, "session">, SignedIn>> = {
            ...(await everyCredential(calendar, caller)),
            "scoped-password": { headers: { authorization: `Basic ${pair}` } },
            "scoped-token": { headers: { authorization: `Bearer ${token?.token}` } },
          };
          for (const kind of KINDS)
            askers.push({
              ...{ caller, kind },
              // Some requests end the session.
              signIn: async () =>
                kind === "session"
                  ? { headers: { cookie: await signIn(calendar, caller) } }
                  : credentials[kind],
            });
        }
      });
      after(() => calendar.close());

      it("and none is missing in the table", async () => {
        const routes = await documentedRoutes(calendar, "Signing in", "Accounts", "Jobs", "Status");
        expect(routes).to.have.members(Object.keys(ACCOUNT_REQUESTS));
      });

      for (const [route, request] of Object.entries(ACCOUNT_REQUESTS)) {
        it(route, async () => {
          const wrong: string[] = [];
          const [method = "", path = ""] = route.split(" ");
          for (const [index, asker] of askers.entries()) {
            const { headers, query = "" } = await asker.signIn();
            const json = request.json?.();
            const target = path.replace("{id}", "999").replace(/\{\w+\}/, "unknown");
            const search = [request.query, query.slice(1)].filter(Boolean).join("&");
            const { status, body } = await calendar.send(method, `${target}${search && `?${search}`}`, {
              ...(json && { json }),
              // Wrong sign-ins are counted by network.
              headers: { origin: ORIGIN, "x-forwarded-for": `198.51.${index}.1`, ...headers },
            });
            const outcome = `${status} ${body?.code ?? ""}`.trim();
            const wanted = refusalOf(asker, request) ?? request.outcome;
            if (outcome !== wanted) wrong.push(`${asker.caller} by ${asker.kind}: ${outcome}, not ${wanted}`);
          }
          expect(wrong).to.deep.equal([]);
        });
      }
    },
  );
}
