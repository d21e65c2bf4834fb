const common = require("../../.mocharc.cjs");

// The longest test files come first, so that at the end no worker runs one of them alone.
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
