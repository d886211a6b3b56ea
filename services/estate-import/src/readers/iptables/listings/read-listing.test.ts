import { expect, test } from "@jest/globals";
import { createDeviceDecisions } from "@network-access/estate-model/device-decisions";
import { snapshotOf } from "../../test/snapshot-of.ts";
import { deviceOf, table } from "../test/read-device.ts";

test.each(["NFQUEUE --queue-num 0", "TPROXY --on-port 3129", "SYNPROXY", "BESPOKE --to 5"])(
  "what a rule sends to %s is uncertain, whether the chain would drop or accept it",
  (target) => {
    for (const policy of ["DROP", "ACCEPT"]) {
      const device = deviceOf(
        table("filter", `:FORWARD ${policy} [0:0]`, `-A FORWARD -p tcp -j ${target}`, `-A FORWARD -p udp -j ${policy}`),
      );
      const between = createDeviceDecisions(snapshotOf(device), 4)("eth0", "eth1");
      const ask = (protocol: number) =>
        between.decisionOf({ source: 1n, destination: 2n, sourcePort: 1, service: { protocol, port: 1 } });
      expect([ask(6), ask(17)]).toEqual(["uncertain", policy === "DROP" ? "denied" : "allowed"]);
      expect(device.policies[0]?.rows.map(({ number, implicit = false }) => [number, implicit])).toEqual([
        [1, true],
        [1, false],
        [2, false],
        [3, true],
      ]);
    }
  },
);

test("a chain of the table nat that drops is named", () => {
  const { notUnderstood } = deviceOf(table("nat", ":PREROUTING DROP [0:0]", "-A PREROUTING -p tcp -j DROP"));
  expect(notUnderstood.map(({ line, text }) => [line, text])).toEqual([
    [2, ":PREROUTING DROP"],
    [3, "-j DROP"],
  ]);
});
