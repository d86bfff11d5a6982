import { helpAccessPtBR } from './help-access-pt-BR.ts';
import { helpChatPtBR } from './help-chat-pt-BR.ts';
import { helpDatabasePtBR } from './help-database-pt-BR.ts';
import { helpDevicesPtBR } from './help-devices-pt-BR.ts';
import type { helpEn } from './help-en.ts';
import { helpMcpPtBR } from './help-mcp-pt-BR.ts';
import { helpMoneyPtBR } from './help-money-pt-BR.ts';
import { helpOrdersPtBR } from './help-orders-pt-BR.ts';
import { helpProposalsPtBR } from './help-proposals-pt-BR.ts';
import { helpRecorderPtBR } from './help-recorder-pt-BR.ts';
import { helpSessionsPtBR } from './help-sessions-pt-BR.ts';
import { helpShopPtBR } from './help-shop-pt-BR.ts';
import { helpVehiclesPtBR } from './help-vehicles-pt-BR.ts';
import { helpKillSwitchPtBR } from './kill-switch-pt-BR.ts';

/** The same in Portuguese. */
export const helpPtBR: typeof helpEn = {
  ...helpOrdersPtBR,
  ...helpKillSwitchPtBR,
  ...helpRecorderPtBR,
  ...helpDatabasePtBR,
  ...helpSessionsPtBR,
  ...helpAccessPtBR,
  ...helpMoneyPtBR,
  ...helpMcpPtBR,
  ...helpChatPtBR,
  ...helpProposalsPtBR,
  ...helpVehiclesPtBR,
  ...helpShopPtBR,
  ...helpDevicesPtBR,
  about:
    'SIGEC-VE, um sistema de gestão de estações de recarga: inicia o sistema e trabalha com o que está em execução.',
  titles: {
    'Usage:': 'Uso:',
    'Options:': 'Opções:',
    'Commands:': 'Comandos:',
    'Arguments:': 'Argumentos:',
    'Settings:': 'Configurações, também como variáveis de ambiente ou em .env:',
  },
  optionsWord: '[opções]',
  commandWord: '[comando]',
  byDefault: (value) => `(padrão: ${value})`,
  help: 'mostra esta ajuda',
  helpCommand: 'mostra a ajuda de um comando',
  version: 'mostra a versão',
  lang: 'idioma do que é mostrado: en ou pt-BR (SIGEC_LANG)',
  url: 'endereço do sistema em execução (SIGEC_URL)',
  key: 'sua chave (SIGEC_KEY)',
  json: 'mostra JSON, para programas',
  exitCodes:
    'Códigos de saída: 0 feito, 1 falhou, 2 uso errado, 3 não permitido, 4 não encontrado, 5 estação offline, 6 recusado pela estação, 7 à espera de aprovação.',
  sameSettings: 'Todas as configurações de "sigec serve" valem aqui também.',

  serve: 'inicia o sistema',
  serveDemo: 'com uma pequena rede de estações simuladas',
  doctor: 'verifica banco de dados, portas, pasta de dados, relógio e configurações, e diz como consertar',

  station: 'estações de recarga',
  stationList: 'todas as estações com o seu estado',
  stationShow: 'uma estação com os seus conectores',
  stationAccept: 'aceita uma estação pendente',
  stationId: 'nome da estação',
  stationIdShort: 'nome da estação, ou o começo dele',
  state: 'só estações neste estado',
  status: 'só estações com um conector neste estado',
  search: 'só estações com isto no nome, fabricante, modelo ou número de série',
  watch: 'continua mostrando, até Ctrl+C',
  withPassword: 'cria uma senha para ela (o padrão, a não ser que tudo fique nesta máquina)',
  withoutPassword: 'aceita sem senha',

  event: 'o que aconteceu',
  eventList: 'os últimos eventos',
  eventFollow: 'eventos na hora em que acontecem',
  since: 'desde quando, por exemplo 30m, 1h ou 7d',
  limit: 'no máximo quantos (até 1000)',

  keys: 'chaves de pessoas, programas e agentes',
  keyCreate: 'cria uma chave; ela só aparece uma vez',
  keyList: 'todas as chaves, sem os segredos',
  keyRevoke: 'encerra uma chave',
  keyName: 'de quem é a chave',
  keyId: 'os 8 caracteres do id da chave',
  kind: 'quem vai usá-la',
  role: 'o que ela permite',
  scope: 'limita a isto, por exemplo stations ou stations:accept; pode ser repetido',
  expires: 'quando termina, por exemplo 12h ou 90d; sem isto: nunca',

  simulate: 'estações e dispositivos simulados, para experimentar sem equipamento',
  fleet: 'conecta muitas estações simuladas',
  fleetCount: 'quantas',
  simulatedStation: 'conecta uma estação simulada e mostra o que ela faz',
  ocppVersions: '1.6, 2.0.1, 2.1 ou all; pode ser repetido',
  ocppVersion: 'versão OCPP da estação',
  ocppUrl: 'onde as estações se conectam (padrão: ws://127.0.0.1:9000)',
  prefix: 'como os nomes começam (padrão: SIM-)',
  password: 'senha das estações',
  journal: 'grava neste arquivo cada início e estado confirmado',
  duration: 'para depois deste tempo, por exemplo 60s; sem isto: com Ctrl+C',
  heartbeat: 'frequência dos sinais de vida, por exemplo 30s; sem isto: como o servidor disser',
  statusEvery: 'de quanto em quanto tempo algo acontece em um conector',
  connectPerSecond: 'quantas estações se conectam em um segundo',
  driverTokens: 'motoristas chegam com este cartão e carregam; pode ser repetido. Sem ele: ninguém vem',
  sampleEvery: 'de quanto em quanto tempo o medidor de uma sessão é informado (padrão: 60s)',
  oddity: 'o que as estações fazem com as sessões, como repeats-events ou resets-meter; pode ser repetido',
  simulatedDevices: 'conecta dispositivos simulados; os que ninguém conhece mostram um código e aguardam',
  simulatedDeviceCount: 'quantos dispositivos',
  deviceBoards: 'o que são: light, display, dog, chassis ou probe; pode ser repetido (padrão: light e display)',
  deviceTransport: 'websocket ou mqtt (padrão: como o servidor disser)',
  devicesUrl: 'onde os dispositivos se conectam (padrão: http://127.0.0.1:8003)',
  deviceFirstId: 'endereço do primeiro dispositivo; os outros seguem dele',
  deviceKeep: 'guarda neste arquivo quem são, para que o servidor os reconheça',

  audit: 'a trilha de quem fez o quê',
  auditVerify: 'verifica que nenhuma entrada da trilha foi alterada ou retirada',
  completion: 'um script que completa comandos do sigec no seu shell',
  shell: 'qual shell',
};
