import { describe, test } from "@jest/globals";
import { expectRow, on, type RuleCase, tcp } from "../test/read-row.ts";

const v6 = on({ family: 6 });

describe("protocols, ports and types", () => {
  test.each<RuleCase>([
    ["-p tcp", { service: tcp() }],
    ["-p 47", { service: [{ members: [{ protocol: 47 }] }] }],
    ["! -p ESP", { service: [{ negated: true, members: [{ protocol: 50 }] }] }],
    ["-p all", {}],
    ["! -p 0", { connections: "none" }],
    ["--proto udp", { service: [{ members: [{ protocol: 17 }] }] }],
    ["-p tcp -m tcp --sport 1024: --dport 22", { service: tcp({ sourcePorts: [[1_024, 65_535]], ports: [[22, 22]] }) }],
    ["-p udp --dport :1023", { service: [{ members: [{ protocol: 17, ports: [[0, 1_023]] }] }] }],
    ["-p tcp --dport=ssh:http", { service: tcp({ ports: [[22, 80]] }) }],
    ["-p udp -m udp --dport domain", { service: [{ members: [{ protocol: 17, ports: [[53, 53]] }] }] }],
    [
      "-p tcp -m tcp ! --sport 67 ! --dport 68",
      {
        service: [
          ...tcp(),
          { negated: true, members: [{ protocol: 6, sourcePorts: [[67, 67]] }] },
          { negated: true, members: [{ protocol: 6, ports: [[68, 68]] }] },
        ],
      },
    ],
    [
      "-p tcp -m multiport --dports 80,443,8000:8080",
      {
        service: tcp({
          ports: [
            [80, 80],
            [443, 443],
            [8_000, 8_080],
          ],
        }),
      },
    ],
    [
      "-p tcp -m multiport --sports 80 -m multiport ! --dports 22,23",
      {
        service: [
          ...tcp({ sourcePorts: [[80, 80]] }),
          {
            negated: true,
            members: [
              {
                protocol: 6,
                ports: [
                  [22, 22],
                  [23, 23],
                ],
              },
            ],
          },
        ],
      },
    ],
    [
      "-p tcp -m multiport --ports 80",
      {
        service: [
          {
            members: [
              { protocol: 6, ports: [[80, 80]] },
              { protocol: 6, sourcePorts: [[80, 80]] },
            ],
          },
        ],
      },
    ],
    [
      "-p tcp -m multiport ! --ports 80",
      {
        service: [
          ...tcp(),
          {
            negated: true,
            members: [
              { protocol: 6, ports: [[80, 80]] },
              { protocol: 6, sourcePorts: [[80, 80]] },
            ],
          },
        ],
      },
    ],
    [
      "-p tcp -m tcp --dport 20:30 -m multiport --dports 22,90",
      {
        service: [
          ...tcp({ ports: [[20, 30]] }),
          ...tcp({
            ports: [
              [22, 22],
              [90, 90],
            ],
          }),
        ],
      },
    ],
    ["-p icmp -m icmp --icmp-type 3/4", { service: [{ members: [{ protocol: 1, icmpType: 3, icmpCode: 4 }] }] }],
    ["-p icmp --icmp-type Echo-Request", { service: [{ members: [{ protocol: 1, icmpType: 8 }] }] }],
    ["-p icmp --icmp-type TOS-host-redirect", { service: [{ members: [{ protocol: 1, icmpType: 5, icmpCode: 3 }] }] }],
    ["-p icmp -m icmp --icmp-type any", { service: [{ members: [{ protocol: 1 }] }] }],
    ["-p icmp -m icmp ! --icmp-type any", { connections: "none", service: [{ members: [{ protocol: 1 }] }] }],
    ["-p icmp -m icmp --icmp-type 255", { service: [{ members: [{ protocol: 1 }] }] }],
    [
      "-p icmp -m icmp ! --icmp-type 8",
      {
        service: [{ members: [{ protocol: 1 }] }, { negated: true, members: [{ protocol: 1, icmpType: 8 }] }],
      },
    ],
    ["-p ipv6-icmp -m icmp6 --icmpv6-type 135", { service: [{ members: [{ protocol: 58, icmpType: 135 }] }] }, v6],
    ["-p icmpv6 --icmpv6-type no-route", { service: [{ members: [{ protocol: 58, icmpType: 1, icmpCode: 0 }] }] }, v6],
    ["-p icmpv6 --icmpv6-type 255", { service: [{ members: [{ protocol: 58, icmpType: 255 }] }] }, v6],
  ])("%s restricts the services", (...one) => expectRow(one));
});
