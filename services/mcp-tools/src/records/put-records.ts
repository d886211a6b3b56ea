import { z } from "zod";
import { textList } from "../answers/text-list.ts";
import { type RecordColumn, recordPage } from "./record-kind.ts";
import { DEVICE_COLUMNS, OF_DEVICE } from "./row-columns.ts";

/**
 * The common members of all records that clients store in the manager, such as assets. These records do not come from a
 * configuration and may have no device.
 */
const Put = z.object({ ...OF_DEVICE, id: z.string(), displayName: z.string(), comment: z.string() });
type Put = z.output<typeof Put>;

const NAME_COLUMNS: readonly RecordColumn<Put>[] = [
  { name: "id", cell: ({ id }) => id },
  { name: "name", cell: ({ displayName }) => displayName },
  ...DEVICE_COLUMNS,
];
const COMMENT: RecordColumn<Put> = { name: "comment", cell: ({ comment }) => comment };

/**
 * Reads pages of assets, address books, scopes, vendor tags, URL matchers, applications of rules, profiles and users.
 */
export const PUT_RECORDS = recordPage(Put, [...NAME_COLUMNS, COMMENT]);

const operands = z.array(z.string());
const Connection = z.object({ source: operands, destination: operands, service: operands });
const Application = Put.extend({ connections: z.array(Connection), truncated: z.boolean().optional() });

/**
 * Reads pages of applications. Each application is listed with its connections. An example of one connection is
 * "10.0.0.1 or 10.0.0.2 to 10.1.0.0/16 by tcp/443".
 */
export const APPLICATIONS = recordPage(Application, [
  ...NAME_COLUMNS,
  {
    name: "connections",
    cell: ({ connections, truncated }) => textList(connections.map(connectionText), truncated ? "some" : 0),
  },
  COMMENT,
]);

const ApplicationGroup = Put.extend({ applications: z.array(z.string()), truncated: z.boolean().optional() });

export const APPLICATION_GROUPS = recordPage(ApplicationGroup, [
  ...NAME_COLUMNS,
  { name: "applications", cell: ({ applications, truncated }) => textList(applications, truncated ? "some" : 0) },
  COMMENT,
]);

function connectionText({ source, destination, service }: z.output<typeof Connection>): string {
  const [from, to, by] = [source, destination, service].map((side) => side.join(" or "));
  return `${from} to ${to} by ${by}`;
}
