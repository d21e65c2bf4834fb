export const VIEW_STYLE = ``;
