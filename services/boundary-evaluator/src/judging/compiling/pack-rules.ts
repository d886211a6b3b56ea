import type { NetworkObject } from "@network-access/firewall-rules/network-object";
import { referenceOf } from "@network-access/firewall-rules/reference";
import type { Rule } from "@network-access/firewall-rules/rule";
import { serviceSetOf } from "@network-access/firewall-rules/service-set-of";
import type { AddressSet } from "@network-access/traffic-sets/address-set";
import * as addresses from "@network-access/traffic-sets/address-set";
import type { ServiceSet } from "@network-access/traffic-sets/service-set";
import { productIsEmpty } from "@network-access/traffic-sets/traffic-product";
import type { Resolved } from "../model/resolved.ts";
import { admittedRunsOf, type BareRule } from "./compile-rule.ts";
import { isEqualsObject, resolveSide, sumOf } from "./resolve-objects.ts";

/**
 * The rules of a request as a list of numbers, which takes a few hundred bytes for each request. The list contains
 * everything in the rules that decides verdicts. Preparing packed rules for judging is many times faster than preparing
 * rules in text form. The addresses of groups and items are not included, so packed rules stay valid when these
 * addresses change.
 *
 * `words` contains the rules one after the other:
 * - A rule consists of its action, its sources, its destinations and its services.
 * - A side without groups and items consists of its flags, a zero, and the set of its addresses.
 * - A side with groups or items consists of its flags, the number of references, two sets of addresses, and the
 *   references to groups and items. The first set contains the addresses of the side's other objects that are not
 *   negated. The second set contains the addresses of its other negated objects.
 * - A reference is twice its position in `references`, plus 1 if the object is negated.
 * - A set consists of the number of words of its IPv4 edges, the IPv4 edges, the number of words of its IPv6 edges, and
 *   the IPv6 edges.
 *
 * A range has two edges: its first number, and the number after its last number. A range that ends with the highest
 * number has no second edge. An edge takes one word, or four words for a range of IPv6 addresses.
 */
export interface PackedRules {
  readonly words: Uint32Array;
  /**
   * The groups and items to which the rules refer, without duplicates, in the order of their first occurrence. `words`
   * refers to a group or item by its position in this list.
   */
  readonly references: readonly string[];
}

const DENY = 1;
const NAMES_SOME = 1;
const ASKS_EQUALS = 2;
const NEGATED = 1;

export function packRules(rules: readonly Rule[]): PackedRules {
  const words: number[] = [];
  const places = new Map<string, number>();

  function writeEdges(edges: Uint32Array): void {
    words.push(edges.length);
    for (const edge of edges) words.push(edge);
  }
  function writeSet({ v4, v6 }: AddressSet | ServiceSet): void {
    writeEdges(v4);
    writeEdges(v6);
  }
  function writeSide(objects: readonly NetworkObject[]): void {
    const literal = objects.filter((object) => referenceOf(object) === null);
    const written = resolveSide(literal, new Map());
    const hasReferences = literal.length < objects.length;
    const named = hasReferences ? resolveSide(objects, new Map()).named : written.named;
    words.push((named.length > 0 ? NAMES_SOME : 0) + (named.some(isEqualsObject) ? ASKS_EQUALS : 0));
    words.push(objects.length - literal.length);
    if (!hasReferences) {
      writeSet(sumOf(written, written.named));
      return;
    }
    writeSet(addresses.unionAll(written.named.map((one) => one.addresses)));
    writeSet(written.negated);
    for (const object of objects) {
      const reference = referenceOf(object);
      if (reference === null) continue;
      const place = places.get(reference) ?? places.size;
      places.set(reference, place);
      words.push(place * 2 + (object.negate ? NEGATED : 0));
    }
  }

  for (const { action, sources, destinations, services } of rules) {
    words.push(action === "Deny" ? DENY : 0);
    writeSide(sources);
    writeSide(destinations);
    writeSet(serviceSetOf(services));
  }
  return { words: Uint32Array.from(words), references: [...places.keys()] };
}

const actions = { allow: { action: "Allow" }, deny: { action: "Deny" } } as const;
const nothing = { length: 0 };
const noEdges = new Uint32Array(0);

/**
 * Unpacks rules. For each rule, returns the part of the result of `compileRule` that decides verdicts.
 *
 * `answerTo` returns the lookup result of a group or item. If the outcome of the lookup is neither "resolved" nor
 * "empty", the side with the group or item is unresolved and counts as every address.
 */
export function unpackRules(
  { words, references }: PackedRules,
  answerTo: (reference: string) => Resolved | undefined,
): BareRule[] {
  let at = 0;

  function readWord(): number {
    const word = words[at] as number;
    at += 1;
    return word;
  }
  function readEdges(): Uint32Array {
    const length = readWord();
    if (length === 0) return noEdges;
    at += length;
    return words.subarray(at - length, at);
  }
  function readSet(): AddressSet {
    return { v4: readEdges(), v6: readEdges() };
  }
  function readSide(): BareRule["sources"] & { readonly isResolved: boolean } {
    const flags = readWord();
    const count = readWord();
    const asksEquals = (flags & ASKS_EQUALS) !== 0;
    if (count === 0) return { addresses: readSet(), asksEquals, empty: nothing, isResolved: true };
    const named = [readSet()];
    const negated = [readSet()];
    let isResolved = true;
    let empty = 0;
    for (let n = 0; n < count; n += 1) {
      const word = readWord();
      const answer = answerTo(references[word >>> 1] as string);
      if (answer?.outcome === "resolved") (word & NEGATED ? negated : named).push(answer.addresses);
      else if (answer?.outcome === "empty") empty += 1;
      else isResolved = false;
    }
    const some = (flags & NAMES_SOME) === 0 ? addresses.allAddresses : addresses.unionAll(named);
    return {
      addresses: isResolved ? addresses.subtract(some, addresses.unionAll(negated)) : addresses.allAddresses,
      asksEquals,
      empty: { length: empty },
      isResolved,
    };
  }

  const rules: BareRule[] = [];
  while (at < words.length) {
    const rule = (readWord() & DENY) === 0 ? actions.allow : actions.deny;
    const sources = readSide();
    const destinations = readSide();
    const services = readSet();
    const traffic = { sources: sources.addresses, destinations: destinations.addresses, services };
    let runs: BareRule["admittedRuns"] | undefined;
    rules.push({
      rule,
      sources,
      destinations,
      services,
      traffic,
      isResolved: sources.isResolved && destinations.isResolved,
      isEmpty: productIsEmpty(traffic),
      admittedRuns(longest) {
        runs ??= admittedRunsOf(services);
        return runs(longest);
      },
    });
  }
  return rules;
}
