import type { ChangingIntent, Understanding } from '../intent.ts';
import { fold } from '../spot/fold.ts';
import type { Spotted } from '../spot/spot.ts';
import { understandRule } from './draft-rule.ts';
import { stanceOf } from './stance.ts';
import { atOnce, largeChanges, noLimit, otherThings, verbs, words } from './words.ts';

type Missing = Extract<Understanding, { status: 'ask-back' }>['missing'];
type Wish = { sentence: Spotted; rest: string; isWhenIdle: boolean };

const every =
  /\b(?:all|every|each|both|everything|todos?|todas?|ambos|ambas|cada|tudo|any|qualquer|several|varios|varias|the others|os outros|os demais)\b/;
/** "all that are faulted": a choice by a rule, which is more than we can take from a sentence. */
const chosenBy = /\b(?:that|which|who|whose|que|cuj[oa]s?)\b/;
const pronounOnly = /\b(?:os dois|as duas|them)\b/;
const tokenNoun = new RegExp(`\\b${words.token}\\b`);
const lockNoun = new RegExp(`\\b${words.lock}\\b`);
const limitNoun = new RegExp(`\\b${words.limit}\\b`);
const sessionNoun = new RegExp(`\\b${words.session}\\b`);
const stationNoun = new RegExp(`\\b${words.station}\\b`);

/** A wish that something be changed; undefined: the sentence holds no word for a change, so it is none. */
export function understandChange(sentence: Spotted): Understanding | undefined {
  const folded = fold(sentence.text);
  const rule = understandRule(folded);
  if (rule !== undefined) return orderedOnly(sentence, rule);
  const named = Object.values(verbs).some((verb) => verb.test(sentence.rest));
  const stance = stanceOf(sentence.rest, folded);
  if (!named) return largeOrNegated(sentence, stance.kind);
  switch (stance.kind) {
    case 'negated':
      return { status: 'negated' };
    case 'doubtful':
      // What is left besides that which is not wanted.
      return wished({ sentence, rest: stance.rest, isWhenIdle: false }) === undefined
        ? { status: 'negated' }
        : askBack('which');
    case 'advice':
      return askBack('what');
    case 'how-to':
      return { status: 'understood', intent: { intent: 'help' } };
    case 'supposed':
      return { status: 'out-of-scope' };
    case 'past':
    case 'complaint':
      return undefined;
    case 'conditional':
      return wished({ sentence, rest: sentence.rest, isWhenIdle: false }) === undefined
        ? undefined
        : { status: 'out-of-scope' };
    default:
      // Told of another day than today, it is no order for now.
      if (sentence.period !== undefined && !/\b(?:today|hoje)\b/.test(folded)) return undefined;
      return understandOrder({ sentence, rest: stance.rest, isWhenIdle: stance.isWhenIdle });
  }
}

function orderedOnly(sentence: Spotted, rule: Understanding): Understanding {
  const { kind } = stanceOf(sentence.rest, '');
  return kind === 'negated' || kind === 'doubtful' ? { status: 'negated' } : rule;
}

/** Without one of our verbs: "don't touch CP-3", "forget it", "update the firmware". */
function largeOrNegated({ rest, stations, sessions }: Spotted, kind: string): Understanding | undefined {
  if (
    (kind === 'negated' || kind === 'doubtful') &&
    !/\b(?:quais|qual|which|what|how|quant[oa]s?|por ?que|why|is|are|esta|estao)\b/.test(rest)
  )
    return { status: 'negated' };
  if (
    largeChanges.test(rest) &&
    (stations.length + sessions.length > 0 || stationNoun.test(rest) || otherThings.test(rest)) &&
    kind === 'ordered'
  )
    return { status: 'out-of-scope' };
  return undefined;
}

function understandOrder(wish: Wish): Understanding | undefined {
  const wanted = wished(wish);
  if (wanted === undefined && (otherThings.test(wish.rest) || (largeChanges.test(wish.rest) && isOurs(wish))))
    return { status: 'out-of-scope' };
  if (wanted === undefined || 'status' in wanted) return wanted;
  const { stations } = wish.sentence;
  if (every.test(wish.rest) && chosenBy.test(wish.rest)) return { status: 'out-of-scope' };
  if (stations.length > 1 || every.test(wish.rest) || pronounOnly.test(wish.rest) || either.test(wish.rest))
    return askBack('which');
  const found = wanted.complete(wish);
  return wish.isWhenIdle && !canWait(found) ? { status: 'out-of-scope' } : found;
}

/** A station waits for its sessions by itself before it restarts or goes out of service; nothing else waits. */
function canWait(found: Understanding): boolean {
  if (found.status !== 'understood') return true;
  const { intent } = found;
  return intent.intent === 'reset' || (intent.intent === 'set-availability' && !intent.isAvailable);
}

type Completion = { complete(wish: Wish): Understanding };
type Kind = [fits: (wish: Wish) => boolean, complete: (wish: Wish) => Understanding];

const letsIn = /\b(?:liber(?:a|e|ar)|autoriz(?:a|e|ar)|authori[sz]e|let|allow|permit(?:a|e|ir)?)\b/;

const kinds: readonly Kind[] = [
  [
    ({ rest, sentence: { amounts } }) =>
      (noLimit.test(rest) || (verbs.clear.test(rest) && limitNoun.test(rest))) &&
      amounts.kw === undefined &&
      amounts.amperes === undefined,
    clearLimit,
  ],
  [
    ({ rest, sentence: { amounts } }) =>
      verbs.limit.test(rest) &&
      !isOther(rest) &&
      (limitNoun.test(rest) ||
        amounts.kw !== undefined ||
        amounts.amperes !== undefined ||
        amounts.isPart === true ||
        /\b(?:limit|cap|throttle|limit[ae]r?)\b/.test(rest)),
    setLimit,
  ],
  [(wish) => verbs.unblock.test(wish.rest) && isAboutToken(wish), (wish) => block(wish, false)],
  [(wish) => verbs.unblock.test(wish.rest) && lockNoun.test(wish.rest), unlock],
  [
    ({ rest }) => verbs.disable.test(rest) && !sessionNoun.test(rest),
    (wish) =>
      isAboutToken(wish) && wish.sentence.stations.length === 0 ? block(wish, true) : availability(wish, false),
  ],
  [
    ({ rest }) => verbs.enable.test(rest) && !sessionNoun.test(rest),
    (wish) =>
      isAboutToken(wish) && wish.sentence.stations.length === 0 ? block(wish, false) : availability(wish, true),
  ],
  [(wish) => verbs.block.test(wish.rest) && isAboutToken(wish), (wish) => block(wish, true)],
  [
    (wish) =>
      verbs.reserve.test(wish.rest) &&
      (isOurs(wish) || lockNoun.test(wish.rest) || /\b(?:spot|vaga|bay)\b/.test(wish.rest)),
    reserve,
  ],
  [({ rest }) => verbs.reset.test(rest), reset],
  [
    ({ rest, sentence }) =>
      verbs.start.test(rest) &&
      (sessionNoun.test(rest) || sentence.stations.length > 0 || /\bcharging\b|\bcarregar\b/.test(rest)),
    start,
  ],
  [
    ({ rest, sentence }) =>
      verbs.stop.test(rest) &&
      (sessionNoun.test(rest) ||
        sentence.sessions.length > 0 ||
        sentence.stations.length > 0 ||
        stationNoun.test(rest) ||
        /\bcharging\b|\bcarregar\b|\bcarregando\b|\b(?:it|isso|ele|ela)\b|^\w+[.!]?$/.test(rest)),
    stop,
  ],
  [({ rest }) => verbs.unlock.test(rest) && !sessionNoun.test(rest), unlock],
  [({ rest }) => verbs.free.test(rest) && lockNoun.test(rest), unlock],
  [({ rest, sentence }) => letsIn.test(rest) && sentence.stations.length > 0 && sentence.tokens.length > 0, start],
];

/** "this one or that one": whoever leaves the choice to us is asked. */
const either = /(?<!more )(?<!one )\b(?:or|ou)\b(?! (?:more|later|so|mais|menos))/;

/** Words that could mean several of our changes: "turn off CP-7", "libera o CP-7", "bloqueia o CP-7". */
const vague = [verbs.turn, verbs.free, verbs.block, verbs.unblock];

function wished(wish: Wish): Completion | Understanding | undefined {
  const { rest, sentence } = wish;
  const fitting = kinds.filter(([fits]) => fits(wish));
  const [first] = fitting;
  if (first === undefined) {
    const isVague = vague.some((verb) => verb.test(rest));
    if (isVague && isOther(rest)) return { status: 'out-of-scope' };
    if (isVague && isOurs(wish)) return askBack('which');
    if (isVague && rest.split(' ').length <= 2) return askBack('what');
    if (every.test(rest) && rest.split(' ').length <= 3) return askBack('which');
    return undefined;
  }
  if (isOther(rest) && sentence.stations.length === 0 && sentence.tokens.length === 0)
    return { status: 'out-of-scope' };
  if (isSeveral(rest)) return askBack('which');
  return { complete: first[1] };
}

function isOther(rest: string): boolean {
  return otherThings.test(rest) && !sessionNoun.test(rest);
}

/** Two orders in one sentence, such as "stop the session and unlock the cable". */
function isSeveral(rest: string): boolean {
  const apart = [verbs.reset, verbs.stop, verbs.unlock, verbs.block, verbs.reserve, verbs.start].filter((verb) =>
    verb.test(rest),
  );
  return apart.length > 1;
}

function isOurs({ rest, sentence }: Wish): boolean {
  const { stations, tokens, sessions } = sentence;
  const isNamed = stations.length + tokens.length + sessions.length > 0;
  return isNamed || stationNoun.test(rest) || tokenNoun.test(rest) || sessionNoun.test(rest);
}

function isAboutToken({ rest, sentence }: Wish): boolean {
  return sentence.tokens.length > 0 || tokenNoun.test(rest);
}

function askBack(missing: Missing): Understanding {
  return { status: 'ask-back', missing };
}

function understood(intent: ChangingIntent): Understanding {
  return { status: 'understood', intent };
}

/** The one station that is meant, or the question for it. */
function atStation({ sentence: { stations } }: Wish, intentAt: (station: string) => Understanding): Understanding {
  const [station] = stations;
  return station === undefined ? askBack('station') : intentAt(station);
}

function connectorOf({ sentence: { amounts } }: Wish): { connector?: number } {
  return amounts.place === undefined ? {} : { connector: amounts.place };
}

function evseOf({ sentence: { amounts } }: Wish): { evse?: number } {
  return amounts.place === undefined ? {} : { evse: amounts.place };
}

function clearLimit(wish: Wish): Understanding {
  return atStation(wish, (station) => understood({ intent: 'clear-limit', station, ...connectorOf(wish) }));
}

/** For how long is more than the intent can say, and a limit without an end is not what was wished for. */
function setLimit(wish: Wish): Understanding {
  const { kw, amperes, minutes } = wish.sentence.amounts;
  return atStation(wish, (station) => {
    if (kw === undefined && amperes === undefined) return askBack('value');
    if (minutes !== undefined) return { status: 'out-of-scope' };
    const amount = { ...(kw !== undefined && { kw }), ...(kw === undefined && amperes !== undefined && { amperes }) };
    return understood({ intent: 'set-limit', station, ...amount, ...connectorOf(wish) });
  });
}

/** A token is blocked everywhere; whoever names a station too may have meant something else. */
function block({ sentence: { tokens, stations } }: Wish, isBlocked: boolean): Understanding {
  const [token] = tokens;
  if (tokens.length > 1 || stations.length > 0) return askBack('which');
  return token === undefined ? askBack('token') : understood({ intent: 'block-token', token, isBlocked });
}

function unlock(wish: Wish): Understanding {
  return atStation(wish, (station) => understood({ intent: 'unlock', station, ...connectorOf(wish) }));
}

function availability(wish: Wish, isAvailable: boolean): Understanding {
  return atStation(wish, (station) =>
    understood({ intent: 'set-availability', station, ...connectorOf(wish), isAvailable }),
  );
}

function reserve(wish: Wish): Understanding {
  const { tokens, amounts } = wish.sentence;
  const [token] = tokens;
  return atStation(wish, (station) => {
    if (token === undefined) return askBack('token');
    const minutes = amounts.minutes === undefined ? {} : { minutes: amounts.minutes };
    return understood({ intent: 'reserve', station, ...connectorOf(wish), token, ...minutes });
  });
}

/** Unless somebody says otherwise it waits until nobody is charging: the harmless way. A whole station is more than the connector that was named. */
function reset(wish: Wish): Understanding {
  const isNow = atOnce.test(wish.rest);
  if ((isNow && wish.isWhenIdle) || wish.sentence.amounts.place !== undefined) return askBack('which');
  return atStation(wish, (station) => understood({ intent: 'reset', station, when: isNow ? 'now' : 'idle' }));
}

function start(wish: Wish): Understanding {
  const [token] = wish.sentence.tokens;
  // Somebody has to pay for it, so no session begins without a token.
  return atStation(wish, (station) =>
    token === undefined ? askBack('token') : understood({ intent: 'start-session', station, ...evseOf(wish), token }),
  );
}

function stop(wish: Wish): Understanding {
  const { sessions, stations } = wish.sentence;
  const [session] = sessions;
  const [station] = stations;
  if (sessions.length > 1) return askBack('which');
  if (session !== undefined)
    return understood({ intent: 'stop-session', session, ...(station !== undefined && { station }) });
  return atStation(wish, (at) => understood({ intent: 'stop-session', station: at, ...evseOf(wish) }));
}
