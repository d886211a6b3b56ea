import * as addresses from "../src/address-set.ts";
import * as services from "../src/service-set.ts";
import type { TrafficProduct } from "../src/traffic.ts";
import type { PlainCidr } from "./arbitraries.ts";
import type { AddressRange, Expression, Product, ServiceSpec } from "./oracle.ts";

/** Computes the address set of an expression over CIDRs with the operations under test. */
export function addressesOf(expression: Expression<AddressRange>): addresses.AddressSet {
  switch (expression.op) {
    case "of":
      return addresses.addressSetOfTexts(expression.leaves.map((leaf) => (leaf as PlainCidr).text));
    case "not":
      return addresses.complement(addressesOf(expression.a));
    case "or":
      return addresses.union(addressesOf(expression.a), addressesOf(expression.b));
    case "and":
      return addresses.intersect(addressesOf(expression.a), addressesOf(expression.b));
    case "minus":
      return addresses.subtract(addressesOf(expression.a), addressesOf(expression.b));
  }
}

/** Computes the service set of an expression with the operations under test. */
export function servicesOf(expression: Expression<ServiceSpec>): services.ServiceSet {
  switch (expression.op) {
    case "of":
      return services.unionAll(expression.leaves.map(serviceOf));
    case "not":
      return services.complement(servicesOf(expression.a));
    case "or":
      return services.union(servicesOf(expression.a), servicesOf(expression.b));
    case "and":
      return services.intersect(servicesOf(expression.a), servicesOf(expression.b));
    case "minus":
      return services.subtract(servicesOf(expression.a), servicesOf(expression.b));
  }
}

export function productOf(product: Product): TrafficProduct {
  return {
    sources: addressesOf(product.sources),
    destinations: addressesOf(product.destinations),
    services: servicesOf(product.services),
  };
}

function serviceOf(spec: ServiceSpec): services.ServiceSet {
  switch (spec.kind) {
    case "all":
      return services.allServices;
    case "tcp":
      return services.tcp(spec.start, spec.end);
    case "udp":
      return services.udp(spec.start, spec.end);
    case "icmp4":
      return services.icmpV4(spec.type, spec.code);
    case "icmp6":
      return services.icmpV6(spec.type, spec.code);
    case "allIcmp4":
      return services.allIcmpV4();
    case "allIcmp6":
      return services.allIcmpV6();
    case "protocol":
      return services.protocol(spec.number);
  }
}
