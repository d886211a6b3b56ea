import { describeBoundarySequence, describeBoundaryStore } from "./boundary-store.contract.ts";
import { describeContentStore, describeEvaluationStore, describeUseLedger } from "./evaluation-store.contract.ts";
import { inMemoryBoundarySequence } from "./in-memory-boundary-sequence.ts";
import { inMemoryBoundaryStore } from "./in-memory-boundary-store.ts";
import { inMemoryContentStore } from "./in-memory-content-store.ts";
import { inMemoryEvaluationStore } from "./in-memory-evaluation-store.ts";
import { inMemoryFootingStore } from "./in-memory-footing-store.ts";
import { inMemoryStandingStore } from "./in-memory-standing-store.ts";
import { inMemoryUseLedger } from "./in-memory-use-ledger.ts";
import { describeFootingStore, describeStandingStore } from "./standing-store.contract.ts";

describeBoundaryStore("the fake", async () => inMemoryBoundaryStore());
describeBoundarySequence("the fake", async () => inMemoryBoundarySequence());
describeEvaluationStore("the fake", async () => inMemoryEvaluationStore());
describeUseLedger("the fake", async () => inMemoryUseLedger());
describeContentStore("the fake", async () => inMemoryContentStore());
describeStandingStore("the fake", async () => inMemoryStandingStore());
describeFootingStore("the fake", async (now) => inMemoryFootingStore(now));
