const REMOVED = "<removed>";

/** Each of these words comes before a secret. The secret and the rest of its line are removed. */
const SECRET =
  /(^|[\s"'])((?:[\w.-]*(?:password|passwd|passphrase|secret|pre-shared-key|key-string|credential|token|common-pw))|(?:[\w.]+-)?key|community|pwd|md5|sha\d*|hash|encrypted|activation-key)([\s=:]+)(\S.*)$/i;
/**
 * Matches the commands that contain a key of OSPF for IPv6. In these commands, the word before the key is not in
 * SECRET: it is the name of an algorithm, and may be any word.
 */
const AFTER_SPI = /((?:authentication|encryption) ipsec spi \d+)\s.*$/i;
const IN_ADDRESS = /\/\/[^\s/@]+@/g;

/** These commands contain names and addresses but no secret. A name may look like one of the words in SECRET. */
const WITHOUT_SECRETS = new Set([
  ...["access-group", "access-list", "group-object", "icmp-object", "interface", "ip", "ipv6", "nameif", "nat"],
  ...["network-object", "object", "object-group", "port-object", "protocol-object", "route", "service-object"],
  ...["service", "host", "subnet", "range"],
]);
/**
 * In these commands, everything after the name of the command is removed. Some of them, such as the commands for SNMP
 * hosts and users, contain a secret that does not follow one of the words in SECRET.
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
