import type { Clock } from '#base/clock.ts';
import { silentLog } from '#base/log.ts';
import { decide } from '#charging/authorization/decide.ts';
import { evidenceOf } from '#charging/authorization/open-authorization.ts';
import type { KillSwitchControl } from '#charging/commands/kill-switch.ts';
import type { Charging } from '#charging/open-charging.ts';
import type { Payments } from '#charging/payments/open-payments.ts';
import type { QuirkSwitches } from '#charging/quirk-switches/open-quirk-switches.ts';
import type { SessionLimitRegistry } from '#charging/session-limits/open-session-limits.ts';
import { openSessionReports } from '#charging/session-reports/open-session-reports.ts';
import { sessionIntake } from '#charging/sessions/record/session-intake.ts';
import { sessionName } from '#charging/sessions/record/session-name.ts';
import type { SessionMemory } from '#charging/sessions/store/session-memory.ts';
import type { Tariffs } from '#charging/tariffs/open-tariffs.ts';
import { tokenHash } from '#ledger/installation.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { Reads } from './simulated-store.ts';

export type ChargingNeeds = { ledger: Ledger; reads: Reads; memory: SessionMemory; clock: Clock };

export type SimulatedCharging = { charging: Charging; sweep(): Promise<void> };

const plainToken = {
  id: 'tok_plain',
  type: 'iso14443',
  label: '…',
  validFrom: null,
  expiresAt: null,
  credit: null,
  tariffId: null,
  language: null,
  driver: null,
  group: null,
} as const;

const installationKey = Buffer.alloc(32, 7);
const hashes = new Map<string, string>();

/** Tokens are few here and their hash is dear. */
export function hashToken(token: string): string {
  const known = hashes.get(token) ?? tokenHash(installationKey, token);
  hashes.set(token, known);
  return known;
}

/**
 * The business as the handlers of sessions see it: the real recording of sessions and the real rule for tokens, without what stands
 * beside them in a database. Whatever else is asked of it, it refuses.
 */
export function simulatedCharging({ ledger, reads, memory, clock }: ChargingNeeds): SimulatedCharging {
  const intake = sessionIntake({ ledger, reads, memory, installationKey, clock, log: silentLog });
  const known: Known = {
    noteSeen: () => undefined,
    recordConnected: () => Promise.resolve(),
    recordDisconnected: () => Promise.resolve(),
    sessionReports: openSessionReports({
      sessions: { ...intake, nameOf: (told) => sessionName({ reads: reads.name, memory }, told) },
      authorization: {
        idOf: ({ token }) => hashToken(token),
        decide: ({ token, purpose, stationId, at }) => {
          const { status, reason, facts } = decide({
            token: { ...plainToken, isBlocked: token === 'BLOCKED' },
            presentedType: 'iso14443',
            purpose,
            at,
            place: { stationId, site: null, admits: 'everyone' },
            running: [],
          });
          return Promise.resolve({ status, reason, facts, purpose, tokenId: hashToken(token) });
        },
        evidence: (ask, decision) => evidenceOf(ask, decision, clock.now()),
      },
      tariffs: refusingOthers<Tariffs>('tariffs', { tellPrice: () => Promise.resolve(undefined) }),
      payments: refusingOthers<Payments>('payments', {}),
      sessionLimits: refusingOthers<SessionLimitRegistry>('sessionLimits', {}),
    }),
    // Stations here do not boot: their last boot still holds (no-boot-after-reconnect).
    quirks: refusingOthers<QuirkSwitches>('quirks', {
      isOn: () => true,
      recordRepairs: () => Promise.resolve(),
      recordLateAnswer: () => Promise.resolve(),
    }),
    killSwitch: refusingOthers<KillSwitchControl>('killSwitch', { holding: new AbortController().signal }),
  };
  return { charging: refusingOthers<Charging>('charging', known), sweep: () => intake.sweepOrphans() };
}

type Known = Pick<
  Charging,
  'noteSeen' | 'recordConnected' | 'recordDisconnected' | 'sessionReports' | 'quirks' | 'killSwitch'
>;

function refusingOthers<Whole extends object>(name: string, known: Partial<Whole>): Whole {
  return new Proxy(known, {
    get(target, field) {
      if (field in target) return target[field as keyof typeof target];
      throw new Error(`The simulation does not know ${name}.${String(field)}; teach it in simulated-charging.ts.`);
    },
  }) as Whole;
}
