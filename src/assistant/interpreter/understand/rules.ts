import { type RuleReading, readRuleWords } from '#contract/automation/read-rule-text.ts';
import type { Moment } from '../grammar/asked.ts';
import type { Understanding } from '../intent.ts';
import { call } from '../requests/build.ts';
import { fold } from '../spot/fold.ts';

/** "draft a rule: …" tries it out, "set up a rule: …" makes it. */
const named =
  /^(?:please,? |por favor,? )?(?:(?<draft>draft|sketch|preview|try(?: out)?|rascunh\w+|esboc\w+|esboç\w+|simul\w+|test\w+)|(?:set up|create|make|add|crie|cria|criar|monte|adicione|configure)) (?:me )?(?:a|an|uma) (?:new |nova )?(?:rule|regra|automation|automação)(?: (?:that|which|to|so that|que|para|pra))?[:,]?\s+(?<text>.+)$/is;
const telling =
  /^(?:tell|notify|alert|warn|inform|let|ping|message|send|i want to be told|i want to know|me avis\w*|avis\w+|me notifi\w*|notifi\w+|me alert\w*|alert\w+|me inform\w*|quero ser avis\w+)\b/;
const condition =
  /\b(?:when|whenever|once|as soon as|if|every time|each time|every (?:night|day|morning|evening|\w+day)|nightly|daily|quando|sempre que|assim que|se|caso|toda vez que|cada vez que|tod[ao]s? (?:[ao]s? )?(?:noites?|dias?|manhas?|\w+(?:-feiras?)?)|diariamente)\b/;

/** A standing order in the words of rules. undefined: the sentence is about something else. */
export function understandRuleText(said: string, moment: Moment): Understanding | undefined {
  const { draft, text = '' } = named.exec(said.trim())?.groups ?? {};
  const isNamed = text !== '';
  const wish = isNamed ? text : said.trim();
  const folded = fold(wish);
  if (!isNamed && (!condition.test(folded) || isQuestion(folded))) return undefined;
  const read = reading(wish, moment);
  if (read.rule === undefined || !isStanding(folded, isNamed, read))
    return isNamed && read.unread.length > 0 ? { status: 'unused', unused: read.unread } : undefined;
  if (read.unread.length > 0) return { status: 'unused', unused: read.unread };
  // What restarts by itself is tried out first; to be told changes nothing at stations.
  const isTelling = read.rule.actions.every((action) => action.do === 'notify');
  if (draft !== undefined || (!isNamed && !isTelling))
    return { status: 'understood', intent: call('draft_rule', { given: { text: wish } }) };
  const change = { en: `set up the rule "${wish}".`, pt: `criar a regra "${wish}".` };
  return { status: 'understood', intent: call('set_rule', { given: { text: wish }, change }) };
}

/** "restart it when it faults" goes on for ever; "restart it when it is free" is an order for once, and for the station to wait. */
function isStanding(folded: string, isNamed: boolean, { rule, unread }: RuleReading): boolean {
  if (isNamed || isRepeated(folded) || telling.test(folded.replace(/^(?:please|por favor),? /, ''))) return true;
  const isWaiting = rule?.if.some((each) => each.of === 'event' && each.value === 'available') ?? false;
  return unread.length === 0 && !isWaiting;
}

/** "when was CP-3 offline?"; a courtesy such as "could you tell me when …?" asks for something. */
function isQuestion(folded: string): boolean {
  return /\?\s*$/.test(folded) && !/^(?:please,? )?(?:can|could|will|would) you|^(?:voce )?pode(?:ria)?\b/.test(folded);
}

function reading(wish: string, { timeZone, known = [] }: Moment): RuleReading {
  const stationIds = known.filter(({ kind }) => kind === 'station').map(({ id }) => id);
  const sites = known.filter(({ kind }) => kind === 'site');
  return readRuleWords(wish, { timeZone, stationIds, sites });
}

/** "whenever a station faults, restart it", "every night at 3, restart …": not once, and not about one that is free at last. */
function isRepeated(folded: string): boolean {
  return /\b(?:whenever|every time|each time|every (?:night|day|morning|evening|\w+day)|nightly|daily|sempre que|toda vez que|cada vez que|tod[ao]s? (?:[ao]s? )?(?:noites?|dias?|manhas?)|diariamente)\b/.test(
    folded,
  );
}
