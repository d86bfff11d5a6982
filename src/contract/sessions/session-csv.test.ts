import { expect, test } from 'vitest';
import { csvHeader, csvLine } from '../csv.ts';
import type { ExportedSession } from './session.ts';
import { sessionColumns } from './session-csv.ts';

const session: ExportedSession = {
  id: '019c8f3e-0000-7000-8000-000000000001',
  stationId: 'CP-7',
  ref: '4711',
  evseId: 2,
  connectorId: 1,
  tokenHash: 'tok_a',
  tokenType: 'ISO14443',
  state: 'ended',
  chargingState: null,
  startedAt: '2026-03-01T08:00:00.000Z',
  endedAt: '2026-03-01T09:30:00.500Z',
  stopReason: 'EVDisconnected',
  reservationId: null,
  remoteStartId: null,
  energyWh: 14_200.5,
  firstRegisterWh: 1000,
  lastRegisterWh: 15_200.5,
  lastEventAt: '2026-03-01T09:30:00.500Z',
  eventCount: 3,
  flags: ['has-gap', 'was-offline'],
  cost: { total: '12.30', currency: 'EUR', state: 'final' },
};

test('the columns keep their order', () => {
  expect(csvHeader(sessionColumns)).toBe(
    'session_id,station_id,evse_id,connector_id,station_ref,token_hash,token_type,state,started_at,ended_at,duration_seconds,energy_kwh,energy_wh,first_register_wh,last_register_wh,stop_reason,flags,cost,currency\r\n',
  );
});

test('a session is a line: times with their zone, energy in kWh with three decimals and as counted', () => {
  expect(csvLine(sessionColumns, session)).toBe(
    '019c8f3e-0000-7000-8000-000000000001,CP-7,2,1,4711,tok_a,ISO14443,ended,2026-03-01T08:00:00.000Z,2026-03-01T09:30:00.500Z,5401,14.201,14200.5,1000,15200.5,EVDisconnected,has-gap was-offline,12.30,EUR\r\n',
  );
});

test('what is not known is left empty', () => {
  const line = csvLine(sessionColumns, {
    ...session,
    energyWh: null,
    startedAt: null,
    evseId: null,
    stopReason: null,
    flags: [],
    cost: null,
  });
  expect(line).toContain(',CP-7,,1,');
  expect(line).toContain(',ended,,2026-03-01T09:30:00.500Z,,,,1000,15200.5,,,,\r\n');
});

test.each([
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['\tx', "'\tx"],
  // Cells begin after these too where the separator is another.
  ["x;=cmd|' /C calc'!A0", "x;'=cmd|' /C calc'!A0"],
  ['x;-1;+2', "x;'-1;'+2"],
  ['x; =1', "x;' =1"],
  ['x;"=1"', `"x;'""=1"""`],
  ['x\n=1', `"x\n'=1"`],
  ['＝1', "'＝1"],
  ['a;b', 'a;b'],
  ['a-b', 'a-b'],
  ['a,b', '"a,b"'],
  ['a"b', '"a""b"'],
  ['a\nb', '"a\nb"'],
])('%j, told by a station, is text to a spreadsheet', (ref, cell) => {
  expect(csvLine(sessionColumns, { ...session, ref })).toContain(`,1,${cell},tok_a`);
});
