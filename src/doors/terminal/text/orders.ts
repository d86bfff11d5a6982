import type { FirmwareStatus } from '#contract/stations/firmware.ts';
import { both, type Spoken, sentence } from './spoken.ts';

/** What is said about commands to stations and what came of them. */
export const orders = {
  outcome: {
    status: {
      accepted: both('accepted', 'aceito'),
      rejected: both('refused by the station', 'recusado pela estação'),
      'no-answer': both('no answer', 'sem resposta'),
      'not-sent': both('not sent', 'não enviado'),
    },
    running: both('under way', 'em andamento'),
    offline: both('the station is offline', 'a estação está offline'),
    lost: sentence('not carried over: {field}. {why}.', 'não foi levado: {field}. {why}.'),
    effect: sentence('it took effect: {what}, {time}', 'fez efeito: {what}, {time}'),
    noEffect: sentence('nothing was seen of it within {seconds} s', 'nada se viu disso em {seconds} s'),
    effects: {
      'station-booted': both('the station has started again', 'a estação reiniciou'),
      'connector-status': both('the connector has reported its status', 'o conector informou o seu estado'),
      'session-event': both('the session has reported', 'a sessão deu notícia'),
      'report-completed': both('the report is complete', 'o relatório está completo'),
      'firmware-installed': both('the firmware is installed', 'o firmware está instalado'),
      'firmware-failed': both('the firmware could not be installed', 'o firmware não pôde ser instalado'),
      'log-uploaded': both('the log is uploaded', 'o registro foi enviado'),
      'log-failed': both('the log could not be uploaded', 'o registro não pôde ser enviado'),
    },
  },

  command: {
    none: both('Nothing was asked of this station yet.', 'Nada foi pedido a esta estação ainda.'),
  },

  config: {
    none: both('Nothing is known yet.', 'Nada se sabe ainda.'),
    status: {
      accepted: both('accepted', 'aceito'),
      'reboot-required': both('accepted, needs a restart', 'aceito, precisa reiniciar'),
      rejected: both('refused', 'recusado'),
      'unknown-component': both('component unknown', 'componente desconhecido'),
      'unknown-variable': both('unknown', 'desconhecido'),
      'unsupported-attribute': both('attribute not supported', 'atributo não suportado'),
    },
    mutability: {
      'read-only': both('read', 'lido'),
      'write-only': both('written', 'escrito'),
      'read-write': both('read and written', 'lido e escrito'),
    },
  },

  firmware: {
    version: both('Running', 'Em uso'),
    job: both('Last update', 'Última atualização'),
    asked: both('Asked', 'Pedida'),
    outcome: both('Answer', 'Resposta'),
    status: both('Status', 'Estado'),
    told: both('Told besides', 'Dito à parte'),
    noJob: both('none was asked for', 'nenhuma foi pedida'),
    noReport: both('not reported yet', 'ainda não informado'),
    statuses: {
      idle: both('idle', 'parado'),
      'download-scheduled': both('download scheduled', 'download agendado'),
      downloading: both('downloading', 'baixando'),
      'download-paused': both('download paused', 'download em pausa'),
      downloaded: both('downloaded', 'baixado'),
      'download-failed': both('download failed', 'o download falhou'),
      'signature-verified': both('signature verified', 'assinatura conferida'),
      'invalid-signature': both('signature not valid', 'assinatura inválida'),
      'install-scheduled': both('installation scheduled', 'instalação agendada'),
      installing: both('installing', 'instalando'),
      'install-rebooting': both('restarting', 'reiniciando'),
      installed: both('installed', 'instalado'),
      'installation-failed': both('installation failed', 'a instalação falhou'),
      'install-verification-failed': both('verification failed', 'a verificação falhou'),
      'checksum-verified': both('checksum verified', 'soma conferida'),
      'invalid-checksum': both('checksum not valid', 'soma inválida'),
      published: both('published', 'publicado'),
      'publish-failed': both('could not be published', 'não pôde ser publicado'),
    } satisfies Record<FirmwareStatus, Spoken<string>>,
  },
};

export const helpOrders = {
  stationIds: both('ids of one or more stations', 'nomes de uma ou mais estações'),
  also: both('the same for this station too; may be repeated', 'o mesmo para esta estação também; pode ser repetido'),
  why: both('why it is asked; kept with the command', 'por que se pede; fica guardado com o comando'),
  wait: both(
    'wait this long for what follows, such as the restart after a reset',
    'espera tanto tempo pelo que se segue, por exemplo o reinício depois de um reset (segundos)',
  ),
  reset: both('restart stations', 'reinicia estações'),
  whenIdle: both('once no session runs (the default)', 'quando não houver sessão em andamento (o padrão)'),
  atOnce: both('at once; running sessions end', 'já; sessões em andamento terminam'),
  resume: both(
    'at once; running sessions go on afterwards (OCPP 2.1)',
    'já; sessões em andamento continuam depois (OCPP 2.1)',
  ),
  evse: both('only this EVSE (OCPP 2.x)', 'só este EVSE (OCPP 2.x)'),
  unlock: both('unlock a connector', 'destrava um conector'),
  connector: both(
    'number of the EVSE, such as 2, or 2.3 for its third connector',
    'número do EVSE, por exemplo 2, ou 2.3 para o terceiro conector dele',
  ),
  onlyConnector: both(
    'only this EVSE, such as 2, or connector, such as 2.3',
    'só este EVSE, por exemplo 2, ou conector, por exemplo 2.3',
  ),
  enable: both('put stations into service', 'põe estações em serviço'),
  disable: both('take stations out of service', 'tira estações de serviço'),
  trigger: both('ask a station to send a message now', 'pede que a estação envie uma mensagem agora'),
  triggered: both('which message', 'qual mensagem'),
  customTrigger: both(
    "name of the vendor's own message, for custom (OCPP 2.1)",
    'nome da mensagem do fabricante, para custom (OCPP 2.1)',
  ),
  anyCommand: both(
    'ask anything that the system can ask of a station',
    'pede qualquer coisa que o sistema sabe pedir a uma estação',
  ),
  commandName: both(
    'name of the command, such as set-charging-profile; a wrong one lists them all',
    'nome do comando, por exemplo set-charging-profile; um errado lista todos',
  ),
  commandInput: both('its input as JSON', 'os dados em JSON'),
  call: both(
    'send an OCPP message as it is; for administrators',
    'envia uma mensagem OCPP como ela é; para administradores',
  ),
  callAction: both('name of the message, such as GetVariables', 'nome da mensagem, por exemplo GetVariables'),
  callPayload: both('its payload as JSON', 'o conteúdo em JSON'),
  commands: both('what was asked of a station and how it ended', 'o que foi pedido a uma estação e como terminou'),
  config: both('settings of a station', 'configurações de uma estação'),
  configGet: both('read settings; without names all of them', 'lê configurações; sem nomes, todas'),
  configNames: both(
    'Component.Variable or a key of OCPP 1.6, such as HeartbeatInterval',
    'Componente.Variável ou uma chave do OCPP 1.6, por exemplo HeartbeatInterval',
  ),
  cached: both('show what is known without asking the station', 'mostra o que se sabe sem perguntar à estação'),
  configSet: both('change settings', 'muda configurações'),
  configSettings: both('such as HeartbeatInterval=60', 'por exemplo HeartbeatInterval=60'),
  firmware: both('firmware of a station', 'firmware de uma estação'),
  firmwareUpdate: both('let a station fetch and install firmware', 'faz a estação buscar e instalar um firmware'),
  firmwareAddress: both(
    'address of the file, such as https://example.com/firmware.bin',
    'endereço do arquivo, por exemplo https://example.com/firmware.bin',
  ),
  firmwareStatus: both(
    'what runs on a station and how its last update went',
    'o que roda na estação e como foi a última atualização',
  ),
  logs: both('logs of a station', 'registros de uma estação'),
  logsFetch: both('let a station upload its log', 'faz a estação enviar o seu registro'),
  logsAddress: both(
    'where it uploads to, such as https://example.com/upload/',
    'para onde ela envia, por exemplo https://example.com/upload/',
  ),
  logKind: both('which log', 'qual registro'),
};
