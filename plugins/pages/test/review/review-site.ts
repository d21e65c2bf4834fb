import type { Plugin, PluginDeps } from "@kalends/core/plugin";
import { plugin } from "@kalends/pages";
import { expect } from "chai";
import { type StartedCalendar, startCalendar } from "../start-calendar.ts";
import type { Json } from "../start-site.ts";
import { FORM, tokenOf } from "../submission/proposal.ts";

type Mail = Parameters<NonNullable<PluginDeps["mail"]>["queue"]>[0];

const API = "/wp-json/tribe/events/v1";
const FORM_ACCOUNT = 99;
const USERS: Readonly<
  Record<
    string,
    { readonly roles: readonly ("editor" | "author" | "contributor")[]; readonly email?: string }
  >
> = {
  ann: { roles: ["editor"], email: "ann@town.example" },
  eve: { roles: ["editor"] },
  con: { roles: ["contributor"], email: "con@town.example" },
  dan: { roles: ["contributor"] },
  bob: { roles: ["author"], email: "bob@town.example" },
};
const EVENT = { title: "Fair & more", start_date: "2031-06-01 18:00:00", end_date: "2031-06-01 20:00:00" };

/** Response to a request of the interface. */
interface Answer {
  readonly status: number;
  readonly body: Json;
  readonly text: string;
}

/**
 * Calendar with the form for proposals, in a host with the users ann and eve (editors), bob (author), con and dan
 * (contributors). Mails are collected instead of sent.
 */
export interface ReviewSite {
  readonly started: StartedCalendar;
  readonly deps: PluginDeps;
  /** The plugin under test. */
  readonly own: Plugin;
  readonly mails: readonly Mail[];
  /** Lines of the log. */
  readonly lines: readonly string[];
  send(user: string | undefined, method: string, path: string, json?: object): Promise<Answer>;
  /** Creates a pending event of a user, and returns its id. */
  propose(user: string, more?: object): Promise<number>;
  /** Sends the form, and returns the id of the event. */
  proposeByForm(title?: string): Promise<number>;
  statusOf(id: number): Promise<string | undefined>;
  /** Creates the link of the last mail, as an attempt to send it does. */
  linkOf(): Promise<string | undefined>;
  /** Returns the path of a new link. */
  pathOf(): Promise<string>;
}

export const startReviewSite = async (server: string | undefined): Promise<ReviewSite> => {
  const mails: Mail[] = [];
  const lines: string[] = [];
  const own = plugin({ submissions: true, submissionAccount: FORM_ACCOUNT });
  let given: PluginDeps | undefined;
  const watched: Plugin = {
    ...own,
    setup(original) {
      const queue = async (mail: Mail): Promise<void> => void mails.push(mail);
      given = { ...original, mail: { queue } };
      return own.setup?.(given) ?? {};
    },
  };
  const log = (message: string, fields: object = {}): void =>
    void lines.push(`${message} ${JSON.stringify(fields)}`);
  const started = await startCalendar(
    server,
    {},
    {
      plugins: [watched],
      baseUrl: "https://town.example",
      logger: { debug: log, info: log, warn: log, error: log },
      identity: ({ headers }) => {
        const id = String(headers["x-user"] ?? "");
        const user = USERS[id];
        return user && { id, roles: [...user.roles] };
      },
      usersOf: async (ids) =>
        ids.flatMap((id) => {
          const { email } = USERS[String(id)] ?? {};
          return [{ id, name: String(id), ...(email !== undefined && { email }) }];
        }),
    },
  );
  if (given === undefined) throw new Error("The plugin was not set up");
  const deps = given;
  const send = async (
    user: string | undefined,
    method: string,
    path: string,
    json?: object,
  ): Promise<{ readonly status: number; readonly body: Json; readonly text: string }> => {
    const response = await started.request(API + path, {
      method,
      headers: {
        "content-type": "application/json",
        ...(user !== undefined && { "x-user": user }),
      },
      ...(json && { body: JSON.stringify(json) }),
    });
    const text = await response.text();
    return { status: response.status, text, body: JSON.parse(text) };
  };
  const propose = async (user: string, more: object = {}): Promise<number> => {
    const json = { ...EVENT, status: "pending", ...more };
    const { status, body, text } = await send(user, "POST", "/events", json);
    if (status !== 201) throw new Error(text);
    return body.id;
  };
  const proposeByForm = async (title = "Street party"): Promise<number> => {
    const token = tokenOf({ text: await started.page(FORM), status: 200, headers: new Headers() });
    started.clock.time += 5000;
    const form = new FormData();
    const values = { title, start_date: "2031-06-02", start_time: "18:00", end_time: "22:00" };
    for (const [key, value] of Object.entries({ ...values, token, sender: "Ann", mail: "Sue@Example.org" }))
      form.set(key, value);
    const { status } = await started.request(FORM, { method: "POST", body: form });
    expect(status).to.equal(303);
    return (await send("ann", "GET", "/proposals")).body.proposals.at(-1).id;
  };
  const statusOf = async (id: number): Promise<string | undefined> =>
    (await deps.calendar.unrestricted.events.get(id))?.status;
  /** Creates the link of the last mail, as an attempt to send it does. */
  const linkOf = async (mail = mails.at(-1)): Promise<string | undefined> => {
    const { createLink } = own.mailTemplates?.find((template) => template.name === mail?.template) ?? {};
    return createLink && mail && createLink.create(mail.values[createLink.from] ?? "", mail.to, deps);
  };
  const pathOf = async (): Promise<string> => new URL((await linkOf()) ?? "").pathname;
  return { started, deps, own, mails, lines, send, propose, proposeByForm, statusOf, linkOf, pathOf };
};
