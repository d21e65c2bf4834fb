import type { Actor, Post } from "@kalends/core";
import { createPostStatuses } from "@kalends/core/interface";
import { anEvent } from "@kalends/storage-contract";
import { expect } from "chai";
import { ADMIN, ANONYMOUS, AUTHOR, CONTRIBUTOR, EDITOR, SUBSCRIBER } from "../actors.ts";

const statuses = createPostStatuses();
const EVERY = ["publish", "future", "draft", "pending", "private"];

const post = (status: string, author: number, before?: string): Post =>
  anEvent({
    status,
    author,
    ...(before !== undefined && { trashed: { status: before, slug: "x" } }),
  });

describe("PostStatuses", () => {
  it("knows the statuses that lists may ask for, and those that writes may ask for", () => {
    expect(statuses.names).to.have.members([...EVERY, "trash"]);
    expect(statuses.writableNames).to.have.members(EVERY);
    expect(statuses.publicNames).to.deep.equal(["publish"]);
    expect(statuses.isPublic("publish")).to.equal(true);
    expect(statuses.isPublic("future")).to.equal(false);
  });

  describe("scale", () => {
    const rows: readonly (readonly [string, Actor, string | undefined, string])[] = [
      ["publisher, none", AUTHOR, undefined, "publish"],
      ...EVERY.map((status) => [`publisher, ${status}`, AUTHOR, status, status] as const),
      ["contributor, none", CONTRIBUTOR, undefined, "draft"],
      ["contributor, publish", CONTRIBUTOR, "publish", "pending"],
      ["contributor, future", CONTRIBUTOR, "future", "pending"],
      ["contributor, draft", CONTRIBUTOR, "draft", "draft"],
      ["contributor, pending", CONTRIBUTOR, "pending", "pending"],
      ["contributor, private", CONTRIBUTOR, "private", "pending"],
    ];
    for (const [title, actor, requested, expected] of rows) {
      it(`makes of ${title}: ${expected}`, () => {
        expect(statuses.scale(requested, actor)).to.equal(expected);
      });
    }
  });

  describe("rights on one record", () => {
    // Each row is a status, followed by the right to edit and delete: own records of a contributor and
    // author, then records of others for a contributor, author and editor.
    const rows: readonly (readonly [string, string | undefined, readonly boolean[]])[] = [
      ["draft", undefined, [true, true, false, false, true]],
      ["pending", undefined, [true, true, false, false, true]],
      ["private", undefined, [true, true, false, false, true]],
      ["publish", undefined, [false, true, false, false, true]],
      ["future", undefined, [false, true, false, false, true]],
      ["trash", "draft", [true, true, false, false, true]],
      ["trash", "publish", [false, true, false, false, true]],
    ];
    for (const [status, before, expected] of rows) {
      it(`lets those edit and delete it whom the table names: ${status} ${before ?? ""}`, () => {
        const own = [CONTRIBUTOR, AUTHOR].map(
          (actor) => [post(status, actor.id ?? 0, before), actor] as const,
        );
        const others = [CONTRIBUTOR, AUTHOR, EDITOR].map(
          (actor) => [post(status, 77, before), actor] as const,
        );
        const asked = [...own, ...others];
        expect(asked.map(([record, actor]) => statuses.canEdit(record, actor))).to.deep.equal(expected);
        expect(asked.map(([record, actor]) => statuses.canDelete(record, actor))).to.deep.equal(expected);
      });
    }

    it("lets everybody read what is published", () => {
      for (const actor of [ANONYMOUS, SUBSCRIBER, CONTRIBUTOR, EDITOR]) {
        expect(statuses.canRead(post("publish", 77), actor)).to.equal(true);
      }
    });

    it("lets authors read all that is theirs, whatever its status and their rights", () => {
      for (const status of statuses.names) {
        expect(statuses.canRead(post(status, 5), SUBSCRIBER), status).to.equal(true);
      }
    });

    it("lets only those read others' non-public records who may edit them", () => {
      for (const status of ["future", "draft", "pending", "private", "trash"]) {
        const record = post(status, 77);
        const readers = [ANONYMOUS, SUBSCRIBER, CONTRIBUTOR, AUTHOR].filter((actor) =>
          statuses.canRead(record, actor),
        );
        expect(readers, status).to.deep.equal([]);
        expect(statuses.canRead(record, EDITOR), status).to.equal(true);
      }
    });

    it("asks for the right to read private records on top of the right to edit others'", () => {
      const half: Actor = { id: 9, capabilities: new Set(["edit", "edit_others", "delete_others"] as const) };
      expect(statuses.canEdit(post("private", 77), half)).to.equal(false);
      expect(statuses.canDelete(post("private", 77), half)).to.equal(false);
      expect(statuses.canRead(post("private", 77), half)).to.equal(false);
      const reader: Actor = { id: 9, capabilities: new Set(["read_private"] as const) };
      expect(statuses.canRead(post("private", 77), reader)).to.equal(true);
    });

    it("asks for the right to edit published records on top of the right to edit others'", () => {
      const half: Actor = { id: 9, capabilities: new Set(["edit", "edit_others"] as const) };
      expect(statuses.canEdit(post("publish", 77), half)).to.equal(false);
      expect(statuses.canEdit(post("draft", 77), half)).to.equal(true);
    });
  });

  describe("lists", () => {
    it("show only published records to callers without the right to edit", () => {
      expect(statuses.visibleTo(ANONYMOUS)).to.deep.equal({ statuses: ["publish"] });
      expect(statuses.visibleTo(SUBSCRIBER)).to.deep.equal({ statuses: ["publish"] });
    });

    it("show editors everything but the trash, of all authors", () => {
      const { statuses: shown, own } = statuses.visibleTo(ADMIN);
      expect(shown).to.have.members(EVERY);
      expect(own).to.equal(undefined);
    });

    it("show contributors of the others' records only what they could open", () => {
      expect(statuses.visibleTo(CONTRIBUTOR)).to.deep.equal({
        statuses: ["publish"],
        own: { author: 4, statuses: ["future", "draft", "pending", "private"] },
      });
    });

    it("let callers without the right to edit ask for published records alone", () => {
      expect(statuses.listable(["publish"], ANONYMOUS)).to.deep.equal({ statuses: ["publish"] });
      for (const names of [["draft"], ["publish", "draft"], ["trash"]]) {
        expect(statuses.listable(names, ANONYMOUS)).to.equal(undefined);
        expect(statuses.listable(names, SUBSCRIBER)).to.equal(undefined);
      }
    });

    it("list the trash for callers with the right to edit, as far as they may read it", () => {
      expect(statuses.listable(["trash"], EDITOR)).to.deep.equal({ statuses: ["trash"] });
      expect(statuses.listable(["trash"], CONTRIBUTOR)).to.deep.equal({
        statuses: [],
        own: { author: 4, statuses: ["trash"] },
      });
    });
  });
});
