import type { Understanding } from '../intent.ts';
import { aNumber, numberIn, pattern } from '../spot/fold.ts';
import { verbs } from './words.ts';

const each = {
  night:
    /\b(?:(?:every|each|toda|todas as|cada|a cada|per|por|at|during the) (?:single )?(?:night|noites?|madrugadas?)|nightly|todas as madrugadas)\b/,
  hour: /\b(?:(?:every|each|toda|todas as|cada|a cada|per|por) (?:hour|horas?)|hourly|de hora em hora)\b/,
  day: /\b(?:(?:every|each|todo|todos os|cada|a cada|per|por) (?:day|dias?|morning)|toda manha|daily|diariamente)\b/,
};
const lostContact =
  pattern(String.raw`\b(?:los[et]s?|losing|perd(?:eu|eram|er|erem|em|e|ido|ido o)|drop\w*|sem|no) (?:o |a |the |their |its )?(?:contact|
    contato|connection|connectivity|conexao|comunicacao|sinal|signal)\b|\b(?:went|go|goes|gone|were|was|
    been|fic(?:ou|aram|ar|arem)|ca(?:iu|iram|ir|irem)|estiver(?:am|em)|foram) (?:offline|off line|do ar|
    fora do ar|disconnected)\b|\b(?:ca(?:iu|iram|irem|em)|desconect\w+|disconnect\w*)\b`);
const counted = new RegExp(
  `\\b(?:(more than|mais de) )?(?:(once|twice|thrice)|(${aNumber})(?: or more| ou mais)?(?: ?x| times| vezes| vez))\\b`,
);
const periodic = /\b(?:every|each|toda|todas as|todo|todos os|cada|a cada|nightly|hourly|daily|diariamente)\b/;

/** "every night restart stations that lost contact twice". Other standing orders are more than a few words can say. */
export function understandRule(rest: string): Understanding | undefined {
  const [when] = (Object.keys(each) as (keyof typeof each)[]).filter((name) => each[name].test(rest));
  if (when === undefined) return undefined;
  if (!verbs.reset.test(rest) || !lostContact.test(rest))
    return Object.values(verbs).some((verb) => verb.test(rest)) && periodic.test(rest)
      ? { status: 'out-of-scope' }
      : undefined;
  const [, more, word, digits] = counted.exec(rest) ?? [];
  const times = (numberIn(word ?? digits ?? 'one') ?? 1) + (more === undefined ? 0 : 1);
  return {
    status: 'understood',
    intent: { intent: 'draft-rule', does: 'reset', when: 'lost-contact', times, each: when },
  };
}
