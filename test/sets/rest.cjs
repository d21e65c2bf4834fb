const common = require("../../.mocharc.cjs");

// The longest tests come first, so that they do not run alone at the end.
module.exports = {
  ...common,
  spec: [
    "examples/custom-storage/**/dist/**/*.test.js",
    "test/dist/{hostile,kalends,mongodb,sqlite}/**/*.test.js",
    "test/dist/!(hostile|http|kalends|mongodb|sqlite|stores|unit)/**/*.test.js",
    "plugins/*/**/dist/**/*.test.js",
    "examples/!(custom-storage)/**/dist/**/*.test.js",
  ],
};
