import type { WebsiteAnswer, WebsiteRequest } from "@kalends/core/plugin";
import { plugin } from "@kalends/pages";
import { expect } from "chai";
import { FAKE_PRESENTER, fakeDeps, fakeRequest, SITE } from "./fake-request.ts";

/** What the handlers of the plugin answer, asked in their order. */
const ask = async (
  request: WebsiteRequest,
  deps = fakeDeps(),
  options: Parameters<typeof plugin>[0] = {},
): Promise<WebsiteAnswer | undefined> => {
  for (const create of plugin(options).website ?? []) {
    const answer = await create(deps).handle(request);
    if (answer !== undefined) return answer;
  }
  return undefined;
};

describe("the frame of pages", () => {
  it("leads from the root of the site to the events, in the language of the address", async () => {
    const answer = await ask(fakeRequest("/", { home: `${SITE}/fr`, locale: "fr" }));
    expect(answer?.status).to.equal(303);
    expect(answer?.headers).to.include({ Location: `${SITE}/fr/events/` });
  });

  it("leaves feeds and other addresses to others", async () => {
    expect(await ask(fakeRequest("/?ical=1"))).to.equal(undefined);
    expect(await ask(fakeRequest("/elsewhere/"))).to.equal(undefined);
    expect(await ask(fakeRequest("/events/assets/0.css", { present: FAKE_PRESENTER }))).to.equal(undefined);
  });
});
