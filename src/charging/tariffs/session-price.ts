import type { Tariff, TariffText } from '#contract/tariff.ts';
import { costOf } from './cost-of.ts';
import type { PricedSession } from './session-cost-store.ts';
import { textFor } from './text-for.ts';

/** Prices as they are now: which tariff an EVSE has, and what each tariff says. */
export type PriceBook = {
  tariffs: ReadonlyMap<string, Tariff>;
  /** `station\nevse` → tariff id; EVSE 0 stands for all that have none of their own. */
  places: ReadonlyMap<string, string>;
};

export type SessionPrice = {
  tariff: Tariff;
  total: string;
  currency: string;
  isFinal: boolean;
  energyWh: number;
  durationSeconds: number;
  /** The driver has another price since they were last told. */
  news: TariffText | undefined;
};

/** What a session costs until now: by the price it was given, else its driver's, else that of its place; undefined: it has none. */
export function sessionPrice(book: PriceBook, session: PricedSession, at: Date): SessionPrice | undefined {
  const { stationId, evseId, changedTo, tokenTariffId, language, startedAt, endedAt, energyMwh } = session;
  const tariffId =
    changedTo?.tariffId ??
    tokenTariffId ??
    book.places.get(`${stationId}\n${evseId ?? 0}`) ??
    book.places.get(`${stationId}\n0`);
  const tariff = tariffId === undefined ? undefined : book.tariffs.get(tariffId);
  if (tariff === undefined) return undefined;
  const until = endedAt ?? at;
  const durationMs = Math.max(0, until.getTime() - (startedAt ?? until).getTime());
  return {
    tariff,
    total: costOf(tariff, { energyMwh, durationMs }),
    currency: tariff.currency,
    isFinal: endedAt !== null,
    energyWh: energyMwh / 1000,
    durationSeconds: Math.round(durationMs / 1000),
    news: changedTo?.isTold === false ? textFor(tariff, language) : undefined,
  };
}
