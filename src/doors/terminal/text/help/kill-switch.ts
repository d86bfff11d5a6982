import { both } from '../spoken.ts';

export const killSwitch = {
  killSwitch: both(
    'the kill switch: while it is on, no command leaves for any station',
    'o bloqueio geral de comandos: enquanto está ligado, nenhum comando sai para estação alguma',
  ),
  killSwitchOn: both(
    'block all commands to stations, whoever asks',
    'bloqueia todos os comandos às estações, seja quem for que peça',
  ),
  killSwitchOff: both(
    'let commands leave again; takes an administrator',
    'deixa os comandos saírem de novo; exige um administrador',
  ),
  killSwitchStatus: both(
    'whether the kill switch is on, by whom, since when and why',
    'se o bloqueio geral está ligado, por quem, desde quando e por quê',
  ),
  killSwitchWhy: both(
    'why; shown to everybody while the kill switch is on',
    'por quê; mostrado a todos enquanto está ligada',
  ),
};
