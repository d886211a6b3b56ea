import type { BoundaryText } from "@network-access/firewall-rules/boundary-text";

/** The part of a boundary that decides verdicts, without its owner and its history. */
export interface BoundaryDefinition extends Omit<BoundaryText, "description" | "source"> {
  readonly revision: number;
}
