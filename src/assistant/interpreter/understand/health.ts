import type { Understanding } from '../intent.ts';
import { fold } from '../spot/fold.ts';
import type { Spotted } from '../spot/spot.ts';
import { someNegation } from './stance.ts';

const asksWhich = /\b(?:which|what|any|qual|quais|que|alguma?s?|algum|tem|ha)\b/;
const asksWhy = /\b(?:why|por ?que|pq|motivo|razao|reason)\b/;
const thing =
  /\b(?:stations?|chargers?|charge points?|connectors?|estac(?:ao|oes)|carregador(?:es)?|pontos?|conector(?:es)?)\b/;
/** A failure that lies ahead, not one that is. */
const ahead =
  /\b(?:fails? (?:next|soon)|(?:will|going to|about to|might|could|likely to)(?: \S+){0,3} (?:fail|break)|break(?:s)? (?:next|soon)|v(?:ai|ao) (?:falhar|quebrar|dar (?:defeito|problema)|parar)|(?:pode|podem|deve|devem) (?:falhar|quebrar)|prestes a (?:falhar|quebrar)|proxima (?:a|estacao a) (?:falhar|quebrar)|(?:needs?|precisa[m]? de) (?:maintenance|manutencao)|(?:predict|foresee|prev\w+|foreseen) (?:failures?|falhas?)|falhas? previstas?)\b/;

/** Which station fails next, or why one will. undefined: the sentence is about something else. */
export function understandHealth({ stations, text }: Spotted): Understanding | undefined {
  const folded = fold(text);
  if (!ahead.test(folded) || someNegation.test(folded)) return undefined;
  const [station, ...others] = stations;
  if (others.length > 0) return { status: 'ask-back', missing: 'which' };
  if (station !== undefined) return { status: 'understood', intent: { intent: 'foresee', station } };
  if (!asksWhich.test(folded) && !asksWhy.test(folded) && !thing.test(folded)) return undefined;
  return { status: 'understood', intent: { intent: 'foresee' } };
}
