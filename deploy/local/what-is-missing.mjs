// Finds the programs that the local stack needs and that this machine lacks. This file is plain JavaScript without
// imports from packages, because it runs before the dependencies are installed.

/**
 * @typedef {object} Machine
 * @property {string} platform as in process.platform
 * @property {string} arch as in process.arch
 * @property {string} nodeVersion as in process.versions.node
 * @property {(program: string) => boolean} has whether a program is in the PATH
 * @property {() => string | undefined} goVersion as "1.26.8"; undefined where Go does not run
 * @property {() => boolean} goMayFetchNewer whether Go fetches a newer toolchain automatically
 * @property {Record<string, string | undefined>} environment
 */

const NODE = [20, 19];
const GO = [1, 25];

/**
 * Returns one line for each missing program. Each line says how to install the program. The programs for an engine are
 * checked only if `engines` is true and the environment has no URL for that engine.
 */
export function whatIsMissing(machine, { engines }) {
  const missing = [];
  if (!atLeast(machine.nodeVersion, NODE))
    missing.push(
      `Node ${NODE.join(".")} or newer (this is ${machine.nodeVersion}): install it with your version manager, e.g. \`nvm install 24\``,
    );
  if (!engines) return missing;

  const { MONGO_URL, REDIS_URL, OPENSEARCH_URL } = machine.environment;
  if (!MONGO_URL || !REDIS_URL) {
    if (
      machine.platform !== "linux" ||
      !["x64", "arm64"].includes(machine.arch) ||
      !machine.has("apt-get") ||
      !machine.has("dpkg-deb")
    )
      return [...missing, `engines need Debian's package client, which this machine lacks. ${WITH_DOCKER}`];
  }
  if (!MONGO_URL) missing.push(...missingGo(machine));
  if (!OPENSEARCH_URL && !machine.has("mvn"))
    missing.push("Maven, which fetches OpenSearch: `sudo apt-get install maven`");
  return missing;
}

export const WITH_DOCKER =
  "With Docker: `docker compose -f deploy/compose.yaml up -d --wait`, then `export MONGO_URL=mongodb://127.0.0.1:27017 REDIS_URL=redis://127.0.0.1:6379 OPENSEARCH_URL=http://127.0.0.1:9200` and the same command again";

function missingGo(machine) {
  const version = machine.has("go") ? machine.goVersion() : undefined;
  if (version === undefined)
    return [`Go ${GO.join(".")} or newer, which builds FerretDB: \`sudo apt-get install golang-go\``];
  if (atLeast(version, GO) || (atLeast(version, [1, 21]) && machine.goMayFetchNewer())) return [];
  return [
    `Go ${GO.join(".")} or newer, which builds FerretDB (this is ${version}): \`go env -w GOTOOLCHAIN=auto\` lets Go 1.21 or newer fetch it, else install a newer Go`,
  ];
}

/** Returns whether a version such as "24.21.0" is at least [24, 21]. */
export function atLeast(version, [major, minor]) {
  const [isMajor = 0, isMinor = 0] = version.split(".").map(Number);
  return isMajor > major || (isMajor === major && isMinor >= minor);
}
