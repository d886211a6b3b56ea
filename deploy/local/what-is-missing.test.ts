import { execFileSync } from "node:child_process";
import { expect, test } from "@jest/globals";

interface Machine {
  platform?: string;
  arch?: string;
  nodeVersion?: string;
  programs?: string[];
  go?: string;
  goMayFetchNewer?: boolean;
  environment?: Record<string, string>;
}

/**
 * Returns the result of `whatIsMissing` for a machine. The function runs in a separate process of plain Node, as it
 * does when a command such as `npm start` calls it.
 */
function missing(machine: Machine, engines = true): string[] {
  const script = `
    import { whatIsMissing } from ${JSON.stringify(new URL("what-is-missing.mjs", import.meta.url).href)};
    const m = JSON.parse(process.argv[1]);
    const programs = m.programs ?? ["apt-get", "dpkg-deb", "go", "mvn"];
    console.log(JSON.stringify(whatIsMissing({
      platform: m.platform ?? "linux", arch: m.arch ?? "x64", nodeVersion: m.nodeVersion ?? "20.19.0",
      has: (name) => programs.includes(name), goVersion: () => m.go ?? "1.26.8",
      goMayFetchNewer: () => m.goMayFetchNewer ?? false, environment: m.environment ?? {},
    }, { engines: ${engines} })));`;
  return JSON.parse(
    execFileSync(process.execPath, ["--input-type=module", "-e", script, JSON.stringify(machine)], {
      encoding: "utf8",
    }),
  ) as string[];
}

test("a Debian machine with Node 20.19, Go and Maven lacks nothing", () => {
  expect(missing({})).toEqual([]);
});

test("all missing programs are named at once, each with the command that installs it", () => {
  const lines = missing({ nodeVersion: "18.20.4", programs: ["apt-get", "dpkg-deb"] });
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/Node 20\.19 or newer \(this is 18\.20\.4\).*nvm install 24/);
  expect(lines[1]).toMatch(/Go 1\.25.*apt-get install golang-go/);
  expect(lines[2]).toMatch(/Maven.*apt-get install maven/);
});

test("an old Go is enough only when it may fetch a newer one", () => {
  expect(missing({ go: "1.22.1", goMayFetchNewer: true })).toEqual([]);
  expect(missing({ go: "1.22.1" })[0]).toContain("this is 1.22.1");
  expect(missing({ go: "1.19.8", goMayFetchNewer: true })).toHaveLength(1);
});

test("where engines can't run, it names only Docker", () => {
  for (const machine of [{ platform: "darwin" }, { arch: "s390x" }, { programs: ["go", "mvn"] }]) {
    const [line] = missing(machine);
    expect(line).toContain("docker compose -f deploy/compose.yaml up");
    expect(line).toContain("OPENSEARCH_URL=");
  }
});

test("an engine given by URL needs nothing of the machine", () => {
  const MONGO_URL = "mongodb://127.0.0.1:1/";
  expect(missing({ programs: ["apt-get", "dpkg-deb", "mvn"], environment: { MONGO_URL } })).toEqual([]);
  const all = { MONGO_URL, REDIS_URL: "redis://127.0.0.1:1", OPENSEARCH_URL: "http://127.0.0.1:1" };
  expect(missing({ platform: "darwin", programs: [], environment: all })).toEqual([]);
});

test("commands without engines need only Node", () => {
  expect(missing({ platform: "darwin", programs: [] }, false)).toEqual([]);
});
