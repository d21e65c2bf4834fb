const common = require("../../.mocharc.cjs");

// What takes longest first, so that no process is left alone with it in the end.
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
