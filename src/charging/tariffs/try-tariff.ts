import { SigecError } from '#base/errors.ts';
import type { TariffTrial, TariffTrialAnswer } from '#contract/billing/tariff.ts';
import { mwhOf } from '../decimal.ts';
import { sessionCost } from './cost/session-cost.ts';
import type { BoundNeeds } from './open-tariffs.ts';
import { type KeptTariff, versionAt } from './price-snapshot.ts';

/** What a session would cost that charges evenly and then stays. */
export async function tryTariff(
  { sites }: Pick<BoundNeeds, 'sites'>,
  tariff: KeptTariff,
  { startedAt: started, minutes, kwh, idleMinutes, siteId }: TariffTrial,
): Promise<TariffTrialAnswer> {
  const refuse = (field: string, message: string) => new SigecError('INVALID_INPUT', message, { details: { field } });
  if (idleMinutes > minutes)
    throw refuse('idleMinutes', `The vehicle cannot stay longer than the ${minutes} minutes of the session.`);
  const startedAt = new Date(started);
  const version = versionAt(tariff, startedAt);
  if (version === undefined)
    throw refuse('startedAt', `Tariff ${tariff.id} says nothing at that time yet: its first version begins later.`);
  const clock = await sites.clockAt(siteId ?? null);
  if (clock === undefined) throw refuse('siteId', `There is no site ${siteId}; list them at /api/sites.`);
  const until = new Date(startedAt.getTime() + minutes * 60_000);
  const stays = new Date(until.getTime() - idleMinutes * 60_000);
  const cost = sessionCost({
    segments: [{ terms: version.terms, from: null }],
    usage: {
      startedAt,
      until,
      readings: [
        { at: startedAt, mwh: 0 },
        { at: stays, mwh: mwhOf(kwh) },
      ],
      idle: idleMinutes === 0 ? [] : [{ from: stays, to: until }],
      reservation: null,
    },
    timeZone: clock.timeZone,
  });
  return { ...cost, version: version.version, timeZone: clock.timeZone };
}
