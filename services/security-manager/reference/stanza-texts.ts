import type { StanzaName } from "../src/siql/schema/entities.ts";

/**
 * Describes each stanza for the reference: what its records are, and which records the stanza finds on endpoints for
 * other kinds of records.
 */
export const STANZA_TEXTS: Readonly<Record<StanzaName, string>> = {
  domain: "The domain contains all devices and device groups. There is only one.",
  devicegroup:
    "A device group is a set of devices. Group 1 contains every device. On other endpoints, the stanza finds records of the devices that such a group contains directly, not through a group below it.",
  device:
    "A firewall or a management station. On other endpoints, the stanza finds records of such devices. On `devicegroup` it finds groups that contain such a device.",
  policy: "A policy is a list of rules in a device's configuration, such as an access list or a chain.",
  rule: "A security rule is a line of a device's policy that accepts, drops or rejects.",
  natrule: "A rule that translates addresses or services.",
  interface: "A network interface of a device.",
  route: "A route of a device.",
  networkobj: "A network object is a named set of addresses in a device's configuration.",
  serviceobj: "A service object is a named set of services in a device's configuration.",
  scheduleobj: "A schedule is a named period in a device's configuration. Rules name schedules.",
  userobj: "An object that stands for a user in rules.",
  appobj: "An object that stands for an application in rules.",
  profileobj: "An object that stands for a profile in rules.",
  urlmatcher: "A URL matcher.",
  addressbook: "An address book.",
  scope: "A scope.",
  asset: "An asset, such as a server.",
  application: "An application and its connections. The stanza `connection` finds applications by their connections.",
  applicationgroup: "A group of applications.",
  vendortag: "A tag of a vendor.",
  connection:
    "A connection of an application: who reaches what with which service. An application matches a `connection` stanza if one of its connections matches the whole stanza. A group of applications matches the stanza if one of its applications does. The applications of a group belong to the group's device or to no device.",
};
