import { inMemoryUseLedger } from "./in-memory-use-ledger.ts";
import { describeUseLedger } from "./use-ledger.contract.ts";

describeUseLedger("the fake", async () => inMemoryUseLedger());
