import { phrasesIn } from '../phrases.ts';
import { wordsPt } from './words.ts';

export const { say, amount, amounts, energy, list, word, time, place, at, ifTold } = phrasesIn({
  decimal: ',',
  words: wordsPt,
  station: 'a estação inteira',
  evse: (id) => `o EVSE ${id}`,
  connector: (id) => `o conector ${id}`,
  connectorOfEvse: (connector, evse) => `o conector ${connector} do EVSE ${evse}`,
  atStation: 'na estação inteira',
  atEvse: (id) => `no EVSE ${id}`,
  atConnector: (id) => `no conector ${id}`,
  atConnectorOfEvse: (connector, evse) => `no conector ${connector} do EVSE ${evse}`,
  andMore: (count) => `e mais ${count}`,
});

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
