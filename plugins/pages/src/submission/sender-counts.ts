import { documentForm, toNetwork } from "@kalends/core/plugin";

/** Number of proposals in the current hour, in total and by network digest. */
export interface SenderCounts {
  readonly total: number;
  readonly senders: Readonly<Record<string, number>>;
}

/** True if a stored value has the form of `senders`. */
export const isSenders = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.values(value).every(documentForm.integer);

export interface FormLimits {
  readonly perAddress: number;
  readonly perHour: number;
}

/**
 * Networks of an IP address, in three sizes. Limits per network are needed because one person can control
 * many addresses.
 */
export interface SenderNetworks {
  /** Single IPv4 address, or `/64` network of an IPv6 address. */
  readonly address: string;
  /** Largest network that one customer usually has: `/24` in IPv4, `/48` in IPv6. */
  readonly site: string;
  /** Smallest network that a provider usually has: `/16` in IPv4, `/32` in IPv6. */
  readonly provider: string;
}

export const networksOf = (address: string): SenderNetworks => ({
  address: toNetwork(address),
  site: toNetwork(address, { ipv4: 24, ipv6: 48 }),
  provider: toNetwork(address, { ipv4: 16, ipv6: 32 }),
});

/**
 * Maximum share of `perHour` that may come from one site. Also the maximum share of the extra proposals that
 * may come from one provider.
 */
const SHARE = 1 / 4;
/** Maximum number of extra proposals in an hour. It keeps the stored counts small. */
const MAX_EXTRA = 60;

/**
 * Counts one more proposal from these network digests. Returns the new counts, or `undefined` if a limit is
 * reached:
 * - Each address may send `perAddress` proposals in an hour.
 * - Each site may send a quarter of `perHour`, or `perAddress` if that is more.
 * - After `perHour` proposals in total, a site without proposals in this hour may send one extra proposal. At
 *   most `perHour` extra proposals are accepted, and never more than 60. A quarter of them may come from the
 *   same provider.
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
