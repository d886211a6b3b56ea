/** A store with the indexes it needs. */
export async function prepared<Store extends { prepare(): Promise<void> }>(store: Store): Promise<Store> {
  await store.prepare();
  return store;
}
