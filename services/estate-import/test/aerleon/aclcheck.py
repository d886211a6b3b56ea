"""Asks aclcheck how policies decide packets.

Reads {definitions, questions: [{policy, packets: [{source, destination, protocol, sourcePort, port}]}]} from standard
input, and writes the action of the term that decides, or null, for each packet of each question.
"""

import json
import sys

from aerleon.lib import aclcheck, nacaddr, naming, policy


def exclude(term, side, everything):
    """Applies the excluded addresses of a side, which aclcheck does not read.

    Returns whether an address is left: aclcheck takes a side without addresses for every address.
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
        # A text, because the number 0 means any port.
        sport=str(packet["sourcePort"]),
        dport=str(packet["port"]),
        proto=packet["protocol"],
    )
    exact = check.ExactMatches()
    return exact[0].action if exact else None


def answer(question, definitions):
    # A policy without terms is an error to aerleon.
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
