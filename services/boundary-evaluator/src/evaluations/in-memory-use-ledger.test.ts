import { inMemoryUseLedger } from "./in-memory-use-ledger.ts";
import { describeUseLedger } from "./use-ledger.contract.ts";

describeUseLedger("the store in memory", async () => inMemoryUseLedger());
