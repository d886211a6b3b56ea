import express, { type Express } from "express";
import { serviceIssuer } from "./mint-token.ts";
import type { SigningKey, SigningKeys } from "./signing-keys.ts";

/**
 * Serves the OIDC discovery document and the public keys of two issuers. The paths of the issuer of service tokens
 * begin with `/services`. The paths of the issuer of user tokens have no prefix.
 */
export function issuerRoutes(keys: SigningKeys, issuer: string): Express {
  const app = express();
  app.disable("x-powered-by");
  publish(app, "", issuer, keys.users);
  publish(app, "/services", serviceIssuer(issuer), keys.services);
  app.get(["/healthz", "/readyz"], (_request, response) => {
    response.json({ status: "ok" });
  });
  app.use((_request, response) => {
    response.status(404).json({ error: "not found; see /.well-known/openid-configuration" });
  });
  return app;
}

function publish(app: Express, path: string, issuer: string, key: SigningKey): void {
  app.get(`${path}/.well-known/openid-configuration`, (_request, response) => {
    response.json({
      issuer,
      jwks_uri: `${issuer}/jwks`,
      id_token_signing_alg_values_supported: ["ES256"],
      response_types_supported: ["id_token"],
      subject_types_supported: ["public"],
      claims_supported: ["iss", "sub", "aud", "exp", "iat", "email", "permissions"],
    });
  });
  app.get(`${path}/jwks`, (_request, response) => {
    response.json({ keys: [key.publicJwk] });
  });
}
