/**
 * The processes that have an image, with their entry files. To add a process, add a line with its entry file. The other
 * files of a process are found by following the imports of the entry file.
 */
export const IMAGE_PROCESSES = {
  gateway: "gateway/src/main.ts",
  "change-request-prepare": "services/change-request/src/main-prepare.ts",
  "change-request": "services/change-request/src/main.ts",
  "boundary-evaluator-prepare": "services/boundary-evaluator/src/main-prepare.ts",
  "boundary-evaluator-subgraph": "services/boundary-evaluator/src/main-subgraph.ts",
  "boundary-evaluator-worker": "services/boundary-evaluator/src/main-worker.ts",
  "inventory-prepare": "services/inventory/src/main-prepare.ts",
  inventory: "services/inventory/src/main.ts",
  "inventory-rebuild": "services/inventory/src/main-rebuild.ts",
  "security-manager-prepare": "services/security-manager/src/main-prepare.ts",
  "security-manager": "services/security-manager/src/main.ts",
  "security-manager-rebuild": "services/security-manager/src/main-rebuild.ts",
  "mcp-tools-prepare": "services/mcp-tools/src/main-prepare.ts",
  "mcp-tools": "services/mcp-tools/src/main.ts",
} as const;

export type ImageProcess = keyof typeof IMAGE_PROCESSES;

/**
 * Main files that have no image: commands that users run, a server for conformance tests, and files that other
 * processes run as threads.
 */
export const MAINS_WITHOUT_IMAGE = [
  "services/connector/src/main.ts",
  "services/estate-import/src/main.ts",
  "services/mcp-tools/src/main-conformance.ts",
  "services/mcp-tools/src/main-keys.ts",
  "services/policy/src/main.ts",
  "services/security-manager/src/main-maker.ts",
];

/** Returns whether `name` is a process that has an image. */
export function isImageProcess(name: string): name is ImageProcess {
  return Object.hasOwn(IMAGE_PROCESSES, name);
}
