"""Asks aclcheck how policies decide packets.

Reads {definitions, questions: [{policy, packets: [{source, destination, protocol, sourcePort, port}]}]} from standard
input. For each packet of each question, writes the action of the term that decides the packet, or null if no term
decides it.
"""

import json
import sys

from aerleon.lib import aclcheck, nacaddr, naming, policy


def exclude(term, side, everything):
    """Removes the excluded addresses of a side from the side, because aclcheck does not read them.

    Returns whether an address is left. A term without one must not reach aclcheck, which would let the side match every
    address.
    """
    named = getattr(term, side)
    excluded = getattr(term, side + "_exclude")
    if not excluded:
        return True
    left = nacaddr.AddressListExclude(named or everything, excluded)
    setattr(term, side, left)
    return bool(left)


def decide(parsed, packet):
    check = aclcheck.AclCheck(
        parsed,
        src=packet["source"],
        dst=packet["destination"],
        # The port is a text, because the number 0 would mean any port.
        sport=str(packet["sourcePort"]),
        dport=str(packet["port"]),
        proto=packet["protocol"],
    )
    exact = check.ExactMatches()
    return exact[0].action if exact else None


def answer(question, definitions):
    # aerleon refuses a policy without terms.
    if not question["policy"]:
        return [None for packet in question["packets"]]
    parsed = policy.ParsePolicy(question["policy"], definitions, shade_check=False)
    everything = [nacaddr.IP("0.0.0.0/0"), nacaddr.IP("::/0")]
    for at, (header, terms) in enumerate(parsed.filters):
        sides = ("source_address", "destination_address")
        kept = [term for term in terms if all([exclude(term, side, everything) for side in sides])]
        parsed.filters[at] = (header, kept)
    return [decide(parsed, packet) for packet in question["packets"]]


asked = json.load(sys.stdin)
definitions = naming.Naming(asked["definitions"])
json.dump([answer(question, definitions) for question in asked["questions"]], sys.stdout)
