import { both, sentence } from './spoken.ts';

export const killSwitch = {
  killSwitch: {
    isOff: both(
      'Commands go out to stations; the kill switch is off.',
      'Os comandos saem para as estações; o bloqueio geral está desligado.',
    ),
    isOn: sentence(
      'The kill switch was switched on by {by}, {since}.',
      'O bloqueio geral foi ligado por {by}, {since}.',
    ),
    because: sentence(' Why: {why}', ' Motivo: {why}'),
  },
};
