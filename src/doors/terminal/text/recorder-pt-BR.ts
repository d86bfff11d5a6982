import type { recorderEn } from './recorder-en.ts';

/** The same in Portuguese. */
export const recorderPtBR: typeof recorderEn = {
  messages: {
    none: 'Nada foi gravado nesse tempo.',
    moreBefore: (limit) => `Só as últimas ${limit} são mostradas; --limit mostra mais.`,
    following: 'Esperando mensagens; Ctrl+C encerra.',
  },
  replay: {
    notFound: (file) => `${file} não pode ser lido.`,
    notTrace: (file, line) =>
      `A linha ${line} de ${file} não é uma mensagem gravada; use um arquivo escrito por "sigec station messages ID --json".`,
    empty: 'Não há nada para repetir.',
    notEmpty: (station, url) =>
      `${station} já é conhecida em ${url}, e uma repetição se misturaria ao que está gravado dela. Repita em uma instância vazia.`,
    notAccepted: (station) => `${station} não foi aceita. Inicie a instância vazia com OCPP_UNKNOWN_STATIONS=accept.`,
    noWay: (station, url) => `${station} não consegue se conectar a ${url}.`,
    begin: (messages, stations) => `Repetindo ${messages} mensagens de ${stations} …`,
    done: (messages, stations, seconds) => `${messages} mensagens de ${stations} repetidas em ${seconds} s.`,
    stations: (count) => (count === 1 ? '1 estação' : `${count} estações`),
    difference: {
      'other-answer': 'respondida de outro modo que então',
      'no-answer': 'sem resposta',
      'never-asked': 'desta vez não perguntamos',
      'not-recorded': 'só agora perguntamos isto',
      'command-failed': 'o comando não pôde ser pedido de novo',
      'not-kept': 'não pode ser repetida: o gravador não guardou tudo',
    },
    same: 'Tudo foi respondido como então.',
    different: (count) => `${count} diferenças:`,
    more: (count) => `… e mais ${count}`,
  },
};
