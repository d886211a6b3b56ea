/** What `--help` says. */
export const usage = `Creates, lists and revokes the keys with which clients use the tools (the header x-api-key).

  npm run keys -- create --label LABEL [--kind KIND]
  npm run keys -- list
  npm run keys -- revoke ID

Commands
  create                creates a key and shows its secret, once; only the secret goes to standard
                        output, so that a script can read it
  list                  shows every key, the newest first, without secrets
  revoke ID             ends a key within 5 seconds, for ever

Flags
  --label LABEL         what the key is for, in 1 to 100 characters
  --kind KIND           long-lived (the default), or registration: the key ends after 24 hours
  --help                this text

Environment
  TOOL_SERVER_URL       address of the tool server, such as https://tools.example.com
  TOOL_SERVER_TOKEN     an idToken with the permission tool-key:manage
  Without both, the stack that runs in this clone is used.

Examples
  npm run keys -- create --label "agents of the network team"
  npm run -s keys -- create --label build --kind registration > key.txt

Exit codes: 0 success; 1 the tool server refused or did not answer; 64 an argument is wrong or missing;
78 a variable of the environment is wrong or missing, and no stack runs; 130 Ctrl-C.`;
