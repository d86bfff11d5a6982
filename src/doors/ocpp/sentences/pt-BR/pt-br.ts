import type { Sentences } from '../sentence-types.ts';
import type { Tongue } from '../tongue.ts';
import { diagnosticsPt } from './diagnostics.ts';
import { energyPt } from './energy.ts';
import { equipmentPt } from './equipment.ts';
import { count, word } from './phrases.ts';
import { sessionsPt } from './sessions.ts';

export const ptBr: Tongue = {
  sentences: { ...sessionsPt, ...equipmentPt, ...diagnosticsPt, ...energyPt } satisfies Sentences,
  word,
  numberOf: (count, status) => `${count} ${status}`,
  refused: (why) => `recusado (${why})`,
  noAnswer: 'sem resposta',
  connected: (version, address) => `conectou-se (OCPP ${version}) de ${address}`,
  disconnected: (reason, heartbeats) =>
    `ficou offline: ${reason}${heartbeats === 0 ? '' : `, após ${count(heartbeats, 'sinal de vida', 'sinais de vida')}`}`,
  offlineReasons: {
    'never-connected': 'nunca conectou',
    'closed-by-station': 'encerrada pela estação',
    'no-answer': 'sem resposta',
    replaced: 'trocada por uma conexão mais nova',
    'refused-input': 'encerrada por nós após mensagens ilegíveis',
    'over-budget': 'encerrada por nós após mensagens demais',
    'database-away': 'encerrada por nós: banco de dados fora',
    'server-stopped': 'o servidor foi parado',
    rejected: 'foi rejeitada',
    'exemption-ended': 'a isenção de senha dela acabou',
    'certificate-revoked': 'o certificado dela foi revogado',
  },
  unreadable: (characters) => `enviou algo que não pode ser lido (${characters} caracteres)`,
  unknown: (action, isStation) =>
    isStation
      ? `enviou ${action}, que não pode ser lido por inteiro`
      : `recebeu ${action}, que não pode ser lido por inteiro`,
  unasked: (action) => `enviou uma resposta que ninguém esperava${action === null ? '' : ` (${action})`}`,
  answerRefused: (action, code) => `não pôde ler nossa resposta${action === null ? '' : ` a ${action}`} (${code})`,
  theirAnswerRefused: (action, code) =>
    `soube que sua resposta${action === null ? '' : ` a ${action}`} não pode ser lida (${code})`,
};
