const REMOVED = "<removed>";

/** Each of these words comes before a secret. The secret and the rest of its line are removed. */
const SECRET =
  /(^|[\s"'])((?:[\w.-]*(?:password|passwd|passphrase|secret|pre-shared-key|key-string|credential|token|common-pw))|(?:[\w.]+-)?key|community|pwd|md5|sha\d*|hash|encrypted|activation-key)([\s=:]+)(\S.*)$/i;
/**
 * Matches the commands with a key of OSPF for IPv6. The key follows the name of an algorithm, which can be any word and
 * is therefore not in SECRET.
 */
const AFTER_SPI = /((?:authentication|encryption) ipsec spi \d+)\s.*$/i;
const IN_ADDRESS = /\/\/[^\s/@]+@/g;

/**
 * Commands to which SECRET is not applied. They contain names and addresses, and such a name may look like a word of
 * SECRET. The remarks of access lists are an exception: SECRET is applied to them, because they may contain any text.
 */
const WITHOUT_SECRETS = new Set([
  ...["access-group", "access-list", "group-object", "icmp-object", "interface", "ip", "ipv6", "nameif", "nat"],
  ...["network-object", "object", "object-group", "port-object", "protocol-object", "route", "service-object"],
  ...["service", "host", "subnet", "range"],
]);
/**
 * Commands whose text after the command's name is removed completely. In some of these commands, no word of SECRET
 * comes before the secret.
 */
const SECRET_COMMANDS =
  /^\s*(snmp-server (?:host|user|community)|username|enable password|passwd|failover key|license|aaa-server \S+ \(\S+\) host \S+)\s+(.*)$/i;

/**
 * Returns the configuration without passwords, keys, communities and certificates. The number of lines does not change.
 */
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

/** Returns one line without its secrets. */
export function redactLine(line: string): string {
  const cleaned = line.replace(IN_ADDRESS, `//${REMOVED}@`).replace(AFTER_SPI, `$1 ${REMOVED}`);
  const words = cleaned.trim().split(/\s+/, 3);
  const isComment = words[0] === "description" || words[2] === "remark";
  if (!isComment && WITHOUT_SECRETS.has(words[0] ?? "")) return cleaned;
  const command = SECRET_COMMANDS.exec(cleaned);
  if (command) return `${cleaned.slice(0, cleaned.length - (command[2] ?? "").length)}${REMOVED}`;
  return cleaned.replace(SECRET, `$1$2$3${REMOVED}`);
}
