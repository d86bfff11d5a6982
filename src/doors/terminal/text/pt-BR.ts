import { accessPtBR } from './access-pt-BR.ts';
import { chatPtBR } from './chat-pt-BR.ts';
import { databasePtBR } from './database-pt-BR.ts';
import { decisionsPtBR } from './decisions-pt-BR.ts';
import { devicesPtBR } from './devices-pt-BR.ts';
import type { en } from './en.ts';
import { findingsPtBR } from './findings-pt-BR.ts';
import { helpPtBR } from './help-pt-BR.ts';
import { killSwitchPtBR } from './kill-switch-pt-BR.ts';
import { mcpPtBR } from './mcp-pt-BR.ts';
import { mcpScanPtBR } from './mcp-scan-pt-BR.ts';
import { odditiesPtBR } from './oddities-pt-BR.ts';
import { ordersPtBR } from './orders-pt-BR.ts';
import { pricesPtBR } from './prices-pt-BR.ts';
import { proposalsPtBR } from './proposals-pt-BR.ts';
import { recorderPtBR } from './recorder-pt-BR.ts';
import { reportsPtBR } from './reports-pt-BR.ts';
import { sessionsPtBR } from './sessions-pt-BR.ts';
import { settingsPtBR } from './settings-pt-BR.ts';
import { shopPtBR } from './shop-pt-BR.ts';
import { vehiclesPtBR } from './vehicles-pt-BR.ts';

/** What a code of the server means; its own sentence, which is English, follows. */
const codes: Record<string, string> = {
  INVALID_INPUT: 'O servidor não aceita este valor.',
  NOT_SIGNED_IN: 'Isto exige uma chave válida.',
  NOT_ALLOWED: 'Sua chave não permite isto.',
  NOT_FOUND: 'Não encontrado.',
  CONFLICT: 'Isto não combina com o estado atual.',
  STATION_OFFLINE: 'A estação está offline.',
  TOO_MANY_REQUESTS: 'Pedidos demais; espere um momento e tente de novo.',
  DATABASE_AWAY: 'O banco de dados está fora por enquanto; tente de novo quando ele voltar.',
  INTERNAL: 'Algo falhou do lado do servidor.',
};

export const ptBR: typeof en = {
  help: helpPtBR,
  findings: findingsPtBR,
  ...ordersPtBR,
  ...recorderPtBR,
  ...databasePtBR,
  ...sessionsPtBR,
  ...accessPtBR,
  ...decisionsPtBR,
  ...pricesPtBR,
  ...reportsPtBR,
  languageName: 'pt-BR',
  ...killSwitchPtBR,
  ...chatPtBR,
  ...mcpPtBR,
  ...mcpScanPtBR,
  ...proposalsPtBR,
  ...vehiclesPtBR,
  ...shopPtBR,
  ...devicesPtBR,
  oddities: odditiesPtBR,
  settings: settingsPtBR,

  wrongUse: {
    unknownCommand: (name) => `Não existe o comando "${name}".`,
    unknownOption: (name) => `Não existe a opção ${name} aqui.`,
    missingArgument: (name) => `Falta ${name.toUpperCase()}.`,
    missingValue: (option) => `${option} precisa de um valor.`,
    missingOption: (option) => `Falta ${option}.`,
    tooMany: 'Isto é mais do que este comando aceita.',
    invalidValue: ({ option, accepts }) => `${option} aceita ${accepts}.`,
    invalidInput: ({ name, value, accepts }) => `${name} não pode ser "${value}"; aceita ${accepts}.`,
    conflict: (options) => `Só uma destas pode ser dada: ${options}.`,
    other: 'Não foi possível entender este comando.',
    didYouMean: (names) => `Você quis dizer ${names}?`,
    seeHelp: (command) => `"${command} --help" mostra o que há.`,
  },
  accepts: {
    duration: 'uma duração como 90s, 5m, 2h ou 90d',
    limit: 'um número inteiro de 1 a 1000',
    language: 'en ou pt-BR',
    url: 'um endereço como http://127.0.0.1:8001',
    key: 'uma chave sem espaços',
    mcpUrl: 'um endereço como http://127.0.0.1:8000/mcp',
    stationId: '1 a 48 caracteres visíveis sem / \\ : ? #',
    ocppUrl: 'um endereço como ws://127.0.0.1:9000',
    connector: 'um número como 2, ou 2.3 para o terceiro conector do EVSE 2',
    numberFrom: (least, most) => `um número inteiro de ${least} a ${most}`,
    json: 'um objeto JSON como {"evseId": 1}',
    until: 'uma hora com o seu fuso, por exemplo 2026-11-15T10:00:00Z, ou latest',
    setting: 'um nome e um valor, por exemplo HeartbeatInterval=60',
    time: 'uma hora como 2026-03-01, 2026-03-01T08:00 ou 2026-03-01T08:00:00Z',
    month: 'um mês como 2026-03, ou last (o anterior)',
    energy: 'kWh, por exemplo 50 ou 0.5',
  },

  problem: {
    notReachable: (url, command) =>
      `Nada responde em ${url}. Inicie o sistema com "${command} serve", ou dê o endereço dele com --url ou SIGEC_URL.`,
    notProven: (url) =>
      `O que escuta em ${url} não consegue provar que é o seu servidor, então a chave não foi enviada. Confira se "sigec serve" usa o mesmo DATA_DIR, ou indique o seu servidor com --url ou SIGEC_URL.`,
    tooSlow: (url) => `${url} não respondeu a tempo. Tente de novo; "sigec doctor" diz o que pode estar errado.`,
    connectionFailed: (url, reason) => `A conexão com ${url} falhou: ${reason}.`,
    notSigec: (url) => `${url} não responde como o SIGEC. Confira o endereço dado com --url ou SIGEC_URL.`,
    otherVersion: (url) =>
      `Não foi possível ler a resposta de ${url}: ali roda outra versão do SIGEC. Use o sigec que veio com ela.`,
    told: (code, message) => `${codes[code] ?? 'Não deu certo.'} O servidor diz: ${message}`,
    giveKey: 'Dê uma chave com --key ou SIGEC_KEY.',
    cannotStart: (sentence) => `O sistema não pode iniciar: ${sentence}`,
    unexpected: (sentence) => `Isto falhou por um erro nosso: ${sentence}`,
    ambiguousStation: (given, ids) => `"${given}" serve para várias estações: ${ids}. Escreva mais do nome.`,
    watchLost: (sentence) => `${sentence} Tentando de novo …`,
  },

  serve: {
    starting: (version) => `SIGEC-VE ${version} está iniciando …`,
    console: 'Console e API',
    stations: 'Estações de recarga',
    agents: 'Agentes (MCP)',
    devices: 'Dispositivos',
    shop: 'Livraria (UCP)',
    stationId: 'nome-da-estação',
    signIn: 'Entre pela primeira vez com este link; ele funciona uma vez, dentro de uma hora:',
    demo: 'Uma pequena rede de estações simuladas está em execução; uma delas espera ser aceita.',
    ready: 'pronto',
    stopping: 'Parando … (de novo para sair já)',
    stopped: 'Parado.',
    crashed: (reference) => `O SIGEC para por causa de um erro nosso; o registro diz mais sob ${reference}.`,
  },

  now: {
    title: (version, url) => `SIGEC-VE ${version} em ${url}`,
    none: 'Nenhuma estação chamou ainda.',
    counts: ({ online, offline, pending }) => `${online} online, ${offline} offline, ${pending} pendentes`,
    attention: 'Precisa de atenção',
    allWell: 'Nada precisa de atenção.',
    notRunning: (url) => `O SIGEC não está em execução: nada responde em ${url}.`,
    next: 'Talvez você queira',
    doServe: 'iniciar o sistema',
    doDemo: 'iniciar com uma pequena rede simulada',
    doDoctor: 'verificar o que ele precisa',
    doAccept: 'aceitar a estação',
    doShow: 'ver o que há de errado ali',
    doWatch: 'ver todas as estações, ao vivo',
    doFollow: 'ver o que acontece, na hora',
    doAddress: 'conectar um agente',
    doFleet: 'conectar cinco estações simuladas',
  },

  station: {
    columns: {
      station: 'Estação',
      link: 'Conexão',
      connectors: 'Conectores',
      model: 'Modelo',
      firmware: 'Firmware',
      version: 'OCPP',
      lastSeen: 'Vista por último',
    },
    none: 'Nenhuma estação encontrada.',
    shown: (shown) => (shown === 1 ? '1 estação' : `${shown} estações`),
    more: (count) => `… e mais ${count}`,
    state: { online: 'online', offline: 'offline', pending: 'pendente' },
    offlineReason: {
      'never-connected': 'nunca conectou',
      'closed-by-station': 'encerrada pela estação',
      'no-answer': 'sem resposta',
      replaced: 'trocada por uma conexão mais nova',
      'refused-input': 'encerrada por nós: mensagens ilegíveis',
      'over-budget': 'encerrada por nós: mensagens demais',
      'database-away': 'encerrada por nós: banco de dados fora',
      'server-stopped': 'o servidor foi parado',
      rejected: 'foi rejeitada',
    },
    pendingReason: {
      'unknown-station': 'ainda desconhecida aqui',
      'no-password': 'veio sem a senha',
      'wrong-password': 'veio com a senha errada',
      'no-common-version': 'não fala nenhuma versão OCPP que conhecemos',
      'no-station-id': 'foi configurada sem identificação: o endereço deve terminar com /ID',
      rejected: 'foi rejeitada',
    },
    status: {
      available: 'disponível',
      occupied: 'ocupado',
      reserved: 'reservado',
      unavailable: 'indisponível',
      faulted: 'com falha',
    },
    activity: {
      preparing: 'preparando',
      charging: 'carregando',
      'suspended-by-station': 'pausado pela estação',
      'suspended-by-vehicle': 'pausado pelo veículo',
      finishing: 'terminando',
    },
    fields: {
      link: 'Conexão',
      address: 'Endereço',
      attempts: 'Tentativas',
      vendor: 'Fabricante',
      model: 'Modelo',
      serialNumber: 'Número de série',
      firmware: 'Firmware',
      booted: 'Iniciada',
      lastSeen: 'Vista por último',
      password: 'Senha',
      accepted: 'Aceita',
      contest: 'Disputada',
    },
    contest: (kept, refused, tries) => `a conexão de ${kept} é mantida, ${tries} de ${refused} recusada(s)`,
    frozenUntil: (time) => `os comandos esperam até ${time}`,
    hasPassword: { true: 'definida', false: 'nenhuma' },
    by: (who) => `por ${who}`,
    unknown: 'não informado',
    notAccepted: 'ainda não',
    noConnectors: 'nenhum informado ainda',
    connectorColumns: { connector: 'Conector', status: 'Estado', reason: 'Motivo', since: 'Desde' },
    connector: (number) => `conector ${number}`,
    wholeStation: 'estação inteira',
    accepted: (id) => `${id} foi aceita.`,
    password: 'A senha dela, que só aparece desta vez; digite-a na estação:',
    noPassword: 'Ela não precisa de senha.',
  },

  event: {
    columns: { time: 'Hora', event: 'Evento', by: 'Por' },
    none: 'Nada aconteceu nesse tempo.',
    moreBefore: (limit) => `Só os últimos ${limit} aparecem; --limit mostra mais.`,
    following: 'Esperando eventos; Ctrl+C encerra.',
    lost: 'A conexão caiu; tentando de novo …',
    back: 'Conectado de novo.',
    happened: (time) => `(aconteceu ${time})`,
    remoteStart: 'à distância',
  },

  key: {
    columns: {
      id: 'Chave',
      name: 'Nome',
      kind: 'Tipo',
      role: 'Papel',
      scopes: 'Limites',
      expires: 'Termina',
      lastUsed: 'Último uso',
      state: 'Estado',
    },
    none: 'Ainda não há chave.',
    kind: { person: 'pessoa', program: 'programa', agent: 'agente' },
    role: { viewer: 'leitor', operator: 'operador', administrator: 'administrador' },
    everything: 'tudo do seu papel',
    valid: 'válida',
    expired: 'vencida',
    revoked: 'revogada',
    created: (name, id) => `A chave "${name}" (${id}) foi criada. Ela só aparece desta vez:`,
    ended: (name, id) => `A chave "${name}" (${id}) foi revogada.`,
  },

  mcp: {
    address: 'Os agentes se conectam a este endereço:',
    paste: 'Cole isto na configuração do agente:',
    yourKey: 'SUA-CHAVE',
    makeKey: (command) =>
      `Ponha uma chave no lugar de SUA-CHAVE; isto cria uma: ${command} key create meu-agente --kind agent --role viewer`,
  },

  simulate: {
    connecting: ({ id, version, url }) => `${id} (OCPP ${version}) chama ${url}`,
    state: {
      stopped: 'parada',
      offline: 'sem conexão',
      booting: 'conectada',
      pending: 'espera ser aceita',
      rejected: 'recusada pelo servidor',
      accepted: 'aceita',
    },
    answered: (action) => `${action}: respondido`,
    failed: (action, outcome) => `${action}: ${outcome}`,
    trouble: (kind) => `problema: ${kind}`,
  },

  audit: {
    whole: (node, entries) => `${node}: íntegra, ${entries} entradas`,
    broken: (node, entry) =>
      `${node}: quebrada na entrada ${entry}. Ela ou uma anterior foi alterada ou retirada; compare com uma cópia de segurança.`,
    none: 'A trilha de auditoria está vazia.',
  },

  doctor: {
    fine: 'ok',
    problem: 'problema',
    checks: {
      settings: 'configurações',
      'data-directory': 'pasta de dados',
      clock: 'relógio',
      database: 'banco de dados',
      port: 'porta',
      provider: 'modelo de linguagem',
    },
    allFine: 'Tudo em ordem.',
    problems: (count) => (count === 1 ? '1 problema encontrado.' : `${count} problemas encontrados.`),
  },

  time: { never: 'nunca', now: 'agora mesmo' },
};
