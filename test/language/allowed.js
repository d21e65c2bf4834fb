/** Folders or files, and the rules that they break. The list only gets shorter. */
export const ALLOWED = [];
