import type { helpSessionsEn } from './help-sessions-en.ts';

/** The same in Portuguese. */
export const helpSessionsPtBR: typeof helpSessionsEn = {
  session: 'sessões de recarga',
  sessionList: 'sessões, as mais novas primeiro',
  sessionShow: 'uma sessão: a curva, por que terminou e o que é estranho nela',
  sessionStart: 'inicia uma sessão à distância',
  sessionStop: 'para uma sessão em andamento',
  sessionExport: 'grava sessões em um arquivo ou na saída, todas as que servem',
  sessionId: 'id da sessão, como a lista mostra',
  sessionStation: 'só sessões desta estação',
  sessionEvse: 'só sessões neste EVSE da estação',
  sessionState: 'só sessões neste estado',
  sessionToken: 'só sessões com este token, como está impresso no cartão',
  sessionTokenHash: 'o mesmo pelo hash dele, por exemplo tok_…',
  sessionSince: 'só sessões que começaram há tanto tempo ou depois, por exemplo 12h ou 30d',
  sessionFrom: 'só sessões que começaram nesta hora ou depois, por exemplo 2026-03-01 ou 2026-03-01T08:00',
  sessionTo: 'só sessões que começaram antes desta hora',
  sessionMonth: 'só sessões que começaram neste mês, por exemplo 2026-03 ou last (o anterior)',
  sessionFlag: 'só sessões com esta estranheza',
  sessionFlagged: 'só sessões com alguma estranheza',
  sessionMinimum: 'só sessões com pelo menos esta energia, em kWh',
  sessionFormat: 'csv para planilhas, jsonl para programas',
  sessionOut: 'o arquivo a gravar; sem isto: a saída',
  sessionJson: 'o mesmo que --format jsonl',
  token: 'o token com que se recarrega',
  tokenId: 'ou o id de um token conhecido aqui',
};
