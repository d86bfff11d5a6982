import { both, sentence } from './spoken.ts';

export const killSwitch = {
  killSwitch: {
    isOff: both(
      'Commands go out to stations; the kill switch is off.',
      'Os comandos saem para as estações; a chave geral está desligada.',
    ),
    isOn: sentence('The kill switch was switched on by {by}, {since}.', 'A chave geral foi ligada por {by}, {since}.'),
    because: sentence(' Why: {why}', ' Motivo: {why}'),
  },
};
