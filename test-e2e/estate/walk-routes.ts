import { BlockList, isIPv6 } from "node:net";

/** An interface as the security manager returns it. */
export interface FoundInterface {
  readonly name: string;
  readonly virtualRouter: string;
  readonly disabled: boolean;
  /** Each address includes the prefix length of its network, as in 10.0.0.1/24. */
  readonly addresses: readonly { readonly address: string }[];
  readonly ndDevice: { readonly name: string };
}

/** A route as the security manager returns it. */
export interface FoundRoute {
  readonly destination: string;
  readonly gateway: string | null;
  readonly interface: string | null;
  readonly virtualRouter: string;
  readonly ndDevice: { readonly name: string };
}

/**
 * Returns the stray gateways: those that are not in a network of their route's interface, and those that are not the
 * address of another device.
 */
export function strayGateways(interfaces: readonly FoundInterface[], routes: readonly FoundRoute[]): readonly string[] {
  const stray = routes.flatMap(({ gateway, interface: through, ndDevice }) => {
    if (gateway === null) return [];
    const own = interfaces.find((one) => one.name === through && one.ndDevice.name === ndDevice.name);
    const isNear = own?.addresses.some(({ address }) => holds(address, gateway));
    const isOfOther = interfaces.some((one) => one.ndDevice.name !== ndDevice.name && hasAddress(one, gateway));
    return isNear && isOfOther ? [] : [gateway];
  });
  return [...new Set(stray)].sort();
}

/**
 * Follows a packet along the routes, and returns the devices that it passes, at most 20. Ends at a device without a
 * route to the destination, at a route without a gateway, or at a gateway that no device has.
 */
export function walkRoutes(
  interfaces: readonly FoundInterface[],
  routes: readonly FoundRoute[],
  from: string,
  destination: string,
): readonly string[] {
  const passed: string[] = [];
  for (let device: string | undefined = from; device !== undefined && passed.length < 20; ) {
    passed.push(device);
    const gateway: string | null = longestRoute(routes, device, destination)?.gateway ?? null;
    if (gateway === null) break;
    device = interfaces.find((one) => hasAddress(one, gateway))?.ndDevice.name;
  }
  return passed;
}

function longestRoute(routes: readonly FoundRoute[], device: string, destination: string): FoundRoute | undefined {
  const fitting = routes.filter(
    (one) => one.ndDevice.name === device && one.virtualRouter === "default" && holds(one.destination, destination),
  );
  return fitting.sort((one, other) => lengthOf(other.destination) - lengthOf(one.destination))[0];
}

function hasAddress({ addresses, disabled }: FoundInterface, gateway: string): boolean {
  return !disabled && addresses.some(({ address }) => address.split("/")[0] === gateway);
}

function holds(network: string, address: string): boolean {
  const [base = ""] = network.split("/");
  if (isIPv6(base) !== isIPv6(address)) return false;
  const family = isIPv6(base) ? "ipv6" : "ipv4";
  const list = new BlockList();
  list.addSubnet(base, lengthOf(network), family);
  return list.check(address, family);
}

function lengthOf(network: string): number {
  return Number(network.split("/")[1]);
}
