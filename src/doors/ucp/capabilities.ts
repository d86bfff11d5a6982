import type { UcpVersion } from './versions.ts';

const shopping = 'dev.ucp.shopping';

/** What the shop can do, by revision; `extends` names what a capability only adds to. */
export type Capability = {
  name: string;
  page: string;
  schema: string;
  extends?: readonly string[];
  since?: UcpVersion;
};

export const checkoutCapability = `${shopping}.checkout`;
export const cartCapability = `${shopping}.cart`;
export const orderCapability = `${shopping}.order`;
export const discountCapability = `${shopping}.discount`;
export const fulfillmentCapability = `${shopping}.fulfillment`;
export const consentCapability = `${shopping}.buyer_consent`;
export const searchCapability = `${shopping}.catalog.search`;
export const lookupCapability = `${shopping}.catalog.lookup`;

const all: readonly Capability[] = [
  { name: checkoutCapability, page: 'checkout', schema: 'checkout' },
  { name: cartCapability, page: 'cart', schema: 'cart', since: '2026-04-08' },
  { name: orderCapability, page: 'order', schema: 'order' },
  { name: discountCapability, page: 'discount', schema: 'discount', extends: [checkoutCapability, cartCapability] },
  { name: fulfillmentCapability, page: 'fulfillment', schema: 'fulfillment', extends: [checkoutCapability] },
  { name: consentCapability, page: 'buyer-consent', schema: 'buyer_consent', extends: [checkoutCapability] },
  { name: searchCapability, page: 'catalog/search', schema: 'catalog_search', since: '2026-04-08' },
  { name: lookupCapability, page: 'catalog/lookup', schema: 'catalog_lookup', since: '2026-04-08' },
];

export function capabilitiesOf(version: UcpVersion): Capability[] {
  const known = all.filter(({ since }) => since === undefined || since <= version);
  const names = new Set(known.map(({ name }) => name));
  return known.map(({ extends: parents, ...rest }) => ({
    ...rest,
    ...(parents && { extends: parents.filter((parent) => names.has(parent)) }),
  }));
}

export type Claimed = { name: string; versions: readonly string[]; config: Record<string, unknown> };

/** What both parties have, at the same revision; an extension stays only where something it extends does. */
export function commonCapabilities(version: UcpVersion, theirs: readonly Claimed[]): Capability[] {
  let common = capabilitiesOf(version).filter(({ name }) =>
    theirs.some((each) => each.name === name && each.versions.includes(version)),
  );
  for (;;) {
    const names = new Set(common.map(({ name }) => name));
    const kept = common.filter(
      ({ extends: parents }) => parents === undefined || parents.some((parent) => names.has(parent)),
    );
    if (kept.length === common.length) return kept;
    common = kept;
  }
}

/** Of those, what an answer of this kind tells of: the capability itself and what extends it. */
export function relevantTo(root: string, common: readonly Capability[]): Capability[] {
  return common.filter(({ name, extends: parents }) => name === root || parents?.includes(root) === true);
}
