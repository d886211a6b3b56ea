import { readFileSync, writeFileSync } from "node:fs";
import { codegen } from "@graphql-codegen/core";
import * as typedDocuments from "@graphql-codegen/typed-document-node";
import * as operationTypes from "@graphql-codegen/typescript-operations";
import { parse } from "graphql";

const read = (file: string) => readFileSync(new URL(file, import.meta.url), "utf8");

/**
 * Returns the content of operations.generated.ts: the operations of operations.graphql, and the types of their
 * variables and responses. The types are generated from the committed API schema.
 */
export function operationsText(): Promise<string> {
  return codegen({
    filename: "operations.generated.ts",
    schema: parse(read("../../../gateway/api-schema.graphql")),
    documents: [{ location: "operations.graphql", document: parse(read("operations.graphql")) }],
    config: { documentMode: "string", useTypeImports: true, immutableTypes: true, skipTypename: true },
    pluginMap: { operationTypes, typedDocuments },
    plugins: [{ operationTypes: {} }, { typedDocuments: {} }],
  });
}

if (import.meta.main) {
  writeFileSync(new URL("operations.generated.ts", import.meta.url), await operationsText());
  console.log("wrote docs/clients/typescript/operations.generated.ts");
}
