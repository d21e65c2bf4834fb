import { documentForm, toNetwork } from "@kalends/core/plugin";

/** Number of proposals in an hour, in total and by digest of networks. */
export interface SenderCounts {
  readonly total: number;
  readonly senders: Readonly<Record<string, number>>;
}

/** True if a value read from JSON has the form of `senders`. */
export const isSenders = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.values(value).every(documentForm.integer);

export interface FormLimits {
  readonly perAddress: number;
  readonly perHour: number;
}

/** Networks that an address belongs to. The owner of a larger network controls many smaller ones. */
export interface SenderNetworks {
  /** Single address; for IPv6 its `/64`. */
  readonly address: string;
  /** Largest network of one customer: `/48`; for IPv4 `/24`. */
  readonly site: string;
  /** Smallest network of a provider: `/32`; for IPv4 `/16`. */
  readonly provider: string;
}

export const networksOf = (address: string): SenderNetworks => ({
  address: toNetwork(address),
  site: toNetwork(address, { ipv4: 24, ipv6: 48 }),
  provider: toNetwork(address, { ipv4: 16, ipv6: 32 }),
});

/** Maximum share of one site in the proposals of an hour, and of one provider in the extra proposals. */
const SHARE = 1 / 4;
/** Maximum number of extra proposals in an hour. It keeps the counts in a small record. */
const MAX_EXTRA = 60;

/**
 * Counts one more proposal from these networks, given as digests. Returns `undefined` if a limit is reached.
 * Each address has a limit, and each site gets at most a quarter of the total. When the total is used up,
 * each new site gets one extra proposal. The extra proposals are limited to the same total again, at most 60,
 * and to a quarter of these for one provider.
 */
export const countProposal = (
  { total, senders }: SenderCounts,
  { address, site, provider }: SenderNetworks,
  { perAddress, perHour }: FormLimits,
): SenderCounts | undefined => {
  const countOf = (network: string): number => senders[network] ?? 0;
  const isExtra = total >= perHour;
  const extra = Math.min(perHour, MAX_EXTRA);
  const isAllowed = isExtra
    ? total < perHour + extra && countOf(site) === 0 && countOf(provider) < Math.ceil(extra * SHARE)
    : countOf(site) < Math.max(perAddress, Math.ceil(perHour * SHARE));
  if (!isAllowed || countOf(address) >= perAddress) return undefined;
  const counted = [address, site, ...(isExtra ? [provider] : [])];
  const more = Object.fromEntries(counted.map((network) => [network, countOf(network) + 1]));
  return { total: total + 1, senders: { ...senders, ...more } };
};
