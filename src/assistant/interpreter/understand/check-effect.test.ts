import { expect, test } from 'vitest';
import { isRisky } from '../intent.ts';
import { understand } from './understand.ts';

const known = [
  { kind: 'device', name: 'Yard light', id: 'light-1' },
  { kind: 'device', name: 'Yard display', id: 'display-1' },
  { kind: 'site', name: 'Depot', id: 'depot' },
] as const;
const moment = { now: new Date('2026-11-18T15:00:00Z'), timeZone: 'America/Sao_Paulo', known };

/** Whether it would be read back as a change. */
function isReadBack(said: string): boolean {
  const understanding = understand(said, moment);
  return understanding.status === 'understood' && isRisky(understanding.intent);
}

test.each([
  ['raise the limit of CP-9 by 5 kW', 'raise the limit of CP-9 to 5 kW'],
  ['increase CP-9 by 5 kW', 'limit CP-9 to 5 kW'],
  ['reduza o limite da CP-9 em 5 kW', 'reduza o limite da CP-9 para 5 kW'],
  ['limit CP-9 to 5 kW more', 'limit CP-9 to 5 kW'],
  ['limit CP-9 to at least 11 kW', 'limit CP-9 to at most 11 kW'],
  ['limite a CP-9 a no mínimo 11 kW', 'limite a CP-9 a no máximo 11 kW'],
  ['increase the volume of the yard display by 10', 'set the volume of the yard display to 10'],
  ['make the yard light less blue', 'make the yard light blue'],
])('"%s" is not "%s"', (said, plain) => {
  expect(isReadBack(plain)).toBe(true);
  expect(isReadBack(said)).toBe(false);
});

test.each([
  'take the block off card 04AABBCC',
  'undo the block of card 04AABBCC',
  'remova o bloqueio do cartão 04AABBCC',
])('"%s" never blocks', (said) => {
  const found = understand(said, moment);
  expect(found).not.toMatchObject({ intent: { isBlocked: true } });
});

test('a word for the opposite leaves no change to be read back', () => {
  for (const said of [
    'lock connector 1 of CP-5',
    'reject the station CP-7',
    'extend the reservation at CP-4 by 30 minutes',
    'put CP-8 out of service, it is back in service',
  ])
    expect([said, isReadBack(said)]).toEqual([said, false]);
});

test('a limit for stations of a site is one for each of them', () => {
  expect(understand('limit the stations at site Depot to 10 kW', moment)).toMatchObject({ intent: { intent: 'each' } });
  expect(understand('limit the site Depot to 10 kW', moment)).toMatchObject({ intent: { intent: 'set-site-limit' } });
});

test('how long a limit holds is no part of it', () => {
  for (const said of ['limit CP-9 to 5 kW for half an hour', 'limit CP-9 to 5 kW for an hour and a half'])
    expect(isReadBack(said)).toBe(true);
});

test('what stands in quotes says nothing of what is wanted', () => {
  expect(isReadBack('open a ticket for CP-7: "it draws 5 kW more, restored and refused"')).toBe(true);
});
