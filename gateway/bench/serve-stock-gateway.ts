import { ApolloGateway, RemoteGraphQLDataSource } from "@apollo/gateway";
import { ApolloServer } from "@apollo/server";
import { startStandaloneServer } from "@apollo/server/standalone";
import { createUserAuthenticator } from "@network-access/access/caller";
import { GraphQLError } from "graphql";
import { readConfig } from "../src/config.ts";

/**
 * Serves a gateway for the benchmark to compare with this project's gateway. The served gateway uses the Apollo
 * libraries in the way that their documentation shows. It checks tokens as this project's gateway does, and forwards
 * them to the subgraphs. Prints one line of JSON with the URL of the served gateway.
 */
const config = readConfig(process.env);
const urls = new Map(config.subgraphs.map(({ name, url }) => [name, url]));
const authenticate = createUserAuthenticator(config.users);

interface Context extends Record<string, unknown> {
  readonly authorization: string | undefined;
}

class ForwardingSource extends RemoteGraphQLDataSource<Context> {
  override willSendRequest({
    request,
    context,
  }: Parameters<NonNullable<RemoteGraphQLDataSource["willSendRequest"]>>[0]) {
    if (typeof context.authorization === "string") request.http?.headers.set("authorization", context.authorization);
  }
}

process.env.APOLLO_TELEMETRY_DISABLED = "true";
const server = new ApolloServer<Context>({
  gateway: new ApolloGateway({
    supergraphSdl: config.supergraph,
    buildService: ({ name, url = "" }) => new ForwardingSource({ url: urls.get(name) ?? url }),
  }),
});
const { url } = await startStandaloneServer(server, {
  listen: { port: 0, host: "127.0.0.1" },
  context: async ({ req }) => {
    const { authorization } = req.headers;
    const user = await authenticate(authorization);
    if (!user.ok) throw new GraphQLError(user.refusal.message, { extensions: { code: user.refusal.code } });
    return { authorization };
  },
});
console.log(JSON.stringify({ url }));
