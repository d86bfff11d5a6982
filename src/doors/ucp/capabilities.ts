import { isTyped, type UcpVersion } from './versions.ts';

const shopping = 'dev.ucp.shopping';

/** What the shop can do, by revision; `extends` names what a capability only adds to. */
export type Capability = {
  name: string;
  /** Of the specification, and of the schema, below the address of the revision. */
  page: string;
  schema: string;
  extends?: readonly string[];
  config?: object;
};

export const checkoutCapability = `${shopping}.checkout`;
export const cartCapability = `${shopping}.cart`;
export const orderCapability = `${shopping}.order`;
export const discountCapability = `${shopping}.discount`;
export const fulfillmentCapability = `${shopping}.fulfillment`;
export const consentCapability = `${shopping}.buyer_consent`;
export const searchCapability = `${shopping}.catalog.search`;
export const lookupCapability = `${shopping}.catalog.lookup`;
export const identityCapability = 'dev.ucp.common.identity_linking';

/** Mandates moved from the shop's own words to those of payment in general. */
export function mandateCapability(version: UcpVersion): string {
  return isTyped(version) ? 'dev.ucp.common.payment.ap2_mandate' : `${shopping}.ap2_mandate`;
}

type Row = {
  name: string;
  page: string;
  /** Where it stands since 2026-08-25. */
  newPage: string;
  schema: string;
  extends?: readonly string[];
  since?: UcpVersion;
};

const rows: readonly Row[] = [
  { name: checkoutCapability, page: 'checkout', newPage: 'shopping/checkout', schema: 'shopping/checkout' },
  { name: cartCapability, page: 'cart', newPage: 'shopping/cart', schema: 'shopping/cart', since: '2026-04-08' },
  { name: orderCapability, page: 'order', newPage: 'shopping/order', schema: 'shopping/order' },
  {
    name: discountCapability,
    page: 'discount',
    newPage: 'shopping/extensions/discount',
    schema: 'shopping/discount',
    extends: [checkoutCapability, cartCapability],
  },
  {
    name: fulfillmentCapability,
    page: 'fulfillment',
    newPage: 'shopping/extensions/fulfillment',
    schema: 'shopping/fulfillment',
    extends: [checkoutCapability],
  },
  {
    name: consentCapability,
    page: 'buyer-consent',
    newPage: 'shopping/extensions/buyer-consent',
    schema: 'shopping/buyer_consent',
    extends: [checkoutCapability],
  },
  {
    name: searchCapability,
    page: 'catalog/search',
    newPage: 'shopping/catalog/search',
    schema: 'shopping/catalog_search',
    since: '2026-04-08',
  },
  {
    name: lookupCapability,
    page: 'catalog/lookup',
    newPage: 'shopping/catalog/lookup',
    schema: 'shopping/catalog_lookup',
    since: '2026-04-08',
  },
];

export function capabilitiesOf(version: UcpVersion): Capability[] {
  const known = rows.filter(({ since }) => since === undefined || since <= version);
  const names = new Set(known.map(({ name }) => name));
  return [
    ...known.map(({ name, page, newPage, schema, extends: parents }) => ({
      name,
      schema,
      page: isTyped(version) ? newPage : page,
      ...(parents && { extends: parents.filter((parent) => names.has(parent)) }),
    })),
    ...laterCapabilities(version),
  ];
}

/** Who buys can be known to the shop, and can sign what they agreed to. */
function laterCapabilities(version: UcpVersion): Capability[] {
  if (version === '2026-01-11') return [];
  const isNew = isTyped(version);
  return [
    {
      name: identityCapability,
      page: isNew ? 'common/identity-linking' : 'identity-linking',
      schema: 'common/identity_linking',
      config: { scopes: {} },
    },
    {
      name: mandateCapability(version),
      page: isNew ? 'payment/extensions/ap2-mandates' : 'ap2-mandates',
      schema: isNew ? 'common/payment_ap2_mandate' : 'shopping/ap2_mandate',
      extends: [checkoutCapability],
      config: { vp_formats_supported: { 'dc+sd-jwt': {} } },
    },
  ];
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
