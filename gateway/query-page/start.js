/** Shows GraphiQL for the GraphQL API at this page's URL. The page does not store tokens. */
const { React, ReactDOM, GraphiQL } = globalThis;
const { createElement, useMemo, useState } = React;

const page = document.getElementById("page");
const note = document.getElementById("note");
const hasIntrospection = page.dataset.introspection === "on";
const url = location.pathname;

const query = `# A token goes under "Headers"; Ctrl-Enter runs this.
{
  changeRequests(limit: 5) {
    items { id name state stateReason score }
  }
}
`;
const headers = `{
  "authorization": "Bearer "
}`;

/**
 * Storage keys whose values contain headers, and therefore tokens. Their values are not stored. One of the values is
 * the history, so the history lasts only as long as the page.
 */
const notStored = new Set(["graphiql:queries", "graphiql:favorites", "graphiql:headers"]);
const storage = {
  get length() {
    return localStorage.length;
  },
  getItem: (name) => localStorage.getItem(name),
  setItem: (name, value) => notStored.has(name) || localStorage.setItem(name, value),
  removeItem: (name) => localStorage.removeItem(name),
  clear: () => localStorage.clear(),
};

/**
 * Parses the text of GraphiQL's headers editor and returns the token of the header `authorization`. Returns undefined
 * if the text is not JSON or contains no token.
 */
function tokenIn(text) {
  try {
    const entries = Object.entries(JSON.parse(text)).map(([name, value]) => [name.toLowerCase(), value]);
    const token = String(Object.fromEntries(entries).authorization ?? "").replace(/^bearer(\s+|$)/i, "");
    return token.trim() || undefined;
  } catch {
    return undefined;
  }
}

function showNote(token) {
  const message = !hasIntrospection
    ? "This gateway does not allow introspection (INTROSPECTION is off): operations run, but without completion and documentation."
    : 'The schema is read as soon as there is a token under "Headers": {"authorization": "Bearer …"}';
  note.textContent = message;
  note.hidden = hasIntrospection && token !== undefined;
}

function Page() {
  const [token, setToken] = useState();
  // A new fetcher makes GraphiQL read the schema again with the new token.
  const fetcher = useMemo(() => GraphiQL.createFetcher({ url }), [token]);
  const onEditHeaders = (text) => {
    const entered = tokenIn(text);
    setToken(entered);
    showNote(entered);
  };
  return createElement(GraphiQL, {
    fetcher,
    schema: hasIntrospection && token ? undefined : null,
    defaultQuery: query,
    defaultHeaders: headers,
    defaultEditorToolsVisibility: "headers",
    onEditHeaders,
    storage,
    shouldPersistHeaders: false,
    showPersistHeadersSettings: false,
  });
}

showNote(undefined);
ReactDOM.createRoot(page).render(createElement(Page));
