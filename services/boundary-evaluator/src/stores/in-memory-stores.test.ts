import { describeBoundarySequence, describeBoundaryStore } from "../boundaries/boundary-store.contract.ts";
import { inMemoryBoundarySequence } from "../boundaries/in-memory-boundary-sequence.ts";
import { inMemoryBoundaryStore } from "../boundaries/in-memory-boundary-store.ts";
import {
  describeContentStore,
  describeEvaluationStore,
  describeUseLedger,
} from "../evaluations/evaluation-store.contract.ts";
import { inMemoryEvaluationStore } from "../evaluations/in-memory-evaluation-store.ts";
import { inMemoryUseLedger } from "../evaluations/in-memory-use-ledger.ts";
import { describeDeliveryStore } from "../exports/delivery-store.contract.ts";
import { describeExportProgressStore } from "../exports/export-progress-store.contract.ts";
import { inMemoryDeliveryStore } from "../exports/in-memory-delivery-store.ts";
import { inMemoryExportProgressStore } from "../exports/in-memory-export-progress-store.ts";
import { inMemoryBoundaryInputsStore } from "../inputs/in-memory-boundary-inputs-store.ts";
import { inMemoryContentStore } from "../inputs/in-memory-content-store.ts";
import { inMemoryIntegrationStore } from "../integrations/in-memory-integration-store.ts";
import { describeIntegrationStore } from "../integrations/integration-store.contract.ts";
import { inMemoryLatestEvaluationStore } from "../reevaluation/in-memory-latest-evaluation-store.ts";
import {
  describeBoundaryInputsStore,
  describeLatestEvaluationStore,
} from "../reevaluation/latest-evaluation-store.contract.ts";

describeBoundaryStore("the fake", async () => inMemoryBoundaryStore());
describeBoundarySequence("the fake", async () => inMemoryBoundarySequence());
describeEvaluationStore("the fake", async () => inMemoryEvaluationStore());
describeUseLedger("the fake", async () => inMemoryUseLedger());
describeContentStore("the fake", async () => inMemoryContentStore());
describeLatestEvaluationStore("the fake", async () => inMemoryLatestEvaluationStore());
describeBoundaryInputsStore("the fake", async (now) => inMemoryBoundaryInputsStore(now));
describeIntegrationStore("the fake", async () => inMemoryIntegrationStore());
describeDeliveryStore("the fake", async () => inMemoryDeliveryStore());
describeExportProgressStore("the fake", async () => inMemoryExportProgressStore());
