import type { Intent, Understanding } from '../intent.ts';
import { fold, pattern } from '../spot/fold.ts';
import type { Spotted } from '../spot/spot.ts';
import { takeClock } from '../spot/spot-clock.ts';
import { someNegation, stanceOf } from './stance.ts';
import { verbs } from './words.ts';

/**
 * Wishes and questions about who charges when: what a car needs by a time, the limit of a site for a while, and why a plan is as it is.
 * undefined: the sentence is about something else.
 */
export function understandEnergy(sentence: Spotted, today: string): Understanding | undefined {
  const folded = fold(sentence.text);
  return (
    siteLimit(sentence, folded, today) ??
    sitePlan(sentence, folded) ??
    explanation(sentence, folded) ??
    need(sentence, folded, today)
  );
}

function understood(intent: Intent): Understanding {
  return { status: 'understood', intent };
}

const calledOff = /\b(?:cancel\w*|esquec\w+|forget|dont|no one)\b/;

function saysNo(rest: string): boolean {
  return someNegation.test(rest) || calledOff.test(rest);
}

/** Whether it is plainly wished for now; what stands in the way is told instead. */
function wish(sentence: Spotted, without: string): Understanding | 'ordered' {
  if (saysNo(without)) return { status: 'negated' };
  const { kind } = stanceOf(without, '');
  if (kind === 'ordered') return 'ordered';
  if (kind === 'negated' || kind === 'doubtful') return { status: 'negated' };
  if (kind === 'how-to') return understood({ intent: 'help' });
  if (kind === 'advice') return { status: 'ask-back', missing: 'what' };
  const [station] = sentence.stations;
  if (kind === 'past' && station !== undefined) return understood({ intent: 'explain-plan', station });
  return { status: 'out-of-scope' };
}

const percent = /(?<![\d.,])(\d{1,3}) ?(?:%|percent|per cent|por cento)(?!\w)/;
const kilowattHours = /(?<![\d.,])(\d{1,4}(?:[.,]\d{1,2})?) ?kwh\b/;
const full =
  /\b(?:full|fully charged|chei[oa]s?|(?:totalmente|completamente) carregad[oa]s?|carga (?:completa|total|cheia))\b/;
const charging =
  /\b(?:carreg\w+|recarreg\w+|recarga|charg(?:e|ed|ing)|bateria|battery|soc|pront[oa]s?|ready|must be|needs?|precis\w+|should be|has to be|deve\w*|quer\w+|want\w*|estar|esteja|fique|ficar|leav\w+|depart\w+|sai\w*|part[ei]\w*)\b/;
/** "carregar" is no change that the station is told at once, and whoever wants to start a session names a card. */
const otherVerbs = Object.entries(verbs).flatMap(([name, verb]) => (name === 'start' ? [] : [verb]));

function need(sentence: Spotted, folded: string, today: string): Understanding | undefined {
  const share = percent.exec(folded);
  const energy = kilowattHours.exec(folded);
  const { time: by, rest } = takeClock(sentence, folded, today);
  const isFull = full.test(folded) && by !== undefined;
  if (share === null && energy === null && !isFull) return undefined;
  // "at least 10 kWh and 80 %" is more than these rules can hold.
  if (share !== null && energy !== null) return undefined;
  // To end a session at a level is more than an order to end it.
  if (share !== null && verbs.stop.test(rest)) return { status: 'out-of-scope' };
  const isMeant = by !== undefined || (charging.test(folded) && share !== null);
  if (!isMeant || sentence.tokens.length > 0 || sentence.site !== undefined) return undefined;
  if (otherVerbs.some((verb) => verb.test(rest)) || verbs.limit.test(rest)) return undefined;
  if (by === undefined && !/\b(?:carreg|recarreg|charge|must|needs?|precis|deve|quer|want)/.test(folded))
    return undefined;
  const questions =
    /^(?:will|can|could|would|is|are|does|when|why|vai|consegue|da para|da pra|sera|quando|por ?que)\b(?! (?:you|voce|vc)\b)/;
  // What some energy costs is no question of when a car is full.
  if (/\b(?:how much|quanto)\b.*\b(?:costs?|price|pay|cust\w+|sai|fica|preco|pag\w+)\b/.test(folded)) return undefined;
  const [station, ...others] = sentence.stations;
  if (
    questions.test(folded) ||
    (/\?\s*$/.test(folded) && !/^(?:please|por favor|pode|can you|could you)\b/.test(folded))
  )
    return station === undefined
      ? { status: 'ask-back', missing: 'station' }
      : understood({ intent: 'explain-plan', station });
  const stance = wish(sentence, rest.replaceAll(/\bmust be\b|\bshould be\b|\bhas to be\b|\bdeveria\b/g, 'be'));
  if (stance !== 'ordered') return stance;
  if (others.length > 0 || /\b(?:all|every|each|todos|todas|cada|ambos)\b/.test(rest))
    return { status: 'ask-back', missing: 'which' };
  const [session] = sentence.sessions;
  if (sentence.period !== undefined) return { status: 'out-of-scope' };
  const target = share !== null ? Number(share[1]) : isFull ? 100 : undefined;
  if (target !== undefined && target > 100) return { status: 'ask-back', missing: 'value' };
  return understood({
    intent: 'set-need',
    ...(station !== undefined && { station }),
    ...(session !== undefined && { session }),
    ...(sentence.amounts.place !== undefined && { evse: sentence.amounts.place }),
    ...(target !== undefined ? { percent: target } : energy !== null && { kwh: Number(energy[1]?.replace(',', '.')) }),
    ...(by !== undefined && { by }),
  });
}

const slow =
  pattern(String.raw`\b(?:slow(?:ly|er)?|devagar|lent[oa]s?|lentamente|com pouca potencia|at (?:low|reduced) power|potencia baixa|
    baixa potencia|demorando|so little power|tao pouco|nao (?:esta )?carregando a toda)\b`);
const whenDone =
  pattern(String.raw`\b(?:when (?:will|does|is|should)|what time (?:will|does|is)|how long (?:until|till|before|will)|quando|que horas|a que horas|
    quanto tempo (?:falta|leva|ate)|em quanto tempo)\b.*\b(?:done|ready|finish\w*|full|charged|complete\w*|termin\w+|acab\w+|pront[oa]|
    chei[oa]|carregad[oa]|conclu\w+|fica\w* pront\w+)\b`);

function explanation({ stations, amounts, rest, period }: Spotted, folded: string): Understanding | undefined {
  const isWhy =
    slow.test(folded) && /\b(?:why|por ?que|pq|how come|motivo|razao|reason|explain|explica\w*)\b/.test(folded);
  const isWhen =
    whenDone.test(folded) && !/\b(?:session|sessao|restart|reinici\w+|firmware|update|reserv\w+)\b/.test(rest);
  if ((!isWhy && !isWhen) || period !== undefined) return undefined;
  const [station, ...others] = stations;
  if (station === undefined)
    return /\b(?:car|carro|it|ele|ela|charger|carregador|station|estacao|vehicle|veiculo|charging|carregando)\b/.test(
      folded,
    )
      ? { status: 'ask-back', missing: 'station' }
      : undefined;
  if (others.length > 0) return { status: 'ask-back', missing: 'which' };
  return understood({ intent: 'explain-plan', station, ...(amounts.place !== undefined && { evse: amounts.place }) });
}

const planNoun =
  pattern(String.raw`\b(?:charging (?:plan|schedule)|smart charging|energy plan|load plan|plano? (?:de|da) (?:recarga|carga|carregamento|energia)|
    programacao (?:de|da) (?:recarga|carga)|(?:plan|plano) (?:of|for|d[oae]|para)(?: the| o| a)? (?:site|local)|carregamento inteligente|recarga inteligente)\b`);

function sitePlan({ site, stations, amounts, rest }: Spotted, folded: string): Understanding | undefined {
  const { kw, amperes } = amounts;
  const isSupposed = /\b(?:what if|e se|what would|como seria|o que aconteceria)\b/.test(folded);
  const hasAmount = kw !== undefined || amperes !== undefined;
  if (isSupposed && hasAmount && site !== undefined && stations.length === 0)
    return understood({
      intent: 'site-plan',
      site,
      ...(kw !== undefined ? { kw } : amperes !== undefined && { amperes }),
    });
  if (!planNoun.test(folded) || saysNo(rest)) return undefined;
  const [station] = stations;
  if (station !== undefined) return understood({ intent: 'explain-plan', station });
  if (/\b(?:change|apply|send|mud(?:a|e|ar)|altere?|aplic\w+|envi\w+|delete|apag\w+)\b/.test(rest))
    return { status: 'out-of-scope' };
  return understood({ intent: 'site-plan', ...(site !== undefined && { site }) });
}

const siteNoun =
  /\b(?:sites?|local|locais|location|unidade|filial|depot|patio|garagem|garage|predio|building|hub|L+)\b/;

function siteLimit(sentence: Spotted, folded: string, today: string): Understanding | undefined {
  const { site, stations, amounts, sessions } = sentence;
  if (site === undefined || stations.length + sessions.length > 0 || !siteNoun.test(sentence.rest)) return undefined;
  const { at, time: until, rest } = takeClock(sentence, folded, today);
  const { kw, amperes } = amounts;
  const hasAmount = kw !== undefined || amperes !== undefined;
  const isCleared = !hasAmount && verbs.clear.test(rest) && /\b(?:limits?|limites?|cap|restric\w+)\b/.test(rest);
  const isLimited = verbs.limit.test(rest) && (hasAmount || /\b(?:limit|cap|limit[ae]r?)\b/.test(rest));
  if (!isCleared && !isLimited) return undefined;
  const stance = wish(sentence, rest);
  if (stance !== 'ordered') return stance;
  if (isCleared)
    return until === undefined ? understood({ intent: 'clear-site-limit', site }) : { status: 'out-of-scope' };
  if (!hasAmount) return { status: 'ask-back', missing: 'value' };
  const isUntil = until === undefined || /^(?:ate|until|till|by)\b/.test(folded.slice(at));
  // "for two hours" and "from 18:00 on" are more than the intent can say.
  if (!isUntil || (until === undefined && amounts.minutes !== undefined) || sentence.period !== undefined)
    return { status: 'out-of-scope' };
  return understood({
    intent: 'set-site-limit',
    site,
    ...(kw !== undefined ? { kw } : amperes !== undefined && { amperes }),
    ...(until !== undefined && { until }),
  });
}
