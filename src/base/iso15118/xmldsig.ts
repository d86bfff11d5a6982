import { attribute, type ExiType, element, simple } from '../exi/grammar.ts';

/** Elements of other namespaces could stand at the end, and text between them. */
const open = { kind: 'unused', name: 'an element of another namespace' } as const;

const algorithm: ExiType = { isMixed: true, particles: [attribute('Algorithm'), open] };
const signatureMethod: ExiType = {
  isMixed: true,
  particles: [attribute('Algorithm'), { kind: 'unused', name: 'HMACOutputLength' }, open],
};
const transform: ExiType = {
  isMixed: true,
  particles: [attribute('Algorithm'), { kind: 'unused', name: 'XPath' }, open],
};

const many = { max: Number.POSITIVE_INFINITY };

const reference: ExiType = {
  particles: [
    attribute('Id', 0),
    attribute('Type', 0),
    attribute('URI', 0),
    element('Transforms', { particles: [element('Transform', transform, many)] }, { min: 0 }),
    element('DigestMethod', algorithm),
    simple('DigestValue', 'octets'),
  ],
};

export const signedInfoType: ExiType = {
  particles: [
    attribute('Id', 0),
    element('CanonicalizationMethod', algorithm),
    element('SignatureMethod', signatureMethod),
    element('Reference', reference, many),
  ],
};

/** XML Signature as far as ISO 15118 uses it (V2G2-767 and following): no key, no objects. */
export const signatureType: ExiType = {
  particles: [
    attribute('Id', 0),
    element('SignedInfo', signedInfoType),
    element('SignatureValue', { particles: [attribute('Id', 0), { kind: 'text', value: 'octets' }] }),
    { kind: 'unused', name: 'KeyInfo' },
    { kind: 'unused', name: 'Object' },
  ],
};

export type SignedInfo = {
  Id?: string;
  CanonicalizationMethod: { Algorithm: string };
  SignatureMethod: { Algorithm: string };
  Reference: {
    Id?: string;
    Type?: string;
    URI?: string;
    Transforms?: { Transform: { Algorithm: string }[] };
    DigestMethod: { Algorithm: string };
    DigestValue: Uint8Array;
  }[];
};

export type Signature = { Id?: string; SignedInfo: SignedInfo; SignatureValue: { Id?: string; value: Uint8Array } };

export const issuerSerialType: ExiType = {
  particles: [simple('X509IssuerName', 'string'), simple('X509SerialNumber', 'integer')],
};
