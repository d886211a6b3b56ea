import { readAddressText } from "@network-access/estate-model/read-address-text";
import { addressSetOfRanges } from "@network-access/traffic-sets/address-ranges";
import type { AddressSet } from "@network-access/traffic-sets/address-set";
import { networkColumn } from "../columns/network-column.ts";
import { MOST_OBJECTS } from "./column-texts.ts";
import { nameId } from "./name-id.ts";
import type { RevisionModel } from "./revision-model.ts";
import type { Row } from "./row.ts";

export function interfaceRows({ deviceId, snapshot }: RevisionModel): Row[] {
  return [...snapshot.interfaces.values()].map(
    ({ name, displayName, addresses, zones: given, virtualRouter, disabled }, place) => {
      const id = nameId(deviceId, "interface", name);
      const zones = given.length === 0 ? [name] : given;
      const common = { name, displayName, virtualRouter, disabled };
      // An interface has its address with the prefix length of the network, such as 10.0.0.1/24. The prefix length is
      // removed, so that the set contains this one address and not the whole network.
      const address = setOf(addresses.map((text) => text.split("/")[0] ?? text));
      return {
        ...{ id, policyPlace: 0, place },
        values: { interface: { id, ...common, deviceId, address: networkColumn(address), zones } },
        record: {
          ...{ matchId: id, ...common, zoneDisplays: zones.slice(0, MOST_OBJECTS) },
          addresses: addresses.slice(0, MOST_OBJECTS).map((text) => ({ address: text })),
          ...(addresses.length > MOST_OBJECTS && { truncated: true }),
        },
      };
    },
  );
}

export function* routeRows({ deviceId, snapshot }: RevisionModel): Generator<Row> {
  for (const [policyPlace, [virtualRouter, routes]] of [...snapshot.routes].entries())
    for (const [place, route] of routes.entries()) {
      const { destination, gateway = null, interface: through = null, metric, type } = route;
      const id = nameId(deviceId, "route", virtualRouter, destination, gateway ?? "", through ?? "", metric, place);
      const name = `${destination}, metric:${metric}`;
      const common = { name, gateway, interface: through, metric, type, virtualRouter };
      yield {
        ...{ id, policyPlace, place },
        values: { route: { id, ...common, destination: networkColumn(setOf([destination])) } },
        record: { matchId: id, ...common, destination, derived: type === "CONNECTED" || type === "LOCAL" },
      };
    }
}

function setOf(texts: readonly string[]): AddressSet {
  return addressSetOfRanges(
    texts.flatMap((text) => {
      const read = readAddressText(text);
      return read.ok ? [read.range] : [];
    }),
  );
}
