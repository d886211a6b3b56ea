import type { BoundaryText } from "@network-access/firewall-rules/boundary-text";

/** The fields of a boundary that evaluations use, and its revision number. */
export interface BoundaryDefinition extends Omit<BoundaryText, "description" | "source"> {
  readonly revision: number;
}
