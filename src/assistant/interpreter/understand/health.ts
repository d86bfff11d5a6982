import type { Understanding } from '../intent.ts';
import { fold, pattern } from '../spot/fold.ts';
import type { Spotted } from '../spot/spot.ts';
import { someNegation } from './stance.ts';

const asksWhich = /\b(?:which|what|any|qual|quais|que|alguma?s?|algum|tem|ha)\b/;
const asksWhy = /\b(?:why|por ?que|pq|motivo|razao|reason)\b/;
const thing =
  /\b(?:stations?|chargers?|charge points?|connectors?|estac(?:ao|oes)|carregador(?:es)?|pontos?|conector(?:es)?)\b/;
const failing = 'fail|break|falhar|quebrar|parar|dar (?:defeito|problema)';
/** A failure that lies ahead, not one that is. */
const ahead = pattern(String.raw`\b(?:fails? (?:next|soon|first)|breaks? (?:next|soon|first)|
  (?:will|going to|about to|might|may|could|likely to|think)(?: \S+){0,3} (?:${failing})|next failures?|
  (?:vai|vao|pode|podem|deve|devem|prestes a|proxima a|estacao a) (?:${failing})|proximas? falhas?|
  (?:needs?|precisa[m]? de) (?:maintenance|manutencao)|falhas? previstas?|
  (?:predict\w*|foresee|foreseen|prev\w+)(?: the| a| o| as)? (?:failures?|falhas?|next failure)|early warnings?|alertas? de falhas?)\b`);
/** How likely it is, and what speaks for it. */
const risk =
  pattern(String.raw`\b(?:at risk|risks?|likely|likelihood|chances?|probability|evidence|em risco|riscos?|probabilidade|
  evidencias?)\b`);
const evidence = /\bevidenc/;
/** Whom a technician is sent to first. */
const firstOfAll =
  pattern(String.raw`\b(?:(?:repaired|repair|fix|fixed|maintain|serviced?|visit) first|technicians?\b.*\bfirst|
  (?:consertar|consertad[oa]|reparar|visitar|arrumar) primeiro|tecnicos?\b.*\bprimeiro)\b`);

/** What can be nothing else than a failure of a station. */
const alone = /\b(?:failures?|falhas?|early warnings?)\b/;

/** Which station fails next, or why one will. undefined: the sentence is about something else. */
export function understandHealth({ stations, text }: Spotted): Understanding | undefined {
  const folded = fold(text);
  if (someNegation.test(folded)) return undefined;
  const [station, ...others] = stations;
  if (firstOfAll.test(folded)) return { status: 'understood', intent: { intent: 'foresee' } };
  const isRisk = risk.test(folded) && (station !== undefined || thing.test(folded));
  if (!ahead.test(folded) && !isRisk) return undefined;
  if (others.length > 0) return { status: 'ask-back', missing: 'which' };
  const isWhy = (asksWhy.test(folded) || evidence.test(folded)) && { isWhy: true };
  if (station !== undefined) return { status: 'understood', intent: { intent: 'foresee', station, ...isWhy } };
  if (!asksWhich.test(folded) && !asksWhy.test(folded) && !thing.test(folded) && !alone.test(folded)) return undefined;
  return { status: 'understood', intent: { intent: 'foresee', ...isWhy } };
}
