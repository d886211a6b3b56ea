/** Shows the description that is next to this page. Calls go to the origin of the page. */
globalThis.SwaggerUIBundle({
  dom_id: "#description",
  url: "openapi.json",
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
