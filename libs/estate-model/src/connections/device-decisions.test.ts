import { expect, test } from "@jest/globals";
import type { SnapshotPart } from "@network-access/service-contracts/device-snapshot";
import fc from "fast-check";
import { aConnection, randomSnapshots } from "../../test/random-snapshots.ts";
import { slowDecisions } from "../../test/slow-decision.ts";
import type { PlainConnection } from "../../test/slow-matching.ts";
import { assembleSnapshot } from "../snapshot/assemble-snapshot.ts";
import { createDeviceDecisions } from "./device-decisions.ts";

const connections = fc.array(aConnection, { minLength: 20, maxLength: 40 });

test("every connection is decided as a walk through the rows decides it", () => {
  fc.assert(
    fc.property(randomSnapshots(false), connections, (parts, asked) => {
      const decide = decisionsOf(parts);
      for (const one of asked) {
        const [ending] = slowDecisions(parts, one);
        expect({ one, decision: decide(one) }).toEqual({ one, decision: ending === "ACCEPT" ? "allowed" : "denied" });
      }
    }),
    { numRuns: 100 },
  );
});

test("a connection is uncertain when rows that were not understood could allow and could deny it", () => {
  const decisions = { ACCEPT: "allowed", DROP: "denied" } as const;
  fc.assert(
    fc.property(randomSnapshots(true), connections, (parts, asked) => {
      const decide = decisionsOf(parts);
      for (const one of asked) {
        const [ending, other] = slowDecisions(parts, one);
        const expected = other === undefined ? decisions[ending as keyof typeof decisions] : "uncertain";
        expect({ one, decision: decide(one) }).toEqual({ one, decision: expected });
      }
    }),
    { numRuns: 100 },
  );
});

function decisionsOf(parts: readonly SnapshotPart[]) {
  const assembled = assembleSnapshot(parts);
  if (!assembled.ok) throw new Error(assembled.problem);
  const byFamily = { 4: createDeviceDecisions(assembled.snapshot, 4), 6: createDeviceDecisions(assembled.snapshot, 6) };
  return ({ family, from, to, protocol, selector, ...rest }: PlainConnection) =>
    byFamily[family](from, to).decisionOf({ ...rest, service: serviceOf(protocol, selector) });
}

function serviceOf(protocol: number, selector: number) {
  if (protocol === 6 || protocol === 17) return { protocol, port: selector };
  if (protocol === 1 || protocol === 58) return { protocol, icmpType: selector >> 8, icmpCode: selector & 255 };
  return { protocol };
}
