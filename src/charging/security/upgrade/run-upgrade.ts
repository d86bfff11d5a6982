import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { CommandRecord } from '#contract/commands/command.ts';
import type { VariableResult } from '#contract/commands/variables.ts';
import type { SecurityUpgrade, UpgradeAct, UpgradeStep } from '#contract/stations/security-upgrade.ts';
import type { OcppVersion } from '#contract/stations/station.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { system } from '#principals/actor.ts';
import type { Ask } from '../../commands/run-command.ts';
import type { SignIn } from '../../stations/sign-ins.ts';
import { readUpgrade, securityUpgrades } from './upgrade-store.ts';

/** Where stations reach us, and what they have to trust for it. */
export type ServerAddresses = {
  plainUrl: string;
  /** null: there is no door with TLS. */
  secureUrl: string | null;
  /** PEM of the root to be given to stations; null: they are expected to have it. */
  root: string | null;
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
  hasCertificateSince(stationId: string, since: Date): Promise<boolean>;
};

type Step = UpgradeStep & { stationId: string; version: OcppVersion; since: Date };
type Result = { status: 'done' } | { status: 'waiting' | 'refused'; reason: string };

/** How long a station may take to come back by the new way before we believe that it cannot. */
const patienceMs = 15 * 60_000;
const why = 'Its security profile is being raised.';

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
      : await acts[step.act](needs, { ...step, stationId, version, since });
    if (result.status === 'waiting') return;
    if (result.status === 'refused')
      return recordUpgrade(needs, { ...upgrade, state: 'stopped', reason: result.reason });
    // A quick station signs in before its restart is written down, so the sign-in is awaited from before it.
    const stepSince = step.act === 'restart' ? upgrade.stepSince : needs.clock.now().toISOString();
    await recordUpgrade(needs, { ...upgrade, stepsDone: upgrade.stepsDone + 1, stepSince, reason: null });
  }
}

export async function recordUpgrade(
  { ledger, clock }: Pick<UpgradeNeeds, 'ledger' | 'clock'>,
  upgrade: SecurityUpgrade,
): Promise<void> {
  const at = clock.now();
  const { stationId, toProfile, state, stepsDone, steps, reason } = upgrade;
  await ledger.commit({
    events: [
      {
        kind: 'security-upgrade-changed',
        stationId,
        happenedAt: at,
        body: { profile: toProfile, state, step: steps[stepsDone]?.act ?? null, reason },
      },
    ],
    writes: [
      write(securityUpgrades, {
        ...upgrade,
        ...{ askedAt: new Date(upgrade.askedAt), stepSince: new Date(upgrade.stepSince) },
      }),
    ],
  });
}

/** Where an answer was lost the station may have gone on by itself: done again, these would send it back. */
const leadsThere: ReadonlySet<UpgradeAct> = new Set(['set-profile', 'restart', 'sign-in']);

const acts: Record<UpgradeAct, (needs: UpgradeNeeds, step: Step) => Promise<Result>> = {
  'set-password': (needs, step) => command(needs, step, 'change-password'),
  'install-root': (needs, step) =>
    command(needs, step, 'install-certificate', { purpose: 'csms-root', certificate: needs.addresses().root }),
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
  // Without an answer nobody knows: the step is repeated when the station returns, and may be.
  if (outcome === null || outcome.status === 'no-answer' || outcome.status === 'not-sent')
    return { status: 'waiting', reason: outcome?.reason ?? 'no answer yet' };
  return { status: 'refused', reason: `${name}: ${outcome.reason ?? outcome.code ?? 'refused'}` };
}

/** A02: the station makes a key and asks; what it is sent then, it has to take. */
async function issueCertificate(needs: UpgradeNeeds, step: Step): Promise<Result> {
  if (await needs.hasCertificateSince(step.stationId, step.since)) return { status: 'done' };
  const asked = await command(needs, step, 'trigger', { message: 'sign-station-certificate' });
  return asked.status === 'done' ? { status: 'waiting', reason: 'the station makes its key' } : asked;
}

/** B09: beside the network profile in use, which stays as the way back. */
async function setNetworkProfile(needs: UpgradeNeeds, step: Step): Promise<Result> {
  const { plainUrl, secureUrl } = needs.addresses();
  const url = step.profile === 1 ? plainUrl : secureUrl;
  if (url === null) return { status: 'refused', reason: 'there is no address with TLS; set TLS' };
  const active = await activeSlot(needs, step);
  return command(needs, step, 'set-network-profile', {
    slot: otherSlot(active),
    url,
    version: step.version,
    interface: step.version === '2.1' ? 'any' : 'wired-0',
    securityProfile: step.profile,
  });
}

async function setProfile(needs: UpgradeNeeds, step: Step): Promise<Result> {
  if (step.version === '1.6') return command(needs, step, 'set-security-profile', { profile: step.profile });
  const active = await activeSlot(needs, step);
  const networkSlots = [otherSlot(active), active];
  return command(needs, step, 'set-security-profile', { profile: step.profile, networkSlots });
}

function otherSlot(active: number): number {
  return active === 1 ? 2 : 1;
}

/** The slot in use; stations that do not tell take the first of those they try. */
async function activeSlot(needs: UpgradeNeeds, { stationId }: Step): Promise<number> {
  const variables = ['ActiveNetworkProfile', 'NetworkConfigurationPriority'].map((variable) => ({
    component: 'OCPPCommCtrlr',
    variable,
  }));
  const asked = { stationId, name: 'get-variables', input: { variables }, actor: system, why };
  const { outcome } = await needs.runCommand(asked);
  const results = (outcome?.answer['results'] ?? []) as VariableResult[];
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

function awaitSignIn({ lastSignIn, clock }: UpgradeNeeds, { stationId, profile, since }: Step): Result {
  const signIn = lastSignIn(stationId);
  const isLate = clock.now().getTime() - since.getTime() > patienceMs;
  if (signIn !== undefined && signIn.at > since && isLate)
    return {
      status: 'refused',
      reason: `it came back with profile ${signIn.profile}: it could not connect by the new way, and its old one still holds`,
    };
  return { status: 'waiting', reason: `its sign-in with profile ${profile}` };
}
