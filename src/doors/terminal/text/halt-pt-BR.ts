import type { haltEn, helpHaltEn } from './halt-en.ts';

export const haltPtBR: typeof haltEn = {
  halt: {
    isOff: 'Os comandos saem para as estações; nada está suspenso.',
    isOn: (by, since) => `Os comandos às estações foram suspensos por ${by}, ${since}.`,
    because: (why) => ` Motivo: ${why}`,
    wasSwitchedOn: 'os comandos às estações foram suspensos',
    wasSwitchedOff: 'os comandos às estações voltaram a sair',
  },
};

export const helpHaltPtBR: typeof helpHaltEn = {
  halt: 'a chave geral: enquanto está ligada, nenhum comando sai para estação alguma',
  haltOn: 'suspende todos os comandos às estações, seja quem for que peça',
  haltOff: 'deixa os comandos saírem de novo; exige um administrador',
  haltStatus: 'se os comandos estão suspensos, por quem, desde quando e por quê',
  haltWhy: 'por quê; mostrado a todos enquanto os comandos estão suspensos',
};
