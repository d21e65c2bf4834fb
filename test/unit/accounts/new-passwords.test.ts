import { expect } from "chai";
import {
  createHeldScrypt,
  flushPromises,
  HOME,
  openAccounts,
  outcomeOrError,
  signIn,
} from "./open-accounts.ts";
import { codeOf } from "./open-sign-ins.ts";

describe("accounts: many new passwords of one account", () => {
  it("delay no sign-in of another account, and are refused beyond a limit", async () => {
    const scrypt = createHeldScrypt();
    const { accounts } = await openAccounts({ deriveKey: scrypt.deriveKey });
    await accounts.add("ada", "editor", "right password");
    await accounts.add("bob", "subscriber", "right password");
    const link = await accounts.createLink("bob", "invitation");
    scrypt.hold();
    const requested = Array.from({ length: 300 }, (_, index) =>
      codeOf(
        index % 2 === 0
          ? accounts.addPassword("bob", "label", `new password ${index}`)
          : accounts.signIns.useLink(link?.token ?? "", `new password ${index}`, {
              source: HOME,
              device: "",
            }),
      ),
    );
    await flushPromises();
    expect(scrypt.started).to.have.length(2);
    const right = outcomeOrError(signIn(accounts, "ada", "right password"));
    await flushPromises();
    // The third one comes from the other queue, and the fourth one is Ada's.
    await scrypt.next();
    await scrypt.next();
    expect(scrypt.started[3]).to.equal("rightpassword");
    await scrypt.release();
    expect(await right).to.equal(1);
    expect(await Promise.all(requested)).to.include("rest_storage_unavailable");
  });
});
