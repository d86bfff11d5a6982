import type { Asked } from '../grammar/asked.ts';
import type { CallIntent, Intent } from '../intent.ts';
import { fold, pattern } from '../spot/fold.ts';
import { verbs } from './words.ts';

/** The opposite of what a change does, or something else that its words might hide: who says this, does not mean that change. */
type Contrary = RegExp;

/** "by 5 kW", "5 kW more": a change of what holds, while we can only set what shall hold. */
const relative = pattern(
  String.raw`\b(?:rais|increas|lower|reduc|decreas|drop|cut|bump|add|turn\w* (?:it )?(?:up|down)|louder|quieter|dim\b|bright)\w*\b.*\bby (?:about |another )?\d|
    \b(?:aument|acrescent|som[ae]|diminu|reduz|baix|abaix|sub(?:a|e|ir)|cort|tir)\w*\b.*\bem (?:mais )?\d|
    \b(?:another|further|additional|extra|mais|menos|outros?) \d+(?:[.,]\d+)? ?(?:k?w|a|amps?|amperes?|%|percent|por cento)(?!\w)|
    \d ?(?:k?w|a|amps?|amperes?|%|percent|por cento)? (?:more|less|extra|higher|lower|a mais|a menos|acima|abaixo)\b|
    \b(?:double|twice|triple|halve|(?<!and a )half(?! an?\b| hours?)|dobr[ao]\w*|tripl[ao]\w*|metade)\b`,
);
const least = /\b(?:at least|no less than|not less than|minimum|pelo menos|ao menos|no minimo|nao menos (?:de|que))\b/;
const amounts: Contrary = new RegExp(`${relative.source}|${least.source}`);

/** "the stations in São Paulo to 10 kW": each of them, and not all together. */
const eachStation = /\b(?:stations|chargers|charge ?points|estacoes|carregadores|pontos de (?:recarga|carga))\b/;

const lifting = pattern(
  String.raw`\b(?:undo|lift|remove|clear|cancel|end|drop|take(?: off| away)?)\b(?: \w+){0,2} (?:block|ban)\b(?: off)?|
    \b(?:desfa\w+|tir\w+|remov\w+|retir\w+|levant\w+|cancel\w+|suspend\w+) (?:o |esse |este )?bloqueio\b`,
);
const on = /\b(?:turn|switch|power) (?:\w+ ){0,4}?on\b|\bacend\w+|\bligu?(?:a|e|ar)\b/;
const off = /\b(?:turn|switch|shut|power) (?:\w+ ){0,4}?off\b|\bdeslig\w+|\bapag\w+/;
const lock = /\block (?:the |it|connector|conector|e\b)|\b(?:trave|travar|tranc(?:a|ar|que))\b/;
const later = /\b(?:extend|prolong\w*|estend\w+|move|postpone|delay|adi(?:a|e|ar)|remarc\w+|shorten|encurt\w+)\b/;
const undone = /\b(?:cancel\w*|undo|give back|desmarc\w+|desfa\w+)\b/;
const refused = /\b(?:reject|refuse|deny|decline|rejeit\w+|recus\w+|neg(?:a|ue|ar))\b/;
const restored = /\b(?:restore|reinstate|un-?revoke|restaur\w+|reativ\w+)\b/;
const givenBack =
  /\b(?:refund\w*|give \w*\b.*\bback|give back|credit\w*|reimburs\w+|return|estorn\w+|devolv\w+|reembols\w+|descont\w+|discount)\b/;
const returned = /\b(?:return|refund|cancel|devolv\w+|reembols\w+|cancel\w+)\b/;
const campaign = {
  pause: /\b(?:resume|continue|stop|cancel|retom\w+|continu\w+|par(?:e|ar)|cancel\w+)\b/,
  resume: /\b(?:pause|stop|cancel|paus\w+|par(?:e|ar)|cancel\w+)\b/,
  stop: /\b(?:resume|pause|retom\w+|paus\w+)\b/,
  cancel: /\b(?:resume|pause|retom\w+|paus\w+)\b/,
} as const;

/**
 * The last look before a change is read back: its effect must not be the opposite of what a word of the sentence says, nor more than it says.
 * What was understood wrongly by any rule before ends here as a question.
 */
export function isEffectMeant(intent: Intent, asked: Asked): boolean {
  if (intent.intent === 'several') {
    const [first, ...others] = intent.wishes;
    const isSame = others.every((each) => each.intent === first?.intent);
    return !isSame || intent.wishes.every((each) => isEffectMeant(each, asked));
  }
  if (intent.intent === 'each') return isEffectMeant(intent.wish, asked);
  const said = ownWords(asked);
  // The one way in which bills are corrected here.
  if (intent.intent === 'call' && intent.tool === 'correct_bill' && !givenBack.test(said)) return false;
  return contraryOf(intent)?.test(said) !== true;
}

/** Without what stands in quotes and without names, which say nothing of what is wanted. */
function ownWords({ text, items }: Asked): string {
  let words = fold(text);
  for (const { at, end, entity } of items)
    if (entity !== undefined && ['quoted', 'name', 'site', 'url', 'device', 'key'].includes(entity.kind))
      words = `${words.slice(0, at)}${'_'.repeat(end - at)}${words.slice(end)}`;
  return words;
}

function contraryOf(intent: Intent): Contrary | undefined {
  switch (intent.intent) {
    case 'start-session':
      return verbs.stop;
    case 'stop-session':
      return verbs.start;
    case 'unlock':
      return lock;
    case 'set-availability':
      return intent.isAvailable ? verbs.disable : verbs.enable;
    case 'set-limit':
      return amounts;
    case 'set-site-limit':
      return new RegExp(`${amounts.source}|${eachStation.source}`);
    case 'reserve':
      return new RegExp(`${undone.source}|${later.source}`);
    case 'block-token':
      return intent.isBlocked ? new RegExp(`${lifting.source}|${verbs.unblock.source}`) : undefined;
    case 'call':
      return contraryOfCall(intent);
    default:
      return undefined;
  }
}

function contraryOfCall({ tool, given = {} }: CallIntent): Contrary | undefined {
  switch (tool) {
    case 'accept_charge_point':
      return refused;
    case 'cancel_reservation':
      return later;
    case 'revoke_certificate':
    case 'revoke_contract':
      return restored;
    case 'create_checkout':
    case 'complete_checkout':
      return returned;
    case 'update_charge_point_configuration':
      return relative;
    case 'change_campaign':
      return campaign[given['order'] as keyof typeof campaign];
    case 'command_many_charge_points':
      return contraryOfMany(String(given['command']));
    case 'call_device_tool':
      return contraryOfDevice(given['wish']);
    default:
      return undefined;
  }
}

function contraryOfMany(command: string): Contrary | undefined {
  if (command === 'put-in-service') return verbs.disable;
  return command === 'take-out-of-service' ? verbs.enable : undefined;
}

function contraryOfDevice(wish: unknown): Contrary | undefined {
  const { on: isOn, level, rgb } = (wish ?? {}) as { on?: boolean; level?: number; rgb?: unknown };
  if (level !== undefined) return relative;
  if (rgb !== undefined) return /\b(?:less|menos|not|nao)\b/;
  return isOn === undefined ? undefined : isOn ? off : on;
}
