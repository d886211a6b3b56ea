import type { PropertyInput } from "./custom-property.ts";

const DEFAULTS: readonly Pick<PropertyInput, "name" | "key" | "type">[] = [
  { name: "Date Created", key: "date_created", type: "DATE" },
  { name: "Date of Last Revision", key: "last_revision_date", type: "DATE" },
  { name: "Change Control Number", key: "change_control_number", type: "STRING" },
  { name: "Last Updated Date", key: "last_updated_date", type: "DATE" },
  { name: "Business Justification", key: "business_justification", type: "STRING" },
  { name: "Owner", key: "owner", type: "STRING" },
  { name: "Expiration Date", key: "expirationDate", type: "DATE" },
  { name: "Business Unit", key: "business_unit", type: "STRING" },
  { name: "Requestor Unit", key: "requestor_unit", type: "STRING" },
];

/** The properties of a new estate, with the keys that clients expect. Their ids are 1 to 9. */
export const DEFAULT_PROPERTIES: readonly PropertyInput[] = DEFAULTS.map((one) => ({
  ...{ ...one, filterable: true, disabled: false },
}));
