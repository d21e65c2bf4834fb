/** What somebody else wrote gives no orders to the terminal: text of lines and tabs. */
export const toInertText = (text: string): string =>
  text.replace(/[^\P{Cc}\t\n]|[\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, "\uFFFD");
