import { both } from '../spoken.ts';

export const station = {
  station: both('charging stations', 'estações de recarga'),
  stationList: both('all stations with their state', 'todas as estações com o seu estado'),
  stationShow: both('one station with its connectors', 'uma estação com os seus conectores'),
  stationAccept: both('accept a pending station', 'aceita uma estação pendente'),
  stationReject: both(
    'reject a station until it is accepted again: a stranger, or one that was decommissioned; its history stays',
    'recusa uma estação até ser aceita de novo: uma desconhecida, ou uma que saiu de operação; o histórico fica',
  ),
  rejectWhy: both('why, for whoever looks later', 'por quê, para quem olhar depois'),
  stationIdShort: both('id of the station, or its beginning', 'nome da estação, ou o começo dele'),
  state: both('only stations in this state', 'só estações neste estado'),
  status: both('only stations with a connector in this status', 'só estações com um conector neste estado'),
  search: both(
    'only stations with this in id, vendor, model or serial number',
    'só estações com isto no nome, fabricante, modelo ou número de série',
  ),
  withPassword: both(
    'make a password for it (the default, unless everything stays on this machine)',
    'cria uma senha para ela (o padrão, a não ser que tudo fique nesta máquina)',
  ),
  exemption: both(
    'stations that cannot have a password and may connect without one, for a time',
    'estações que não podem ter senha e podem se conectar sem ela, por um tempo',
  ),
  exemptionGrant: both(
    'let a station connect without a password, from one network and until then',
    'deixa uma estação se conectar sem senha, a partir de uma rede e até então',
  ),
  exemptionEnd: both('the station needs its password again', 'a estação precisa da senha de novo'),
  exemptionNetwork: both('from where alone, such as 10.20.0.0/16', 'a partir de onde somente, como 10.20.0.0/16'),
  exemptionFor: both('how long, such as 12h or 30d; at most 90d', 'por quanto tempo, como 12h ou 30d; no máximo 90d'),
  exemptionWhy: both('what keeps it from having a password', 'o que a impede de ter senha'),
  withoutPassword: both('accept it without a password', 'aceita sem senha'),
  stationSecurity: both(
    'all about the security of a station: profile, password, certificates, sign-ins, events',
    'tudo sobre a segurança de uma estação: perfil, senha, certificados, entradas, eventos',
  ),
  stationSecure: both(
    'lead a station to a higher security profile, step by step, and follow it; asked again, it goes on where it stopped',
    'leva uma estação a um perfil de segurança mais alto, passo a passo, e acompanha; pedido de novo, continua onde parou',
  ),
  stationFloor: both(
    'below which security profile a station is refused: lower for one that lost its certificate or password, such as after a new controller board',
    'abaixo de qual perfil de segurança uma estação é recusada: menor para uma que perdeu o certificado ou a senha, como depois de uma placa nova',
  ),
  floorProfile: both(
    '0 nothing, 1 password, 2 password over TLS, 3 certificate',
    '0 nada, 1 senha, 2 senha por TLS, 3 certificado',
  ),
  floorWhy: both('why; it is kept', 'por quê; fica registrado'),
  secureProfile: both(
    '1 password, 2 password over TLS, 3 certificate (default: 3)',
    '1 senha, 2 senha por TLS, 3 certificado (padrão: 3)',
  ),
  secureNoWait: both('do not follow it', 'não acompanha'),
  secureAbandon: both(
    'give it up: what was reached stays, what it was told beyond is taken back',
    'abandona: o que foi alcançado fica, o que lhe foi dito além disso é desfeito',
  ),
  localList: both(
    'local authorization lists: the tokens by which stations decide while they are offline',
    'listas locais de autorização: os tokens com que as estações decidem enquanto estão offline',
  ),
  localListStatus: both(
    'which lists are in sync, or why not; of one station with its tokens',
    'que listas estão em dia, ou por que não; de uma estação com os seus tokens',
  ),
  localListSync: both('bring the list of a station into sync now', 'põe a lista de uma estação em dia agora'),
  listWait: both('how long to wait for the station (default: 15)', 'quanto esperar pela estação (padrão: 15)'),
  listMode: both(
    'from now on: auto keeps it by who may charge there, off leaves it alone',
    'a partir de agora: auto a mantém por quem pode recarregar ali, off a deixa como está',
  ),
  messages: both(
    'what a station and the system said to each other',
    'o que uma estação e o sistema disseram um ao outro',
  ),
  messagesFollow: both(
    'go on with what is said from now on, until Ctrl+C',
    'continua com o que for dito a partir de agora, até Ctrl+C',
  ),
  messageAction: both(
    'only this message, such as StatusNotification',
    'só esta mensagem, por exemplo StatusNotification',
  ),
  messageOutcome: both('only exchanges that ended so', 'só o que terminou assim'),
  messagesRaw: both('with the frames as they went over the wire', 'com as mensagens como passaram pela rede'),
  messagesJson: both(
    'JSON lines of all that fits, for programs and for "sigec replay"',
    'linhas JSON de tudo o que cabe, para programas e para "sigec replay"',
  ),
  stationIds: both('ids of one or more stations', 'nomes de uma ou mais estações'),
  also: both('the same for this station too; may be repeated', 'o mesmo para esta estação também; pode ser repetido'),
  reset: both('restart stations', 'reinicia estações'),
  whenIdle: both('once no session runs (the default)', 'quando não houver sessão em andamento (o padrão)'),
  atOnce: both('at once; running sessions end', 'já; sessões em andamento terminam'),
  resume: both(
    'at once; running sessions go on afterwards (OCPP 2.1)',
    'já; sessões em andamento continuam depois (OCPP 2.1)',
  ),
  evse: both('only this EVSE (OCPP 2.x)', 'só este EVSE (OCPP 2.x)'),
  unlock: both('unlock a connector', 'destrava um conector'),
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
