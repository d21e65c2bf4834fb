import { toNetwork } from "@kalends/core/plugin";

/** How many proposals have come in an hour, in all and by digests of networks. */
export interface SenderCounts {
  readonly total: number;
  readonly senders: Readonly<Record<string, number>>;
}

export interface FormLimits {
  readonly perAddress: number;
  readonly inAll: number;
}

/** The networks that an address is in: each holder of the larger one has many of the smaller ones. */
export interface SenderNetworks {
  /** The address; of IPv6 its `/64`. */
  readonly address: string;
  /** The largest network of one customer: `/48`; for IPv4 `/24`. */
  readonly site: string;
  /** The smallest network of a provider: `/32`; for IPv4 `/16`. */
  readonly provider: string;
}

export const networksOf = (address: string): SenderNetworks => ({
  address: toNetwork(address),
  site: toNetwork(address, { ipv4: 24, ipv6: 48 }),
  provider: toNetwork(address, { ipv4: 16, ipv6: 32 }),
});

/** Share of all proposals of an hour for one site, and of the proposals of new sites for one provider. */
const SHARE = 1 / 4;
/** So many at most come from sites that are new when all are used up: the counts have to stay a small document. */
const MOST_EXTRA = 60;

/**
 * The counts with one more proposal from these networks, which are digests; `undefined` where a limit is reached. An address has its limit,
 * and a site a quarter of all, so that no site uses up all. When all are used up, a site that has sent none yet has one more: as many
 * again in all, at most 60, and a quarter of these for the sites of one provider.
 */
export const countSender = (
  { total, senders }: SenderCounts,
  { address, site, provider }: SenderNetworks,
  { perAddress, inAll }: FormLimits,
): SenderCounts | undefined => {
  const countOf = (network: string): number => senders[network] ?? 0;
  const isExtra = total >= inAll;
  const extra = Math.min(inAll, MOST_EXTRA);
  const mayStill = isExtra
    ? total < inAll + extra && countOf(site) === 0 && countOf(provider) < Math.ceil(extra * SHARE)
    : countOf(site) < Math.max(perAddress, Math.ceil(inAll * SHARE));
  if (!mayStill || countOf(address) >= perAddress) return undefined;
  const counted = [address, site, ...(isExtra ? [provider] : [])];
  const more = Object.fromEntries(counted.map((network) => [network, countOf(network) + 1]));
  return { total: total + 1, senders: { ...senders, ...more } };
};
