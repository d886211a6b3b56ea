/**
 * Returns the id of an operation that exists for several kinds of records, such as "searchSecrule" and "putAssetList".
 */
export function operationId(verb: string, ...nouns: readonly string[]): string {
  return verb + nouns.map((noun) => noun.charAt(0).toUpperCase() + noun.slice(1)).join("");
}
