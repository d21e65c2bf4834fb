import { type Actor, type Post, ROLE_CAPABILITIES, type Role } from "@kalends/core";
import { can, createPostStatuses } from "@kalends/core/interface";
import type { StoreWithAccounts } from "@kalends/core/storage";
import { expect } from "chai";
import { type Calendar, type CalendarOptions, createCalendar, type Identity } from "kalends";
import { firstStore } from "../stores.ts";
import { AN_EVENT, CLOCK, type HostServer, listen } from "./host-server.ts";

const ROLES: readonly (Role | undefined)[] = ["editor", "author", "contributor", "subscriber", undefined];
const STATUSES = ["publish", "draft", "private"] as const;

/** Author of the records in the calendar. */
const OWNER = 50;
const EDITOR: Identity = { id: 60, roles: ["editor"] };

const identityOf = (role: Role | undefined, id: number): Identity | undefined =>
  role === undefined ? undefined : { id, roles: [role] };
const actorOf = (role: Role | undefined, id: number): Actor =>
  role === undefined ? { capabilities: new Set() } : { id, capabilities: new Set(ROLE_CAPABILITIES[role]) };

/** Set of policies that restrict reading, with the rights that remain. */
interface Rules {
  readonly name: string;
  readonly options: CalendarOptions;
  readonly mayRead: (post: Post) => boolean;
  readonly mayUpdate: (post: Post) => boolean;
  readonly mayDelete: (post: Post) => boolean;
}

const yes = (): boolean => true;
const isSecret = (record: object): boolean => "title" in record && String(record.title).startsWith("Secret");

const RULES: readonly Rules[] = [
  { name: "nothing else", options: {}, mayRead: yes, mayUpdate: yes, mayDelete: yes },
  {
    name: "a policy that forbids to delete",
    options: { policies: [{ permits: (action) => action !== "delete" }] },
    mayRead: yes,
    mayUpdate: yes,
    mayDelete: () => false,
  },
  {
    name: "a policy that hides the secret ones",
    options: {
      beforeSave: ({ kind, record }) =>
        kind === "event"
          ? { ...record, extensions: { ...record.extensions, kept: { secret: isSecret(record) } } }
          : record,
      policies: [
        { pure: true, narrow: () => ({ extensions: [{ plugin: "kept", field: "secret", anyOf: [false] }] }) },
      ],
    },
    mayRead: (post) => !isSecret(post),
    mayUpdate: (post) => !isSecret(post),
    mayDelete: (post) => !isSecret(post),
  },
];

/** Rights that the rules give for the built-in statuses. */
const { canRead, canEdit, canDelete } = createPostStatuses();

for (const { name, open } of firstStore) {
  for (const rules of RULES) {
    describe(`rights with ${rules.name}, on ${name}`, function () {
      this.timeout(60_000);
      let store: StoreWithAccounts;
      let calendar: Calendar;
      let server: HostServer;

      before(async () => {
        store = await open();
        calendar = await createCalendar({
          storage: store,
          scheduler: false,
          clock: CLOCK,
          identity: ({ headers }) => {
            const [role, id] = String(headers.cookie ?? "").split(":");
            return role === "" || role === undefined ? undefined : identityOf(role as Role, Number(id));
          },
          ...rules.options,
        });
        server = await listen(calendar.callback);
      });
      after(async () => {
        await server.close();
        await calendar.close();
        await store.close();
      });

      /** Creates a record with this status and title. Returns the stored record. */
      const aRecord = async (status: string, title: string): Promise<Post> => {
        const { event } = await calendar.as(EDITOR).events.create({
          ...AN_EVENT,
          title,
          status,
          author: OWNER,
        });
        const stored = await store.events.find(event.id);
        expect([stored?.status, stored?.author]).to.deep.equal([status, OWNER]);
        return stored as Post;
      };
      const outcome = (call: Promise<unknown>): Promise<boolean> =>
        call.then(
          () => true,
          ({ code }) => {
            expect(code).to.be.oneOf(["rest_forbidden", "event-not-accessible"]);
            return false;
          },
        );

      for (const role of ROLES) {
        for (const id of role === undefined ? [0] : [OWNER, 51]) {
          const whose = id === OWNER ? "own" : "others'";
          it(`are those of ${role ?? "visitors"} on ${whose} records, by HTTP and in process alike`, async () => {
            const actor = actorOf(role, id);
            const identity = identityOf(role, id);
            const as = role === undefined ? {} : { headers: { cookie: `${role}:${id}` } };
            for (const status of STATUSES) {
              for (const title of ["Fair", "Secret fair"]) {
                const post = await aRecord(status, title);
                const path = `/events/${post.id}`;
                const label = `${status} ${title}`;
                const mayRead = canRead(post, actor) && rules.mayRead(post);
                const mayUpdate = canEdit(post, actor) && rules.mayUpdate(post);
                const mayDelete = canDelete(post, actor) && rules.mayDelete(post);

                const read = await server.get(path, as);
                expect(read.status === 200, `read ${label}`).to.equal(mayRead);
                expect(await outcome(calendar.as(identity).events.get(post.id))).to.equal(mayRead);
                if (mayRead) {
                  const allow = String(read.headers.allow).split(", ");
                  expect([allow.includes("POST"), allow.includes("DELETE")], label).to.deep.equal([
                    mayUpdate,
                    mayDelete,
                  ]);
                }
                const list = await server.get(`/events?include=${post.id}`, as);
                const { total } = await calendar.as(identity).events.list({ include: post.id });
                expect([list.body.total, list.body.events.length, total], `list ${label}`).to.deep.equal(
                  (can(actor, "edit") ? mayRead : mayRead && status === "publish") ? [1, 1, 1] : [0, 0, 0],
                );

                const change = { json: { description: "Changed" }, ...as };
                expect((await server.post(path, change)).status === 200, `update ${label}`).to.equal(
                  mayUpdate,
                );
                const again = calendar.as(identity).events.update(post.id, { description: "Again" });
                expect(await outcome(again), `update ${label}`).to.equal(mayUpdate);
                const inside = calendar.transaction(({ as }) =>
                  as(identity).events.update(post.id, { description: "Inside" }),
                );
                expect(await outcome(inside), `update ${label}`).to.equal(mayUpdate);
                const now = await store.events.find(post.id);
                expect(now?.description, label).to.equal(mayUpdate ? "Inside" : "");
                expect((await server.send("DELETE", path, as)).status === 200, `delete ${label}`).to.equal(
                  mayDelete,
                );
                expect((await store.events.find(post.id))?.status === "trash", label).to.equal(mayDelete);
                const other = await aRecord(status, title);
                expect(await outcome(calendar.as(identity).events.remove(other.id))).to.equal(mayDelete);
              }
            }
          });

          it(`let ${role ?? "visitors"} create what they may as ${id}, by HTTP and in process alike`, async () => {
            const actor = actorOf(role, id);
            const as = role === undefined ? {} : { headers: { cookie: `${role}:${id}` } };
            const kinds = [
              ["events", AN_EVENT, can(actor, "edit")],
              ["venues", { venue: `Hall of ${role} ${id}` }, can(actor, "edit")],
              ["organizers", { organizer: `Ann ${role} ${id}` }, can(actor, "edit")],
              ["categories", { name: `Music ${role} ${id}` }, can(actor, "edit", "manage_categories")],
              ["tags", { name: `Jazz ${role} ${id}` }, can(actor, "edit", "manage_tags")],
            ] as const;
            for (const [path, values, mayCreate] of kinds) {
              const { status } = await server.post(`/${path}`, { json: values, ...as });
              expect(status, path).to.equal(mayCreate ? 201 : role === undefined ? 401 : 403);
              const further = Object.fromEntries(
                Object.entries(values).map(([key, value]) => [key, key === "name" ? `${value}!` : value]),
              );
              const created = calendar.as(identityOf(role, id))[path].create(further);
              expect(await outcome(created), path).to.equal(mayCreate);
            }
          });
        }
      }
    });
  }
}
