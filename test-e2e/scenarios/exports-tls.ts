import { createServer, type Server } from "node:https";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { listen } from "@network-access/testkit/listen";
import { type TestCertificate, testCertificate } from "@network-access/testkit/test-certificates";
import { eventually } from "@network-access/testkit/until";
import { changeRequests, tcpRule } from "../clients/change-requests.ts";
import { integrations } from "../clients/integrations.ts";
import { stack } from "./exports-stack.ts";

/**
 * Receivers with TLS. One certificate is valid and signed by the installation's own authority. The others are invalid.
 */

const certificates = ["trusted", "of-another-host", "expired", "self-signed"] as const;
const receivers = new Map<TestCertificate, { url: string; arrived: number; stop(): Promise<void> }>();

beforeAll(async () => {
  for (const certificate of certificates) {
    const server: Server = createServer(testCertificate(certificate), (_, response) => {
      receiver.arrived += 1;
      response.writeHead(204).end();
    });
    const { port, stop } = await listen(server);
    const receiver = { url: `https://127.0.0.1:${port}/hook`, arrived: 0, stop };
    receivers.set(certificate, receiver);
  }
});
afterAll(() => Promise.all(Array.from(receivers.values(), ({ stop }) => stop())));

test("results arrive where the certificate is valid, and every other delivery says what is wrong with it", async () => {
  const client = changeRequests(stack.graph());
  const exports = integrations(stack.graph());
  for (const [id, { url }] of receivers) await exports.save({ id, name: id, url });
  await client.save({
    id: "over-tls",
    name: "Over TLS",
    projectId: "shop",
    rules: [tcpRule("10.1.2.0/24", "10.9.1.0/24", 443)],
  });

  const ended = async (id: TestCertificate) =>
    (await exports.deliveries(id)).filter(({ state }) => state !== "Waiting");
  const seen: Record<string, unknown> = {};
  for (const id of certificates) {
    const [one] = await eventually(
      () => ended(id),
      ({ length }) => length === 1,
    );
    seen[id] = [one?.state, one?.lastError];
  }
  expect(seen).toEqual({
    trusted: ["Delivered", null],
    "of-another-host": ["Parked", "its certificate is that of another host (ERR_TLS_CERT_ALTNAME_INVALID)"],
    expired: ["Parked", "its certificate has expired (CERT_HAS_EXPIRED)"],
    "self-signed": [
      "Parked",
      "its certificate has no issuer that this installation trusts (DEPTH_ZERO_SELF_SIGNED_CERT)",
    ],
  });
  expect(certificates.map((id) => receivers.get(id)?.arrived)).toEqual([1, 0, 0, 0]);
  for (const id of certificates) await exports.remove(id);
});
