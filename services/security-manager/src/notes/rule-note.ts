/** The value of a property in the documentation of a rule. Dates are numbers, in milliseconds since 1970. */
export type PropertyValue = string | number | boolean | readonly string[];

/**
 * The data about a rule that the configuration of its device does not contain. A rule keeps its id in later revisions
 * of the device, so its note remains valid.
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
