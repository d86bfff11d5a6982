import { tariffApi } from '#contract/api/tariffs.ts';
import type { TariffAssignment, TariffTerms } from '#contract/billing/tariff.ts';
import { dayWords } from './access-words.ts';
import type { Api } from './api.ts';
import { ifAllowed } from './find-named.ts';
import { decimalText, priceText } from './money.ts';
import { placeOf } from './session-words.ts';
import type { Terminal } from './terminal.ts';

type PriceRow = TariffTerms['prices'][number];
type AssignmentScope = Pick<TariffAssignment, 'siteId' | 'stationId' | 'evseId' | 'connectorId'>;

/** "everywhere", "site north", "CP-7 connector 2" */
export function assignedPlace({ text }: Terminal, place: AssignmentScope): string {
  const { everywhere, site, station, connector } = text.tariff;
  const number = placeOf(place);
  if (place.stationId !== null) return number === '' ? station(place.stationId) : connector(place.stationId, number);
  return place.siteId === null ? everywhere : site(place.siteId);
}

/** The place, and the group where it is not for everyone. */
export function assignedTo(
  terminal: Terminal,
  assignment: TariffAssignment,
  groupName: (id: string) => string,
): string {
  const { groupId } = assignment;
  const place = assignedPlace(terminal, assignment);
  return groupId === null ? place : `${place}, ${terminal.text.tariff.group(groupName(groupId))}`;
}

/** Why a tariff holds: the server's code in words, an assignment by its place. */
export async function tariffWhy(terminal: Terminal, api: Api, why: string): Promise<string> {
  const words = terminal.text.cost.why;
  if (why === 'token' || why === 'station' || why === 'session') return words[why];
  const { assignments } = await ifAllowed(api.call(tariffApi.assignments), { assignments: [] });
  const found = assignments.find(({ id }) => why === `assignment:${id}`);
  return found === undefined ? words.assignment : words.holds(assignedPlace(terminal, found));
}

/** When a price holds: days, hours, season, and steps of energy and time. */
export function whenWords({ text, language }: Terminal, row: PriceRow): string {
  const { tariff: words } = text;
  const { days, hours, season, fromKwh, toKwh, fromMinutes, toMinutes } = row;
  const kwh = (value: string) => decimalText(value, language);
  const parts = [
    ...(days === null ? [] : [dayWords(text, days)]),
    ...(hours === null ? [] : [hours]),
    ...(season === null ? [] : [season.replace('..', ' – ')]),
    ...(Number(fromKwh) === 0 ? [] : [words.fromKwh(kwh(fromKwh))]),
    ...(toKwh === null ? [] : [words.toKwh(kwh(toKwh))]),
    ...(fromMinutes === 0 ? [] : [words.fromMinutes(String(fromMinutes))]),
    ...(toMinutes === null ? [] : [words.toMinutes(String(toMinutes))]),
  ];
  return parts.length === 0 ? words.always : parts.join(', ');
}

/** "R$ 1,20 a R$ 1,90 por kWh, R$ 2,00 por sessão": a tariff in a line. */
export function pricesInBrief({ text, language }: Terminal, terms: TariffTerms): string {
  const { tariff: words } = text;
  const { prices, currency, sessionFee } = terms;
  const range = (say: (price: string) => string, amounts: readonly string[]): string[] => {
    const [least, ...others] = amounts.filter((amount) => Number(amount) > 0).toSorted((a, b) => Number(a) - Number(b));
    if (least === undefined) return [];
    const [from, to] = [least, others.at(-1) ?? least].map((amount) => priceText(amount, currency, language));
    return [say(from === to ? `${from}` : words.fromTo(`${from}`, `${to}`))];
  };
  const parts = [
    ...range(
      words.perKwh,
      prices.map(({ perKwh }) => perKwh),
    ),
    ...range(
      words.perMinute,
      prices.map(({ perMinute }) => perMinute),
    ),
    ...range(
      words.perIdleMinute,
      prices.map(({ perIdleMinute }) => perIdleMinute ?? '0'),
    ),
    ...range(words.perSession, [sessionFee]),
  ];
  return parts.length === 0 ? words.free : parts.join(', ');
}
