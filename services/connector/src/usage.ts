import { namesOf, sources, sourcesWith } from "./sources.ts";

const width = Math.max(...sources.map(({ name }) => name.length));
const sourceLines = sources.flatMap(({ name, files }) =>
  files.map((line, at) => `  ${(at === 0 ? name : "").padEnd(width)}  ${line}`),
);
const examples = sources.map(({ example }) => example.map((line) => `  ${line}`).join("\n"));

/** What `--help` says. */
export const usage = `Reads exports and uploads what they show to the inventory.

  npm run connector -- SOURCE FILE... [FLAG...]

Sources
${sourceLines.join("\n")}

What an export does not say
  --account ID          the account's id in the inventory; else made from the provider's account id
  --cloud-account ID    the provider's account id (${namesOf(sourcesWith("cloud-account"))})
  --region NAME         the region, or the site
  --cluster NAME        the cluster (${namesOf(sourcesWith("cluster"))})
  --mapping FILE        YAML or JSON (${namesOf(sourcesWith("mapping"))})

How it goes
  --dry-run             shows what would be sent and cleaned up; sends nothing
  --discovery-id ID     goes on with a discovery that was interrupted
  --no-cleanup          removes nothing
  --cleanup             cleans up also where that is not usual: after records that could not be used or
                        were rejected, and for ${namesOf(sources.filter(({ showsAll }) => !showsAll))}
  --force               cleans up although more than 30 % would go
  --stack               address and credentials of the stack that runs in this clone
  --help                this text

Environment
  INVENTORY_URL         address of the inventory, such as https://inventory.example.com
  CONNECTOR_ID          who uploads: the id of a registered connector
  CONNECTOR_SECRET      its secret

Examples
${examples.join("\n\n")}

Ends with 0 when all of it went well; 1 when something failed, was refused or rejected, or a record could
not be used; 64 when an argument is wrong or missing; 65 when a file can't be read or is something else;
78 when a variable of the environment is wrong or missing; 130 after Ctrl-C.
`;
