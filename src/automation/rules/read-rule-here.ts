import { SigecError } from '#base/errors.ts';
import type { Charging } from '#charging/open-charging.ts';
import { readRuleWords } from '#contract/automation/read-rule-text.ts';
import type { Rule, RuleRead } from '#contract/automation/rule.ts';

type Needs = Pick<Charging, 'sites' | 'getStation'>;
type Read = { rule: Rule | null } & Pick<RuleRead, 'unread' | 'lacks'>;

/** More names than these in one sentence are not looked up. */
const maxNames = 10;

/** A rule out of a sentence: names of sites, and of stations that look like any other word, are known here. */
export async function readRuleHere(charging: Needs, text: string): Promise<Read> {
  const sites = await charging.sites.list();
  const { unread: words, rule: first } = readRuleWords(text, { sites });
  const stationIds = await stationsAmong(charging, words);
  const timeZone = await timeZoneOf(charging, first?.where ?? { stationIds });
  const { rule, unread, lacks } = readRuleWords(text, { timeZone, sites, stationIds });
  return { rule: unread.length > 0 ? null : (rule ?? null), unread, lacks: lacks ?? null };
}

/** "at 3" is meant by the clocks of the place that is named, else by those of the installation. */
async function timeZoneOf({ sites }: Needs, { siteId, stationIds: [stationId] }: Rule['where']): Promise<string> {
  if (siteId === undefined && stationId !== undefined) return (await sites.clockOf(stationId)).timeZone;
  return (await sites.clockAt(siteId ?? null))?.timeZone ?? 'UTC';
}

async function stationsAmong(charging: Needs, words: readonly string[]): Promise<string[]> {
  const known: string[] = [];
  for (const word of words.filter((each) => /^[\w.-]{2,48}$/.test(each)).slice(0, maxNames))
    if (await isStation(charging, word)) known.push(word);
  return known;
}

async function isStation(charging: Needs, id: string): Promise<boolean> {
  try {
    await charging.getStation(id);
    return true;
  } catch (thrown) {
    if (thrown instanceof SigecError && thrown.code === 'NOT_FOUND') return false;
    throw thrown;
  }
}
