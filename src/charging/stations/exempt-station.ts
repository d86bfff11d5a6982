import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import type { GrantExemption, Station } from '#contract/stations/station.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { changeEntry } from '../change-entry.ts';
import { deleteProjection, tableProjection } from '../rows.ts';
import type { StationCommands } from '../station-commands.ts';
import type { AdmissionPolicy } from './admit-station.ts';
import { type FindNeeds, getStation } from './find-stations.ts';
import { mustBeKnown } from './known-station.ts';
import { mayBeExempt } from './password-exemption.ts';
import type { SignIns } from './sign-ins.ts';
import type { StationRegister } from './station-register.ts';

export type ExemptionNeeds = FindNeeds & {
  register: StationRegister;
  signIns: SignIns;
  ledger: Ledger;
  clock: Clock;
  policy: AdmissionPolicy;
  stationCommands: StationCommands;
};

const longestMs = 90 * 86_400_000;

/** For a station that cannot be given a password. Whoever grants it is named, and it ends by itself. */
export async function exemptFromPassword(
  needs: ExemptionNeeds,
  { stationId, exemption, actor }: { stationId: string; exemption: GrantExemption; actor: Actor },
): Promise<Station> {
  const { register, ledger, clock, policy } = needs;
  await mustBeKnown(register, stationId);
  const grantedAt = clock.now();
  const { network, why } = exemption;
  const until = new Date(exemption.until);
  const { minimumProfile = 0 } = register.get(stationId) ?? {};
  if (!mayBeExempt({ minimumProfile }, policy))
    throw new SigecError(
      'CONFLICT',
      `${stationId} has to connect by security profile ${Math.max(minimumProfile, policy.minimumProfile)} or higher; no exemption goes below that.`,
    );
  if (until <= grantedAt || until.getTime() - grantedAt.getTime() > longestMs)
    throw new SigecError(
      'INVALID_INPUT',
      'An exemption ends within 90 days from now; grant it anew if it is still needed.',
    );
  await ledger.commit(
    changeEntry({
      kind: 'password-exemption-granted',
      body: { network, until: until.toISOString(), why },
      subject: stationId,
      stationId,
      at: grantedAt,
      actor,
      writes: [write(exemptions, { stationId, network, until, why, grantedAt, grantedBy: actorName(actor) })],
    }),
  );
  register.update(stationId, { exemption: { network, until } });
  return getStation(needs, stationId);
}

/** A connection that the exemption let in ends with it. */
export async function endExemption(
  needs: ExemptionNeeds,
  { stationId, actor }: { stationId: string; actor: Actor },
): Promise<Station> {
  const { register, ledger, clock, signIns, stationCommands } = needs;
  await mustBeKnown(register, stationId);
  if ((register.get(stationId)?.exemption ?? null) === null)
    throw new SigecError('NOT_FOUND', `${stationId} has no exemption: it connects with its password.`);
  await ledger.commit(
    changeEntry({
      kind: 'password-exemption-ended',
      body: {},
      subject: stationId,
      stationId,
      at: clock.now(),
      actor,
      writes: [write(endedExemptions, { stationId })],
    }),
  );
  register.update(stationId, { exemption: null });
  if (signIns.of(stationId)?.profile === 0) stationCommands.turnOut(stationId, 'exemption-ended');
  return getStation(needs, stationId);
}

type ExemptionRow = {
  stationId: string;
  network: string;
  until: Date;
  why: string;
  grantedAt: Date;
  grantedBy: string;
};

const exemptions = tableProjection<ExemptionRow>({
  name: 'password exemptions',
  table: 'station_password_exemption',
  key: ['stationId'],
});

const endedExemptions = deleteProjection<{ stationId: string }>({
  name: 'ended password exemptions',
  table: 'station_password_exemption',
  key: ['stationId'],
});
