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
