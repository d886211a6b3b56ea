import { createUserAuthenticator } from "@network-access/access/caller";
import { createHttpServer } from "@network-access/service-runtime/http-server";
import { createLogger } from "@network-access/service-runtime/logger";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import type { BoundaryStore } from "../src/boundaries/boundary-store.ts";
import { inMemoryBoundarySequence } from "../src/boundaries/in-memory-boundary-sequence.ts";
import { inMemoryBoundaryStore } from "../src/boundaries/in-memory-boundary-store.ts";
import { inMemoryEvaluationStore } from "../src/evaluations/in-memory-evaluation-store.ts";
import { inMemoryUseLedger } from "../src/evaluations/in-memory-use-ledger.ts";
import type { DeliveryStore } from "../src/exports/delivery-store.ts";
import { inMemoryDeliveryStore } from "../src/exports/in-memory-delivery-store.ts";
import { createEvaluatorEndpoint } from "../src/graphql/endpoint.ts";
import type { EvaluatedRequest } from "../src/inputs/collect-inputs.ts";
import { inMemoryContentStore } from "../src/inputs/in-memory-content-store.ts";
import { createAddressDigest } from "../src/integrations/address-digest.ts";
import { inMemoryIntegrationStore } from "../src/integrations/in-memory-integration-store.ts";
import type { IntegrationStore } from "../src/integrations/integration-store.ts";
import { newSigningSecret } from "../src/integrations/new-signing-secret.ts";
import { createReceiverAddresses } from "../src/integrations/receiver-addresses.ts";
import { createInlineJudgeRunner } from "../src/judge-threads/judge-inline.ts";
import type { JudgeRunner } from "../src/judge-threads/judge-runner.ts";
import { aBoundaryInput } from "./boundaries.ts";
import { holding, inputsFrom } from "./evaluations.ts";
import { someKeys } from "./integrations.ts";
import { aPreviewFixture } from "./preview-fixture.ts";

/**
 * The stores and services that the endpoint uses, and counts of reads. A test may replace each member that is not
 * readonly.
 */
interface Fixture {
  boundaries: BoundaryStore;
  readonly sequence: ReturnType<typeof inMemoryBoundarySequence>;
  readonly contents: ReturnType<typeof inMemoryContentStore>;
  readonly ledger: ReturnType<typeof inMemoryUseLedger>;
  readonly evaluations: ReturnType<typeof inMemoryEvaluationStore>;
  readonly integrations: IntegrationStore;
  readonly deliveries: DeliveryStore;
  judgeRunner: JudgeRunner;
  /** A fixture for previews, with its own stored requests and boundaries. */
  readonly previews: ReturnType<typeof aPreviewFixture>;
  /** How often evaluation records were read. */
  recordReads: number;
}

/** The subgraph over real HTTP, with its stores in memory. */
export interface TestEndpoint {
  readonly issuer: TestIssuer;
  /** A token without boundary:view. */
  readonly blind: string;
  readonly fixture: Fixture;
  /** Replaces the fixture with an empty one. */
  renew(): void;
  /** Sends a query. By default, the token has all permissions. If `token` is "", the request has no token. */
  post(query: string, variables?: object, token?: string): Promise<ReturnType<typeof JSON.parse>>;
  save(members?: Parameters<typeof aBoundaryInput>[0], expected?: number): ReturnType<TestEndpoint["post"]>;
  draft(rules: readonly object[], token?: string, show?: string): ReturnType<TestEndpoint["post"]>;
  stop(): Promise<void>;
}

const saveText = `mutation ($input: BoundaryInput!, $expected: Int) { saveBoundary(input: $input, expectedRevision: $expected) {
  id name description action enforced score ruleActions partialMatch projectIds message source
  revision createdAt createdBy updatedAt updatedBy useCount lastUsedAt platforms { name provider accountId } } }`;
const draftText = `query ($input: ChangeRequestInput!, $show: ResultsShown) { evaluateChangeRequest(input: $input) {
  state stateReason score findings { ruleId side code message }
  results(show: $show) { boundaryId boundaryRevision isMatch state message score matchingRuleIds platforms { name }
    rules { ruleId relation failingSides witness { source destination protocol port } residual { truncated blocks { sources destinations services } } } } } }`;

function aFixture(): Fixture {
  return {
    boundaries: inMemoryBoundaryStore(),
    sequence: inMemoryBoundarySequence(),
    contents: inMemoryContentStore(),
    ledger: inMemoryUseLedger(),
    evaluations: inMemoryEvaluationStore(),
    integrations: inMemoryIntegrationStore(),
    deliveries: inMemoryDeliveryStore(),
    judgeRunner: createInlineJudgeRunner({ scoreReviewAt: 50 }),
    previews: aPreviewFixture(),
    recordReads: 0,
  };
}

export async function startTestEndpoint(): Promise<TestEndpoint> {
  const issuer = await startTestIssuer();
  const everything = await issuer.userToken({
    permissions: [
      "change-request:view",
      "boundary:view",
      "boundary:edit",
      "group:view",
      "inventory:view",
      "integration:manage",
    ],
  });
  const blind = await issuer.userToken({ permissions: ["change-request:view"] });
  const logger = createLogger({ name: "test", level: "silent" });
  let fixture = aFixture();

  async function collectFromFixture(request: EvaluatedRequest) {
    const { items } = await fixture.boundaries.list(null, 200, 1e9);
    const enforced = items.filter((boundary) => boundary.enforced);
    return inputsFrom(enforced, request, new Map([["group:empty", holding()]]));
  }
  const boundaries: BoundaryStore = {
    head: (id) => fixture.boundaries.head(id),
    replace: (next, previous) => fixture.boundaries.replace(next, previous),
    find: (id, revision) => fixture.boundaries.find(id, revision),
    list: (after, limit, bytes) => fixture.boundaries.list(after, limit, bytes),
    findHeads: (ids) => fixture.boundaries.findHeads(ids),
    idsNamingGroup: (id, limit) => fixture.boundaries.idsNamingGroup(id, limit),
    headVersions: () => fixture.boundaries.headVersions(),
  };
  const now = () => new Date("2026-11-21T05:04:03.210Z");
  const newUuid = () => crypto.randomUUID();
  const endpoint = createEvaluatorEndpoint({
    needs: {
      preview: {
        boundaries: { head: (id) => fixture.previews.needs.boundaries.head(id) },
        newRun: () => fixture.previews.needs.newRun(),
        previewMs: 3_000,
        readTexts: (hashes) => fixture.previews.needs.readTexts(hashes),
        get run() {
          return fixture.previews.needs.run;
        },
        get runner() {
          return fixture.previews.needs.runner;
        },
        get mutex() {
          return fixture.previews.needs.mutex;
        },
      },
      draft: {
        collectInputs: collectFromFixture,
        judge: (...work) => fixture.judgeRunner.judge(...work),
        suggest: (...work) => fixture.judgeRunner.suggest(...work),
        withinMs: 3_000,
      },
      boundaries,
      boundaryChanges: {
        boundaries,
        sequence: { raise: (id) => fixture.sequence.raise(id) },
        now,
        newUuid,
      },
      evaluations: { findNewest: (id, revision) => fixture.evaluations.findNewest(id, revision) },
      views: {
        contents: { read: (key) => fixture.contents.read(key) },
        digestOf: createAddressDigest(someKeys()),
      },
      integrations: {
        get integrations() {
          return fixture.integrations;
        },
        get deliveries() {
          return fixture.deliveries;
        },
        receivers: { allowHttp: false, addresses: createReceiverAddresses([]) },
        keys: someKeys(),
        newSecret: newSigningSecret,
        newUuid,
        now,
      },
      loaders: {
        ledger: { usage: (uuids) => fixture.ledger.usage(uuids) },
        evaluations: {
          findMany: (ids) => {
            fixture.recordReads += 1;
            return fixture.evaluations.findMany(ids);
          },
          details: (id) => fixture.evaluations.details(id),
        },
      },
    },
    authenticate: createUserAuthenticator(issuer.users),
    deadlines: { draftMs: 3_000, previewMs: 3_000, readMs: 5_000, mutationMs: 5_000 },
    logger,
    maxBodyBytes: 4 * 1_024 * 1_024,
  });
  await endpoint.start();
  const server = createHttpServer({ logger, host: "127.0.0.1", port: 0, routes: endpoint.routes, drainGraceMs: 0 });
  await server.start();

  const post: TestEndpoint["post"] = async (query, variables = {}, token = everything) => {
    const response = await fetch(`http://127.0.0.1:${server.port}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify({ query, variables }),
    });
    return { status: response.status, ...JSON.parse(await response.text()) };
  };
  return {
    issuer,
    blind,
    get fixture() {
      return fixture;
    },
    renew() {
      fixture = aFixture();
    },
    post,
    save: (members = {}, expected) => post(saveText, { input: aBoundaryInput(members), expected }),
    draft: (rules, token, show) =>
      post(draftText, { input: { id: "cr-1", name: "n", projectId: "shop", rules }, show }, token),
    async stop() {
      await server.stop();
      await endpoint.stop();
      await issuer.stop();
    },
  };
}
