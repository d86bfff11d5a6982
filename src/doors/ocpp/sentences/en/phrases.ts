import { phrasesIn } from '../phrases.ts';
import { wordsEn } from './words.ts';

export const { say, amount, amounts, energy, list, word, time, place, at, ifTold } = phrasesIn({
  decimal: '.',
  words: wordsEn,
  station: 'the whole station',
  evse: (id) => `EVSE ${id}`,
  connector: (id) => `connector ${id}`,
  connectorOfEvse: (connector, evse) => `EVSE ${evse} connector ${connector}`,
  atStation: 'at the whole station',
  atEvse: (id) => `at EVSE ${id}`,
  atConnector: (id) => `at connector ${id}`,
  atConnectorOfEvse: (connector, evse) => `at EVSE ${evse} connector ${connector}`,
  andMore: (count) => `and ${count} more`,
});

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
