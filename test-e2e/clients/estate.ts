/** An item as a connector uploads it. */
export interface EstateItem {
  readonly accountId: string;
  readonly region: string;
  readonly type: string;
  readonly id: string;
  readonly cloudAccountId: string;
  readonly name?: string;
  readonly typeName: string;
  readonly hostname?: string;
  readonly vendor?: string;
  readonly macAddress?: string;
  readonly ips: readonly string[];
  readonly tags: Readonly<Record<string, string>>;
}

const types = [
  ["vm", "Virtual machine"],
  ["VM", "Machine"],
  ["bucket", "Storage bucket"],
  ["subnet", "Subnet"],
  ["asset", "Asset"],
] as const;
const regions = ["eu-central-1", "eu-west-1", "us-east-1", "on-premises", "Zürich"];
const applications = ["payments", "Shop", "billing", "web_store", "日本"];
const stages = ["prod", "Test", "dev"];
const vendors = ["Acme", "acme", "Example Networks", undefined];

/** Generates items. The same seed gives the same items. */
export function makeEstate(count: number, seed: number): readonly EstateItem[] {
  const random = generator(seed);
  const below = (most: number) => Math.floor(random() * most);
  const pick = <Value>(list: readonly Value[]): Value => list[below(list.length)] as Value;
  return Array.from({ length: count }, (_, n): EstateItem => {
    const [type, typeName] = pick(types);
    const application = pick(applications);
    const stage = pick(stages);
    const account = below(20);
    const number = String(n).padStart(4, "0");
    const vendor = pick(vendors);
    const byte = () => below(256).toString(16).padStart(2, "0");
    return {
      accountId: `${pick(["acc", "ACC"])}-${account}`,
      region: pick(regions),
      type,
      id: type === "asset" ? `arn:net:${application}:${stage}/${number}` : `i-${number}`,
      cloudAccountId: String(100_000 + account),
      typeName,
      ...(below(10) > 0 ? { name: `${application}-${stage}-${number}` } : {}),
      ...(below(4) > 0 ? { hostname: `host-${number}.${stage.toLowerCase()}.example.com` } : {}),
      ...(vendor ? { vendor } : {}),
      ...(below(2) > 0 ? { macAddress: `02:00:${byte()}:${byte()}:${byte()}:${byte()}` } : {}),
      ips: [...new Set(Array.from({ length: below(3) }, () => address(below)))],
      tags: {
        ...(below(3) > 0 ? { application } : {}),
        ...(below(3) > 0 ? { [pick(["Stage", "stage"])]: stage } : {}),
        ...(below(20) === 0 ? { "aws:created by": pick(["ada", "Grace Hopper"]), "a=b": "c" } : {}),
      },
    };
  });
}

function address(below: (most: number) => number): string {
  switch (below(6)) {
    case 0:
      return `10.${below(4)}.${below(8)}.0/24`;
    case 1:
      return `2001:db8:${below(4) + 1}::${(below(2_000) + 1).toString(16)}`;
    case 2:
      return below(50) === 0 ? "::/0" : `2001:db8:${below(4) + 1}:${(below(9) + 1).toString(16)}::/64`;
    case 3:
      return below(50) === 0 ? "10.0.0.0/8" : `192.168.${below(3)}.${below(256)}`;
    default:
      return `10.${below(4)}.${below(8)}.${below(256)}`;
  }
}

/** Creates the random generator Mulberry32. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
