import { type Asked, askedIn, askedOf, type Moment } from '../grammar/asked.ts';
import type { EntityKind } from '../grammar/entities.ts';
import type { Concept } from '../grammar/lexicon.ts';
import { type Item, isSilent } from '../grammar/read.ts';
import { type Intent, isRisky, type Understanding } from '../intent.ts';
import { changeWords, energyWords } from '../requests/change-words.ts';
import { withoutEffect } from '../requests/effect.ts';
import { bestRequest, type Found, phrasesOf, unusedOf } from '../requests/request.ts';
import { compiledRequests } from '../requests/requests.ts';
import { fold, pattern } from '../spot/fold.ts';
import { spot } from '../spot/spot.ts';
import { understandChange } from './changes.ts';
import { isEffectMeant } from './check-effect.ts';
import { understandEnergy } from './energy.ts';
import { understandHealth } from './health.ts';
import { understandQuestion } from './questions.ts';
import { understandRuleText } from './rules.ts';
import { stanceOf } from './stance.ts';
import { targetsOf } from './targets.ts';
import { understandVehicle } from './vehicles.ts';
import { verbs } from './words.ts';

const unwanted =
  pattern(String.raw`\b(?:nao (?:quero|queremos|preciso|estou procurando|procuro|me mostr\w+|mostr\w+|list\w+|busqu\w+|compr\w+)|
    do(?:n't|nt| not) (?:want|need|show|list|search|look|buy|find)|not (?:looking for|interested))\b`);

/** The shop sells, and buys nothing. */
const sellsOwn =
  /\b(?:sell|selling|trade(?: in)?|exchange|vend(?:o|er|endo)|troc(?:o|ar))\b(?: \w+)? (?:my|our|meu|minha|nosso|nossa)\b/;

/** Whoever wants our rules changed is not talking about charging. */
const aboutOurRules =
  pattern(String.raw`\b(?:ignor\w*|disregard|override|bypass|forget|esquec\w+|desconsider\w+|burl\w+)\b.*\b(?:instructions?|
    rules?|prompts?|polic(?:y|ies)|approvals?|instruc\w+|regras?|politicas?|aprovac\w+)\b`);

const maxCharacters = 600;

export type { Moment };

/**
 * What a sentence wants, in Portuguese or English. Every word of it is used, or named as unused, or asked about; nothing is guessed that would
 * change anything, and nothing that would is read back while a word is unused.
 */
export function understand(text: string, moment: Moment): Understanding {
  // Half of a long text may say the opposite of the other half, so none of it is taken.
  if (text.length > maxCharacters) return { status: 'out-of-scope' };
  const asked = askedIn(text, moment);
  if (asked.text === '' || aboutOurRules.test(fold(asked.text))) return { status: 'out-of-scope' };
  const rule = understandRuleText(text, moment);
  if (rule !== undefined) return rule;
  const alone = asMeant(asked, chosen(asked, byRules(asked), bestRequest(compiledRequests, asked)));
  const isWhole = alone.status === 'understood' && alone.unused === undefined;
  const isDone = isWhole && isRisky(alone.intent);
  // A list is no answer to an order: "take all but CP-3 out of service".
  const each = isDone || alone.status === 'negated' ? undefined : eachOf(asked);
  if (each !== undefined) return asMeant(asked, each);
  const together =
    alone.status === 'negated'
      ? besidesNegated(asked)
      : isWhole
        ? undefined
        : ((isOrderEach(asked) ? clausesOf(asked) : undefined) ?? severalOf(asked) ?? clausesOf(asked));
  return withUnknown(asked, asMeant(asked, together ?? namedBeside(asked, exceptFor(asked, alone))));
}

const exception =
  /^(?:except|except for|excepting|excluding|but|but not|all but|everything but|anything but|nothing but|tudo menos|apart from|other than|besides|exceto|menos|mas não|mas nao|fora|salvo|tirando|sem contar)\b/i;

/** "all off but the lamp" orders something, and only spares one: that nothing is done would be no answer. */
function exceptFor(asked: Asked, understanding: Understanding): Understanding {
  if (understanding.status !== 'negated') return understanding;
  const at = asked.items.findIndex(({ concepts, text }) => concepts.has('not') && exception.test(text));
  if (at <= 0) return understanding;
  const spared = asked.items.filter((item, index) => index === at || item.isNegated);
  return { status: 'ask-back', missing: 'which', unused: phrasesOf(spared, asked) };
}

/** Nothing is read back whose effect is not what the words say. */
function asMeant(asked: Asked, understanding: Understanding): Understanding {
  if (understanding.status !== 'understood' || !isRisky(understanding.intent)) return understanding;
  return isEffectMeant(understanding.intent, asked) ? understanding : { status: 'ask-back', missing: 'which' };
}

/** "don't pause CP-9, just slow it down": what is wished beside what shall not be done is named where it is not carried out. */
function namedBeside(asked: Asked, understanding: Understanding): Understanding {
  if (understanding.status !== 'negated') return understanding;
  const said = besideNegation(asked);
  const first = firstMeant(said, asked.moment);
  // "CP-10 and CP-11" goes on with what shall not be done.
  if (first === undefined || first.entity !== undefined || first.concepts.has('not')) return understanding;
  return { status: 'negated', unused: [said] };
}

/** Empty: it says nothing besides, or only "please". */
function besideNegation({ text, moment }: Pick<Asked, 'text' | 'moment'>): string {
  const [first, ...others] = text.split(/[,;.] +|,? (?:but|mas) /);
  const said = others.join(', ').replace(/^(?:(?:i )?(?:only|just)(?: want to know)?|s[óo]|apenas|somente) /i, '');
  return askedIn(first ?? '', moment).isQuestion || firstMeant(said, moment) === undefined ? '' : said;
}

function firstMeant(text: string, moment: Moment): Item | undefined {
  return askedIn(text, moment).items.find((item) => item.entity !== undefined || !isSilent(item));
}

/** "don't restart CP-9, only show me how it is": what is asked beside what shall not be done. Nothing is changed by it. */
function besidesNegated(asked: Asked): Understanding | undefined {
  const { moment, text_ } = asked;
  const said = besideNegation(asked);
  if (said === '') return undefined;
  const [station, name] = [text_('station'), text_('name')];
  const whose = name === undefined ? said : said.replace(/\b(?:dele|dela|his|her|their)\b/i, ` ${name} `);
  const ways = station === undefined ? [whose] : [`${whose} (${station})`, whose];
  for (const way of ways) {
    const found = understand(way, moment);
    if (found.status === 'understood' && found.unused === undefined && !isRisky(found.intent)) return found;
  }
  return undefined;
}

const countable: readonly EntityKind[] = ['station', 'card', 'name', 'session', 'site', 'model', 'device', 'period'];

/** A change of all that fit, where it is plainly ordered. */
function eachOf(asked: Asked): Understanding | undefined {
  const intent = targetsOf(asked);
  return intent === undefined || asked.has('or') || !isOrdered(asked) ? undefined : { status: 'understood', intent };
}

/** The same for each of several that are named: "block cards 1111 and 2222". Whoever leaves the choice to us is asked. */
function severalOf(asked: Asked): Understanding | undefined {
  for (const kind of countable) {
    const named = asked.items.filter(({ entity, isNegated }) => entity?.kind === kind && !isNegated);
    if (named.length < 2 || named.length > 8) continue;
    const each = named.map((own) => {
      // For what is only looked at, "or" is "and".
      const isOther = (item: Item) =>
        named.includes(item) || item.concepts.has('or') || (isSpared(asked, kind) && isSparing(item));
      const items = asked.items.filter((item) => item === own || !isOther(item));
      return bestRequest(compiledRequests, askedOf({ ...asked, items }, asked.moment));
    });
    const wishes = each.flatMap((found) =>
      found?.unused.length === 0 && 'intent' in found.result ? [found.result] : [],
    );
    const isSame = new Set(each.map((found) => found?.request.tool)).size === 1;
    if (wishes.length < named.length || !isSame) continue;
    const isChange = wishes.some(isRisky);
    if (isChange && (asked.has('or') || !isOrdered(asked))) return undefined;
    return { status: 'understood', intent: { intent: 'several', wishes } };
  }
  return undefined;
}

/** "CP-9 and CP-10, but not CP-11" spares one that is not among those that are named. */
function isSpared({ items }: Asked, kind: EntityKind): boolean {
  const spared = items.filter(({ isNegated }) => isNegated);
  return spared.length > 0 && spared.every(({ entity }) => entity?.kind === kind);
}

function isSparing({ isNegated, concepts, text }: Item): boolean {
  return isNegated || (concepts.has('not') && exception.test(text));
}

/** "restart CP-3 and unlock CP-4": two sentences in one, each of which is understood whole. */
function clausesOf(asked: Asked): Understanding | undefined {
  const parts = apart(asked);
  if (parts.length < 2 || parts.length > 4 || asked.has('or')) return undefined;
  const wishes: Intent[] = [];
  for (const [index, said] of parts.entries()) {
    // "limit CP-3 to 11 kW and CP-4 to 7 kW": what follows a name goes on with the verb before.
    const first = askedIn(parts[0] ?? '', asked.moment);
    const lead = first.text.slice(0, first.items.find(({ entity }) => entity !== undefined)?.at ?? 0);
    const isGoingOn = index > 0 && askedIn(said, asked.moment).items[0]?.entity !== undefined;
    const part = isGoingOn ? `${lead}${said}` : said;
    const own = askedIn(part, asked.moment);
    const found = chosen(own, byRules(own), bestRequest(compiledRequests, own));
    if (found.status !== 'understood' || found.unused !== undefined || found.intent.intent === 'help') return undefined;
    if (isRisky(found.intent) && !isEffectMeant(found.intent, own)) return undefined;
    wishes.push(found.intent);
  }
  if (wishes.some(isRisky) && !(wishes.every(isRisky) && stanceIn(asked).kind === 'ordered')) return undefined;
  return { status: 'understood', intent: { intent: 'several', wishes } };
}

/** "show "closed" on the display and turn the light red": each clause has a verb of its own, which is not that of the other. */
function isOrderEach(asked: Asked): boolean {
  const parts = apart(asked);
  const starts = parts
    .slice(1)
    .map((part) => askedIn(part, asked.moment).items.find((item) => item.entity !== undefined || !isSilent(item)));
  return parts.length > 1 && starts.every((item) => item !== undefined && item.entity === undefined);
}

/** Its clauses; what is named with an "and", such as days, stays together. */
function apart({ text, items }: Asked): string[] {
  let bound = text;
  for (const { at, end, entity } of items)
    if (entity !== undefined)
      bound = `${bound.slice(0, at)}${bound.slice(at, end).replaceAll(' ', '\u00A0')}${bound.slice(end)}`;
  const parts = bound.split(/,? (?:and then|and|then|e depois|e)(?= )|;|, (?=\p{L})/u);
  return parts.map((part) => part.replaceAll('\u00A0', ' ').trim());
}

/** Plainly wished for, and now or at a time that it names: neither told nor supposed, on no condition, and not negated. */
function isOrdered(asked: Asked): boolean {
  return stanceIn(asked).kind === 'ordered' && !isTwofold(asked);
}

const conditions =
  /\b(?:if|when|once|unless|only|after|before|until|se|quando|caso|so|depois|antes|ate|assim|who|why|quem|por que|did|foi)\b/;
const orders_ = Object.values(verbs);

/** "the cable won't come out, release connector 1": what is told before the order is no part of it. */
function orderIn(rest: string): string {
  const parts = rest.split(/[,.;:!] +/);
  const [last = '', ...told] = parts.toReversed();
  const isTold = told.every((part) => !conditions.test(part) && !orders_.some((verb) => verb.test(part)));
  return told.length > 0 && isTold && orders_.some((verb) => verb.test(last)) ? last : rest;
}

/** "stop the session and unlock the cable": two orders are not read as one of them. */
function isTwofold({ text }: Asked): boolean {
  const said = fold(text);
  const apart = [verbs.reset, verbs.stop, verbs.unlock, verbs.block, verbs.reserve, verbs.start];
  return apart.filter((verb) => verb.test(said)).length > 1;
}

function stanceIn({ text, items, today }: Asked): ReturnType<typeof stanceOf> {
  let { rest } = spot(text, today);
  const blank = (at: number, end: number) => {
    rest = `${rest.slice(0, at)}${' '.repeat(end - at)}${rest.slice(end)}`;
  };
  for (const [index, { at, end, entity, concepts, text: said }] of items.entries()) {
    // "all of them, but not CP-3" says which, and forbids nothing.
    const next = items.slice(index + 1).find((item) => item.entity !== undefined);
    if (/^(?:but not|mas n[aã]o|sem contar)$/i.test(said) && next?.isNegated === true) blank(at, end);
    // "em 50 A" is how much, and not when.
    if (['kw', 'amperes', 'percent', 'kwh'].includes(entity?.kind ?? '') && /\b(?:em|in) $/.test(rest.slice(0, at)))
      blank(at - 3, at);
    if (entity?.kind === 'quoted' || concepts.has('tomorrow') || concepts.has('aftertomorrow')) blank(at, end);
    if (entity?.kind !== 'clock' && entity?.kind !== 'period' && entity?.kind !== 'minutes') continue;
    const led =
      /(?:\b(?:until|till|by|before|after|from|at|to|for|between|and|until|ate|antes d[aeo]s?|depois d[aeo]s?|a partir d[aeo]s?|as|das?|por|durante|entre|e) ?(?:the |as |a )?)+$/.exec(
        rest.slice(0, at),
      );
    // "in two hours" is later, "for two hours" is how long.
    if (entity.kind === 'minutes' && !/\b(?:for|por|durante)\b/.test(led?.[0] ?? '')) continue;
    blank(at - (led?.[0].length ?? 0), end);
  }
  // To show a text is an order, to show a list is none.
  const isShown = items.some(({ entity }) => entity?.kind === 'quoted');
  const plain = isShown ? rest.replace(/^\s*(?:show|display|mostr\w*|exib\w*)\b/, '') : rest;
  return stanceOf(orderIn(plain.replaceAll(/ +/g, ' ')), '');
}

/** A question back names the words that nobody knows, too. */
function withUnknown(asked: Asked, understanding: Understanding): Understanding {
  if (understanding.status !== 'ask-back' && understanding.status !== 'out-of-scope') return understanding;
  if (understanding.unused !== undefined) return understanding;
  const unknown = asked.items.filter(
    ({ entity, concepts }) => (entity === undefined && concepts.size === 0) || isStrange(entity, asked),
  );
  const words = unknown.length > 0 ? phrasesOf(unknown, asked) : conditionIn(asked);
  return words.length === 0 ? understanding : { ...understanding, unused: words };
}

/** A name that nothing here has. */
function isStrange(entity: Item['entity'], { moment: { known } }: Asked): boolean {
  return entity?.kind === 'name' && known !== undefined && !known.some(({ name }) => name === entity.value);
}

/** "if nobody is charging there", "in 10 minutes": on what, or when, something was wished for. */
function conditionIn(asked: Asked): string[] {
  const condition = asked.items.find(({ concepts }) => concepts.has('if') && !concepts.has('glue'));
  if (condition !== undefined) return [asked.text.slice(condition.at).replace(/[?.!\s]+$/, '')];
  const kinds: readonly (EntityKind | undefined)[] = ['minutes', 'clock', 'period', 'percent'];
  return phrasesOf(
    asked.items.filter(({ entity }) => kinds.includes(entity?.kind)),
    asked,
  );
}

/** By the older rules, which know how an order is meant: negated, asked about, supposed, told. */
function byRules({ text, items, today }: Asked): Understanding {
  const sentence = spot(withoutQuoted(text, items), today);
  const health = understandHealth(sentence);
  if (health !== undefined) return health;
  const energy = understandEnergy(sentence, today);
  if (energy !== undefined) return energy;
  const isNamingOurs = sentence.stations.length > 0 && !/\bhb ?20\b|\bs10\b/i.test(text);
  if (!isNamingOurs) {
    const shopping = understandVehicle(sentence.text, today);
    if (shopping !== undefined && sellsOwn.test(fold(sentence.text))) return { status: 'out-of-scope' };
    if (shopping !== undefined) return unwanted.test(fold(sentence.text)) ? { status: 'negated' } : shopping;
  }
  return understandChange(sentence) ?? understandQuestion(sentence) ?? { status: 'out-of-scope' };
}

/** Sentences in quotes are somebody's text, and no wish. */
function withoutQuoted(text: string, items: readonly Item[]): string {
  let left = text;
  for (const { at, end, entity } of items)
    if (entity?.kind === 'quoted' && text.slice(at, end).trim().split(' ').length > 2)
      left = `${left.slice(0, at)}${'_'.repeat(end - at)}${left.slice(end)}`;
  return left;
}

/** "reject CP-9", "delete all sessions": an order that no tool carries out is not answered with a list of the same words. */
const unknownOrder = pattern(
  String.raw`^(?:please |por favor,? |can you |could you |pode )?(reject|refuse|deny|decline|delete|erase|wipe|pay|transfer|move|
    recus(?:e|a|ar)|rejeit(?:e|a|ar)|neg(?:ue|ar)|apag(?:ue|a|ar)|delet(?:e|a|ar)|exclu(?:a|i|ir)|pag(?:ue|a|ar)|transfir(?:a|e)|mov(?:a|e|er))(?= )`,
);

function chosen(asked: Asked, rules: Understanding, found: Found | undefined): Understanding {
  const isRead = found?.request.isChange !== true;
  const order = isRead ? unknownOrder.exec(fold(asked.text))?.[1] : undefined;
  if (order !== undefined && !(rules.status === 'understood' && isRisky(rules.intent)) && rules.status !== 'ask-back')
    return rules.status === 'negated' ? rules : { status: 'out-of-scope', unused: [order] };
  if (found?.request.isChange === true && found.unused.length === 0 && isOrdered(asked)) return resultOf(found);
  if (rules.status === 'understood' && isRisky(rules.intent)) return asChange(asked, rules, found);
  const isWhole = found?.unused.length === 0;
  if (found === undefined) return rules.status === 'understood' ? covered(asked, rules) : rules;
  const isChange = found.request.isChange === true;
  // The requests know the names of this installation, the rules only their form.
  if (isWhole && 'intent' in found.result && found.result.intent === 'site-plan') return resultOf(found);
  if (isChange) return changeFound(asked, rules, found);
  if (
    rules.status === 'understood' &&
    (['explain-plan', 'site-plan', 'foresee'].includes(rules.intent.intent) ||
      (rules.intent.intent === 'help' && !isWhole))
  )
    return covered(asked, rules);
  const isIncomplete =
    rules.status === 'ask-back' &&
    !asked.isQuestion &&
    !['what', 'station'].includes(rules.missing) &&
    found.weight < 2;
  const isOneOfThem =
    rules.status === 'ask-back' && rules.missing === 'station' && found.request.tool === 'list_charge_points';
  if (isIncomplete || (isOneOfThem && !asked.isQuestion)) return rules;
  if (isWhole) return resultOf(found);
  if (
    rules.status === 'negated' ||
    (rules.status === 'ask-back' && (rules.missing !== 'what' || isOrder(found.unused)))
  )
    return rules;
  const words = phrasesOf(found.unused, asked);
  if (
    losesNegation(found.unused) ||
    isMostlyUnused(asked, found) ||
    beginsWithOrder(asked, found.unused) ||
    (rules.status === 'out-of-scope' && isOrder(found.unused))
  )
    return { status: 'out-of-scope', unused: words };
  return resultOf(found, words);
}

/** What is said not to be wanted is never left out: the answer would be the opposite. */
function losesNegation(unused: readonly Item[]): boolean {
  return unused.some(({ concepts, isNegated }) => isNegated || (concepts.has('not') && !concepts.has('glue')));
}

function resultOf({ result }: Found, unused: string[] = []): Understanding {
  const told = unused.length > 0 && { unused };
  return 'status' in result ? { ...result, ...told } : { status: 'understood', intent: result, ...told };
}

/** A change that the rules have found: all of its words must be among those of that change. */
function asChange(
  asked: Asked,
  rules: Extract<Understanding, { status: 'understood' }>,
  found: Found | undefined,
): Understanding {
  const name = rules.intent.intent as keyof typeof changeWords;
  const words = changeWords[name].takes.split(' ');
  const unused = unusedOf(
    {
      ...usesOf(words),
      negatable: new Set(name === 'reset' ? ['charging', 'free', 'session', 'stop'] : []),
      isChange: true,
    },
    asked,
  );
  const dropped = withoutEffect({ asked, outcomeOf: outcomeByRules, concepts: new Set(words), isChange: true }, unused);
  if (dropped.length === 0) return rules;
  if (found?.unused.length === 0) return resultOf(found);
  return { status: 'unused', unused: phrasesOf(dropped, asked) };
}

function outcomeByRules(asked: Asked): string {
  return JSON.stringify(byRules(asked));
}

/** A change that only the requests know. The rules still say whether it is wished for at all. */
function changeFound(asked: Asked, rules: Understanding, found: Found): Understanding {
  if (rules.status === 'negated')
    return stanceIn(asked).kind === 'negated' || found.unused.length > 0
      ? rules
      : { status: 'ask-back', missing: 'which' };
  if (asked.isQuestion && !/^\s*(?:can|could|would|pode|poderia|will) (?:you|voce|vc)?/.test(fold(asked.text)))
    return asksOnly(asked, rules);
  const { kind } = stanceIn(asked);
  if (isTwofold(asked)) return { status: 'ask-back', missing: 'which' };
  if (kind === 'negated') return { status: 'negated' };
  if (kind === 'doubtful') return { status: 'ask-back', missing: 'which' };
  if (kind !== 'ordered') {
    if (rules.status !== 'understood') return rules;
    // An order on a condition is not answered with a list that happens to share a word with it.
    if (isRisky(rules.intent)) return { status: 'out-of-scope' };
    return found.unused.length === 0
      ? covered(asked, rules)
      : { status: 'unused', unused: phrasesOf(found.unused, asked) };
  }
  if (rules.status === 'ask-back' && rules.missing === 'which' && asked.all('station').length === 1 && asked.has('or'))
    return rules;
  if (found.unused.length > 0)
    return rules.status === 'ask-back'
      ? { ...rules, unused: phrasesOf(found.unused, asked) }
      : { status: 'unused', unused: phrasesOf(found.unused, asked) };
  return resultOf(found);
}

const reading = compiledRequests.filter(({ isChange }) => isChange !== true);

/** A question with a word of a change: "which tariff does the depot use?" */
function asksOnly(asked: Asked, rules: Understanding): Understanding {
  if (rules.status === 'ask-back') return rules;
  if (rules.status !== 'understood') return { status: 'ask-back', missing: 'what' };
  const found = bestRequest(reading, asked);
  if (found?.unused.length === 0 && 'intent' in found.result) return resultOf(found);
  if (rules.intent.intent in energyWords || rules.intent.intent === 'help') return covered(asked, rules);
  if (found === undefined) return { status: 'ask-back', missing: 'what' };
  const words = phrasesOf(found.unused, asked);
  return losesNegation(found.unused) || isMostlyUnused(asked, found)
    ? { status: 'out-of-scope', unused: words }
    : resultOf(found, words);
}

/** Of the one station that is named the answer tells any of them. */
const states = 'faulted offline online free unavailable waiting running ended latest'.split(' ');

/** A question that only the rules know. */
function covered(asked: Asked, rules: Extract<Understanding, { status: 'understood' }>): Understanding {
  if (rules.intent.intent === 'help') return rules;
  const words = (energyWords[rules.intent.intent] ?? '').split(' ');
  const uses = usesOf(words);
  const negatable = rules.intent.intent === 'diagnose' ? uses.concepts : new Set<string>();
  const claimed = unusedOf({ ...uses, negatable, isChange: false }, asked);
  const told = new Set(rules.intent.intent === 'vehicle-choices' ? [] : states);
  const reading = { asked, outcomeOf: outcomeByRules, concepts: uses.concepts, told, isNameTold: true };
  const unused = withoutEffect(reading, claimed);
  if (losesNegation(unused)) return { status: 'out-of-scope', unused: phrasesOf(unused, asked) };
  return unused.length === 0 ? rules : { ...rules, unused: phrasesOf(unused, asked) };
}

function usesOf(words: readonly string[]) {
  return {
    concepts: new Set(words.filter((word) => !word.startsWith('@'))),
    kinds: new Set(words.filter((word) => word.startsWith('@')).map((word) => word.slice(1))),
  };
}

const orders = [
  ...([
    'start',
    'stop',
    'reset',
    'unlock',
    'block',
    'unblock',
    'disable',
    'enable',
    'limit',
    'clear',
    'reserve',
    'cancel',
  ] as const),
  ...([
    'accept',
    'update',
    'change',
    'assign',
    'revoke',
    'correct',
    'exclude',
    'every',
    'if',
    'supposed',
    'buy',
    'import',
  ] as const),
] as const satisfies Concept[];

/** Somebody wants something done, or done on a condition: a list would be an answer to another question. */
function isOrder(unused: readonly Item[]): boolean {
  return unused.some(({ concepts }) => orders.some((concept) => concepts.has(concept)));
}

/** "refund Ana's last session": what is ordered is not answered with the session alone. */
function beginsWithOrder({ items }: Asked, unused: readonly Item[]): boolean {
  const first = items.find((item) => item.entity !== undefined || !isSilent(item));
  return first !== undefined && unused.includes(first) && isOrder([first]);
}

/** More of it was not understood than was: an answer would be one to another question. */
function isMostlyUnused({ items }: Asked, { unused }: Found): boolean {
  const speaking = items.filter(
    ({ entity, concepts }) =>
      entity !== undefined || !['glue', 'courtesy', 'asking'].some((each) => concepts.has(each as 'glue')),
  );
  return unused.length * 2 > speaking.length;
}
