import { bucketStoreContract } from "./bucket-store.contract.ts";
import { createInMemoryBucketStore } from "./in-memory-bucket-store.ts";

bucketStoreContract(() => {
  let time = 0;
  return {
    store: createInMemoryBucketStore(() => time),
    async pass(ms) {
      time += ms;
    },
  };
});
