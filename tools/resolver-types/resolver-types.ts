import { readFileSync } from "node:fs";
import { join } from "node:path";
import { codegen } from "@graphql-codegen/core";
import * as typescript from "@graphql-codegen/typescript";
import * as typescriptResolvers from "@graphql-codegen/typescript-resolvers";
import { workspace } from "@network-access/local-stack/workspace";
import { concatAST, parse } from "graphql";
import { subgraphs } from "./subgraphs.ts";

export type SubgraphName = keyof typeof subgraphs;

/** Returns the file with the types of a subgraph's resolvers. */
export function resolverTypesFile(name: SubgraphName): string {
  return join(workspace.root, "services", name, "src/graphql/resolver-types.generated.ts");
}

/** Returns the types of a subgraph's resolvers, generated from its SDL. */
export function resolverTypesText(name: SubgraphName): Promise<string> {
  const { shared, context, parents } = subgraphs[name];
  const files = [
    `services/${name}/schema.graphql`,
    ...shared.map((schema) => `libs/service-contracts/schema/${schema}.graphql`),
  ];
  return codegen({
    filename: "resolver-types.generated.ts",
    schema: concatAST(files.map((file) => parse(readFileSync(join(workspace.root, file), "utf8")))),
    documents: [],
    config: {
      contextType: context,
      enumsAsTypes: true,
      federation: true,
      immutableTypes: true,
      makeResolverTypeCallable: true,
      mappers: parents,
      inputMaybeValue: "T | null",
      maybeValue: "T | null | undefined",
      onlyResolveTypeForInterfaces: true,
      skipTypename: true,
      useTypeImports: true,
    },
    pluginMap: { typescript, typescriptResolvers },
    plugins: [{ typescript: {} }, { typescriptResolvers: {} }],
  });
}
