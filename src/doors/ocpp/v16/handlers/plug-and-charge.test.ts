import { expect, test } from 'vitest';
import type { Charging } from '#charging/open-charging.ts';
import { fakeBusiness } from '../../../../../test/support/fake-business.ts';
import { onDataTransfer } from './data-transfer.ts';

const vendorId = 'org.openchargealliance.iso15118pnc';
const hash = { hashAlgorithm: 'SHA256', issuerNameHash: 'aa', issuerKeyHash: 'bb', serialNumber: '0c' };

async function told(messageId: string | undefined, data: unknown, answers: Record<string, unknown> = {}) {
  const { charging, recorded } = fakeBusiness<Charging>(answers);
  const receivedAt = new Date('2026-03-01T08:00:00Z');
  const context = { stationId: 'CP-1', version: '1.6', charging, receivedAt, leftOutReadings: 0 } as const;
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  const answer = await onDataTransfer({ vendorId, ...(messageId && { messageId }), data: text }, context);
  return {
    recorded,
    status: answer.status,
    said: answer.data === undefined ? null : (JSON.parse(answer.data) as unknown),
  };
}

const accepted = {
  'authorization.authorize': { status: 'accepted', reason: null, facts: {}, contractStatus: 'accepted' },
};

test.each([
  ['as 2.0.1 has it', { idToken: 'DE8AAC12345678', type: 'eMAID' }],
  ['as a mere text', 'DE8AAC12345678'],
])('Authorize names the contract %s', async (_how, idToken) => {
  const { status, said, recorded } = await told('Authorize', { idToken, certificate: 'PEM' }, accepted);
  expect([status, said]).toEqual(['Accepted', { idTokenInfo: { status: 'Accepted' }, certificateStatus: 'Accepted' }]);
  expect(recorded).toMatchObject([
    [
      'authorization.authorize',
      { token: 'DE8AAC12345678', tokenType: 'emaid', contract: { chain: 'PEM', hashes: [] } },
    ],
  ]);
});

test('a contract, a status and a certificate for vehicles are asked for in the words of 2.0.1', async () => {
  const exi = { iso15118SchemaVersion: 'urn:iso:15118:2:2013:MsgDef', action: 'Install', exiRequest: 'EXI' };
  const contract = { 'plugAndCharge.askForVehicle': { status: 'accepted', exi: 'OUT', remainingContracts: 0 } };
  expect(await told('Get15118EVCertificate', exi, contract)).toMatchObject({
    said: { status: 'Accepted', exiResponse: 'OUT' },
  });
  const answers = {
    'certificates.answerStatus': [{ status: 'good', reason: null, ocsp: 'DER', nextUpdate: new Date() }],
  };
  const ocspRequestData = { ...hash, responderURL: 'http://ocsp.example' };
  expect(await told('GetCertificateStatus', { ocspRequestData }, answers)).toMatchObject({
    said: { status: 'Accepted', ocspResult: 'DER' },
  });
  const signed = { 'certificates.requestSigning': { status: 'accepted', requestId: 'R' } };
  const { said, recorded } = await told('SignCertificate', { csr: 'CSR' }, signed);
  expect(said).toEqual({ status: 'Accepted' });
  expect(recorded).toMatchObject([['certificates.requestSigning', { purpose: 'v2g', csr: 'CSR' }]]);
});

test('what is no message of the note, or none of its schema, reaches nobody', async () => {
  expect(await told('Reset', {})).toMatchObject({ status: 'UnknownMessageId', recorded: [] });
  expect(await told(undefined, {})).toMatchObject({ status: 'UnknownMessageId', recorded: [] });
  expect(await told('Authorize', 'no JSON')).toMatchObject({ status: 'Rejected', recorded: [] });
  expect(await told('Authorize', { certificate: 'PEM' })).toMatchObject({ status: 'Rejected', recorded: [] });
});
