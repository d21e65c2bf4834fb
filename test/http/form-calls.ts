import { expect } from "chai";
import type { TestResponse } from "./client.ts";
import type { StartedCalendar } from "./start-calendar.ts";
import { type Files, formWith } from "./uploads.ts";

export interface FormCalls {
  /** Sends a form. Without `as`, the request is sent as an anonymous visitor. */
  send(
    method: string,
    path: string,
    as: string | undefined,
    fields: Readonly<Record<string, string>>,
    ...files: Files
  ): Promise<TestResponse>;
  /**
   * Checks that a request is refused and leaves no record and no file behind. `params` is the expected
   * `data.params` of the error.
   */
  expectNothingLeft(
    refuse: () => Promise<TestResponse>,
    status: number,
    params?: unknown,
  ): Promise<TestResponse>;
}

/** Creates functions that send forms to a calendar. The calendar must be running when they are called. */
export const createFormCalls = (started: () => StartedCalendar): FormCalls => {
  const kept = async () => [await started().contents(), await started().blobStore.readAfter("", 10_000)];
  return {
    send: (method, path, as, fields, ...files) =>
      started().send(method, path, { ...(as && { as }), multipart: formWith(fields, ...files) }),
    async expectNothingLeft(refuse, status, params) {
      const before = await kept();
      const answer = await refuse();
      expect(answer.status, answer.text).to.equal(status);
      if (params !== undefined) expect(answer.body.data.params).to.deep.equal(params);
      expect(await kept()).to.deep.equal(before);
      return answer;
    },
  };
};
