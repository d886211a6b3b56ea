import { namesOf, sources, sourcesWith } from "./sources.ts";

const width = Math.max(...sources.map(({ name }) => name.length));
const sourceLines = sources.flatMap(({ name, files }) =>
  files.map((line, at) => `  ${(at === 0 ? name : "").padEnd(width)}  ${line}`),
);
const examples = sources.map(({ example }) => example.map((line) => `  ${line}`).join("\n"));

/** The text of `--help`. */
export const usage = `Reads exports and uploads what they show to the inventory.

  npm run connector -- SOURCE FILE... [FLAG...]

Sources
${sourceLines.join("\n")}

Values that an export lacks
  --account ID          the account's id in the inventory; else made from the provider's account id
  --cloud-account ID    the provider's account id (${namesOf(sourcesWith("cloud-account"))})
  --region NAME         the region, or the site
  --cluster NAME        the cluster (${namesOf(sourcesWith("cluster"))})
  --mapping FILE        YAML or JSON (${namesOf(sourcesWith("mapping"))})

Behaviour
  --dry-run             shows what would be sent and cleaned up; sends nothing
  --discovery-id ID     continues an interrupted discovery
  --no-cleanup          removes nothing
  --cleanup             also cleans up after records that were rejected or could not be used,
                        and for ${namesOf(sources.filter(({ showsAll }) => !showsAll))}
  --force               cleans up even if that removes more than 30 %
  --stack               address and credentials of the stack that runs in this clone
  --help                this text

Environment
  INVENTORY_URL         address of the inventory, such as https://inventory.example.com
  CONNECTOR_ID          who uploads: the id of a registered connector
  CONNECTOR_SECRET      its secret

Examples
${examples.join("\n\n")}

Exit codes: 0 success; 1 something failed, was refused or rejected, or a record could not be used;
64 an argument is wrong or missing; 65 a file can't be read or is not an export of this source;
78 a variable of the environment is wrong or missing; 130 Ctrl-C.
`;
