import type { NotReadyCause } from '#contract/health.ts';
import { both, type Spoken, sentence } from './spoken.ts';

/** What a code of the server means in Portuguese; its own sentence, which is English, follows. */
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

/** What is said by every command, and by those about the system as a whole. */
export const general = {
  /** Of a list that is not shown to its end. */
  list: {
    newest: sentence(
      'Only the newest {limit} are shown; --limit shows more.',
      'Só as {limit} mais novas aparecem; --limit mostra mais.',
    ),
    last: sentence(
      'Only the last {limit} are shown; --limit shows more.',
      'Só as últimas {limit} são mostradas; --limit mostra mais.',
    ),
    more: sentence('… and {count} more', '… e mais {count}'),
  },

  wrongUse: {
    unknownCommand: sentence('There is no command "{name}".', 'Não existe o comando "{name}".'),
    unknownOption: sentence('There is no option {name} here.', 'Não existe a opção {name} aqui.'),
    missingArgument: both(
      (name: string) => `${name.toUpperCase()} is missing.`,
      (name) => `Falta ${name.toUpperCase()}.`,
    ),
    missingValue: sentence('{option} needs a value.', '{option} precisa de um valor.'),
    missingOption: sentence('{option} is missing.', 'Falta {option}.'),
    tooMany: both('That is more than this command takes.', 'Isto é mais do que este comando aceita.'),
    invalidValue: both(
      (given: { option: string; accepts: string }) => `${given.option} accepts ${given.accepts}.`,
      ({ option, accepts }) => `${option} aceita ${accepts}.`,
    ),
    invalidInput: both(
      (given: { name: string; value: string; accepts: string }) =>
        `${given.name} cannot be "${given.value}"; it accepts ${given.accepts}.`,
      ({ name, value, accepts }) => `${name} não pode ser "${value}"; aceita ${accepts}.`,
    ),
    conflict: sentence('Only one of these can be given: {options}.', 'Só uma destas pode ser dada: {options}.'),
    other: both('This command cannot be understood.', 'Não foi possível entender este comando.'),
    didYouMean: sentence('Did you mean {names}?', 'Você quis dizer {names}?'),
    seeHelp: sentence('"{command} --help" shows what there is.', '"{command} --help" mostra o que há.'),
  },
  accepts: {
    duration: both('a duration such as 90s, 5m, 2h or 90d', 'uma duração como 90s, 5m, 2h ou 90d'),
    url: both('an address such as http://127.0.0.1:8001', 'um endereço como http://127.0.0.1:8001'),
    key: both('a key without spaces', 'uma chave sem espaços'),
    mcpUrl: both('an address such as http://127.0.0.1:8000/mcp', 'um endereço como http://127.0.0.1:8000/mcp'),
    stationId: both('1 to 48 visible characters without / \\ : ? #', '1 a 48 caracteres visíveis sem / \\ : ? #'),
    certificateFile: both('a PEM file with certificates', 'um arquivo PEM com certificados'),
    ocppUrl: both('an address such as ws://127.0.0.1:9000', 'um endereço como ws://127.0.0.1:9000'),
    connector: both(
      'a number such as 2, or 2.3 for the third connector of EVSE 2',
      'um número como 2, ou 2.3 para o terceiro conector do EVSE 2',
    ),
    numberFrom: sentence('a whole number from {least} to {most}', 'um número inteiro de {least} a {most}'),
    json: both('a JSON object such as {"evseId": 1}', 'um objeto JSON como {"evseId": 1}'),
    until: both(
      'a time with its zone such as 2026-11-15T10:00:00Z, or latest',
      'uma hora com o seu fuso, por exemplo 2026-11-15T10:00:00Z, ou latest',
    ),
    setting: both(
      'a name and a value, such as HeartbeatInterval=60',
      'um nome e um valor, por exemplo HeartbeatInterval=60',
    ),
    time: both(
      'a time such as 2026-03-01, 2026-03-01T08:00 or 2026-03-01T08:00:00Z',
      'uma hora como 2026-03-01, 2026-03-01T08:00 ou 2026-03-01T08:00:00Z',
    ),
    month: both('a month such as 2026-03, or last', 'um mês como 2026-03, ou last (o anterior)'),
    energy: both('kWh such as 50 or 0.5', 'kWh, por exemplo 50 ou 0.5'),
  },

  problem: {
    notReachable: sentence(
      'Nothing answers at {url}. Start the system with "{command} serve", or give its address with --url or SIGEC_URL.',
      'Nada responde em {url}. Inicie o sistema com "{command} serve", ou dê o endereço dele com --url ou SIGEC_URL.',
    ),
    notProven: sentence(
      'What listens at {url} cannot prove that it is your server, so the key was not sent. Check that "sigec serve" runs with the same DATA_DIR; or give its key with --key beside --url, or in SIGEC_KEY beside SIGEC_URL.',
      'O que escuta em {url} não consegue provar que é o seu servidor, então a chave não foi enviada. Confira se "sigec serve" usa o mesmo DATA_DIR; ou informe a chave dele com --key junto de --url, ou em SIGEC_KEY junto de SIGEC_URL.',
    ),
    redirected: sentence(
      '{url} sends us on to {target}, and what is meant for one server is not sent to another. If that one is yours, name it with --url or SIGEC_URL.',
      '{url} nos redireciona para {target}, e o que é para um servidor não é enviado a outro. Se esse também é seu, indique-o com --url ou SIGEC_URL.',
    ),
    tooSlow: sentence(
      '{url} did not answer in time. Try again; "sigec doctor" says what may be wrong.',
      '{url} não respondeu a tempo. Tente de novo; "sigec doctor" diz o que pode estar errado.',
    ),
    connectionFailed: sentence('The connection to {url} failed: {reason}.', 'A conexão com {url} falhou: {reason}.'),
    notSigec: sentence(
      '{url} does not answer like SIGEC. Check the address given with --url or SIGEC_URL.',
      '{url} não responde como o SIGEC. Confira o endereço dado com --url ou SIGEC_URL.',
    ),
    otherVersion: sentence(
      'The answer of {url} cannot be read: it runs another version of SIGEC. Use the sigec that came with it.',
      'Não foi possível ler a resposta de {url}: ali roda outra versão do SIGEC. Use o sigec que veio com ela.',
    ),
    told: both(
      (_code: string, message: string) => message,
      (code, message) => `${codes[code] ?? 'Não deu certo.'} O servidor diz: ${message}`,
    ),
    giveKey: both('Give a key with --key or SIGEC_KEY.', 'Dê uma chave com --key ou SIGEC_KEY.'),
    cannotStart: both(
      (sentence: string) => sentence,
      (sentence) => `O sistema não pode iniciar: ${sentence}`,
    ),
    unexpected: sentence('This failed by a fault of ours: {sentence}', 'Isto falhou por um erro nosso: {sentence}'),
    ambiguousStation: sentence(
      '"{given}" fits several stations: {ids}. Write more of the id.',
      '"{given}" serve para várias estações: {ids}. Escreva mais do nome.',
    ),
    watchLost: sentence('{sentence} Trying again …', '{sentence} Tentando de novo …'),
  },

  serve: {
    starting: sentence('SIGEC-VE {version} is starting …', 'SIGEC-VE {version} está iniciando …'),
    console: both('Console and API', 'Console e API'),
    stations: both('Charging stations', 'Estações de recarga'),
    plainStations: both('… without TLS', '… sem TLS'),
    selfSigned: both(
      'The certificates are self-signed: browsers warn of them, and stations refuse them. Set TLS to files or acme before others depend on it.',
      'Os certificados são autoassinados: os navegadores avisam, e as estações os recusam. Ponha TLS em files ou acme antes que outros dependam disso.',
    ),
    certificate: sentence(
      '{kind} certificate until {until}, SHA-256 {sha256}',
      'Certificado {kind} até {until}, SHA-256 {sha256}',
    ),
    agents: both('Agents (MCP)', 'Agentes (MCP)'),
    devices: both('Devices', 'Dispositivos'),
    shop: both('Bookshop (UCP)', 'Livraria (UCP)'),
    elsewhere: sentence(
      'Others reach this machine at {elsewhere}: that stands in place of 127.0.0.1 for them.',
      'Outros alcançam esta máquina em {elsewhere}: para eles, é isso que fica no lugar de 127.0.0.1.',
    ),
    stationId: both('station-id', 'nome-da-estação'),
    signIn: both(
      'Sign in for the first time with this link; it works once, within an hour:',
      'Entre pela primeira vez com este link; ele funciona uma vez, dentro de uma hora:',
    ),
    demo: both(
      'A small network of simulated stations is running; one of them waits to be accepted.',
      'Uma pequena rede de estações simuladas está em execução; uma delas espera ser aceita.',
    ),
    demoPasswords: both(
      'Others can reach this machine, so each simulated station has a password; they type in by themselves what you give them.',
      'Outros alcançam esta máquina, então cada estação simulada tem uma senha; elas digitam sozinhas a que você lhes der.',
    ),
    ready: both('ready', 'pronto'),
    stopping: both('Stopping … (again to leave at once)', 'Parando … (de novo para sair já)'),
    stopped: both('Stopped.', 'Parado.'),
    crashed: sentence(
      'SIGEC stops because of a fault of ours; the log tells more under {reference}.',
      'O SIGEC para por causa de um erro nosso; o registro diz mais sob {reference}.',
    ),
  },

  now: {
    title: sentence('SIGEC-VE {version} at {url}', 'SIGEC-VE {version} em {url}'),
    none: both('No station has called yet.', 'Nenhuma estação chamou ainda.'),
    counts: both(
      (counts: { online: string; offline: string; pending: string }) =>
        `${counts.online} online, ${counts.offline} offline, ${counts.pending} pending`,
      ({ online, offline, pending }) => `${online} online, ${offline} offline, ${pending} pendentes`,
    ),
    attention: both('Needs attention', 'Precisa de atenção'),
    trouble: {
      notReady: {
        silent: both('the database does not answer', 'o banco de dados não responde'),
        'disk-full': both('the disk of the database is full', 'o disco do banco de dados está cheio'),
        'out-of-resources': both(
          'the database has no memory or no connection to spare',
          'o banco de dados está sem memória ou sem conexões livres',
        ),
        late: both('the server takes too long to check itself', 'o servidor demora demais para verificar a si mesmo'),
        stopping: both('the server is stopping', 'o servidor está parando'),
      } satisfies Record<NotReadyCause, Spoken<string>>,
      security: sentence('security event {type}', 'evento de segurança {type}'),
      certificate: both(
        (subject: string, when: string) => `certificate ${subject} expires ${when}`,
        (subject, when) => `o certificado ${subject} vence ${when}`,
      ),
      proposal: both(
        (title: string, when: string) => `an agent waits for approval: ${title} (expires ${when})`,
        (title, when) => `um agente espera aprovação: ${title} (expira ${when})`,
      ),
      settings: both('refuses a setting of its site', 'recusa uma configuração do local'),
      awaitsReboot: both(
        'must restart before a setting takes effect',
        'precisa reiniciar para aplicar uma configuração',
      ),
      list: both('local authorization list not in sync', 'lista local de autorização fora de sincronia'),
      session: both(
        (flags: string) => `odd session: ${flags}`,
        (flags) => `sessão com anomalia: ${flags}`,
      ),
      token: both(
        (reason: string, times: number) => `token rejected${times > 1 ? ` ${times} times` : ''}: ${reason}`,
        (reason, times) => `cartão recusado${times > 1 ? ` ${times} vezes` : ''}: ${reason}`,
      ),
    },
    allWell: both('Nothing needs attention.', 'Nada precisa de atenção.'),
    notRunning: sentence(
      'SIGEC is not running: nothing answers at {url}.',
      'O SIGEC não está em execução: nada responde em {url}.',
    ),
    next: both('You may want next', 'Talvez você queira'),
    doServe: both('start the system', 'iniciar o sistema'),
    doDemo: both('start it with a small simulated network', 'iniciar com uma pequena rede simulada'),
    doDoctor: both('check what it needs', 'verificar o que ele precisa'),
    doAccept: both('accept the station', 'aceitar a estação'),
    doShow: both('see what is wrong there', 'ver o que há de errado ali'),
    doWatch: both('see all stations, live', 'ver todas as estações, ao vivo'),
    doFollow: both('see what happens, as it happens', 'ver o que acontece, na hora'),
    doAddress: both('connect an agent', 'conectar um agente'),
    doFleet: both('connect five simulated stations', 'conectar cinco estações simuladas'),
  },

  key: {
    none: both('There is no key yet.', 'Ainda não há chave.'),
    kind: {
      person: both('person', 'pessoa'),
      program: both('program', 'programa'),
      agent: both('agent', 'agente'),
    },
    role: {
      viewer: both('viewer', 'leitor'),
      operator: both('operator', 'operador'),
      accountant: both('accountant', 'contador'),
      administrator: both('administrator', 'administrador'),
    },
    everything: both('everything of its role', 'tudo do seu papel'),
    valid: both('valid', 'válida'),
    expired: both('expired', 'vencida'),
    revoked: both('revoked', 'revogada'),
    created: sentence(
      'The key "{name}" ({id}) was made. It is shown this once:',
      'A chave "{name}" ({id}) foi criada. Ela só aparece desta vez:',
    ),
    ended: sentence('The key "{name}" ({id}) is revoked.', 'A chave "{name}" ({id}) foi revogada.'),
  },

  agent: {
    none: both(
      'No agent is connected over OAuth; "sigec mcp address" shows what to give to one.',
      'Nenhum agente foi autorizado por OAuth; "sigec mcp address" mostra o que dar a um.',
    ),
    ended: sentence('The agent "{name}" ({id}) was shut out.', 'O agente "{name}" ({id}) foi encerrado.'),
  },

  mcp: {
    address: both('Agents connect to this address:', 'Os agentes se conectam a este endereço:'),
    paste: both('Paste this into the configuration of the agent:', 'Cole isto na configuração do agente:'),
    yourKey: both('YOUR-KEY', 'SUA-CHAVE'),
    makeKey: sentence(
      'Put a key in place of YOUR-KEY; this makes one: {command} key create my-agent --kind agent --role viewer',
      'Ponha uma chave no lugar de SUA-CHAVE; isto cria uma: {command} key create meu-agente --kind agent --role viewer',
    ),
  },

  simulate: {
    connecting: both(
      (given: { id: string; version: string; url: string }) => `${given.id} (OCPP ${given.version}) calls ${given.url}`,
      ({ id, version, url }) => `${id} (OCPP ${version}) chama ${url}`,
    ),
    state: {
      stopped: both('stopped', 'parada'),
      offline: both('not connected', 'sem conexão'),
      booting: both('connected', 'conectada'),
      pending: both('waits to be accepted', 'espera ser aceita'),
      rejected: both('rejected by the server', 'recusada pelo servidor'),
      accepted: both('accepted', 'aceita'),
    },
    answered: sentence('{action}: answered', '{action}: respondido'),
    asked: sentence('asked by the server: {action}', 'pedido do servidor: {action}'),
    failed: sentence('{action}: {outcome}', '{action}: {outcome}'),
    trouble: sentence('trouble: {kind}', 'problema: {kind}'),
  },

  audit: {
    whole: sentence('{node}: whole, {entries} entries', '{node}: íntegra, {entries} entradas'),
    broken: sentence(
      '{node}: broken at entry {entry}. It or one before it was changed or taken out; compare with a backup.',
      '{node}: quebrada na entrada {entry}. Ela ou uma anterior foi alterada ou retirada; compare com uma cópia de segurança.',
    ),
    none: both('The audit trail is empty.', 'A trilha de auditoria está vazia.'),
  },

  doctor: {
    fine: both('ok', 'ok'),
    problem: both('problem', 'problema'),
    checks: {
      settings: both('settings', 'configurações'),
      certificate: both('certificate', 'certificado'),
      'data-directory': both('data directory', 'pasta de dados'),
      clock: both('clock', 'relógio'),
      database: both('database', 'banco de dados'),
      port: both('port', 'porta'),
      provider: both('language model', 'modelo de linguagem'),
    },
    allFine: both('Everything is in order.', 'Tudo em ordem.'),
    problems: both(
      (count: number) => (count === 1 ? '1 problem was found.' : `${count} problems were found.`),
      (count) => (count === 1 ? '1 problema encontrado.' : `${count} problemas encontrados.`),
    ),
  },

  time: {
    never: both('never', 'nunca'),
    now: both('just now', 'agora mesmo'),
  },
};
