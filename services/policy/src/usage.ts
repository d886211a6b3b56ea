/** What `--help` says. */
export const usage = `Boundaries as files: compares a folder of YAML files with the service, and applies the difference.

  npm run boundaries -- COMMAND DIR [FLAG...]

Commands
  apply DIR --source NAME     shows what would be added, changed and removed, asks, and does it
      --delete                removes what the source has and no file says
      --force                 removes even more than 30 % of the source
      --yes, -y               does not ask; without it and without a terminal, it only shows
  preview DIR --source NAME   shows which stored change requests each edit would judge otherwise
      --delete                includes what --delete would remove
      --refuse-flips          ends with 1 when an edit flips something
  export DIR [--source NAME]  writes what the service has into an empty folder; all sources when none is named
  lint DIR                    looks at the files alone: faults, duplicates, contradictions; needs no service

Where to
  GRAPH_URL, GRAPH_TOKEN      the graph's address and a token with boundary:view, for apply boundary:edit and
                              for preview change-request:view; without them, the stack that npm start runs here

Ends with 0 when there was nothing to do or it was done, with 1 when something was refused or failed, with 2 when
there is something and it was only shown, with 64 when an argument is wrong or missing, with 78 when a variable
is, with 130 after Ctrl-C.`;
