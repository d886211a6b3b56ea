const REMOVED = "<removed>";

/** The word after one of these words is taken for a secret, and so is the rest of its line. */
const SECRET =
  /(^|[\s"'])((?:[\w.-]*(?:password|passwd|passphrase|secret|pre-shared-key|key-string|credential|token|common-pw))|(?:[\w.]+-)?key|community|pwd|md5|sha\d*|hash|encrypted|activation-key)([\s=:]+)(\S.*)$/i;
const IN_ADDRESS = /\/\/[^\s/@]+@/g;

/** These commands name objects and addresses and contain no secret, but their names may look like secrets. */
const WITHOUT_SECRETS = new Set([
  ...["access-group", "access-list", "group-object", "icmp-object", "interface", "ip", "ipv6", "nameif", "nat"],
  ...["network-object", "object", "object-group", "port-object", "protocol-object", "route", "service-object"],
  ...["service", "host", "subnet", "range"],
]);
/**
 * In these commands a secret, such as a community or a key, does not follow one of the words above. The commands for
 * SNMP hosts and users are examples.
 */
const SECRET_COMMANDS =
  /^\s*(snmp-server (?:host|user|community)|username|enable|passwd|failover key|license)\s+(.*)$/i;

/** Gives the configuration without passwords, keys, communities and certificates. Every line stays in its place. */
export function redactText(text: string): string {
  let inCertificate = false;
  return text
    .split("\n")
    .map((line) => {
      if (inCertificate) {
        inCertificate = !/^\s*quit\s*$/.test(line);
        return inCertificate ? `  ${REMOVED}` : line;
      }
      inCertificate = /^\s*certificate\s/i.test(line);
      return redactLine(line);
    })
    .join("\n");
}

/** One line without its secrets. */
export function redactLine(line: string): string {
  const cleaned = line.replace(IN_ADDRESS, `//${REMOVED}@`);
  const words = cleaned.trim().split(/\s+/, 3);
  const isComment = words[0] === "description" || words[2] === "remark";
  if (!isComment && WITHOUT_SECRETS.has(words[0] ?? "")) return cleaned;
  const command = SECRET_COMMANDS.exec(cleaned);
  if (command) return `${cleaned.slice(0, cleaned.length - (command[2] ?? "").length)}${REMOVED}`;
  return cleaned.replace(SECRET, `$1$2$3${REMOVED}`);
}
