/**
 * Returns rules that forbid code in a folder of `root` to import from folders that come later in `folders`. Tests and
 * contracts of stores may import from any folder. An entry may be a regular expression that matches several folders.
 */
const foldersInOrder = (name, root, folders) =>
  folders.slice(0, -1).map((folder, place) => ({
    name,
    comment: `${folder} does not import ${folders.slice(place + 1).join(", ")}.`,
    severity: "error",
    from: { path: `^${root}/${folder}/`, pathNot: "\\.(test|contract)\\.ts$" },
    to: { path: `^${root}/(${folders.slice(place + 1).join("|")})/` },
  }));

/** Which files may import which files. Each rule is one sentence of docs/architecture.md. */
module.exports = {
  forbidden: [
    ...foldersInOrder("service-runtime-folders-in-order", "libs/service-runtime/src", [
      ...[
        "text",
        "telemetry",
        "process",
        "http",
        "openapi",
        "calls",
        "commands",
        "graphql",
        "jobs",
        "database",
        "concurrency",
        "opensearch",
      ],
    ]),
    ...foldersInOrder("testkit-folders-in-order", "libs/testkit/src", [
      ...["servers", "access", "engines", "interfaces", "estate", "benchmarks"],
    ]),
    ...foldersInOrder("estate-model-folders-in-order", "libs/estate-model/src", [
      ...["snapshot", "matching", "connections", "columns"],
    ]),
    ...foldersInOrder("change-request-folders-in-order", "services/change-request/src", [
      ...["requests", "evaluation", "live-states", "(graphql|http|jobs)"],
    ]),
    ...foldersInOrder("boundary-evaluator-folders-in-order", "services/boundary-evaluator/src", [
      ...["judging", "boundaries", "inputs", "judge-threads", "reevaluation", "evaluations", "previews"],
      ...["integrations", "exports", "(graphql|http|jobs)"],
    ]),
    ...foldersInOrder("judge-folders-in-order", "services/boundary-evaluator/src/judging", [
      ...["model", "compiling", "indexing", "matching", "explaining", "suggesting", "changes"],
    ]),
    ...foldersInOrder("inventory-folders-in-order", "services/inventory/src", [
      ...["schemas", "addresses", "items", "connectors", "uploads", "search-index", "groups", "members"],
      ...["projection", "search", "feeds", "(graphql|rest|http|jobs)"],
    ]),
    ...foldersInOrder("manager-folders-in-order", "services/security-manager/src", [
      ...["access", "counters", "columns", "siql", "rows", "row-index", "searching", "devices", "users", "notes"],
      ...["documentation", "usage", "entities", "revisions", "rest"],
    ]),
    ...foldersInOrder("tool-server-folders-in-order", "services/mcp-tools/src", [
      ...["rate", "keys", "key-command", "callers", "manager", "answers", "arguments", "records", "siql", "rules"],
      ...["documentation", "tools", "protocol", "endpoint"],
    ]),
    ...foldersInOrder("siql-folders-in-order", "services/security-manager/src/siql", [
      ...["language", "operands", "schema", "checking", "(compiling|evaluating)"],
    ]),
    {
      name: "services-meet-only-through-contracts",
      severity: "error",
      from: { path: "^(services/[^/]+|gateway)/" },
      to: { path: "^(services|gateway)/", pathNot: "^$1/" },
    },
    {
      name: "traffic-sets-depends-on-nothing",
      severity: "error",
      from: { path: "^libs/traffic-sets/src/", pathNot: "\\.test\\.ts$" },
      to: { pathNot: "^libs/traffic-sets/src/" },
    },
    {
      name: "the-judging-is-pure",
      severity: "error",
      from: { path: "^services/boundary-evaluator/src/judging/", pathNot: "\\.test\\.ts$" },
      to: { pathNot: "^(services/boundary-evaluator/src/judging|libs/traffic-sets/src|libs/firewall-rules/src)/" },
    },
    {
      name: "the-estate-model-is-pure",
      severity: "error",
      from: { path: "^libs/estate-model/src/", pathNot: "\\.test\\.ts$" },
      to: { pathNot: "^libs/(estate-model/src|traffic-sets/src|service-contracts/src/device-snapshot\\.ts)" },
    },
    {
      name: "firewall-rules-knows-only-sets",
      severity: "error",
      from: { path: "^libs/firewall-rules/src/", pathNot: "\\.test\\.ts$" },
      to: { pathNot: "^libs/(firewall-rules|traffic-sets)/src/" },
    },
    {
      name: "contracts-depend-on-zod-only",
      severity: "error",
      from: { path: "^libs/service-contracts/src/", pathNot: "\\.test\\.ts$" },
      to: { pathNot: "^libs/service-contracts/|node_modules/zod/|^(node:)?fs$" },
    },
    {
      name: "libs-never-import-services",
      severity: "error",
      from: { path: "^libs/", pathNot: "^libs/testkit/" },
      to: { path: "^(services|gateway|test-e2e|deploy|tools)/" },
    },
    {
      name: "the-local-stack-does-not-know-the-tools",
      comment: "tools/ is for developing only.",
      severity: "error",
      from: { path: "^(deploy|services|gateway)/" },
      to: { path: "^tools/" },
    },
    {
      name: "tools-are-only-run",
      severity: "error",
      from: { path: "^(gateway|services|libs|deploy|test-e2e|docs)/" },
      to: { path: "^tools/" },
    },
    {
      name: "operations-do-not-know-the-transport",
      severity: "error",
      from: {
        path: "^services/[^/]+/src/",
        pathNot:
          "/(graphql|rest|http|jobs)/|^services/(connector|policy)/src/clients/|/(mongo|opensearch|redis|http|in-memory)-[^/]*\\.ts$|/(main[^/]*|app[^/]*|config)\\.ts$|\\.(test|contract)\\.ts$",
      },
      to: {
        path: "node_modules/(graphql|@apollo|express|mongodb|bullmq|ioredis|undici|@opensearch-project)/",
      },
    },
    {
      name: "end-to-end-tests-are-customers",
      comment:
        "They speak the public interfaces; only the testkit, the local stack and contract data are theirs to use.",
      severity: "error",
      from: { path: "^test-e2e/" },
      to: { path: "^(services|gateway)/", pathNot: "\\.(json|graphql)$" },
    },
    {
      name: "client-examples-stand-alone",
      comment: "A reader copies them: Node alone runs them.",
      severity: "error",
      from: { path: "^docs/clients/typescript/", pathNot: "/write-operations\\.ts$" },
      to: { path: "^(services|gateway|libs|deploy|tools|test-e2e)/|node_modules/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "test-code-stays-in-tests",
      severity: "error",
      from: {
        pathNot:
          "(\\.test\\.ts$|\\.contract\\.ts$|\\.bench\\.ts$|/bench/|/test/|^test-e2e/|^libs/testkit/|^deploy/chart/verify/)",
      },
      to: { path: "(\\.test\\.ts$|\\.contract\\.ts$|^libs/testkit/|^test-e2e/)" },
    },
    {
      name: "everything-resolves",
      comment: "A package of types alone has nothing to resolve.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^@graphql-typed-document-node/core$" },
    },
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
  ],
  options: {
    tsPreCompilationDeps: true,
    // dependency-cruiser can't parse with the installed TypeScript compiler, which is native and has no API yet.
    parser: "swc",
    doNotFollow: { path: "node_modules" },
    exclude: { path: "/\\.data/" },
    enhancedResolveOptions: {
      extensions: [".ts", ".mjs", ".cjs", ".js", ".json"],
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default"],
    },
  },
};
