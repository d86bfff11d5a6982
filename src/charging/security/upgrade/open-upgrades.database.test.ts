import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import type { CommandRecord, Outcome } from '#contract/commands/command.ts';
import type { NetworkInterface, NetworkSlots } from '#contract/stations/network-profiles.ts';
import { openLedger } from '#ledger/ledger.ts';
import { system } from '#principals/actor.ts';
import { freshDatabase } from '../../../../test/support/postgres.ts';
import type { Ask } from '../../commands/run-command.ts';
import { SignIns } from '../../stations/sign-ins.ts';
import { StationRegister } from '../../stations/station-register.ts';
import { openUpgrades } from './open-upgrades.ts';

const accepted: Outcome = { status: 'accepted', code: 'Accepted', reason: null, answer: {}, losses: [] };
const unanswered: Outcome = { ...accepted, status: 'no-answer', code: null, reason: 'the connection ended' };

/** A station as far as its security goes. It tries its slots in turn, and uses the first by which it can sign in. */
class Station {
  readonly asked: string[] = [];
  readonly slots = new Map<number, number>([[1, 0]]);
  priority = [1];
  active = 1;
  /** Slots that it told of, and what it was given for which. */
  known: number[] = [];
  given: NetworkSlots['given'] = [];
  /** Slots and interfaces that it has; undefined: all. */
  has: { slots?: number[]; interface?: string; reachedBy?: string } = {};
  private readonly interfaces = new Map<number, string>();
  hasPassword = false;
  hasRoot = false;
  hasCertificate = false;
  isOnline = true;
  /** Loses its connection with the answer to the nth thing that it is asked. */
  cutAt: number | undefined;
  refuses: string | undefined;
  onCertificate: () => void = () => undefined;

  private readonly signIns: SignIns;
  private readonly now: () => Date;

  constructor(signIns: SignIns, now: () => Date) {
    this.signIns = signIns;
    this.now = now;
  }

  take({ name, input }: Ask): Outcome {
    if (!this.isOnline) return { ...unanswered, status: 'not-sent' };
    this.asked.push(name);
    if (name === this.refuses) return { ...accepted, status: 'rejected', code: 'Rejected', reason: 'Rejected' };
    if (name === 'set-network-profile' && !this.canKeep(input))
      return { ...accepted, status: 'rejected', code: 'Rejected', reason: 'Rejected' };
    const isCut = this.asked.length === this.cutAt;
    const answer = this.act(name, input);
    if (!isCut) return { ...accepted, answer };
    this.isOnline = false;
    return unanswered;
  }

  private canKeep({ slot, interface: by }: Ask['input']): boolean {
    return (this.has.slots?.includes(Number(slot)) ?? true) && (this.has.interface ?? by) === by;
  }

  private act(name: string, input: Ask['input']): Record<string, unknown> {
    if (name === 'change-password') this.hasPassword = true;
    if (name === 'install-certificate') this.hasRoot = true;
    if (name === 'trigger') {
      this.hasCertificate = true;
      queueMicrotask(() => this.onCertificate());
    }
    if (name === 'set-network-profile') {
      const [slot, securityProfile] = [Number(input['slot']), Number(input['securityProfile'])];
      this.slots.set(slot, securityProfile);
      this.interfaces.set(slot, String(input['interface']));
      this.given = [{ slot, securityProfile, interface: input['interface'] as NetworkInterface }, ...this.given];
    }
    if (name === 'set-security-profile') this.priority = input['networkSlots'] as number[];
    if (name === 'set-variables') this.priority = prioritiesIn(input);
    if (name === 'reset') this.connect();
    return name === 'get-variables' ? { results: [{ value: String(this.active) }] } : {};
  }

  connect(): void {
    const can = [true, this.hasPassword, this.hasPassword && this.hasRoot, this.hasCertificate && this.hasRoot];
    const isReached = (slot: number) =>
      this.has.reachedBy === undefined || (this.interfaces.get(slot) ?? this.has.reachedBy) === this.has.reachedBy;
    this.active = this.priority.find((slot) => isReached(slot) && can[this.slots.get(slot) ?? 9]) ?? -1;
    this.isOnline = this.active !== -1;
    if (this.isOnline) this.signIns.note('CP-1', { profile: this.slots.get(this.active) ?? 0, at: this.now() });
  }
}

function prioritiesIn(input: Ask['input']): number[] {
  const [first] = input['variables'] as { value: string }[];
  return (first?.value ?? '').split(',').map(Number);
}

async function openWalk() {
  const stack = new AsyncDisposableStack();
  const database = stack.use(await freshDatabase());
  const ledger = stack.adopt(await openLedger({ database, node: randomUUID(), log: silentLog }), (it) => it.close());
  await database.pool.query("insert into station (id) values ('CP-1')");
  const register = new StationRegister(database.pool);
  await register.load();
  let ms = Date.UTC(2026, 2, 1);
  const clock = { now: () => new Date((ms += 1_000)) };
  const signIns = new SignIns();
  const station = new Station(signIns, clock.now);
  const floors: number[] = [];
  const open = () =>
    openUpgrades({
      pool: database.pool,
      ledger,
      register,
      clock,
      log: silentLog,
      addresses: () => ({ plainUrl: 'ws://csms.example/', secureUrl: 'wss://csms.example/', roots: ['PEM'] }),
      runCommand: (ask) => Promise.resolve({ outcome: station.take(ask) } as CommandRecord),
      versionOf: () => (station.isOnline ? '2.0.1' : undefined),
      lastSignIn: (stationId) => signIns.of(stationId),
      raiseFloor: (_stationId, profile) => Promise.resolve(void floors.push(profile)),
      hasCertificateSince: () => Promise.resolve(station.hasCertificate),
      networkSlots: () => Promise.resolve({ known: station.known, given: station.given }),
    });
  const state = { upgrades: await open() };
  stack.defer(() => state.upgrades.close());
  station.onCertificate = () => state.upgrades.notice('CP-1');
  return {
    station,
    /** Below which it may not go again, one after the other. */
    floors,
    /** The product is started anew. */
    async restart() {
      await state.upgrades.close();
      state.upgrades = await open();
    },
    pass: (minutes: number) => void (ms += minutes * 60_000),
    upgrades: () => state.upgrades,
    async until(wanted: string) {
      await expect.poll(async () => (await state.upgrades.find('CP-1')).upgrade?.state, { interval: 5 }).toBe(wanted);
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

test('a station walks from no password to its own certificate by one order', async () => {
  await using walk = await openWalk();
  walk.station.connect();
  const begun = await walk.upgrades().start({ stationId: 'CP-1', toProfile: 3 }, system);
  expect(begun).toMatchObject({ fromProfile: 0, toProfile: 3 });
  await walk.until('done');
  expect(walk.station.slots.get(walk.station.active)).toBe(3);
  expect(walk.station.asked.filter((name) => name === 'reset')).toHaveLength(3);
});

// 3 × (read the slot, set it, read the slot, set the priority, restart), and the password, the root and the certificate.
test.each(Array.from({ length: 18 }, (_none, index) => index + 1))(
  'a cut at its answer number %d leaves a station that can connect, and it arrives all the same',
  async (cutAt) => {
    await using walk = await openWalk();
    walk.station.cutAt = cutAt;
    await walk.upgrades().start({ stationId: 'CP-1', toProfile: 3 }, system);
    await expect.poll(() => walk.station.isOnline, { interval: 5 }).toBe(false);
    await walk.restart(); // the product too
    walk.station.connect();
    expect(walk.station.isOnline).toBe(true);
    walk.upgrades().notice('CP-1');
    await walk.until('done');
    expect(walk.station.slots.get(walk.station.active)).toBe(3);
    expect(walk.floors).toEqual([1, 2, 3]); // whichever "yes" was lost
  },
);

test.each([
  ['has the slots 0 and 1, and said so', { known: [0, 1], has: { slots: [0, 1] } }],
  ['has the slots 0 and 1, and never said so', { known: [], has: { slots: [0, 1] } }],
  ['has slots 5 and 7 beside its own', { known: [1, 5, 7], has: { slots: [1, 5, 7] } }],
  ['knows no cable', { known: [], has: { interface: 'wireless-0' } }],
])('a station that %s arrives as well', async (_what, station) => {
  await using walk = await openWalk();
  Object.assign(walk.station, station);
  await walk.upgrades().start({ stationId: 'CP-1', toProfile: 3 }, system);
  await walk.until('done');
  expect(walk.station.slots.get(walk.station.active)).toBe(3);
});

test('a station that takes an address by cable and has a modem alone is sent by the modem next', async () => {
  await using walk = await openWalk();
  walk.station.has = { reachedBy: 'wireless-0' };
  await walk.upgrades().start({ stationId: 'CP-1', toProfile: 1 }, system);
  await expect.poll(() => walk.station.asked.at(-1), { interval: 5 }).toBe('reset');
  expect(walk.station.slots.get(walk.station.active)).toBe(0); // it fell back
  walk.upgrades().notice('CP-1', { hasBooted: true });
  await walk.until('done');
  expect(walk.station.slots.get(walk.station.active)).toBe(1);
});

test('a station that refuses a step stops there, and asked again it goes on', async () => {
  await using walk = await openWalk();
  walk.station.refuses = 'install-certificate';
  await walk.upgrades().start({ stationId: 'CP-1', toProfile: 2 }, system);
  await walk.until('stopped');
  expect(await walk.upgrades().find('CP-1')).toMatchObject({ upgrade: { reason: 'install-certificate: Rejected' } });
  walk.station.refuses = undefined;
  const before = walk.station.asked.length;
  await walk.upgrades().start({ stationId: 'CP-1', toProfile: 2 }, system);
  await walk.until('done');
  expect(walk.station.asked.slice(before)[0]).toBe('install-certificate');
});

test('a station that comes back by its old way is left there, with the reason', async () => {
  await using walk = await openWalk();
  Object.defineProperty(walk.station, 'hasPassword', { get: () => false, set() {} }); // it forgets its password
  await walk.upgrades().start({ stationId: 'CP-1', toProfile: 1 }, system);
  const resets = () => walk.station.asked.filter((name) => name === 'reset').length;
  for (const tries of [1, 2, 3]) {
    await expect.poll(resets, { interval: 5 }).toBe(tries);
    walk.pass(16);
    await expect
      .poll(async () => {
        walk.upgrades().notice('CP-1');
        const { upgrade } = await walk.upgrades().find('CP-1');
        return upgrade?.state === 'stopped' || (upgrade?.attempts ?? 0) >= tries;
      })
      .toBe(true);
  }
  await walk.until('stopped');
  expect((await walk.upgrades().find('CP-1')).upgrade?.reason).toBe('came-back');
  expect(walk.station.isOnline).toBe(true);
});

test('a station that could not connect by the new way for once is sent again as soon as it has booted', async () => {
  await using walk = await openWalk();
  let isBlind = true;
  let hasPassword = false;
  Object.defineProperty(walk.station, 'hasPassword', {
    get: () => hasPassword && !isBlind,
    set(has: boolean) {
      hasPassword = has;
    },
  });
  await walk.upgrades().start({ stationId: 'CP-1', toProfile: 1 }, system);
  await expect.poll(() => walk.station.asked.at(-1), { interval: 5 }).toBe('reset');
  isBlind = false;
  walk.upgrades().notice('CP-1', { hasBooted: true });
  await walk.until('done');
  expect(walk.station.slots.get(walk.station.active)).toBe(1);
});

test('given up on the way, a station keeps what it has reached and loses what it was told beyond', async () => {
  await using walk = await openWalk();
  Object.defineProperty(walk.station, 'hasRoot', { get: () => false, set() {} }); // it never trusts us
  await walk.upgrades().start({ stationId: 'CP-1', toProfile: 2 }, system);
  const step = async () => (await walk.upgrades().find('CP-1')).upgrade;
  await expect.poll(async () => (await step())?.steps[(await step())?.stepsDone ?? 0]?.profile).toBe(2);
  await expect.poll(() => walk.station.asked.filter((name) => name === 'reset').length).toBe(2);
  const abandoned = await walk.upgrades().abandon('CP-1', system);
  expect(abandoned).toMatchObject({ state: 'abandoned', reason: 'taken-back' });
  expect(walk.station.slots.get(walk.station.active)).toBe(1);
  expect(walk.station.priority).toEqual([walk.station.active]);
  walk.station.connect();
  expect(walk.station.slots.get(walk.station.active)).toBe(1);
  expect(await walk.upgrades().abandon('CP-1', system)).toEqual(abandoned);
});

test('a lower profile, and TLS where there is none, are refused with a word', async () => {
  await using walk = await openWalk();
  walk.station.connect();
  await expect(walk.upgrades().start({ stationId: 'nobody', toProfile: 1 }, system)).rejects.toThrow(
    'There is no station',
  );
  walk.station.isOnline = false;
  await expect(walk.upgrades().start({ stationId: 'CP-1', toProfile: 1 }, system)).rejects.toThrow('is offline');
});
