import { deviceKinds } from "./device-kinds.ts";

const width = Math.max(...deviceKinds.map(({ name }) => name.length));
const kindLines = deviceKinds.flatMap(({ name, files }) =>
  files.map((line, at) => `  ${(at === 0 ? name : "").padEnd(width)}  ${line}`),
);

/** What `--help` says. */
export const usage = `Reads the configuration of a firewall and uploads it to the security manager.

  npm run import -- KIND FILE... --device NAME [FLAG...]

Kinds
${kindLines.join("\n")}

Flags
  --device NAME         the device in the estate; created when it is new
  --group ID            the device group of a new device
  --configured-at TIME  when the device had this configuration; now when left out
  --dry-run             shows what was read; sends nothing
  --no-wait             ends when the configuration is stored, before it can be searched
  --stack               address and token of the stack that runs in this clone
  --help                this text

Passwords and keys of an ASA are removed before anything is sent; files of iptables are sent as they
are. Parts that are not understood are printed as FILE:LINE:COLUMN text: reason; docs/readers.md says
what they mean for the rules.

Environment
  MANAGER_URL           address of the security manager, such as https://manager.example.com
  MANAGER_TOKEN         an idToken with the permission estate:manage, or the token of a login
  MANAGER_USER, MANAGER_PASSWORD
                        instead of the token: a user of the estate who may write devices

Examples
${deviceKinds.map(({ example }) => `  ${example}`).join("\n")}`;
