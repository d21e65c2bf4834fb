const { availableParallelism } = require("node:os");
const { join } = require("node:path");

module.exports = {
  ignore: ["**/node_modules/**"],
  // Ends what hangs; a loaded machine takes ten times as long as a free one.
  timeout: 60_000,
  "forbid-only": true,
  require: [join(__dirname, "test/dist/mocha-setup.js")],
  // Workers of `--parallel`, which by default leaves one processor to nobody but the reporter.
  jobs: Math.max(2, availableParallelism()),
};
