import { join } from "node:path";
import type { Logger } from "@network-access/service-runtime/logger";
import type { OpenSearchClient } from "@network-access/service-runtime/opensearch-client";
import { type Documentation, readDocumentation } from "./documentation/documentation.ts";
import {
  createDocumentationSearch,
  type DocumentationSearch,
  documentationUrl,
} from "./documentation/documentation-search.ts";
import { createOpenSearchPassageIndex } from "./documentation/opensearch-passage-index.ts";
import { createPassagePreparation } from "./documentation/prepare-passages.ts";
import { readSections } from "./siql/read-sections.ts";
import { toolTable } from "./tool-table.ts";

interface Needs {
  /** The folder that contains `docs/` and `services/`. */
  readonly root: string;
  readonly docsUrl: string | undefined;
  /** Returns the URL at which clients reach this process. May be called only after the process has begun to listen. */
  readonly publicUrl: () => string;
  readonly openSearch: OpenSearchClient;
  readonly indexPrefix: string;
  readonly logger: Logger;
}

/** Assembles the tools, and the documentation that one of the tools searches. */
export function assembleTools({ root, docsUrl, publicUrl, openSearch, indexPrefix, logger }: Needs) {
  let search: DocumentationSearch | undefined;
  const tools = toolTable({
    documentation: () => {
      search ??= createDocumentationSearch({
        ...{ documentation, index, logger },
        baseUrl: documentationUrl({ docsUrl, publicUrl: publicUrl() }),
      });
      return search;
    },
    siqlSections: readSections(join(root, "docs/siql")),
  });
  const documentation: Documentation = readDocumentation(root, tools);
  const index = createOpenSearchPassageIndex(openSearch, indexPrefix, documentation.passages);
  return { tools, pages: documentation.pages, preparation: createPassagePreparation({ index, logger }) };
}
