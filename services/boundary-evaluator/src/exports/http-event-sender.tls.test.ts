import { readFileSync } from "node:fs";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type TestCertificate, testAuthorityFile, testCertificate } from "@network-access/testkit/test-certificates";
import { startEventReceiver } from "../../test/event-receiver.ts";
import { newSigningSecret } from "../integrations/new-signing-secret.ts";
import { createReceiverAddresses } from "../integrations/receiver-addresses.ts";
import { httpEventSender } from "./http-event-sender.ts";

const trusted = getCACertificates("default");
beforeAll(() => setDefaultCACertificates([...trusted, readFileSync(testAuthorityFile, "utf8")]));
afterAll(() => setDefaultCACertificates(trusted));

/** Sends an event to a receiver that has this certificate. `host` is the host name in the URL. */
async function sent(certificate: TestCertificate, host = "127.0.0.1") {
  const receiver = await startEventReceiver(testCertificate(certificate));
  const sender = httpEventSender({
    receivers: { allowHttp: true, addresses: createReceiverAddresses(["127.0.0.1/32"]) },
    resolve: async () => ["127.0.0.1"],
    connectMs: 5_000,
    deadlineMs: 5_000,
    now: () => new Date(),
  });
  try {
    const to = { url: `https://${host}:${receiver.port}/hook`, secret: newSigningSecret() };
    const outcome = await sender.send(to, { id: "evt_1", body: "{}" }, new AbortController().signal);
    return { outcome, received: receiver.received.length };
  } finally {
    await receiver.stop();
  }
}

test("an event arrives over TLS where the authority of the receiver's certificate is trusted", async () => {
  expect(await sent("trusted")).toEqual({ outcome: { ok: true, status: 204 }, received: 1 });
  expect(await sent("trusted", "localhost")).toEqual({ outcome: { ok: true, status: 204 }, received: 1 });
  expect(await sent("of-another-host", "another.example.com")).toEqual({
    outcome: { ok: true, status: 204 },
    received: 1,
  });
});

test.each([
  ["of-another-host", "its certificate is that of another host (ERR_TLS_CERT_ALTNAME_INVALID)"],
  ["expired", "its certificate has expired (CERT_HAS_EXPIRED)"],
  ["self-signed", "its certificate has no issuer that this installation trusts (DEPTH_ZERO_SELF_SIGNED_CERT)"],
] as const)(
  "a certificate that is %s is a failure with its problem, and nothing is sent",
  async (certificate, problem) => {
    const outcome = { ok: false, problem, retryAfterMs: null, isGone: false };
    expect(await sent(certificate)).toEqual({ outcome, received: 0 });
  },
);

test("an authority that is not configured is not trusted", async () => {
  setDefaultCACertificates(trusted);
  const problem = "its certificate has no issuer that this installation trusts (UNABLE_TO_VERIFY_LEAF_SIGNATURE)";
  expect(await sent("trusted")).toMatchObject({ outcome: { ok: false, problem }, received: 0 });
});
