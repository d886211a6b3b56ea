/** Returns the id of an operation, made of a verb and nouns. Examples are "searchSecrule" and "putAssetList". */
export function operationId(verb: string, ...nouns: readonly string[]): string {
  return verb + nouns.map((noun) => noun.charAt(0).toUpperCase() + noun.slice(1)).join("");
}
