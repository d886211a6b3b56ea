/** Shows GraphiQL for the graph that answers at this page's own address. A token is forgotten with the page. */
const { React, ReactDOM, GraphiQL } = globalThis;
const { createElement, useMemo, useState } = React;

const page = document.getElementById("page");
const note = document.getElementById("note");
const tellsSchema = page.dataset.introspection === "on";
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

/** What holds headers, and tokens with them; above all the history, which therefore lasts as long as the page. */
const unkept = new Set(["graphiql:queries", "graphiql:favorites", "graphiql:headers"]);
const storage = {
  get length() {
    return localStorage.length;
  },
  getItem: (name) => localStorage.getItem(name),
  setItem: (name, value) => unkept.has(name) || localStorage.setItem(name, value),
  removeItem: (name) => localStorage.removeItem(name),
  clear: () => localStorage.clear(),
};

/** The token in the text of the headers; undefined while there is none, or the text is no JSON. */
function tokenIn(text) {
  try {
    const entries = Object.entries(JSON.parse(text)).map(([name, value]) => [name.toLowerCase(), value]);
    const token = String(Object.fromEntries(entries).authorization ?? "").replace(/^bearer(\s+|$)/i, "");
    return token.trim() || undefined;
  } catch {
    return undefined;
  }
}

function tell(token) {
  const message = !tellsSchema
    ? "This gateway does not tell its schema (INTROSPECTION is off): operations run, but without completion and documentation."
    : 'The schema is read as soon as there is a token under "Headers": {"authorization": "Bearer …"}';
  note.textContent = message;
  note.hidden = tellsSchema && token !== undefined;
}

function Page() {
  const [token, setToken] = useState();
  // With another fetcher GraphiQL reads the schema again, so it does with another token.
  const fetcher = useMemo(() => GraphiQL.createFetcher({ url }), [token]);
  const onEditHeaders = (text) => {
    const entered = tokenIn(text);
    setToken(entered);
    tell(entered);
  };
  return createElement(GraphiQL, {
    fetcher,
    schema: tellsSchema && token ? undefined : null,
    defaultQuery: query,
    defaultHeaders: headers,
    defaultEditorToolsVisibility: "headers",
    onEditHeaders,
    storage,
    shouldPersistHeaders: false,
    showPersistHeadersSettings: false,
  });
}

tell(undefined);
ReactDOM.createRoot(page).render(createElement(Page));
