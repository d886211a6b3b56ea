import { expect, test } from "@jest/globals";
import type { DirectoryCopy, DirectoryStore } from "./directory-copy.ts";

const copyAt = (hour: number): DirectoryCopy => ({
  users: [
    { id: 3, enabled: true, locked: false, expired: false, deviceGroupIds: [1] },
    { id: 40, enabled: false, locked: true, expired: true, deviceGroupIds: [2, hour] },
  ],
  groups: [1, 2, hour],
  fingerprint: `copy ${hour}`,
  copiedAt: new Date(Date.UTC(2026, 2, 1, hour)),
});

export function directoryStoreContract(open: () => Promise<DirectoryStore>): void {
  test("a newer copy replaces the stored one as a whole, an older one does not", async () => {
    const store = await open();
    expect(await store.read()).toBeUndefined();
    for (const [written, stored] of [
      [5, 5],
      [7, 7],
      [6, 7],
      [7, 7],
      [8, 8],
    ] as const) {
      await store.write(copyAt(written));
      expect(await store.read()).toEqual(copyAt(stored));
    }
  });

  test("of copies that are written at the same time, the newest stays", async () => {
    const store = await open();
    await Promise.all([3, 9, 5, 7, 4].map((hour) => store.write(copyAt(hour))));
    await store.write(copyAt(9));
    expect(await store.read()).toEqual(copyAt(9));
  });

  test("a copy without users is a copy", async () => {
    const store = await open();
    const empty = { ...copyAt(5), users: [], groups: [] };
    await store.write(empty);
    expect(await store.read()).toEqual(empty);
  });
}
