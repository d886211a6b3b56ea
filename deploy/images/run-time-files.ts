/** What a module uses at run time in addition to its imports. Paths are relative to the root of the repository. */
export interface RunTimeFiles {
  /** Patterns of files that the module reads. */
  readonly files?: readonly string[];
  /**
   * Files of other packages that the module reads, by the name of the package. If nothing else imports the package, the
   * image contains only these files, `package.json` and the licences of the package.
   */
  readonly packageFiles?: Readonly<Record<string, readonly string[]>>;
  /** Modules that the module starts as threads. */
  readonly threads?: readonly string[];
}

/**
 * The files, package files and threads that each module finds with `import.meta`. The key is the path of the module. An
 * image that contains the module also contains these files. The build of an image fails if a module uses `import.meta`
 * and has no entry here.
 */
export const RUN_TIME_FILES: Readonly<Record<string, RunTimeFiles>> = {
  "gateway/src/config.ts": { files: ["gateway/supergraph.graphql"] },
  "gateway/src/query-page.ts": {
    files: ["gateway/query-page/*"],
    packageFiles: {
      graphiql: ["graphiql.min.css", "graphiql.min.js"],
      react: ["umd/react.production.min.js"],
      "react-dom": ["umd/react-dom.production.min.js"],
    },
  },
  "libs/service-contracts/src/shared-schema.ts": { files: ["libs/service-contracts/schema/*"] },
  "services/boundary-evaluator/src/graphql/endpoint.ts": { files: ["services/boundary-evaluator/schema.graphql"] },
  "services/boundary-evaluator/src/judge-threads/judge-pool.ts": {
    threads: ["services/boundary-evaluator/src/judge-threads/judge-thread.ts"],
  },
  "services/boundary-evaluator/src/previews/preview-runner.ts": {
    threads: ["services/boundary-evaluator/src/previews/preview-thread.ts"],
  },
  "services/change-request/src/graphql/endpoint.ts": { files: ["services/change-request/schema.graphql"] },
  "services/inventory/src/app.ts": { files: ["services/inventory/schema.graphql"] },
  "services/inventory/src/rest/description-routes.ts": {
    files: ["services/inventory/openapi.json", "services/inventory/docs-page/*"],
    packageFiles: { "swagger-ui-dist": ["favicon-32x32.png", "swagger-ui-bundle.js", "swagger-ui.css"] },
  },
  "services/mcp-tools/src/arguments/service-names.ts": {
    files: ["services/mcp-tools/src/arguments/service-names.tsv"],
  },
  // The tool server publishes and searches these pages.
  "services/mcp-tools/src/config.ts": { files: ["docs/**/*.md", "services/*/README.md"] },
  "services/security-manager/src/maker-thread.ts": { threads: ["services/security-manager/src/main-maker.ts"] },
};

/** Patterns of files that the `files` patterns above never add to an image, even if they match these files. */
export const NOT_IN_IMAGES = ["docs/decisions/**", "**/node_modules/**"];
