/** The name of an operation on each of several kinds, such as "searchSecrule" and "putAssetList". */
export function operationId(verb: string, ...nouns: readonly string[]): string {
  return verb + nouns.map((noun) => noun.charAt(0).toUpperCase() + noun.slice(1)).join("");
}
