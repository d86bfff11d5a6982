import { type Rule, type RuleInput, rule } from './rule.ts';

type Reading = { event: string; words: RegExp; condition?: NonNullable<RuleInput['if']>[number] };

/** What stations do, in the words of people; the first that fits counts. */
const happenings: readonly Reading[] = [
  {
    event: 'station-connected',
    words:
      /\b(is|comes|gets|came|are|come)\s+(back|online)\b|\breturns?\b|\breconnects?\b|\bvolt(ar|arem|a|e|am)\b|\bfic(ar|arem|a|am) online\b|\breconect(ar|a|e)\b/i,
  },
  {
    event: 'station-went-offline',
    words:
      /\bgo(es)? offline\b|\bis offline\b|\bloses? (contact|connection)\b|\bdrops?( out)?\b|\bfic(ar|arem|a|am) offline\b|\bca(ir|i|írem|em)\b|\bperde(r|rem|m)? (o )?contato\b|\bsa(ir|i) do ar\b/i,
  },
  {
    event: 'connector-status',
    words:
      /\bfault(s|ed)?\b|\bfails?\b|\bbreaks?( down)?\b|\bfalh(ar|arem|a|am)\b|\bdefeito\b|\bcom erro\b|\bquebr(ar|a)\b/i,
    condition: { of: 'event', field: 'status', compare: 'is', value: 'faulted' },
  },
  {
    event: 'connector-status',
    words:
      /\b(is|becomes|gets|are) (free|available)\b|\bfic(ar|arem|a|am) livre\b|\bdispon[ií]ve(l|is)\b|\bliber(ar|a)\b/i,
    condition: { of: 'event', field: 'status', compare: 'is', value: 'available' },
  },
  { event: 'station-booted', words: /\b(re)?boots?\b|\brestarts\b|\breinici(ar|a)\b/i },
];

const telling =
  /\b(tell|notify|alert|warn|inform|let) (me|us)\b|\bme (avis|notifi|alert|inform)\w+|\b(avis|notifi|alert|inform)(e|ar|a|em)-?(me|nos)?\b/i;
const restarting = /\b(restart|reset|reboot)\b|\breinici(e|ar|a)\b/i;
const remedying = /\b(fix|repair|remediate|heal)\b|\b(consert|corrij|reparar|repare|corrigir)\w*/i;
const everyTime = /\b(whenever|every time|each time|always)\b|\b(sempre que|toda vez que|cada vez que)\b/i;
const whenWord =
  /\b(when(ever)?|once|as soon as|if|every time|each time)\b|\b(quando|sempre que|assim que|se|toda vez que|cada vez que|logo que)\b/i;
const everyDay =
  /\b(every (night|day|morning|evening)|nightly|daily)\b|\b(tod[ao]s? (as? |os? )?(noites?|dias?|manhãs?)|diariamente)\b/i;
const atTime = /(?:^|\s)(?:at|às|as|à)\s+(\d{1,2})(?:(?::|h)(\d{2})?)?\s*(am|pm|h)?\b/i;
const times = /\b(\d+|twice|two|three|duas|dois|três)\s*(?:times|vezes|x)?\b/i;
const numbers: Readonly<Record<string, number>> = { twice: 2, two: 2, three: 3, duas: 2, dois: 2, três: 3 };
/** Letters with a digit, or several parts: CP-11, EVSE_0007, SP.03. */
const stationName = /\b(?=[\w.-]*\d)[A-Za-z][A-Za-z]*[-_.]?[\w-]*\d[\w-]*\b/g;

type Options = { timeZone?: string; stationIds?: readonly string[] };

/**
 * A rule out of a sentence of one of the common forms, in English or Portuguese: "Tell me when CP-11 is back", "toda noite às 3h reinicie
 * as estações que ficaram offline duas vezes". Undefined: none of these forms, so a person or a model has to word it.
 */
export function readRuleText(text: string, { timeZone = 'UTC', stationIds }: Options = {}): Rule | undefined {
  const said = text.trim().replaceAll(/\s+/g, ' ');
  const named =
    stationIds ?? [...new Set(said.match(stationName) ?? [])].filter((name) => !/^\d+h?$|^(h|r)\d+$/i.test(name));
  const action = actionOf(said);
  if (action === undefined) return undefined;
  const read =
    everyDay.test(said) && action.do !== 'notify' ? nightly(said, action, timeZone) : uponEvent(said, action);
  if (read === undefined) return undefined;
  const checked = rule.safeParse({ ...read, name: said.slice(0, 120), where: { stationIds: [...named] } });
  return checked.success ? checked.data : undefined;
}

type Action = RuleInput['actions'][number];

function actionOf(said: string): Action | undefined {
  if (telling.test(said)) return { do: 'notify' };
  if (remedying.test(said)) return { do: 'playbook' };
  return restarting.test(said) ? { do: 'command', name: 'reset', input: { when: 'idle' } } : undefined;
}

type Read = Omit<RuleInput, 'name' | 'where'>;

function uponEvent(said: string, action: Action): Read | undefined {
  const from = said.search(whenWord);
  if (from < 0) return undefined;
  const clause = said.slice(from);
  const happening = happenings.find(({ words }) => words.test(clause));
  if (happening === undefined) return undefined;
  const { event, condition } = happening;
  const tells = action.do === 'notify';
  return {
    when: { on: 'event', kind: event },
    if: [
      ...(condition === undefined ? [] : [condition]),
      ...(tells ? [] : [{ of: 'station', state: 'idle' } as const]),
    ],
    actions: [action],
    ...(tells ? {} : { else: [{ do: 'notify' as const }] }),
    isOnce: tells && !everyTime.test(said),
    ...(tells && { limits: { coolDownMinutes: 10, perStationPerDay: 24, runsPerDay: 200 } }),
  };
}

function nightly(said: string, action: Action, timeZone: string): Read | undefined {
  const happening =
    happenings.find(({ event, words }) => event !== 'station-booted' && words.test(said)) ?? lostContact(said);
  if (happening === undefined) return undefined;
  const { event, condition } = happening;
  if (condition !== undefined && event === 'connector-status')
    return faultedAtNight(action, { at: timeOf(said), timeZone });
  return {
    when: { on: 'schedule', at: timeOf(said), timeZone },
    if: [
      { of: 'count', kind: event, atLeast: timesOf(said), withinHours: 24 },
      { of: 'station', state: 'online' },
      { of: 'station', state: 'idle' },
    ],
    actions: [action],
    else: [{ do: 'notify' }],
  };
}

/** "that lost contact", "que perderam contato": told of the past. */
function lostContact(said: string): Reading | undefined {
  const isSo =
    /\blost (contact|connection)\b|\bwent offline\b|\bperderam (o )?contato\b|\bficaram offline\b|\bcaíram\b/i.test(
      said,
    );
  return isSo ? { event: 'station-went-offline', words: /./ } : undefined;
}

function faultedAtNight(action: Action, { at, timeZone }: { at: string; timeZone: string }): Read {
  return {
    when: { on: 'schedule', at, timeZone },
    if: [
      { of: 'station', state: 'faulted' },
      { of: 'station', state: 'idle' },
    ],
    actions: [action],
    else: [{ do: 'notify' }],
  };
}

function timesOf(said: string): number {
  const word = times.exec(said.replace(atTime, ''))?.[1]?.toLowerCase();
  return word === undefined ? 1 : (numbers[word] ?? Math.min(1000, Math.max(1, Number(word))));
}

function timeOf(said: string): string {
  const [, hours, minutes, half] = atTime.exec(said) ?? [];
  if (hours === undefined) return '03:00';
  const hour = (Number(hours) % 24) + (half?.toLowerCase() === 'pm' && Number(hours) < 12 ? 12 : 0);
  return `${String(hour).padStart(2, '0')}:${minutes ?? '00'}`;
}
