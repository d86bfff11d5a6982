import type { Understanding } from '../intent.ts';
import { dayIn } from '../spot/calendar.ts';
import { fold, pattern } from '../spot/fold.ts';
import { spot } from '../spot/spot.ts';
import { understandBook } from './books.ts';
import { understandChange } from './changes.ts';
import { understandEnergy } from './energy.ts';
import { understandQuestion } from './questions.ts';
import { understandVehicle } from './vehicles.ts';

const unwanted =
  pattern(String.raw`\b(?:nao (?:quero|queremos|preciso|estou procurando|procuro|me mostr\w+|mostr\w+|list\w+|busqu\w+|compr\w+)|
    do(?:n't|nt| not) (?:want|need|show|list|search|look|buy|find)|not (?:looking for|interested))\b`);

/** Whoever wants our rules changed is not talking about charging. */
const aboutOurRules =
  pattern(String.raw`\b(?:ignor\w*|disregard|override|bypass|forget|esquec\w+|desconsider\w+|burl\w+)\b.*\b(?:instructions?|
    rules?|prompts?|polic(?:y|ies)|approvals?|instruc\w+|regras?|politicas?|aprovac\w+)\b`);

const maxCharacters = 600;

export type Moment = { now: Date; timeZone: string };

/** What a sentence wants, in Portuguese or English. What cannot be told for sure is asked back; nothing is guessed that would change anything. */
export function understand(text: string, { now, timeZone }: Moment): Understanding {
  // Half of a long text may say the opposite of the other half, so none of it is taken.
  if (text.length > maxCharacters) return { status: 'out-of-scope' };
  const today = dayIn(timeZone, now);
  const sentence = spot(text, today);
  if (sentence.text === '' || aboutOurRules.test(fold(sentence.text))) return { status: 'out-of-scope' };
  const energy = understandEnergy(sentence, today);
  if (energy !== undefined) return energy;
  const isNamingOurs = sentence.stations.length > 0 && !/\bhb ?20\b|\bs10\b/i.test(text);
  if (!isNamingOurs) {
    const shopping = understandBook(sentence.text) ?? understandVehicle(sentence.text, today);
    if (shopping !== undefined) return unwanted.test(fold(sentence.text)) ? { status: 'negated' } : shopping;
  }
  return understandChange(sentence) ?? understandQuestion(sentence) ?? { status: 'out-of-scope' };
}
