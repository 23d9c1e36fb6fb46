import ipaddr from 'ipaddr.js';

export const HOST_LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** Requests to them may go to any port. */
export type AllowList = { hosts: Set<string>; ranges: [ipaddr.IPv4 | ipaddr.IPv6, number][] };

export function parseAllowList(entries: readonly string[]): AllowList {
  const allowed: AllowList = { hosts: new Set(), ranges: [] };
  for (const entry of entries) {
    if (ipaddr.isValidCIDR(entry)) allowed.ranges.push(ipaddr.parseCIDR(entry));
    else if (ipaddr.IPv4.isValidFourPartDecimal(entry)) allowed.ranges.push([ipaddr.parse(entry), 32]);
    else if (ipaddr.IPv6.isValid(entry)) allowed.ranges.push([ipaddr.parse(entry), 128]);
    else if (entry.split('.').every((label) => HOST_LABEL.test(label.toLowerCase())))
      allowed.hosts.add(entry.toLowerCase());
    else throw new Error(`${entry} is neither a host name nor an address range`);
  }
  return allowed;
}
