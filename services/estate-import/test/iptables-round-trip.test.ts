import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { askedOf, type GeneratedListing, generatedListings } from "./iptables-generator.ts";
import { interpretIptables } from "./iptables-interpreter.ts";
import { listingDecisions } from "./listing-decisions.ts";

const DECISIONS = {
  ACCEPT: ["allowed"],
  DROP: ["denied"],
  REJECT: ["denied"],
  unknown: ["allowed", "denied", "uncertain"],
} as const;

const questions = generatedListings.chain((listing) =>
  fc.record({
    listing: fc.constant(listing),
    asked: fc.array(askedOf(listing.family), { minLength: 30, maxLength: 60 }),
  }),
);

test("the snapshot of a listing decides every connection as a walk through its text does", () => {
  fc.assert(
    fc.property(questions, ({ listing, asked }) => {
      const { family, text, sets } = listing;
      const decide = listingDecisions([{ name: "rules", text }, setFile(listing)], family);
      for (const one of asked) {
        const [verdict, decision] = [interpretIptables(text, one, sets), decide(one)];
        const isRight = (DECISIONS[verdict] as readonly string[]).includes(decision);
        if (!isRight) expect({ text, one, decision }).toEqual({ verdict });
      }
    }),
    { numRuns: 200 },
  );
});

function setFile({ sets, family }: GeneratedListing) {
  const lines = Object.entries(sets).flatMap(([name, members]) => [
    `create ${name} hash:ip family ${family === 4 ? "inet" : "inet6"} hashsize 1024 maxelem 65536`,
    ...members.map((member) => `add ${name} ${member}`),
  ]);
  return { name: "sets", text: [...lines, ""].join("\n") };
}
