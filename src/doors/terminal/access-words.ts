import { z } from 'zod';
import { type Places, places } from '#contract/access/group.ts';
import { type Admits, type OpeningHours, openingHours } from '#contract/stations/site.ts';
import { decimalText } from './money.ts';
import { week } from './read-options.ts';
import type { Cell } from './table.ts';
import type { Terminal } from './terminal.ts';
import type { Text } from './text/text.ts';
import { localTime } from './times.ts';

export type Day = keyof Text['day'];

/** "Mon–Fri, Sun": days that follow each other as a range. */
export function dayWords({ day: words }: Text, days: readonly Day[]): string {
  const ranges: Day[][] = [];
  for (const [index, day] of week.entries()) {
    if (!days.includes(day)) continue;
    const before = week[index - 1];
    const last = ranges.at(-1);
    if (before !== undefined && last?.at(-1) === before) last.push(day);
    else ranges.push([day]);
  }
  if (days.includes('holiday')) ranges.push(['holiday']);
  const named = ranges.map((range) => {
    const ends = [range[0], range.at(-1)].flatMap((day) => (day === undefined ? [] : [words[day]]));
    return range.length === 1 ? ends.slice(0, 1).join('') : ends.join(range.length === 2 ? ', ' : '–');
  });
  return named.join(', ');
}

export function hoursWords(text: Text, hours: OpeningHours | null): string {
  if (hours === null) return text.site.alwaysOpen;
  if (hours.length === 0) return text.site.neverOpen;
  return hours.map(({ days, hours: time }) => `${dayWords(text, days)} ${time}`).join('; ');
}

/** Everyone, or these groups by their names. */
export function admitsWords({ site }: Text, admits: Admits, groupName: (id: string) => string): string {
  return admits === 'everyone' ? site.everyone : admits.map(groupName).join(', ');
}

export function placesWords({ group: words }: Text, where: Places): string {
  if (where === 'everywhere') return words.everywhere;
  const { siteIds, stationIds } = where;
  const named = [
    ...(siteIds.length === 0 ? [] : [words.sites(siteIds.join(', '))]),
    ...(stationIds.length === 0 ? [] : [words.stations(stationIds.join(', '))]),
  ];
  return named.length === 0 ? words.nowhere : named.join(', ');
}

type Standing = {
  isBlocked: boolean;
  validFrom?: string | null;
  expiresAt?: string | null;
  forgottenAt?: string | null;
};

/** Whether somebody may charge as far as they themselves are concerned. */
export function standingCell({ text, clock }: Terminal, standing: Standing): Cell {
  const { standing: words } = text;
  const now = clock.now().getTime();
  const { isBlocked, validFrom, expiresAt, forgottenAt } = standing;
  if (typeof forgottenAt === 'string') return { text: words.forgotten, tone: 'quiet' };
  if (isBlocked) return { text: words.blocked, tone: 'bad' };
  if (typeof expiresAt === 'string' && Date.parse(expiresAt) <= now) return { text: words.expired, tone: 'warning' };
  if (typeof validFrom === 'string' && Date.parse(validFrom) > now) return { text: words.later, tone: 'warning' };
  return { text: words.good, tone: 'good' };
}

type Names = { group: (id: string) => string; driver: (id: string) => string };
const texts = z.array(z.string());
const times: readonly string[] = ['validFrom', 'expiresAt', 'startedAt', 'happenedAt'];

/** What a decision was made by, each fact in a few words; one that we do not know is left out. */
export function factWords(terminal: Terminal, facts: Readonly<Record<string, unknown>>, names: Names): string[] {
  return Object.entries(facts).flatMap(([name, value]) => factWord(terminal, { name, value, names }));
}

type Fact = { name: string; value: unknown; names: Names };

function factWord({ text, language }: Terminal, { name, value, names }: Fact): string[] {
  const words = text.refusal.facts;
  if (name === 'groupId' && value === null) return [words.noGroup];
  if (name === 'places') return told(places.safeParse(value), (where) => words.places(placesWords(text, where)));
  if (name === 'openingHours')
    return told(openingHours.safeParse(value), (hours) => words.openingHours(hoursWords(text, hours)));
  if (name === 'admits') return told(texts.safeParse(value), (ids) => words.admits(ids.map(names.group).join(', ')));
  if (typeof value !== 'string' || !Object.hasOwn(words, name)) return [];
  const say = words[name as keyof typeof words];
  if (typeof say === 'string') return [];
  if (times.includes(name)) return [say(localTime(value))];
  if (name === 'groupId') return [say(names.group(value))];
  if (name === 'driverId') return [say(names.driver(value))];
  if (name === 'localTime') return [say(value.replace('T', ' '))];
  if (name === 'credit') return [say(decimalText(value, language))];
  const { types } = text.token;
  const isType = (name === 'known' || name === 'presented') && Object.hasOwn(types, value);
  return [say(isType ? types[value as keyof typeof types] : value)];
}

function told<Value>(read: { success: boolean; data?: Value }, say: (value: Value) => string): string[] {
  return read.success && read.data !== undefined ? [say(read.data)] : [];
}
