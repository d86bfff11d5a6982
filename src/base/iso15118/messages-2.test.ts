import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { ExiError } from '../exi/bits.ts';
import { decodeMessage, encodeFragment, encodeMessage, encodeSignedInfo } from './messages-2.ts';
import { openContractKey, sealContractKey } from './private-key-2.ts';
import type { V2gMessage } from './schema-2.ts';
import { signParts, whyNotSigned } from './signature-2.ts';

const keys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

const request = {
  Id: 'id1',
  OEMProvisioningCert: Buffer.from('3082', 'hex'),
  ListOfRootCertificateIDs: { RootCertificateID: [{ X509IssuerName: 'CN=R', X509SerialNumber: 300n }] },
};

/** The grammar followed by hand: what stands in each line, and its bits. */
const byHand = [
  ['header of EXI, no options', '10000000'],
  ['V2G_Message, the 77th of the global elements', '1001100'],
  ['Header', '0'],
  ['SessionID, its value of one byte 2A, its end', '0 0 00000001 00101010 0'],
  ['neither Notification nor Signature: the third of three', '10'],
  ['Body', '0'],
  ['CertificateInstallationReq, the sixth of 36', '000101'],
  ['attribute Id of three characters (told as five): id1', '0 00000101 01101001 01100100 00110001'],
  ['OEMProvisioningCert, its value of two bytes 30 82, its end', '0 0 00000010 00110000 10000010 0'],
  ['ListOfRootCertificateIDs, RootCertificateID', '0 0'],
  ['X509IssuerName, four characters (told as six): CN=R', '0 0 00000110 01000011 01001110 00111101 01010010 0'],
  ['X509SerialNumber, positive, 300 as 44 and 2 times 128', '0 0 0 10101100 00000010 0'],
  ['end of RootCertificateID; no other one: the second of two', '0 01'],
  ['end of the message, of Body, of V2G_Message', '0 0 0'],
] as const;

test('a request is written as its grammar says, bit by bit', () => {
  const bits = byHand.map(([, each]) => each.replaceAll(' ', '')).join('');
  const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0');
  const expected = Buffer.from(padded.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
  const message: V2gMessage = {
    Header: { SessionID: Buffer.from('2a', 'hex') },
    Body: { CertificateInstallationReq: request },
  };
  expect(encodeMessage(message).toString('hex')).toBe(expected.toString('hex'));
  expect(decodeMessage(expected)).toEqual(message);
});

const chain = {
  Certificate: Buffer.alloc(700, 7),
  SubCertificates: { Certificate: [1, 2, 3, 4].map((byte) => Buffer.alloc(300, byte)) },
};
const response = {
  ResponseCode: 'OK',
  SAProvisioningCertificateChain: chain,
  ContractSignatureCertChain: { Id: 'id1', ...chain },
  ContractSignatureEncryptedPrivateKey: { Id: 'id2', value: Buffer.alloc(48, 9) },
  DHpublickey: { Id: 'id3', value: Buffer.alloc(65, 4) },
  eMAID: { Id: 'id4', value: 'DE8AAC12345678' },
} as const;
const SessionID = Buffer.from('0102030405060708', 'hex');

const bodies: [string, V2gMessage['Body']][] = [
  ['CertificateInstallationRes', { CertificateInstallationRes: { ...response } }],
  ['CertificateUpdateRes', { CertificateUpdateRes: { ...response, RetryCounter: -1n } }],
  ['CertificateUpdateRes without a counter', { CertificateUpdateRes: { ...response } }],
  [
    'CertificateUpdateReq',
    {
      CertificateUpdateReq: {
        Id: 'id1',
        ContractSignatureCertChain: { Certificate: chain.Certificate },
        eMAID: 'DE8AAC12345678',
        ListOfRootCertificateIDs: {
          RootCertificateID: Array.from({ length: 20 }, (_each, index) => ({
            X509IssuerName: 'CN=Raiz é',
            X509SerialNumber: 2n ** 127n + BigInt(index),
          })),
        },
      },
    },
  ],
];

test.each(bodies)('%s reads as it was written', (_name, Body) => {
  const { privateKey } = keys();
  const Signature = signParts([{ name: 'CertificateInstallationReq', content: request }], privateKey);
  const message = { Header: { SessionID, Signature }, Body } as unknown as V2gMessage;
  expect(decodeMessage(encodeMessage(message))).toEqual(message);
});

test('a fragment begins with the place of its element among all, and ends with the end of fragments', () => {
  const { value } = response.eMAID;
  const bits = [
    ...['10000000', '11101100'], // header; eMAID is the 237th
    '0',
    ...[0x05, 0x69, 0x64, 0x34].map(byteOf), // its Id: id4
    '0',
    ...[value.length + 2, ...Buffer.from(value)].map(byteOf),
    '0',
    '11110100', // the end
  ].join('');
  const bytes = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0').match(/.{8}/g) ?? [];
  const expected = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))).toString('hex');
  expect(encodeFragment('eMAID', response.eMAID).toString('hex')).toBe(expected);
});

function byteOf(value: number): string {
  return value.toString(2).padStart(8, '0');
}

test('SignedInfo stands alone by the schema of XML signatures', () => {
  const { SignedInfo } = signParts([{ name: 'DHpublickey', content: response.DHpublickey }], keys().privateKey);
  const encoded = encodeSignedInfo(SignedInfo);
  expect(encoded.subarray(0, 2).toString('hex')).toBe('8081'); // header; the 33rd of 47; CanonicalizationMethod, without an Id
  expect(encodeSignedInfo({ ...SignedInfo, Id: 'left-out' })).toEqual(encoded); // V2G2-771
});

test('a signature holds for the very content and the very key', () => {
  const { privateKey, publicKey } = keys();
  const part = { name: 'CertificateInstallationReq', content: request } as const;
  const signature = signParts([part], privateKey);
  expect(whyNotSigned(signature, [part], publicKey)).toBeUndefined();
  expect(whyNotSigned(undefined, [part], publicKey)).toBe('it is not signed');
  expect(whyNotSigned(signature, [part], keys().publicKey)).toContain('not of the key');
  const changed = { ...part, content: { ...request, OEMProvisioningCert: Buffer.from('3083', 'hex') } };
  expect(whyNotSigned(signature, [changed], publicKey)).toContain('was changed');
  const other = { ...part, content: { ...request, Id: 'id2' } };
  expect(whyNotSigned(signature, [other], publicKey)).toContain('leaves out');
  const [reference] = signature.SignedInfo.Reference;
  const forged = { ...signature, SignedInfo: { ...signature.SignedInfo, Reference: [{ ...reference, URI: '#id2' }] } };
  expect(whyNotSigned(forged as typeof signature, [{ ...part, content: request }], publicKey)).toContain('leaves out');
});

test('the key of a contract opens for the vehicle it was sealed for, and for no other', () => {
  const [contract, vehicle, stranger] = [keys(), keys(), keys()];
  const sealed = sealContractKey(contract.privateKey, vehicle.publicKey);
  expect(sealed.encrypted).toHaveLength(48);
  expect(sealed.dhPublicKey).toHaveLength(65);
  const opened = openContractKey(sealed, vehicle.privateKey, contract.publicKey);
  expect(opened.export({ format: 'jwk' })).toMatchObject({ d: contract.privateKey.export({ format: 'jwk' }).d });
  expect(() => openContractKey(sealed, stranger.privateKey, contract.publicKey)).toThrow('not the one');
});

const good = encodeMessage({ Header: { SessionID }, Body: { CertificateInstallationReq: request } });

test.each([
  ['nothing', Buffer.alloc(0), 'ends too early'],
  ['another format', Buffer.from('<?xml?>'), 'does not begin as EXI'],
  ['another schema', Buffer.from('8000000000', 'hex'), 'no V2G message'],
  ['a message cut off', good.subarray(0, 20), 'ends too early'],
  [
    'a message about something else',
    Buffer.from('8098001000', 'hex'),
    'AuthorizationReq is no message of certificates',
  ],
  ['a certificate of a gigabyte', tooLong(), 'ends too early'],
])('%s is refused with the reason', (_name, bytes, why) => {
  expect(() => decodeMessage(bytes)).toThrow(ExiError);
  expect(() => decodeMessage(bytes)).toThrow(why);
});

/** The length of the session id is told as 2^34. */
function tooLong(): Buffer {
  return Buffer.from('809820202020203f', 'hex');
}

test('whatever stands in it, a message is read or refused, and never breaks the reader', () => {
  const spoiled = Buffer.from(good);
  for (let bit = 15; bit < good.length * 8; bit += 1) {
    good.copy(spoiled);
    spoiled.writeUInt8(spoiled.readUInt8(bit >> 3) ^ (0x80 >> (bit & 7)), bit >> 3);
    try {
      decodeMessage(spoiled);
    } catch (error) {
      expect(error).toBeInstanceOf(ExiError);
    }
  }
});
