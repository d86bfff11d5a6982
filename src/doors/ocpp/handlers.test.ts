import * as schemas16 from 'typed-ocpp/dist/ocpp16/schemas.js';
import * as schemas20 from 'typed-ocpp/dist/ocpp20/schemas.js';
import * as schemas21 from 'typed-ocpp/dist/ocpp21/schemas.js';
import { describe, expect, test } from 'vitest';
import type { Charging } from '#charging/open-charging.ts';
import { type Business, fakeBusiness } from '../../../test/support/fake-business.ts';
import { sampleOf } from '../../../test/support/sample-answer.ts';
import { v16 } from './v16/version.ts';
import { v21 } from './v21/version.ts';
import { v201 } from './v201/version.ts';

const receivedAt = new Date('2026-03-01T12:00:00Z');
const versions = {
  '1.6': { version: v16, schemas: schemas16 },
  '2.0.1': { version: v201, schemas: schemas20 },
  '2.1': { version: v21, schemas: schemas21 },
};

const token = { value: 'FLEET', type: 'central' };
const accepted = {
  status: 'accepted',
  group: token,
  cacheUntil: new Date('2026-03-02T00:00:00Z'),
  language: 'pt-BR',
  contractStatus: 'accepted',
  personalMessage: { text: 'Olá', language: 'pt-BR' },
};
const refused = {
  status: 'blocked',
  group: null,
  cacheUntil: null,
  language: null,
  personalMessage: null,
  contractStatus: null,
};

/** What the business answers: much for a full frame, little for a bare one. */
const business: Record<'full' | 'bare', Business> = {
  full: {
    recordBoot: { status: 'accepted', now: receivedAt, intervalSeconds: 300 },
    'authorization.authorize': accepted,
    'certificates.answerStatus': [{ status: 'good', ocsp: 'b2NzcA==', nextUpdate: receivedAt }],
    'plugAndCharge.askForVehicle': { status: 'accepted', exi: 'EXI', remainingContracts: 2 },
    'certificates.requestSigning': { status: 'accepted', reason: null },
    'chargingProfiles.recordNeeds': { decision: 'processing', reason: 'Waiting' },
    'chargingProfiles.pullUpdate': { limit: 16 },
    'dataTransfer.receive': { status: 'accepted', data: '{"a":1}' },
    'payments.recordSettlement': { receiptId: 'R-1' },
    'payments.validateVat': { isAccepted: true, reason: 'format-fits' },
    'streams.open': 'accepted',
    'energy.allowedTransfers': ['ac-three-phase', 'dc-v2x'],
  },
  bare: {
    recordBoot: { status: 'pending', now: receivedAt, intervalSeconds: 60 },
    'authorization.authorize': refused,
    'certificates.answerStatus': [{ status: 'unknown', nextUpdate: receivedAt }],
    'plugAndCharge.askForVehicle': { status: 'failed', reasonCode: 'NoContract', reason: 'There is no contract.' },
    'certificates.requestSigning': { status: 'rejected', reason: 'The key is short.' },
    'chargingProfiles.recordNeeds': { decision: 'accepted', reason: null },
    'dataTransfer.receive': { status: 'unknown-vendor', data: null },
    'payments.recordSettlement': { receiptId: 'R-1' },
    'payments.validateVat': { isAccepted: false, reason: 'wrong-format' },
    'streams.open': 'too-many',
  },
};

/** Messages of sessions have tests of their own. */
const ofSessions = new Set(['StartTransaction', 'StopTransaction', 'TransactionEvent', 'MeterValues']);

async function handled(name: keyof typeof versions, action: string, fullness: 'full' | 'bare', other?: object) {
  const { version, schemas } = versions[name];
  const all: Readonly<Record<string, object>> = { ...schemas };
  const schema = all[`${action}Request`] ?? all[action] ?? {};
  const request = { ...(sampleOf(schema, fullness, 1) as object), ...other };
  const { charging, recorded } = fakeBusiness<Charging>(business[fullness]);
  const handler = version.handlers.get(action);
  if (handler === undefined) throw new Error(`${name} has no handler for ${action}.`);
  const context = { stationId: 'CP-1', version: name, charging, receivedAt, leftOutReadings: 0 };
  const answer = await handler(request as never, context);
  const name_ = `${action}Request`;
  const violation = version.validator.has(name_) ? version.validator.check(name_, request) : undefined;
  return { violation, recorded, answer };
}

describe.each(Object.entries(versions))('OCPP %s', (name, { version }) => {
  const actions = [...version.handlers.keys()].filter((action) => !ofSessions.has(action));
  test.each(actions.flatMap((action) => [[action, 'full'] as const, [action, 'bare'] as const]))(
    '%s, %s',
    async (action, fullness) => {
      const { violation, recorded, answer } = await handled(name as keyof typeof versions, action, fullness);
      expect(violation).toBeUndefined();
      expect({ recorded, answer }).toMatchSnapshot();
    },
  );
});

test.each([
  ['NoError', undefined, undefined, null],
  ['GroundFailure', undefined, undefined, 'GroundFailure'],
  ['NoError', 'E7', '', 'E7'],
  ['OtherError', 'E7', 'hot', 'OtherError: E7: hot'],
])('1.6 says %s, %s and %s as the reason %s', async (errorCode, vendorErrorCode, info, reason) => {
  const fields = { connectorId: 2, status: 'Faulted', errorCode, vendorErrorCode, info };
  const { recorded } = await handled('1.6', 'StatusNotification', 'bare', fields);
  expect(recorded).toMatchObject([['recordConnectorStatus', { evseId: 2, connectorId: 1, status: 'faulted', reason }]]);
});

test('connector 0 of 1.6 is the station', async () => {
  const { recorded } = await handled('1.6', 'StatusNotification', 'bare', { connectorId: 0 });
  expect(recorded).toMatchObject([['recordConnectorStatus', { evseId: 0, connectorId: 0 }]]);
});

test.each([
  [{ chargePointSerialNumber: 'A', chargeBoxSerialNumber: 'B' }, 'A'],
  [{ chargeBoxSerialNumber: 'B' }, 'B'],
  [{}, null],
])('1.6 that boots with %o has the serial number %s', async (numbers, serialNumber) => {
  const { recorded } = await handled('1.6', 'BootNotification', 'bare', numbers);
  expect(recorded).toMatchObject([['recordBoot', { serialNumber }]]);
});

test('a receipt that the station numbered keeps its number', async () => {
  expect((await handled('2.1', 'NotifySettlement', 'bare', { receiptId: 'own' })).answer).toEqual({});
  expect((await handled('2.1', 'NotifySettlement', 'bare')).answer).toEqual({ receiptId: 'R-1' });
});
