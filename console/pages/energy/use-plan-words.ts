import { useTranslation } from 'react-i18next';
import type { PlannedCar } from '#contract/energy/energy-plan.ts';
import { inWords } from '#contract/problems/problem-words.ts';
import { useNow } from '../../parts/clock.ts';
import { plainNumber } from '../../text/quantities.ts';
import { nearTime } from '../../text/time.ts';

/** How sentences, times and amounts of a plan read in the reader's language. */
export function usePlanWords() {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const now = useNow('calm');
  const time = (moment: string | number) => nearTime(moment, language, now);
  const number = (value: number) => plainNumber(value, language);
  return {
    time,
    number,
    /** What the server says by a code; one of another version that we have no words for is shown by its code. */
    sentence: (said: PlannedCar['explanation']) =>
      inWords(said, { language: language === 'pt-BR' ? 'pt-BR' : 'en', time, number }) ?? said.code,
    power: (watts: number) => t('energy.kilowatts', { amount: number(Math.round(watts / 100) / 10) }),
    energy: (wattHours: number) => t('energy.kilowattHours', { amount: number(Math.round(wattHours / 100) / 10) }),
    amperes: (amount: number) => t('energy.amperes', { amount: number(Math.round(amount * 10) / 10) }),
    money: (amount: number, currency: string) =>
      new Intl.NumberFormat(language, { style: 'currency', currency }).format(amount),
    price: (perKwh: number, currency: string) =>
      new Intl.NumberFormat(language, { style: 'currency', currency, maximumFractionDigits: 4 }).format(perKwh),
    percent: (share: number) =>
      new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(share),
    /** Who charges where: the driver where one is known. */
    car: ({ driverName, stationId, evseId }: Pick<PlannedCar, 'driverName' | 'stationId' | 'evseId'>) =>
      driverName ?? (evseId === 1 ? stationId : `${stationId} · ${evseId}`),
  };
}
