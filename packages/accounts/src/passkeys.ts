import { CalendarError } from "@kalends/core";
import type { SignIns } from "@kalends/core/accounts";

type PasskeySignIns = Pick<
  SignIns,
  | "hasPasskeys"
  | "passkeysOf"
  | "beginRegistration"
  | "finishRegistration"
  | "renamePasskey"
  | "removePasskey"
  | "beginPasskeySignIn"
  | "openWithPasskey"
  | "beginConfirmation"
  | "confirmWithPasskey"
>;

const off = () => Promise.reject(new CalendarError("rest_forbidden"));

/** Creates the passkeys. */
export const createPasskeys = (_deps: object): PasskeySignIns => ({
  hasPasskeys: false,
  passkeysOf: () => Promise.resolve([]),
  beginRegistration: off,
  finishRegistration: off,
  renamePasskey: () => Promise.resolve(false),
  removePasskey: () => Promise.resolve(false),
  beginPasskeySignIn: off,
  openWithPasskey: off,
  beginConfirmation: off,
  confirmWithPasskey: off,
});
