/** The text that `--help` prints. */
export const usage = `Boundaries as files: compares a folder of YAML files with the service, and applies the difference.

  npm run boundaries -- COMMAND DIR [FLAG...]

Commands
  apply DIR --source NAME     shows the difference, asks, and applies it
      --delete                removes boundaries of the source that are in no file
      --force                 allows removing more than 30 % of the source
      --yes, -y               does not ask; without it and without a terminal nothing is applied
  preview DIR --source NAME   shows the stored change requests that each edit would flip
      --delete                includes what --delete would remove
      --refuse-flips          ends with 1 when an edit flips something
  export DIR [--source NAME]  writes the stored boundaries into an empty folder; default: all sources
  lint DIR                    checks the files for errors, duplicates and contradictions; needs no service

Environment
  GRAPH_URL, GRAPH_TOKEN      the graph's address and a token with boundary:view, for apply boundary:edit and
                              for preview change-request:view; default: the stack that npm start runs here

Exit codes: 0 nothing to do, or done; 1 refused or failed; 2 a difference, flips or warnings were shown;
64 an argument is wrong or missing; 78 a variable is wrong or missing; 130 Ctrl-C.`;
