import type { helpKillSwitchEn, killSwitchEn } from './kill-switch-en.ts';

export const killSwitchPtBR: typeof killSwitchEn = {
  killSwitch: {
    isOff: 'Os comandos saem para as estações; a chave geral está desligada.',
    isOn: (by, since) => `A chave geral foi ligada por ${by}, ${since}.`,
    because: (why) => ` Motivo: ${why}`,
  },
};

export const helpKillSwitchPtBR: typeof helpKillSwitchEn = {
  killSwitch: 'a chave geral: enquanto está ligada, nenhum comando sai para estação alguma',
  killSwitchOn: 'bloqueia todos os comandos às estações, seja quem for que peça',
  killSwitchOff: 'deixa os comandos saírem de novo; exige um administrador',
  killSwitchStatus: 'se a chave geral está ligada, por quem, desde quando e por quê',
  killSwitchWhy: 'por quê; mostrado a todos enquanto está ligada',
};
