/** Shows the description that lies beside this page; calls go to where the page came from. */
globalThis.SwaggerUIBundle({
  dom_id: "#description",
  url: "openapi.json",
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
