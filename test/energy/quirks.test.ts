import { expect, onTestFinished, test } from 'vitest';
import type { ProfileQuirk } from '../../src/simulator/profile-quirks.ts';
import { QuirkySite, type Told } from './quirks/quirky-site.ts';
import type { StationOptions } from './quirks/quirky-station.ts';

/** Two cars that want all of 32 A at a connection of 32 A: the first station has a quirk, the second has none. */
async function siteWith(options: StationOptions, told: Told = {}, seconds = 180): Promise<QuirkySite> {
  const site = new QuirkySite([options, {}], { told });
  onTestFinished(() => site.close());
  await site.run(seconds);
  return site;
}

const has = (...quirks: ProfileQuirk[]): StationOptions => ({ quirks });
const secondsUntil = (site: QuirkySite, state: string) => {
  const sentAt = site.commands.find(({ stationId }) => stationId === 'Q-1')?.at ?? Number.NaN;
  return (
    ((site.seen.find((each) => each.stationId === 'Q-1' && each.state === state)?.at ?? Number.NaN) - sentAt) / 1000
  );
};

test('a station without a quirk follows, and nothing is learned of it', async () => {
  const site = await siteWith({});
  expect(site.seen.map(({ state }) => state)).toEqual(['sending', 'sending', 'followed', 'followed']);
  expect(site.learned).toEqual([]);
  expect(site.drawnA()).toBeGreaterThan(30);
  expect(site.longestOverSeconds).toBeLessThanOrEqual(5);
});

test.each<[ProfileQuirk, StationOptions['version'], Told, finding: string]>([
  ['rejects-stack-levels', '2.0.1', { maxPeriods: 1 }, 'rejects-stack-level'],
  ['rejects-stack-levels', '1.6', { maxPeriods: 1 }, 'rejects-stack-level'],
  ['needs-relative', '2.0.1', {}, 'rejects-absolute'],
  ['needs-relative', '1.6', {}, 'rejects-absolute'],
  ['only-watts', '2.0.1', {}, 'rejects-amperes'],
  ['only-watts', '1.6', {}, 'rejects-amperes'],
  ['only-amperes', '2.1', { unit: 'W' }, 'rejects-watts'],
])('a station that %s is told in another form at once (OCPP %s)', async (quirk, version, told, finding) => {
  const site = await siteWith({ ...has(quirk), ...(version !== undefined && { version }) }, told);
  expect(site.findingsOf(1)).toEqual([finding]);
  expect(secondsUntil(site, 'followed')).toBeLessThanOrEqual(60);
  expect(site.stations[0]?.limitA(site.now)).toBeGreaterThanOrEqual(6);
  expect(site.longestOverSeconds).toBeLessThanOrEqual(5);
});

test('a station that needs absolute profiles gets them', async () => {
  const site = await siteWith(has('needs-absolute'));
  expect(site.findingsOf(1)).toEqual([]);
});

test('two faults together are found as well', async () => {
  const site = await siteWith({ ...has('only-watts', 'rejects-stack-levels'), version: '1.6' }, { maxPeriods: 1 });
  expect(site.findingsOf(1).toSorted()).toEqual(['rejects-amperes', 'rejects-stack-level']);
});

test('a station that refuses 0 A is paused with 1 A, with which no car charges', async () => {
  const site = new QuirkySite([has('rejects-zero'), {}], { limitA: 32 });
  onTestFinished(() => site.close());
  await site.run(60);
  site.setLimit(4);
  await site.run(60);
  expect(site.findingsOf(1)).toEqual(['rejects-zero']);
  expect(site.stations[0]?.limitA(site.now)).toBe(1);
  expect(site.drawnA()).toBe(0);
});

test('a station that ignores profiles is found within a minute, counts with what it draws, and is told to fall', async () => {
  const site = await siteWith(has('ignores-profiles'), {}, 500);
  expect(secondsUntil(site, 'ignored')).toBeLessThanOrEqual(60);
  expect(site.findingsOf(1)).toEqual(['ignores-profiles']);
  expect(site.control.memory.evses.get('Q-1')?.strayA).toBe(32);
  expect(site.stations[1]?.drawA(site.now)).toBe(0);
  const [first] = site.stations;
  const purposes = new Set(first?.taken.map(({ purpose }) => purpose));
  expect([...purposes].toSorted()).toEqual(['charging-station-max-profile', 'tx-default-profile', 'tx-profile']);
  expect(first?.taken.findLast(({ purpose }) => purpose === 'tx-profile')?.periods[0]?.limit).toBe(6);
});

test.each<[purpose: string, follows: string[], findings: string[]]>([
  ['tx-default-profile', ['TxDefaultProfile'], ['ignores-tx-profile']],
  ['charging-station-max-profile', ['ChargingStationMaxProfile'], ['ignores-tx-default', 'ignores-tx-profile']],
])('a station that follows only its %s is steered by it', async (purpose, follows, findings) => {
  const site = await siteWith({ follows }, {}, 500);
  expect(site.learnedOf(1).purpose).toBe(purpose);
  expect(site.findingsOf(1).toSorted()).toEqual(findings);
  expect(site.control.memory.evses.get('Q-1')?.strayA).toBeNull();
  expect(site.drawnA()).toBeGreaterThan(28);
  expect(site.drawnA()).toBeLessThanOrEqual(33);
});

test('a station whose smart charging is off has it switched on', async () => {
  const site = await siteWith(has('load-balancing-off'), {}, 240);
  expect(secondsUntil(site, 'ignored')).toBeLessThanOrEqual(60);
  expect(site.findingsOf(1)).toEqual(['smart-charging-off']);
  expect(site.learnedOf(1).purpose).toBe('tx-profile');
  expect(site.drawnA()).toBeLessThanOrEqual(33);
});

test('a station that is slow is given its time, and nobody rises before it has fallen', async () => {
  const site = new QuirkySite([{ lagSeconds: 45 }, {}]);
  onTestFinished(() => site.close());
  await site.run(200);
  expect(site.findingsOf(1)).toEqual(['slow']);
  await site.run(120);
  const before = site.longestOverSeconds;
  site.setLimit(20);
  await site.run(90);
  site.setLimit(32);
  await site.run(300);
  expect(site.longestOverSeconds).toBeLessThanOrEqual(Math.max(before, 60));
  expect(site.findingsOf(1)).toEqual(['slow']);
});

test('a station that sticks at 9 A is not planned for more, and the other car gets the rest', async () => {
  const site = await siteWith({ ...has('sticks-at-9-amperes'), tellsOffer: true });
  expect(secondsUntil(site, 'capped')).toBeLessThanOrEqual(60);
  expect(site.findingsOf(1)).toEqual(['caps-current']);
  expect(site.learnedOf(1).pilotsA?.at(-1)).toBe(9);
  expect(site.stations[1]?.drawA(site.now)).toBeGreaterThan(22);
});

test('a station with coarse steps is planned for in them', async () => {
  const site = new QuirkySite([{ ...has('coarse-steps'), tellsOffer: true }, {}], { limitA: 30 });
  onTestFinished(() => site.close());
  await site.run(120);
  expect(secondsUntil(site, 'rounded')).toBeLessThanOrEqual(60);
  expect(site.findingsOf(1)).toEqual(['rounds-down']);
  expect([6, 8, 10, 13, 16, 20, 25, 32]).toContain(site.stations[0]?.taken.at(-1)?.periods[0]?.limit);
});

test.each<StationOptions['version']>(['1.6', '2.0.1', '2.1'])(
  'an old profile that nobody here set is removed (OCPP %s)',
  async (version) => {
    const site = await siteWith({ ...has('stale-profile'), ...(version !== undefined && { version }) });
    expect(secondsUntil(site, 'capped')).toBeLessThanOrEqual(60);
    expect(site.findingsOf(1)).toEqual(['stale-profile']);
    expect(site.stations[0]?.foreignIds()).toEqual([]);
    expect(site.stations[0]?.drawA(site.now)).toBeGreaterThan(8.5);
  },
);

test('a station that takes watts for those of three phases is told them so', async () => {
  const car = { capacityWh: 400_000, acW: 7_360, dcW: 50_000, phases: 1 } as const;
  const site = await siteWith({ ...has('ignores-number-of-phases'), car, tellsOffer: true }, { unit: 'W' }, 240);
  expect(site.findingsOf(1)).toEqual(['ignores-phases']);
  expect(site.stations[0]?.drawA(site.now)).toBeGreaterThan(10);
});

test('a station that ends sessions at 0 A is kept at the least current after the second time', async () => {
  const site = new QuirkySite([has('zero-ends-session'), {}], { limitA: 32 });
  onTestFinished(() => site.close());
  await site.run(60);
  for (const _time of [1, 2]) {
    site.setLimit(4);
    await site.run(30);
    expect(site.stations[0]?.hasEnded).toBe(true);
    site.setLimit(32);
    await site.run(30);
    site.stations[0]?.begin();
    site.control.notice();
    await site.run(60);
  }
  expect(site.findingsOf(1)).toEqual(['zero-ends-session']);
  site.setLimit(14);
  await site.run(60);
  expect(site.stations[0]?.hasEnded).toBe(false);
});

test.each<ProfileQuirk>(['slow-boot', 'breaks-when-inoperative'])(
  'a station that is %s is nothing to verification: it is never made inoperative',
  async (quirk) => {
    const site = await siteWith(has(quirk));
    expect(site.findingsOf(1)).toEqual([]);
    expect(site.commands.map(({ name }) => name)).not.toContain('change-availability');
  },
);
