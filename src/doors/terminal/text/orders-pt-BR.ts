import type { ordersEn } from './orders-en.ts';

/** The same in Portuguese. */
export const ordersPtBR: typeof ordersEn = {
  outcome: {
    status: {
      accepted: 'aceito',
      rejected: 'recusado pela estação',
      'no-answer': 'sem resposta',
      'not-sent': 'não enviado',
    },
    running: 'em andamento',
    offline: 'a estação está offline',
    lost: (field, why) => `não foi levado: ${field}. ${why}.`,
    effect: (what, time) => `fez efeito: ${what}, ${time}`,
    noEffect: (seconds) => `nada se viu disso em ${seconds} s`,
    effects: {
      'station-booted': 'a estação reiniciou',
      'connector-status': 'o conector informou o seu estado',
      'session-event': 'a sessão deu notícia',
      'report-completed': 'o relatório está completo',
      'firmware-installed': 'o firmware está instalado',
      'firmware-failed': 'o firmware não pôde ser instalado',
      'log-uploaded': 'o registro foi enviado',
      'log-failed': 'o registro não pôde ser enviado',
    },
  },

  command: {
    columns: {
      asked: 'Pedido',
      command: 'Comando',
      input: 'Dados',
      outcome: 'Resultado',
      by: 'Por',
      why: 'Motivo',
    },
    none: 'Nada foi pedido a esta estação ainda.',
  },

  config: {
    columns: {
      name: 'Nome',
      value: 'Valor',
      status: 'Estado',
      reason: 'Motivo',
      key: 'Chave do OCPP 1.6',
      mutability: 'Pode ser',
      learned: 'Sabido desde',
    },
    none: 'Nada se sabe ainda.',
    status: {
      accepted: 'aceito',
      'reboot-required': 'aceito, precisa reiniciar',
      rejected: 'recusado',
      'unknown-component': 'componente desconhecido',
      'unknown-variable': 'desconhecido',
      'unsupported-attribute': 'atributo não suportado',
    },
    mutability: { 'read-only': 'lido', 'write-only': 'escrito', 'read-write': 'lido e escrito' },
  },

  firmware: {
    version: 'Em uso',
    job: 'Última atualização',
    asked: 'Pedida',
    outcome: 'Resposta',
    status: 'Estado',
    told: 'Dito à parte',
    noJob: 'nenhuma foi pedida',
    noReport: 'ainda não informado',
    statuses: {
      idle: 'parado',
      'download-scheduled': 'download agendado',
      downloading: 'baixando',
      'download-paused': 'download em pausa',
      downloaded: 'baixado',
      'download-failed': 'o download falhou',
      'signature-verified': 'assinatura conferida',
      'invalid-signature': 'assinatura inválida',
      'install-scheduled': 'instalação agendada',
      installing: 'instalando',
      'install-rebooting': 'reiniciando',
      installed: 'instalado',
      'installation-failed': 'a instalação falhou',
      'install-verification-failed': 'a verificação falhou',
      'checksum-verified': 'soma conferida',
      'invalid-checksum': 'soma inválida',
      published: 'publicado',
      'publish-failed': 'não pôde ser publicado',
    },
  },
};
