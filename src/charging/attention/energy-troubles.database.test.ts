import { afterAll, beforeAll, expect, test } from 'vitest';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { system } from '#principals/actor.ts';
import { depotSettings, type EnergySite, openEnergySite } from '../../../test/support/energy-site.ts';
import { openTroubleBook, type Trouble } from '../energy/control/trouble-store.ts';
import { readEnergy } from './attention-store.ts';

let site: EnergySite;
beforeAll(async () => {
  site = await openEnergySite();
  await site.inputs.set('depot', depotSettings(), system);
});
afterAll(() => site[Symbol.asyncDispose]());

const silent: Trouble = {
  trouble: 'meter-silent',
  subject: 'main',
  stationId: null,
  title: sentenceOf('meter-silent', { meter: 'main', countsKw: 20, readAt: '2026-03-01T08:00:00Z' }),
};
const unsafe: Trouble = {
  trouble: 'limit-not-safe',
  subject: 'grid',
  stationId: null,
  title: sentenceOf('node-not-safe', { node: 'grid', worst: '70 A', limit: '63 A' }),
};

test('troubles of a site are in the ledger and among what needs attention, until they end', async () => {
  const book = openTroubleBook({ pool: site.database.pool, ledger: site.ledger });
  const at = site.clock.at;
  const subjects = async (atSites?: string[]) =>
    (await readEnergy(site.database.pool, { limit: 10, atSites })).rows.map(({ subject }) => subject);
  await book.write('depot', { began: [silent, unsafe], ended: [], at });
  expect(await subjects()).toEqual(['grid', 'main']);
  expect(await subjects(['depot'])).toEqual(['grid', 'main']);
  expect(await subjects(['elsewhere'])).toEqual([]);
  expect(await book.open('depot')).toEqual(expect.arrayContaining([silent, unsafe]));
  await book.write('depot', { began: [], ended: [unsafe], at });
  expect(await subjects()).toEqual(['main']);
  const kinds = async () =>
    (await site.ledger.read({ kinds: ['energy-trouble-began', 'energy-trouble-ended'], limit: 10 })).map(
      ({ kind, body }) => `${kind} ${String(body['subject'])}`,
    );
  await expect
    .poll(kinds)
    .toEqual(['energy-trouble-began main', 'energy-trouble-began grid', 'energy-trouble-ended grid']);
  await site.inputs.set('depot', { ...depotSettings(), mode: 'off' }, system);
  expect(await subjects()).toEqual([]);
});
