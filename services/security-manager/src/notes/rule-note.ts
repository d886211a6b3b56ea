/** A value of a rule's documentation. Dates are in milliseconds since 1970. */
export type PropertyValue = string | number | boolean | readonly string[];

/**
 * The data about a rule that does not come from its configuration. A note belongs to the id of the rule, so it remains
 * valid in later revisions of the device.
 */
export interface RuleNote {
  readonly ruleId: string;
  readonly deviceId: number;
  /** The end of the last reported period in which the rule had hits, in milliseconds since 1970. */
  readonly lastUsed: number | null;
  /** The documentation, by the id of the property. */
  readonly values: Readonly<Record<string, PropertyValue>>;
  /** When the documentation was last changed. */
  readonly documentedAt: Date | null;
  /** A number that every change of the note raises. */
  readonly version: number;
}
