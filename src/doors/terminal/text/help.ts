import { both, sentence } from './spoken.ts';

/** What `--help` says. */
export const help = {
  about: both(
    'SIGEC-VE, a charging station management system: runs it, and works with one that runs.',
    'SIGEC-VE, um sistema de gestão de estações de recarga: inicia o sistema e trabalha com o que está em execução.',
  ),
  titles: {
    'Usage:': both('Usage:', 'Uso:'),
    'Options:': both('Options:', 'Opções:'),
    'Commands:': both('Commands:', 'Comandos:'),
    'Arguments:': both('Arguments:', 'Argumentos:'),
    'Settings:': both(
      'Settings, also as environment variables or in .env:',
      'Configurações, também como variáveis de ambiente ou em .env:',
    ),
  },
  optionsWord: both('[options]', '[opções]'),
  commandWord: both('[command]', '[comando]'),
  byDefault: sentence('(default: {value})', '(padrão: {value})'),
  help: both('show this help', 'mostra esta ajuda'),
  helpCommand: both('show the help of a command', 'mostra a ajuda de um comando'),
  version: both('show the version', 'mostra a versão'),
  lang: both(
    'language of what is shown: en or pt-BR (SIGEC_LANG)',
    'idioma do que é mostrado: en ou pt-BR (SIGEC_LANG)',
  ),
  url: both('address of the running system (SIGEC_URL)', 'endereço do sistema em execução (SIGEC_URL)'),
  key: both('your key (SIGEC_KEY)', 'sua chave (SIGEC_KEY)'),
  json: both('show JSON, for programs', 'mostra JSON, para programas'),
  exitCodes: both(
    'Exit codes: 0 done, 1 failed, 2 wrong use, 3 not allowed, 4 not found, 5 station offline, 6 refused by the station, 7 waiting for approval.',
    'Códigos de saída: 0 feito, 1 falhou, 2 uso errado, 3 não permitido, 4 não encontrado, 5 estação offline, 6 recusado pela estação, 7 à espera de aprovação.',
  ),
  sameSettings: both(
    'All settings of "sigec serve" can be given here too.',
    'Todas as configurações de "sigec serve" valem aqui também.',
  ),

  serve: both('start the system', 'inicia o sistema'),
  serveDemo: both('with a small network of simulated stations', 'com uma pequena rede de estações simuladas'),
  doctor: both(
    'check database, ports, data directory, clock and settings, and say how to repair them',
    'verifica banco de dados, portas, pasta de dados, relógio e configurações, e diz como consertar',
  ),

  station: both('charging stations', 'estações de recarga'),
  stationList: both('all stations with their state', 'todas as estações com o seu estado'),
  stationShow: both('one station with its connectors', 'uma estação com os seus conectores'),
  stationAccept: both('accept a pending station', 'aceita uma estação pendente'),
  stationId: both('id of the station', 'nome da estação'),
  stationIdShort: both('id of the station, or its beginning', 'nome da estação, ou o começo dele'),
  state: both('only stations in this state', 'só estações neste estado'),
  status: both('only stations with a connector in this status', 'só estações com um conector neste estado'),
  search: both(
    'only stations with this in id, vendor, model or serial number',
    'só estações com isto no nome, fabricante, modelo ou número de série',
  ),
  watch: both('keep showing, until Ctrl+C', 'continua mostrando, até Ctrl+C'),
  withPassword: both(
    'make a password for it (the default, unless everything stays on this machine)',
    'cria uma senha para ela (o padrão, a não ser que tudo fique nesta máquina)',
  ),
  withoutPassword: both('accept it without a password', 'aceita sem senha'),

  event: both('what happened', 'o que aconteceu'),
  eventList: both('the last events', 'os últimos eventos'),
  eventFollow: both('events as they happen', 'eventos na hora em que acontecem'),
  since: both('how far back, such as 30m, 1h or 7d', 'desde quando, por exemplo 30m, 1h ou 7d'),
  limit: both('at most this many (up to 1000)', 'no máximo quantos (até 1000)'),

  keys: both('keys of people, programs and agents', 'chaves de pessoas, programas e agentes'),
  keyCreate: both('make a key; it is shown once', 'cria uma chave; ela só aparece uma vez'),
  keyList: both('all keys, without their secrets', 'todas as chaves, sem os segredos'),
  keyRevoke: both('end a key', 'encerra uma chave'),
  keyName: both('whose key it is', 'de quem é a chave'),
  keyId: both('the 8 characters of the key id', 'os 8 caracteres do id da chave'),
  kind: both('who will use it', 'quem vai usá-la'),
  role: both('what it may do', 'o que ela permite'),
  scope: both(
    'limit it to this, such as stations or stations:accept; may be repeated',
    'limita a isto, por exemplo stations ou stations:accept; pode ser repetido',
  ),
  expires: both(
    'when it ends, such as 12h or 90d; without it: never',
    'quando termina, por exemplo 12h ou 90d; sem isto: nunca',
  ),

  simulate: both(
    'simulated stations and devices, to try the system without hardware',
    'estações e dispositivos simulados, para experimentar sem equipamento',
  ),
  fleet: both('connect many simulated stations', 'conecta muitas estações simuladas'),
  fleetCount: both('how many', 'quantas'),
  simulatedStation: both(
    'connect one simulated station and show what it does',
    'conecta uma estação simulada e mostra o que ela faz',
  ),
  ocppVersions: both('1.6, 2.0.1, 2.1 or all; may be repeated', '1.6, 2.0.1, 2.1 ou all; pode ser repetido'),
  ocppVersion: both('OCPP version of the station', 'versão OCPP da estação'),
  ocppUrl: both(
    'where stations connect (default: ws://127.0.0.1:9000)',
    'onde as estações se conectam (padrão: ws://127.0.0.1:9000)',
  ),
  prefix: both('how their ids begin (default: SIM-)', 'como os nomes começam (padrão: SIM-)'),
  password: both('password of the stations', 'senha das estações'),
  journal: both(
    'write every answered boot and status report to this file',
    'grava neste arquivo cada início e estado confirmado',
  ),
  duration: both(
    'stop after this long, such as 60s; without it: at Ctrl+C',
    'para depois deste tempo, por exemplo 60s; sem isto: com Ctrl+C',
  ),
  heartbeat: both(
    'beat this often, such as 30s; without it: as the server says',
    'frequência dos sinais de vida, por exemplo 30s; sem isto: como o servidor disser',
  ),
  statusEvery: both(
    'something happens at a connector about this often',
    'de quanto em quanto tempo algo acontece em um conector',
  ),
  connectPerSecond: both('how many stations connect within a second', 'quantas estações se conectam em um segundo'),
  driverTokens: both(
    'drivers come with this token and charge; may be repeated. Without it: nobody comes',
    'motoristas chegam com este cartão e carregam; pode ser repetido. Sem ele: ninguém vem',
  ),
  sampleEvery: both(
    'how often the meter of a session is reported (default: 60s)',
    'de quanto em quanto tempo o medidor de uma sessão é informado (padrão: 60s)',
  ),
  oddity: both(
    'what the stations do to their sessions, such as repeats-events or resets-meter; may be repeated',
    'o que as estações fazem com as sessões, como repeats-events ou resets-meter; pode ser repetido',
  ),
  simulatedDevices: both(
    'connect simulated devices; those that nobody knows show a code and wait',
    'conecta dispositivos simulados; os que ninguém conhece mostram um código e aguardam',
  ),
  simulatedDeviceCount: both('how many devices', 'quantos dispositivos'),
  deviceBoards: both(
    'what they are: light, display, dog, chassis or probe; may be repeated (default: light and display)',
    'o que são: light, display, dog, chassis ou probe; pode ser repetido (padrão: light e display)',
  ),
  deviceTransport: both(
    'websocket or mqtt (default: as the server says)',
    'websocket ou mqtt (padrão: como o servidor disser)',
  ),
  devicesUrl: both(
    'where devices connect (default: http://127.0.0.1:8003)',
    'onde os dispositivos se conectam (padrão: http://127.0.0.1:8003)',
  ),
  deviceFirstId: both(
    'address of the first device; the others follow it',
    'endereço do primeiro dispositivo; os outros seguem dele',
  ),
  deviceKeep: both(
    'keep in this file who they are, so that the server knows them again',
    'guarda neste arquivo quem são, para que o servidor os reconheça',
  ),

  audit: both('the trail of who did what', 'a trilha de quem fez o quê'),
  auditVerify: both(
    'check that no entry of the trail was changed or taken out',
    'verifica que nenhuma entrada da trilha foi alterada ou retirada',
  ),
  completion: both(
    'a script that completes sigec commands in your shell',
    'um script que completa comandos do sigec no seu shell',
  ),
  shell: both('which shell', 'qual shell'),
};
