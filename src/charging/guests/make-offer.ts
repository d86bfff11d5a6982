import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { decimalText, minorDigits, minorOf } from '#base/currency.ts';
import { SigecError } from '#base/errors.ts';
import type { SessionLimits } from '#contract/sessions/limits.ts';
import type { Site } from '#contract/stations/site.ts';
import type { Station } from '#contract/stations/station.ts';
import type { Sites } from '../sites/open-sites.ts';
import { rowsAt } from '../tariffs/cost/price-calendar.ts';
import type { Tariffs } from '../tariffs/open-tariffs.ts';
import type { DriveNeeds } from './drive-visit.ts';
import type { GuestVisit } from './guest-visit.ts';
import { amountForEnergy, amountsOf, type Offer, type OfferState, usualEnergiesKwh, type Way } from './offer.ts';
import { isEvseTaken } from './visit-store.ts';

export type OfferNeeds = {
  pool: Pool;
  clock: Clock;
  money: DriveNeeds['money'];
  tariffs: Pick<Tariffs, 'whichApplies' | 'clockOf'>;
  sites: Pick<Sites, 'placeOf' | 'get'>;
  getStation(stationId: string): Promise<Station>;
};

export type Place = { stationId: string; evseId: number };

export type Purchase = {
  provider: string;
  language: GuestVisit['language'];
  /** Of a page that was shown before. */
  ticket: string;
  /** What they agree to pay at most; absent: by the energy. */
  amount?: string | undefined;
  kwh?: number | undefined;
  limits?: Pick<SessionLimits, 'energyWh' | 'seconds'> | undefined;
};

/** What may be bought at an EVSE now; undefined: there is no such station. */
export async function makeOffer(needs: OfferNeeds, place: Place): Promise<Offer | undefined> {
  const { stationId, evseId } = place;
  const station = await needs.getStation(stationId).catch((error: unknown) => {
    if (error instanceof SigecError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  });
  if (station === undefined) return undefined;
  const now = needs.clock.now();
  const [applying, { timeZone }, at, isTaken] = await Promise.all([
    needs.tariffs.whichApplies({ ...place, connectorId: null, tokenTariffId: null, groupId: null, at: now }),
    needs.tariffs.clockOf(stationId),
    needs.sites.placeOf(stationId),
    isEvseTaken(needs.pool, place, { exceptVisit: null, exceptToken: null }),
  ]);
  const site = at === null ? null : await needs.sites.get(at.siteId);
  const terms = applying?.version.terms;
  const currency = terms?.currency;
  return {
    ...place,
    timeZone,
    site: site && { name: site.name, address: addressOf(site.address) },
    state: stateOf({ station, evseId, isTaken, hasPrice: terms !== undefined }),
    tariff:
      applying === null || terms === undefined
        ? null
        : {
            id: applying.tariffId,
            version: applying.version.version,
            terms,
            rowsNow: rowsAt(terms, { at: now.getTime(), timeZone }),
          },
    ways: currency === undefined ? [] : waysOf(needs, currency),
    energiesKwh: usualEnergiesKwh,
    ...amountsOf(currency ?? 'EUR'),
  };
}

function addressOf(address: Site['address']): string[] {
  return [address?.street, address?.city, address?.region].filter((line): line is string => Boolean(line));
}

function stateOf(known: { station: Station; evseId: number; isTaken: boolean; hasPrice: boolean }): OfferState {
  const { station, evseId, isTaken, hasPrice } = known;
  if (station.link.state !== 'online') return 'offline';
  const here = station.connectors.filter((connector) => connector.evseId === evseId);
  const whole = station.connectors.find((connector) => connector.evseId === 0);
  const isOut = ({ status }: { status: string }) => status === 'unavailable' || status === 'faulted';
  if (here.every(isOut) || (whole !== undefined && isOut(whole))) return 'out-of-service';
  if (isTaken || here.every(({ status }) => status === 'reserved')) return 'taken';
  return hasPrice ? 'free' : 'no-price';
}

function waysOf({ money }: OfferNeeds, currency: string): Way[] {
  return money.payments
    .providers()
    .filter(({ capabilities: { currencies } }) => currencies === 'all' || currencies.includes(currency))
    .map(({ name, method, capabilities }) => ({ provider: name, method, isTrial: capabilities.isTrial }));
}

/** What somebody agrees to pay, and the energy where they chose one; whatever cannot be sold is refused. */
export function agreedOf(
  offer: Offer,
  { amount, kwh, limits }: Purchase,
  at: Date,
): { amount: string; energyWh: number | null } {
  const { tariff, maxAmount, timeZone } = offer;
  if (tariff === null) throw new SigecError('CONFLICT', 'This charger has no price.');
  const { terms } = tariff;
  const refuse = (message: string) => new SigecError('INVALID_INPUT', message, { details: { field: 'amount' } });
  const energy = kwh ?? (limits?.energyWh === undefined ? undefined : limits.energyWh / 1000);
  if (amount === undefined && energy === undefined) throw refuse('Choose an amount.');
  if (energy !== undefined && !(energy > 0 && energy <= 500)) throw refuse('Choose between 1 and 500 kWh.');
  const text = amount ?? amountForEnergy(terms, { kwh: energy ?? 0, at, timeZone });
  const minor = minorOf(text, terms.currency);
  if (minor === undefined || minor <= 0n) throw refuse('Give an amount such as 25.00.');
  if (minor > (minorOf(maxAmount, terms.currency) ?? 0n))
    throw refuse(`At most ${maxAmount} ${terms.currency} can be paid at once.`);
  return {
    amount: decimalText(minor, minorDigits(terms.currency)),
    energyWh: energy === undefined ? null : Math.round(energy * 1000),
  };
}
