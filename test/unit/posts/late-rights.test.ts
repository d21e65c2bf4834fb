import { expect } from "chai";
import { ADMIN, CONTRIBUTOR } from "../actors.ts";
import { foundById } from "../found.ts";
import { type Calendar, call, openCalendar, refusal } from "./calendar.ts";

describe("a right that is lost between the question and the deed", () => {
  let calendar: Calendar;

  beforeEach(async () => {
    calendar = await openCalendar();
  });
  afterEach(() => calendar.store.close());

  for (const [resource, name] of [
    ["venues", "venue"],
    ["organizers", "organizer"],
  ] as const) {
    for (const deed of ["update", "delete"] as const) {
      it(`stops the ${deed} of ${resource}`, async () => {
        const { create, [deed]: operation } = calendar.operations[resource];
        await call<unknown>(create, { [name]: "Mine", author: ADMIN.id, status: "publish" }, ADMIN);
        const { code } = await refusal(
          operation.run({ [name]: "Taken over" }, { actor: CONTRIBUTOR, found: foundById(1) }),
        );
        expect(code).to.equal("rest_forbidden");
        expect((await calendar.store[resource].find(1))?.name).to.equal("Mine");
      });
    }
  }
});
