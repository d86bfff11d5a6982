import type { Language } from '#contract/stations/message.ts';

/** Numbers, money and times as people of a language write them. */
export function numbersOf(language: Language, timeZone: string) {
  const moneys = new Map<string, Intl.NumberFormat>();
  const moneyOf = (currency: string) => {
    const known =
      moneys.get(currency) ??
      new Intl.NumberFormat(language, { style: 'currency', currency, maximumFractionDigits: 4 });
    moneys.set(currency, known);
    return known;
  };
  const decimals = new Intl.NumberFormat(language, { maximumFractionDigits: 20 });
  const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  const kilowattHours = new Intl.NumberFormat(language, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
  const percent = new Intl.NumberFormat(language, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 2,
  });
  const times = new Intl.DateTimeFormat(language, {
    timeZone,
    dateStyle: 'medium',
    timeStyle: 'medium',
    hourCycle: 'h23',
  });
  const clocks = new Intl.DateTimeFormat(language, { timeZone, timeStyle: 'medium', hourCycle: 'h23' });
  return {
    whole: (value: number) => whole.format(value),
    kwh: (energyWh: number | null) => (energyWh === null ? '—' : `${kilowattHours.format(energyWh / 1000)} kWh`),
    /** Of decimal text, whose digits are all kept: it never becomes a float. */
    decimal: (text: string) => decimals.format(text as Intl.StringNumericLiteral),
    money: (text: string, currency: string) => moneyOf(currency).format(text as Intl.StringNumericLiteral),
    percent: (share: number | null) => (share === null ? '—' : percent.format(share)),
    time: (at: string | null) => (at === null ? '—' : times.format(new Date(at))),
    clock: (at: string) => clocks.format(new Date(at)),
  };
}

export type Numbers = ReturnType<typeof numbersOf>;
