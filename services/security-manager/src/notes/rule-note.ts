/** A value of a rule's documentation. Dates are in milliseconds since 1970. */
export type PropertyValue = string | number | boolean | readonly string[];

/** What is known of a rule beside its configuration. It belongs to the rule's id and outlives device revisions. */
export interface RuleNote {
  readonly ruleId: string;
  readonly deviceId: number;
  /** When the last report with hits ended, in milliseconds since 1970. */
  readonly lastUsed: number | null;
  /** The documentation, by the id of the property. */
  readonly values: Readonly<Record<string, PropertyValue>>;
  /** When the documentation was last changed. */
  readonly documentedAt: Date | null;
  /** Raised by every change. */
  readonly version: number;
}
