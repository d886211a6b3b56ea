import type { FieldErrors } from "./field-error.ts";
import type { ServiceObjectInput } from "./object-input.ts";
import type { ServiceObject } from "./service-object.ts";

/**
 * Whether a service belongs to a request or to a boundary. A service of type PortRangeSize is allowed in boundaries
 * only.
 */
export type ServiceSender = "request" | "boundary";

type Parameter = Exclude<keyof ServiceObjectInput, "type">;
const parameters: readonly Parameter[] = ["protocol", "icmpType", "icmpCode", "portStart", "portEnd", "maxSize"];

const parametersOf: Record<ServiceObject["type"], readonly Parameter[]> = {
  AllICMPv4: [],
  AllICMPv6: [],
  AllTCP: [],
  AllTraffic: [],
  AllUDP: [],
  CustomProtocol: ["protocol"],
  ICMPv4: ["icmpType", "icmpCode"],
  ICMPv6: ["icmpType", "icmpCode"],
  TCP: ["portStart", "portEnd"],
  UDP: ["portStart", "portEnd"],
  PortRangeSize: ["maxSize"],
};

const range: Record<Parameter, readonly [low: number, high: number]> = {
  protocol: [0, 255],
  icmpType: [0, 255],
  icmpCode: [0, 255],
  portStart: [0, 65_535],
  portEnd: [0, 65_535],
  maxSize: [1, 65_536],
};

/**
 * Validates one service object, and adds each error to `errors` under `path`. Numbers out of range and port ranges in
 * the wrong order are errors and are not corrected. Returns undefined if a number that the type needs is missing or
 * invalid, or if the type is not allowed.
 */
export function parseServiceObject(
  errors: FieldErrors,
  path: string,
  input: ServiceObjectInput,
  sender: ServiceSender,
): ServiceObject | undefined {
  const { type } = input;
  if (type === "PortRangeSize" && sender === "request") {
    errors.add(`${path}.type`, "PortRangeSize belongs to boundaries; a request names its ports with TCP or UDP");
    return undefined;
  }
  const own = parametersOf[type];
  for (const parameter of parameters) {
    if (!own.includes(parameter) && input[parameter] != null)
      errors.add(
        `${path}.${parameter}`,
        `does not belong to type ${type}; ${own.length ? `send ${own.join(" and ")}` : "leave it out"}`,
      );
  }
  const values: Partial<Record<Parameter, number>> = {};
  for (const parameter of own) {
    const value = readParameter(errors, `${path}.${parameter}`, parameter, type, input[parameter]);
    if (value !== undefined) values[parameter] = value;
  }
  return build(errors, path, type, values);
}

function readParameter(
  errors: FieldErrors,
  path: string,
  parameter: Parameter,
  type: ServiceObject["type"],
  value: number | null | undefined,
): number | undefined {
  const [low, high] = range[parameter];
  if (value == null) {
    errors.add(path, `is missing; type ${type} needs it, ${low} to ${high}`);
    return undefined;
  }
  if (!Number.isInteger(value) || value < low || value > high) {
    const all = value === -1 && parameter.startsWith("icmp") ? `; All${type} stands for every type and code` : "";
    errors.add(path, `is ${value}; ${low} to ${high} work${all}`);
    return undefined;
  }
  return value;
}

function build(
  errors: FieldErrors,
  path: string,
  type: ServiceObject["type"],
  { protocol, icmpType, icmpCode, portStart, portEnd, maxSize }: Partial<Record<Parameter, number>>,
): ServiceObject | undefined {
  switch (type) {
    case "AllICMPv4":
    case "AllICMPv6":
    case "AllTCP":
    case "AllTraffic":
    case "AllUDP":
      return { type };
    case "CustomProtocol":
      return protocol === undefined ? undefined : { type, protocol };
    case "ICMPv4":
    case "ICMPv6":
      return icmpType === undefined || icmpCode === undefined ? undefined : { type, icmpType, icmpCode };
    case "TCP":
    case "UDP":
      if (portStart === undefined || portEnd === undefined) return undefined;
      if (portStart > portEnd) {
        errors.add(
          `${path}.portStart`,
          `is ${portStart} and portEnd is ${portEnd}; did you mean ${portEnd} to ${portStart}?`,
        );
        return undefined;
      }
      return { type, portStart, portEnd };
    case "PortRangeSize":
      return maxSize === undefined ? undefined : { type, maxSize };
  }
}
