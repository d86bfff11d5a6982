import { readRuleWords } from '../../src/contract/automation/read-rule-text.ts';
import { ruleSentence } from '../../src/contract/automation/rule-words.ts';

const sites = [
  { id: 'depot', name: 'Depot' },
  { id: 'deposito', name: 'Depósito' },
];
/** The limits that a rule has where a sentence names none. */
const usualLimits =
  / At most (?:200 times a day, 24 per station, 10|20 times a day, 2 per station, 60) minutes apart\./;

/** What an operator in Recife hears of a sentence: the rule in words, or what is asked about. */
export function readBack(said: string): string {
  const { rule, unread, lacks } = readRuleWords(said, { timeZone: 'America/Recife', sites });
  if (unread.length > 0) return `? ${unread.join(' | ')}`;
  return rule === undefined ? `? no ${lacks}` : ruleSentence(rule).en.replace(usualLimits, '');
}
