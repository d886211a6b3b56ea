import type { BoundaryText } from "@network-access/firewall-rules/boundary-text";

/** What is judged against: what a boundary says, without who owns it or saved it when. */
export interface BoundaryDefinition extends Omit<BoundaryText, "description" | "source"> {
  readonly revision: number;
}
