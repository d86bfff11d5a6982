import {
  createDecipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  X509Certificate,
} from 'node:crypto';
import { expect, test } from 'vitest';
import { ExiError } from '../exi/bits.ts';
import { decodeMessage20, encodeFragment20, encodeMessage20 } from './messages-20.ts';
import { keyIdOf, openContractKey20, sealContractKey20 } from './private-key-20.ts';
import type { InstallationData20, Message20 } from './schema-20.ts';
import { signPart20, whyNotSigned20 } from './signature-20.ts';

const keys = () => generateKeyPairSync('ec', { namedCurve: 'P-521' });
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const Header = { SessionID: Buffer.alloc(8), TimeStamp: 1_700_000_000n };

const request: Message20 = {
  CertificateInstallationReq: {
    Header,
    OEMProvisioningCertificateChain: { Id: 'OEMCERT1', Certificate: hex('aabbcc') },
    ListOfRootCertificateIDs: { RootCertificateID: [{ X509IssuerName: 'Root CA', X509SerialNumber: 47_456n }] },
    MaximumContractCertificateChains: 3n,
  },
};
const data: InstallationData20 = {
  Id: 'SID1',
  ContractCertificateChain: { Certificate: hex('0304'), SubCertificates: { Certificate: [hex('05')] } },
  ECDHCurve: 'SECP521',
  DHPublicKey: hex('0607'),
  SECP521_EncryptedPrivateKey: hex('0809'),
};
const response: Message20 = {
  CertificateInstallationRes: {
    Header,
    ResponseCode: 'OK',
    EVSEProcessing: 'Finished',
    CPSCertificateChain: { Certificate: hex('0102') },
    SignedInstallationData: data,
    RemainingContractCertificateChains: 2n,
  },
};

/** As EVerest's libcbv2g writes the same two messages, which stations decode with it. */
const elsewhere: [string, Message20, string][] = [
  [
    'request',
    request,
    '80 1c 04 00 00 00 00 00 00 00 00 08 0e 2c fa a0 62 05 27 a2 a6 a1 a2 a9 2a 18 80 75 57 79 84 02 54 9b db dd 08 10 d0 43 83 c8 08 40 32',
  ],
  [
    'response',
    response,
    '80 20 04 00 00 00 00 00 00 00 00 08 0e 2c fa a0 62 00 00 02 01 02 20 32 9a 4a 21 88 02 03 04 00 10 52 00 08 18 1c 00 82 02 40 08',
  ],
];

test.each(elsewhere)('a %s is written, bit by bit, as the codec of stations writes it', (_name, message, bytes) => {
  expect(encodeMessage20(message).toString('hex')).toBe(hex(bytes).toString('hex'));
  expect(decodeMessage20(hex(bytes))).toEqual(message);
});

test('what vehicles may add is read as it was written', () => {
  const { privateKey } = keys();
  const content = {
    Id: 'id1',
    Certificate: Buffer.alloc(900, 7),
    SubCertificates: { Certificate: [1, 2, 3].map((byte) => Buffer.alloc(700, byte)) },
  };
  const Signature = signPart20({ name: 'OEMProvisioningCertificateChain', content }, privateKey);
  const message: Message20 = {
    CertificateInstallationReq: {
      ...request.CertificateInstallationReq,
      Header: { ...Header, Signature },
      OEMProvisioningCertificateChain: content,
      PrioritizedEMAIDs: { EMAID: ['DE8AAC00000001', 'DE8AAC00000002'] },
    },
  };
  expect(decodeMessage20(encodeMessage20(message))).toEqual(message);
});

test('a fragment is told by its place among the elements of the common messages', () => {
  const bits = encodeFragment20('SignedInstallationData', data).toString('hex');
  expect(bits.slice(0, 6)).toBe('8073'.concat('81')); // header; 231 in nine bits; the attribute Id of six characters
  expect(
    encodeFragment20('OEMProvisioningCertificateChain', { Id: 'a', Certificate: hex('aa') }).subarray(0, 3),
  ).toEqual(hex('804000'));
});

test('a signature holds for the very content and the very key', () => {
  const { privateKey, publicKey } = keys();
  const part = { name: 'SignedInstallationData', content: data } as const;
  const signature = signPart20(part, privateKey);
  expect(signature.SignatureValue.value).toHaveLength(132);
  expect(whyNotSigned20(signature, part, publicKey)).toBeUndefined();
  expect(whyNotSigned20(undefined, part, publicKey)).toBe('it is not signed');
  expect(whyNotSigned20(signature, part, keys().publicKey)).toContain('not of the key');
  const changed = { ...part, content: { ...data, DHPublicKey: hex('0608') } };
  expect(whyNotSigned20(signature, changed, publicKey)).toContain('was changed');
  expect(whyNotSigned20(signature, { ...part, content: { ...data, Id: 'id2' } }, publicKey)).toContain('leaves out');
});

test('the key of a contract opens for the vehicle, the name and the certificate that it was sealed for, and for no other', async () => {
  const [contract, vehicle, stranger] = [keys(), keys(), keys()];
  const [own, other] = [await certificateOf(contract), await certificateOf(keys())];
  const pcid = 'WVW-ABCDEFGHIJKLM12';
  const sealed = sealContractKey20(contract.privateKey, vehicle.publicKey, { pcid, contract: own });
  expect([sealed.encrypted.length, sealed.dhPublicKey.length]).toEqual([94, 133]);
  const open = (key: typeof vehicle, binding: { pcid: string; contract: X509Certificate }) =>
    openContractKey20(sealed, key.privateKey, binding);
  const opened = open(vehicle, { pcid: 'wvwabcdefghijklm12', contract: own });
  expect(opened.export({ format: 'jwk' }).d).toBe(contract.privateKey.export({ format: 'jwk' }).d);
  expect(() => open(stranger, { pcid, contract: own })).toThrow();
  expect(() => open(vehicle, { pcid: 'WVWABCDEFGHIJKLM13', contract: own })).toThrow();
  expect(() => open(vehicle, { pcid, contract: other })).toThrow();
});

test('a key is sealed as the standard says, step by step', async () => {
  const [contract, vehicle] = [keys(), keys()];
  const certificate = await certificateOf(contract);
  const { encrypted, dhPublicKey } = sealContractKey20(contract.privateKey, vehicle.publicKey, {
    pcid: 'WVWABCDEFGHIJKLM12',
    contract: certificate,
  });
  const secret = diffieHellman({
    privateKey: vehicle.privateKey,
    publicKey: createPublicKey({
      format: 'jwk',
      key: {
        kty: 'EC',
        crv: 'P-521',
        x: dhPublicKey.toString('base64url', 1, 67),
        y: dhPublicKey.toString('base64url', 67),
      },
    }),
  });
  // SP 800-56A: counter, secret, algorithm 01, party U, party V; the first 256 bits of SHA-512.
  const key = createHash('sha512')
    .update(Buffer.concat([hex('00000001'), secret, hex('01'), Buffer.from('UV')]))
    .digest()
    .subarray(0, 32);
  const opening = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, 12));
  opening.setAAD(Buffer.from(`WVWABCDEFGHIJKLM12${keyIdOf(certificate).toString('hex').toUpperCase()}`));
  opening.setAuthTag(encrypted.subarray(78));
  const scalar = Buffer.concat([opening.update(encrypted.subarray(12, 78)), opening.final()]);
  expect(scalar.toString('base64url')).toBe(contract.privateKey.export({ format: 'jwk' }).d);
});

async function certificateOf({ privateKey, publicKey }: ReturnType<typeof keys>): Promise<X509Certificate> {
  await import('reflect-metadata');
  const { X509CertificateGenerator, SubjectKeyIdentifierExtension } = await import('@peculiar/x509');
  const algorithm = { name: 'ECDSA', namedCurve: 'P-521', hash: 'SHA-512' } as const;
  const spki = publicKey.toCryptoKey(algorithm, true, ['verify']);
  const made = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=DE8AAC00000001',
    signingAlgorithm: algorithm,
    keys: { publicKey: spki, privateKey: privateKey.toCryptoKey(algorithm, true, ['sign']) },
    extensions: [await SubjectKeyIdentifierExtension.create(spki)],
  });
  const certificate = new X509Certificate(Buffer.from(made.rawData));
  expect(keyIdOf(certificate)).toHaveLength(20);
  return certificate;
}

const good = encodeMessage20(request);

test.each([
  ['nothing', Buffer.alloc(0), 'ends too early'],
  ['another format', Buffer.from('<?xml?>'), 'does not begin as EXI'],
  ['a message about something else', hex('808c04'), 'no message of certificates'],
  ['a message cut off', good.subarray(0, 30), 'ends too early'],
])('%s is refused with the reason', (_name, bytes, why) => {
  expect(() => decodeMessage20(bytes)).toThrow(ExiError);
  expect(() => decodeMessage20(bytes)).toThrow(why);
});

test('whatever stands in it, a message is read or refused, and never breaks the reader', () => {
  const spoiled = Buffer.from(good);
  for (let bit = 8; bit < good.length * 8; bit += 1) {
    good.copy(spoiled);
    spoiled.writeUInt8(spoiled.readUInt8(bit >> 3) ^ (0x80 >> (bit & 7)), bit >> 3);
    try {
      decodeMessage20(spoiled);
    } catch (error) {
      expect(error).toBeInstanceOf(ExiError);
    }
  }
});
