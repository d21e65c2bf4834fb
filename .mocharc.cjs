const { availableParallelism } = require("node:os");
const { join } = require("node:path");

module.exports = {
  ignore: ["**/node_modules/**"],
  // Ends what hangs; a loaded machine takes ten times as long as a free one.
  timeout: 60_000,
  "forbid-only": true,
  require: [join(__dirname, "test/dist/mocha-setup.js")],
  // Workers of `--parallel`: one more than there are processors, for each waits for servers, browsers and other processes at times.
  jobs: availableParallelism() + 1,
};
