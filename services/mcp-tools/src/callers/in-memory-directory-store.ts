import type { DirectoryCopy, DirectoryStore } from "./directory-copy.ts";

export function createInMemoryDirectoryStore(): DirectoryStore {
  let stored: DirectoryCopy | undefined;
  return {
    read: async () => stored,
    async write(copy) {
      if (!stored || stored.copiedAt <= copy.copiedAt) stored = copy;
    },
  };
}
