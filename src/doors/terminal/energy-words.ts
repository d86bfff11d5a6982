import { momentAt, nextMomentAt, shownAt } from '#base/wall-clock.ts';
import { siteApi } from '#contract/api/sites.ts';
import type { EnergyPlan } from '#contract/energy/energy-plan.ts';
import type { SiteEnergy, StoredSiteEnergy } from '#contract/energy/site-energy.ts';
import type { SiteDetail } from '#contract/stations/site.ts';
import type { Api } from './api.ts';
import { decimalText, fixedText } from './money.ts';
import { invalidInput, type OptionValue, readTime } from './read-options.ts';
import { inReaderWords } from './request.ts';
import type { Terminal } from './terminal.ts';
import { visible } from './visible.ts';

/** A site with its clock: what happens there is told and asked for by it, wherever the terminal is. */
export type SiteClock = { site: SiteDetail; time(moment: string): string; readTime(given: OptionValue): string };

export async function siteClock(terminal: Terminal, api: Api, siteId: string): Promise<SiteClock> {
  const site = await api.call(siteApi.get, { params: { id: siteId } });
  const { timeZone } = site;
  const { clock, language } = terminal;
  return {
    site,
    time: (moment) => shownAt(new Date(moment), { timeZone, now: clock.now(), language }),
    readTime(given) {
      if (/^([01]?\d|2[0-3]):[0-5]\d$/.test(given.value))
        return nextMomentAt(given.value.padStart(5, '0'), { timeZone, now: clock.now() }).toISOString();
      const [, day, hours] = /^(\d{4}-\d\d-\d\d)T([01]\d:[0-5]\d|2[0-3]:[0-5]\d)$/.exec(given.value) ?? [];
      if (day !== undefined && hours !== undefined && !Number.isNaN(Date.parse(day)))
        return momentAt({ day, time: hours, timeZone }).toISOString();
      return readTime(terminal, { ...given, accepts: terminal.text.energy.accepts.time });
    },
  };
}

/** What can be set of settings, without who made them. */
export function settingsOf({
  siteId: _site,
  version: _version,
  changedAt: _at,
  changedBy: _by,
  ...settings
}: StoredSiteEnergy): SiteEnergy {
  return settings;
}

export type Limit = { limitA: number } | { limitW: number };

/** "63A", "43kW", "43000W" */
export function readLimit(terminal: Terminal, given: OptionValue): Limit {
  const [, amount, unit = ''] = /^(\d{1,9}(?:[.,]\d{1,3})?) ?(a|w|kw)$/i.exec(given.value.trim()) ?? [];
  if (amount === undefined) throw invalidInput(terminal, { ...given, accepts: terminal.text.energy.accepts.limit });
  const number = Number(amount.replace(',', '.'));
  if (unit.toLowerCase() === 'a') return { limitA: number };
  return { limitW: unit.toLowerCase() === 'kw' ? number * 1000 : number };
}

export function readPower(terminal: Terminal, given: OptionValue): number {
  const [, amount, unit = ''] = /^(-?\d{1,9}(?:[.,]\d{1,3})?) ?(w|kw)$/i.exec(given.value.trim()) ?? [];
  if (amount === undefined) throw invalidInput(terminal, { ...given, accepts: terminal.text.energy.accepts.power });
  return Number(amount.replace(',', '.')) * (unit.toLowerCase() === 'kw' ? 1000 : 1);
}

/** Watt-hours of "20kWh". */
export function readEnergyWh(terminal: Terminal, given: OptionValue): number {
  const [, amount] = /^(\d{1,4}(?:[.,]\d{1,3})?) ?kwh$/i.exec(given.value.trim()) ?? [];
  if (amount === undefined) throw invalidInput(terminal, { ...given, accepts: terminal.text.energy.accepts.energy });
  return Math.round(Number(amount.replace(',', '.')) * 1000);
}

export function readPercent(terminal: Terminal, given: OptionValue): number {
  const [, amount] = /^(\d{1,3}(?:[.,]\d)?) ?%?$/.exec(given.value.trim()) ?? [];
  const number = Number(amount?.replace(',', '.'));
  if (number >= 0 && number <= 100) return number;
  throw invalidInput(terminal, { ...given, accepts: terminal.text.energy.accepts.percent });
}

export function readShare(terminal: Terminal, given: OptionValue): number {
  const number = /^[01]([.,]\d{1,3})?$/.test(given.value) ? Number(given.value.replace(',', '.')) : 2;
  if (number <= 1) return number;
  throw invalidInput(terminal, { ...given, accepts: terminal.text.energy.accepts.share });
}

export function readPrice(terminal: Terminal, given: OptionValue): number {
  const plain = given.value.replace(',', '.');
  if (/^-?\d{1,4}(\.\d{1,6})?$/.test(plain)) return Number(plain);
  throw invalidInput(terminal, { ...given, accepts: terminal.text.energy.accepts.price });
}

/** "63 A", "3 × 63 A" is not said: limits are per line everywhere; lines that differ are told one by one. */
export function limitWords(
  terminal: Terminal,
  { limitA, limitW }: { limitA?: number | readonly number[] | null; limitW?: number | null },
): string {
  const { language, text } = terminal;
  const lines =
    limitA === undefined || limitA === null ? [] : [...new Set(typeof limitA === 'number' ? [limitA] : limitA)];
  const parts = [
    ...(lines.length === 0 ? [] : [`${lines.map((each) => decimalText(each, language, 1)).join('/')} A`]),
    ...(limitW === undefined || limitW === null ? [] : [`${fixedText(limitW / 1000, language, 1)} kW`]),
  ];
  return parts.join(', ') || text.energy.noLimit;
}

export function kilowatts({ language }: Terminal, watts: number): string {
  return fixedText(watts / 1000, language, 1);
}

export function kilowattHours({ language }: Terminal, wattHours: number): string {
  return `${fixedText(wattHours / 1000, language, 1)} kWh`;
}

/** What the planner says, by the site's clock. One that this terminal has no words for is told by its code. */
export async function planWords(
  { language }: Terminal,
  said: EnergyPlan['warnings'][number],
  { time }: Pick<SiteClock, 'time'>,
): Promise<string> {
  return visible((await inReaderWords(said, language, time)) ?? said.code);
}

/** For sentences that name no time. */
export const utcClock: Pick<SiteClock, 'time'> = { time: (moment) => moment };

export async function warningLines(
  terminal: Terminal,
  warnings: EnergyPlan['warnings'],
  clock: Pick<SiteClock, 'time'>,
): Promise<string[]> {
  if (warnings.length === 0) return [];
  const lines = await Promise.all(warnings.map((each) => planWords(terminal, each, clock)));
  return ['', terminal.text.energy.titles.warnings, ...lines.map((line) => `  ${terminal.paint('warning', line)}`)];
}
