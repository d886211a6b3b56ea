const link = (imports: string) =>
  `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: [${imports}])`;

/** Three subgraphs with most features of federation: keys, required and provided fields, and inaccessible elements. */
export const richSubgraphs = [
  {
    name: "shop",
    sdl: `${link('"@key", "@inaccessible", "@shareable", "@external", "@provides"')}
      scalar Json
      type Query {
        node(id: ID!): Node
        media(first: Int = 3): [Media!]!
        things(mood: Mood, first: Int! = 2): [Thing]
        surely: [Thing!]!
        grid: [[Cell!]]!
        cube: [[[Int!]!]]
        account(id: ID!): Account!
        perhaps: Account
        count: Int!
        ratio: Float
        flag: Boolean!
        json: Json
        words: [String]
      }
      type Mutation { rename(id: ID!, to: String): Book! forget(id: ID!): Boolean }
      interface Node { id: ID! name: String }
      interface Media implements Node @key(fields: "id") { id: ID! name: String pages: Int! }
      union Thing = Book | Film | Account | Secret
      enum Mood { Good Bad Hidden @inaccessible }
      type Book implements Media & Node @key(fields: "id") {
        id: ID! name: String pages: Int! title: String! mood: Mood moods: [Mood!] author: Account @provides(fields: "email")
        related: [Node!] price: Float sequel: Book json: Json
      }
      type Film implements Media & Node @key(fields: "id") {
        id: ID! name: String pages: Int! title: String length: Int! cast: [Account!]! mood: Mood!
      }
      type Account implements Node @key(fields: "id") @key(fields: "region { zone } code") {
        id: ID! name: String code: Int! region: Region! email: String! @external likes: [Thing!]
      }
      type Secret implements Node @inaccessible { id: ID! name: String }
      type Region @shareable { zone: String! city: String }
      type Cell { x: Int! y: Int of: Thing node: Node! near: [Cell] }`,
  },
  {
    name: "people",
    sdl: `${link('"@key", "@shareable", "@external", "@requires"')}
      type Query { me: Account everyone(first: Int): [Account!]! loudest: Badge }
      type Account @key(fields: "id") @key(fields: "region { zone } code") {
        id: ID! region: Region! @shareable code: Int! @shareable email: String! @shareable friends(first: Int): [Account] badge: Badge!
      }
      type Region @shareable { zone: String! city: String }
      type Book @key(fields: "id") {
        id: ID! title: String! @external price: Float @external
        blurb: String @requires(fields: "title price") readers: [Account!] critic: Account!
      }
      type Film @key(fields: "id") { id: ID! critic: Account stars: [[Int!]!]! }
      union Badge = Gold | Tin
      type Gold { weight: Float! owner: Account }
      type Tin { dents: [Int] owner: Account! }`,
  },
  {
    name: "likes",
    sdl: `${link('"@key", "@interfaceObject"')}
      type Query { popular: [Media!] }
      type Media @key(fields: "id") @interfaceObject { id: ID! likes: Int! fans: [String!] }`,
  },
] as const;
