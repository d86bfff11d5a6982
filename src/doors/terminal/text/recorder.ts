import { both, sentence } from './spoken.ts';

export const recorder = {
  messages: {
    none: both('Nothing was recorded in that time.', 'Nada foi gravado nesse tempo.'),
    following: both('Waiting for messages; Ctrl+C ends it.', 'Esperando mensagens; Ctrl+C encerra.'),
  },
  replay: {
    notFound: sentence('{file} cannot be read.', '{file} não pode ser lido.'),
    notTrace: both(
      (file: string, line: string) =>
        `Line ${line} of ${file} is no recorded message; take a file that "sigec station messages ID --json" wrote.`,
      (file, line) =>
        `A linha ${line} de ${file} não é uma mensagem gravada; use um arquivo escrito por "sigec station messages ID --json".`,
    ),
    empty: both('There is nothing to replay.', 'Não há nada para repetir.'),
    notEmpty: sentence(
      '{station} is known at {url} already, and a replay would mix with what is recorded of it. Replay into an empty instance.',
      '{station} já é conhecida em {url}, e uma repetição se misturaria ao que está gravado dela. Repita em uma instância vazia.',
    ),
    notAccepted: sentence(
      '{station} was not accepted. Start the empty instance with OCPP_UNKNOWN_STATIONS=accept.',
      '{station} não foi aceita. Inicie a instância vazia com OCPP_UNKNOWN_STATIONS=accept.',
    ),
    noWay: sentence('{station} cannot connect to {url}.', '{station} não consegue se conectar a {url}.'),
    begin: sentence('Replaying {messages} messages of {stations} …', 'Repetindo {messages} mensagens de {stations} …'),
    done: sentence(
      'Replayed {messages} messages of {stations} in {seconds} s.',
      '{messages} mensagens de {stations} repetidas em {seconds} s.',
    ),
    stations: both(
      (count: number) => (count === 1 ? '1 station' : `${count} stations`),
      (count) => (count === 1 ? '1 estação' : `${count} estações`),
    ),
    difference: {
      'other-answer': both('answered otherwise than then', 'respondida de outro modo que então'),
      'no-answer': both('not answered', 'sem resposta'),
      'never-asked': both('we did not ask this time', 'desta vez não perguntamos'),
      'not-recorded': both('we asked this only now', 'só agora perguntamos isto'),
      'command-failed': both('the command could not be asked again', 'o comando não pôde ser pedido de novo'),
      'not-kept': both(
        'cannot be replayed: the recorder did not keep all of it',
        'não pode ser repetida: o gravador não guardou tudo',
      ),
    },
    same: both('Everything was answered as it was then.', 'Tudo foi respondido como então.'),
    different: sentence('{count} differences:', '{count} diferenças:'),
  },
};
