import { readRuleText } from '#contract/automation/read-rule-text.ts';
import { type Asked, askedIn, type Moment } from '../grammar/asked.ts';
import { isSilent } from '../grammar/read.ts';
import type { Understanding } from '../intent.ts';
import { call } from '../requests/build.ts';
import { phrasesOf } from '../requests/request.ts';
import { fold, pattern } from '../spot/fold.ts';

/** "draft a rule: …" tries it out, "set up a rule: …" makes it. */
const named =
  /^(?:please,? |por favor,? )?(?:(?<draft>draft|sketch|preview|try(?: out)?|rascunh\w+|esboc\w+|esboç\w+|simul\w+|test\w+)|(?:set up|create|make|add|crie|cria|criar|monte|adicione|configure)) (?:me )?(?:a|an|uma) (?:new |nova )?(?:rule|regra|automation|automação)(?: (?:that|which|to|so that|que|para|pra))?[:,]?\s+(?<text>.+)$/is;
const telling =
  /^(?:tell|notify|alert|warn|inform|let|ping|message|me avis\w*|avis\w+|me notifi\w*|notifi\w+|me alert\w*|alert\w+|me inform\w*)\b/;
const condition =
  /\b(?:when|whenever|once|as soon as|if|every time|each time|every (?:night|day|morning|evening)|nightly|daily|quando|sempre que|assim que|se|toda vez que|cada vez que|tod[ao]s? (?:as? |os? )?(?:noites?|dias?|manhas?)|diariamente)\b/;

/** What a standing order says in the words that the reader of rules takes, and nothing else. */
const taken = pattern(
  String.raw`\b(?:tell|notify|alert|warn|inform|let|know|me|us|avis\w*|notifi\w*|alert\w*|inform\w*|nos|when|whenever|once|as soon as|
    if|every time|each time|always|every|night|nights|day|morning|evening|nightly|daily|quando|sempre que|sempre|assim que|se|toda vez que|
    cada vez que|tod[ao]s?|noites?|dias?|manhas?|madrugadas?|diariamente|restart\w*|reset|reboot\w*|reinici\w*|fix|repair|remediate|heal|consert\w*|
    corrij\w*|corrig\w*|repar\w*|back|online|offline|comes?|gets?|goes|go|is|are|becomes?|loses?|lose|lost|contact|connection|drops?|out|
    returns?|reconnects?|faults?|faulted|fails?|breaks?|down|free|available|boots?|reboots?|restarts|volt\w+|fic\w+|reconect\w+|ca(?:i|ir|iu|iram|irem|em)|
    perde\w*|contato|conexao|sa(?:i|ir)|do ar|falh\w+|defeito|erro|quebr\w+|livre|disponive\w+|liber\w+|went|perderam|cairam|
    station|stations|charger|chargers|charge points?|estacao|estacoes|carregador\w*|pontos?|any|alguma?|uma?|a|an|the|one of|that|which|it|times?|vez|vezes|x|twice|two|three|duas|dois|tres|\d+|
    please|por favor|at|as)\b`,
  'g',
);

/** A standing order in one of the common forms. undefined: the sentence is about something else. */
export function understandRuleText(said: string, moment: Moment): Understanding | undefined {
  const { draft, text = '' } = named.exec(said.trim())?.groups ?? {};
  const plain = said.trim().replace(/^(?:please|por favor),? /i, '');
  const isStanding = telling.test(fold(plain)) || isRepeated(fold(plain)) || isTimed(fold(plain));
  const wish = text === '' && isStanding && condition.test(fold(plain)) && !/\?\s*$/.test(plain) ? plain : text;
  if (wish === '' || readRuleText(wish) === undefined) return undefined;
  const unused = [...unusedIn(wish, moment), ...undoneIn(wish)];
  if (unused.length > 0) return { status: 'unused', unused };
  // What restarts by itself is tried out first; to be told changes nothing at stations.
  const isTelling = readRuleText(wish)?.actions.every((action) => action.do === 'notify') ?? false;
  const isTriedOut = draft !== undefined || (text === '' && !isTelling);
  if (isTriedOut) return { status: 'understood', intent: call('draft_rule', { given: { text: wish } }) };
  const change = { en: `set up the rule "${wish}".`, pt: `criar a regra "${wish}".` };
  return { status: 'understood', intent: call('set_rule', { given: { text: wish }, change }) };
}

/** "whenever a station faults, restart it": not once, and not about one that is free at last. */
function isRepeated(folded: string): boolean {
  return /\b(?:whenever|every time|each time|sempre que|toda vez que|cada vez que)\b/.test(folded);
}

/** "every night at 3, restart …": the time is the rule's. */
function isTimed(folded: string): boolean {
  return /\b(?:every (?:night|day|morning|evening)|nightly|daily|tod[ao]s? (?:as? |os? )?(?:noites?|dias?|manhas?)|diariamente)\b.*\b(?:at|as) \d/.test(
    folded,
  );
}

/** "restart it and tell me": a rule of one sentence does one of them. */
function undoneIn(wish: string): string[] {
  const rule = readRuleText(wish);
  const isTold = rule?.actions.every((action) => action.do === 'notify') === true;
  const said = /\b(?:restart|reset|reboot|fix|repair|reinici(?:e|ar|a)|consert\w+|repare)\b/i.exec(wish)?.[0];
  const isCause = rule?.when.on === 'event' && rule.when.kind === 'station-booted';
  return isTold && !isCause && said !== undefined ? [said] : [];
}

/** Words of it that the rule would lose: "for more than ten minutes", "at weekends". */
function unusedIn(wish: string, moment: Moment): string[] {
  const asked: Asked = askedIn(wish, moment);
  const left = fold(asked.text).replaceAll(taken, (word) => ' '.repeat(word.length));
  const isTime = /\b(?:every|nightly|daily|tod[ao]s?|diariamente)\b/.test(fold(wish));
  const unused = asked.items.filter((item) => {
    const { entity, at, end } = item;
    if (entity?.kind === 'station') return false;
    if (entity?.kind === 'clock') return !isTime;
    if (entity !== undefined && entity.kind !== 'number') return entity.kind !== 'period' || !isTime;
    return !isSilent(item) && /[a-z\d]/.test(left.slice(at, end));
  });
  return phrasesOf(unused, asked);
}
