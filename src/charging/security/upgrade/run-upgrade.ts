import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { CommandRecord } from '#contract/commands/command.ts';
import { ownReason } from '#contract/commands/own-reasons.ts';
import type { VariableResult } from '#contract/commands/variables.ts';
import type { NetworkInterface, NetworkSlots } from '#contract/stations/network-profiles.ts';
import type { SecurityUpgrade, UpgradeAct, UpgradeStep } from '#contract/stations/security-upgrade.ts';
import type { OcppVersion } from '#contract/stations/station.ts';
import { type DerivedWrite, type Ledger, write } from '#ledger/ledger-types.ts';
import { system } from '#principals/actor.ts';
import type { Ask } from '../../commands/run-command.ts';
import type { SignIn } from '../../stations/sign-ins.ts';
import { readUpgrade, securityUpgrades } from './upgrade-store.ts';

/** Where stations reach us, and what they have to trust for it. */
export type ServerAddresses = {
  /** null: nothing says by which name stations reach us. */
  plainUrl: string | null;
  /** null: there is no door with TLS, or no name for it. */
  secureUrl: string | null;
  /** PEM of the roots to be given to stations; none: they are expected to have them. */
  roots: readonly string[];
};

export type UpgradeNeeds = {
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  /** Known once the doors are open. */
  addresses(): ServerAddresses;
  runCommand(ask: Ask): Promise<CommandRecord>;
  /** Of a station that is connected. */
  versionOf(stationId: string): OcppVersion | undefined;
  lastSignIn(stationId: string): SignIn | undefined;
  /** When it last booted, as far as this node saw it. */
  lastBoot(stationId: string): Date | undefined;
  /** No lower profile is taken of it from now on. */
  raiseFloor(stationId: string, profile: number): Promise<void>;
  hasCertificateSince(stationId: string, since: Date): Promise<boolean>;
  /** Where it keeps addresses (OCPP 2.x): the slots that it told of, and what it was given for which. */
  networkSlots(stationId: string): Promise<NetworkSlots>;
};

type Step = UpgradeStep & { stationId: string; version: OcppVersion; since: Date; attempts: number };
/** `again`: the station came back by its old way, and is sent once more. */
type Result = { status: 'done' } | { status: 'waiting' | 'again' } | { status: 'refused'; reason: string };

/** How long a station may take to come back by the new way before we believe that it cannot. */
const patienceMs = 15 * 60_000;
/** A network that was away keeps a station from the new way too, so it may try again. */
const maxAttempts = 3;
const maxSlotsTried = 3;
const why = ownReason('profile-raised');

/** Goes on until the way is walked, the station has to be waited for, or it has refused. */
export async function advanceUpgrade(needs: UpgradeNeeds, stationId: string): Promise<void> {
  for (;;) {
    const upgrade = await readUpgrade(needs.pool, stationId);
    const version = needs.versionOf(stationId);
    if (upgrade?.state !== 'running' || version === undefined) return;
    const step = upgrade.steps[upgrade.stepsDone];
    if (step === undefined) return recordUpgrade(needs, { ...upgrade, state: 'done', reason: null });
    const since = new Date(upgrade.stepSince);
    const isThere = leadsThere.has(step.act) && hasArrived(needs, { stationId, profile: step.profile, since });
    const result: Result = isThere
      ? { status: 'done' }
      : await acts[step.act](needs, { ...step, stationId, version, since, attempts: upgrade.attempts });
    if (result.status === 'waiting') return;
    if (result.status === 'refused')
      return recordUpgrade(needs, { ...upgrade, state: 'stopped', reason: result.reason });
    if (result.status === 'again') await sendAgain(needs, upgrade, step);
    else await recordDone(needs, upgrade, step);
  }
}

async function recordDone(needs: UpgradeNeeds, upgrade: SecurityUpgrade, { act, profile }: UpgradeStep): Promise<void> {
  // Where its "yes" was lost, the sign-in says it all the same.
  if (act === 'sign-in') await needs.raiseFloor(upgrade.stationId, profile);
  // A quick station signs in before its restart is written down, so the sign-in is awaited from before it.
  const stepSince = act === 'restart' ? upgrade.stepSince : needs.clock.now().toISOString();
  const attempts = act === 'sign-in' ? 0 : upgrade.attempts;
  return recordUpgrade(needs, { ...upgrade, stepsDone: upgrade.stepsDone + 1, stepSince, attempts, reason: null });
}

/** Back to where the station is told of the profile, which may be in another way than before. */
function sendAgain(needs: UpgradeNeeds, upgrade: SecurityUpgrade, { profile }: UpgradeStep): Promise<void> {
  const attempts = upgrade.attempts + 1;
  if (attempts >= maxAttempts)
    return recordUpgrade(needs, { ...upgrade, attempts: 0, state: 'stopped', reason: 'came-back' });
  const isTold = ({ act }: UpgradeStep) => act === 'set-network-profile' || act === 'set-profile';
  const stepsDone = upgrade.steps.findIndex((step) => step.profile === profile && isTold(step));
  return recordUpgrade(needs, { ...upgrade, attempts, stepsDone, stepSince: needs.clock.now().toISOString() });
}

export async function recordUpgrade(
  { ledger, clock }: Pick<UpgradeNeeds, 'ledger' | 'clock'>,
  upgrade: SecurityUpgrade,
  { principal, writes = [] }: { principal?: string; writes?: readonly DerivedWrite[] } = {},
): Promise<void> {
  const at = clock.now();
  const { stationId, toProfile, state, stepsDone, steps, reason } = upgrade;
  await ledger.commit({
    events: [
      {
        kind: 'security-upgrade-changed',
        stationId,
        happenedAt: at,
        ...(principal !== undefined && { principal }),
        body: { profile: toProfile, state, step: steps[stepsDone]?.act ?? null, reason },
      },
    ],
    writes: [
      ...writes,
      write(securityUpgrades, {
        ...upgrade,
        askedAt: new Date(upgrade.askedAt),
        stepSince: new Date(upgrade.stepSince),
      }),
    ],
  });
}

/** Where an answer was lost the station may have gone on by itself: done again, these would send it back. */
const leadsThere: ReadonlySet<UpgradeAct> = new Set(['set-profile', 'restart', 'sign-in']);

const acts: Record<UpgradeAct, (needs: UpgradeNeeds, step: Step) => Promise<Result>> = {
  'set-password': (needs, step) => command(needs, step, 'change-password'),
  'install-root': installRoots,
  'issue-certificate': issueCertificate,
  'set-network-profile': setNetworkProfile,
  'set-profile': setProfile,
  restart: (needs, step) => command(needs, step, 'reset', { when: 'idle' }),
  'sign-in': (needs, step) => Promise.resolve(awaitSignIn(needs, step)),
};

async function command(
  needs: UpgradeNeeds,
  { stationId }: Step,
  name: string,
  input: Record<string, unknown> = {},
): Promise<Result> {
  const { outcome } = await needs.runCommand({ stationId, name, input, actor: system, why });
  if (outcome?.status === 'accepted') return { status: 'done' };
  // Without an answer nobody knows: the step is repeated when the station returns, and may be. Before its boot it takes no orders.
  const isOpen = outcome === null || outcome.status === 'no-answer' || outcome.status === 'not-sent';
  if (isOpen || outcome.code === 'SecurityError') return { status: 'waiting' };
  return { status: 'refused', reason: `${name}: ${outcome.reason ?? outcome.code ?? 'refused'}` };
}

async function installRoots(needs: UpgradeNeeds, step: Step): Promise<Result> {
  for (const certificate of needs.addresses().roots) {
    const installed = await command(needs, step, 'install-certificate', { purpose: 'csms-root', certificate });
    if (installed.status !== 'done') return installed;
  }
  return { status: 'done' };
}

/** A02: the station makes a key and asks; what it is sent then, it has to take. */
async function issueCertificate(needs: UpgradeNeeds, step: Step): Promise<Result> {
  if (await needs.hasCertificateSince(step.stationId, step.since)) return { status: 'done' };
  const asked = await command(needs, step, 'trigger', { message: 'sign-station-certificate' });
  return asked.status === 'done' ? { status: 'waiting' } : asked; // it makes its key
}

/**
 * B09: beside the network profile in use, which stays as the way back. Which slots a station has, and by which interface it reaches the network, it
 * need not have told, so that what it refuses is told it in another way.
 */
async function setNetworkProfile(needs: UpgradeNeeds, step: Step): Promise<Result> {
  const { plainUrl, secureUrl } = needs.addresses();
  const url = step.profile === 1 ? plainUrl : secureUrl;
  if (url === null) return { status: 'refused', reason: 'no-address' };
  const active = await activeSlot(needs, step);
  if (active === null) return { status: 'waiting' };
  const slots = await needs.networkSlots(step.stationId);
  let result: Result = { status: 'waiting' };
  for (const slot of freeSlots(slots, active)) {
    for (const networkInterface of interfacesFor(step, slots, active)) {
      result = await command(needs, step, 'set-network-profile', {
        slot,
        url,
        version: step.version,
        interface: networkInterface,
        securityProfile: step.profile,
      });
      if (result.status !== 'refused') return result;
    }
  }
  return result;
}

async function setProfile(needs: UpgradeNeeds, step: Step): Promise<Result> {
  if (step.version === '1.6') return command(needs, step, 'set-security-profile', { profile: step.profile });
  const active = await activeSlot(needs, step);
  if (active === null) return { status: 'waiting' };
  const slots = await needs.networkSlots(step.stationId);
  const taken = slots.given.find(({ slot, securityProfile }) => slot !== active && securityProfile === step.profile);
  const networkSlots = [taken?.slot ?? freeSlots(slots, active)[0] ?? otherSlot(active), active];
  return command(needs, step, 'set-security-profile', { profile: step.profile, networkSlots });
}

function otherSlot(active: number): number {
  return active === 1 ? 2 : 1;
}

/** Those that it told of but for the one in use; of a station that told of none, the numbers that stations begin with. */
function freeSlots({ known }: NetworkSlots, active: number): number[] {
  const told = known.filter((slot) => slot !== active);
  return told.length > 0 ? told.slice(0, maxSlotsTried) : [otherSlot(active), 0].filter((slot) => slot !== active);
}

/** OCPP 2.0.1 has no word for whichever there is: the one of the profile in use, if we gave it, or a cable, and the modem where that led nowhere. */
function interfacesFor({ version, attempts }: Step, { given }: NetworkSlots, active: number): NetworkInterface[] {
  if (version === '2.1') return ['any'];
  const inUse = given.find(({ slot }) => slot === active)?.interface;
  const guesses: NetworkInterface[] = attempts % 2 === 0 ? ['wired-0', 'wireless-0'] : ['wireless-0', 'wired-0'];
  return inUse === undefined || inUse === 'any' || attempts > 0 ? guesses : [inUse];
}

/** The slot in use; stations that do not tell take the first of those they try. null: it did not answer, and nobody may guess. */
async function activeSlot(needs: UpgradeNeeds, { stationId }: Pick<Step, 'stationId'>): Promise<number | null> {
  const variables = ['ActiveNetworkProfile', 'NetworkConfigurationPriority'].map((variable) => ({
    component: 'OCPPCommCtrlr',
    variable,
  }));
  const asked = { stationId, name: 'get-variables', input: { variables }, actor: system, why };
  const { outcome } = await needs.runCommand(asked);
  if (outcome === null || outcome.status === 'no-answer' || outcome.status === 'not-sent') return null;
  const results = (outcome.answer['results'] ?? []) as VariableResult[];
  const known = results.flatMap(({ value }) => /^\s*(\d+)/.exec(value ?? '')?.[1] ?? []);
  return Number(known[0] ?? 1);
}

function hasArrived(
  { lastSignIn }: Pick<UpgradeNeeds, 'lastSignIn'>,
  { stationId, profile, since }: Pick<Step, 'stationId' | 'profile' | 'since'>,
): boolean {
  const signIn = lastSignIn(stationId);
  return signIn !== undefined && signIn.at > since && signIn.profile >= profile;
}

/** Stations that restart boot, so that one that has booted and came by its old way has tried the new one. */
function awaitSignIn({ lastSignIn, lastBoot, clock }: UpgradeNeeds, { stationId, since }: Step): Result {
  const signIn = lastSignIn(stationId);
  if (signIn === undefined || signIn.at <= since) return { status: 'waiting' };
  const bootedAt = lastBoot(stationId);
  const hasRestarted = bootedAt !== undefined && bootedAt > signIn.at;
  const isLate = clock.now().getTime() - since.getTime() > patienceMs;
  return { status: hasRestarted || isLate ? 'again' : 'waiting' };
}

/**
 * Takes back what the station was told of a profile and has not signed in with yet, so that its next restart changes nothing. OCPP 1.6 has no
 * word for it: a station that took a profile tries it, and falls back by itself where it cannot connect.
 */
export async function takeBack(needs: UpgradeNeeds, upgrade: SecurityUpgrade): Promise<string> {
  const { stationId, steps, stepsDone } = upgrade;
  const inHand = steps[stepsDone];
  const isTold = steps
    .slice(0, stepsDone + 1)
    .some(({ act, profile }) => act === 'set-profile' && profile === inHand?.profile);
  if (!isTold) return 'nothing-to-take-back';
  const version = needs.versionOf(stationId);
  if (version === undefined || version === '1.6') return 'may-still-try';
  const priority = { component: 'OCPPCommCtrlr', variable: 'NetworkConfigurationPriority' };
  const active = await activeSlot(needs, { stationId });
  if (active === null) return 'may-still-try';
  const value = String(active);
  const { outcome } = await needs.runCommand({
    stationId,
    name: 'set-variables',
    input: { variables: [{ ...priority, value }] },
    actor: system,
    why: ownReason('raising-given-up'),
  });
  return outcome?.status === 'accepted' ? 'taken-back' : 'may-still-try';
}
