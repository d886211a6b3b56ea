/**
 * The number of boundaries. The boundaries and change requests of this file contain only literal addresses and are the
 * same in every run.
 */
export const BOUNDARIES = 1_000;

const ACTIONS = ["Pass", "Fail", "Score"] as const;
const tcp = (portStart: number, portEnd = portStart) => ({ type: "TCP", portStart, portEnd });
const cidr = (text: string) => ({ type: "Cidr", cidr: text });

/**
 * Returns the first three octets of the two /18 address ranges of a boundary. Each range is a quarter (16,384
 * addresses) of one of 250 networks such as 10.7.0.0/16.
 */
function quarters(index: number): { from: string; to: string } {
  const third = Math.floor(index / 250) * 64;
  return { from: `10.${index % 250}.${third}`, to: `10.${(index * 7 + 3) % 250}.${third}` };
}

export function boundaryInput(index: number): object {
  const { from, to } = quarters(index);
  const action = ACTIONS[index % ACTIONS.length];
  return {
    id: `boundary-${index}`,
    name: `Boundary ${index}`,
    action,
    score: action === "Score" ? 10 : null,
    sources: [cidr(`${from}.0/18`), cidr(`172.16.${index % 256}.0/24`)],
    destinations: [cidr(`${to}.0/18`), cidr(`172.17.${index % 256}.0/24`)],
    services: [tcp(443), tcp(8_000, 8_099), tcp(5_432)],
  };
}

/**
 * Returns a change request with two rules. The first rule is inside a boundary. The second rule is wide, and some
 * boundaries cover a part of it. Each request is different.
 */
export function changeRequestInput(id: string, n: number): object {
  const index = n % BOUNDARIES;
  const { from, to } = quarters(index);
  const third = Number(from.split(".")[2]) + (Math.floor(n / 256) % 64);
  const own = `${from.split(".").slice(0, 2).join(".")}.${third}.${n % 256}/32`;
  return {
    id,
    name: `Change request ${n}`,
    projectId: "benchmark",
    rules: [
      {
        action: "Allow",
        justification: "The application reads its database.",
        sources: [cidr(own)],
        destinations: [cidr(`${to}.0/24`)],
        services: [tcp(443), tcp(5_432)],
      },
      {
        action: "Allow",
        justification: "The application is watched.",
        sources: [cidr(`${from}.0/20`), cidr("192.168.7.0/24")],
        destinations: [cidr(`10.${(index * 7 + 3) % 250}.0.0/16`)],
        services: [tcp(8_050, 8_200)],
      },
    ],
  };
}
