import { both } from '../spoken.ts';

export const device = {
  device: both(
    'lights, displays, gates and other devices with tools of their own, and MCP servers that dial in',
    'luzes, telas, portões e outros dispositivos com ferramentas próprias, e servidores MCP que ligam para cá',
  ),
  deviceList: both(
    'devices, where they stand and whether they are online',
    'dispositivos, onde ficam e se estão conectados',
  ),
  deviceShow: both('one device with its tools', 'um dispositivo com as ferramentas dele'),
  deviceTools: both(
    'what a device can do, also while it is offline',
    'o que um dispositivo sabe fazer, também enquanto está desconectado',
  ),
  deviceCall: both('have a device do something', 'manda um dispositivo fazer algo'),
  deviceAlert: both(
    'show a text, with a sound, on the screen that a device has itself',
    'mostra um texto, com um som, na tela que o próprio dispositivo tem',
  ),
  deviceAlertText: both('the text, up to 300 characters', 'o texto, com até 300 caracteres'),
  deviceAlertTitle: both('what stands above it; usually SIGEC', 'o que fica acima dele; normalmente SIGEC'),
  deviceActivate: both(
    'activate a device by the code that it shows',
    'ativa um dispositivo pelo código que ele mostra',
  ),
  deviceRename: both('give a device another name', 'dá outro nome a um dispositivo'),
  deviceAddServer: both(
    'let somebody’s own MCP server dial in; shows the address once',
    'deixa o servidor MCP de alguém ligar para cá; mostra o endereço uma vez',
  ),
  deviceRenew: both(
    'a new address for a server to dial; the one before is worth nothing',
    'um novo endereço para um servidor ligar; o anterior deixa de valer',
  ),
  deviceVerbs: {
    block: both(
      'cut a device off, at once and until it is unblocked',
      'corta um dispositivo, na hora e até ser desbloqueado',
    ),
    unblock: both('let a blocked device back in', 'deixa um dispositivo bloqueado voltar'),
    remove: both('forget a device, its tools and its place', 'esquece um dispositivo, as ferramentas e o lugar dele'),
    accept: both(
      'let agents use tools of a device, after they were shown',
      'deixa agentes usarem ferramentas de um dispositivo, depois de mostrá-las',
    ),
    refuse: both(
      'keep tools of a device from agents and people',
      'nega ferramentas de um dispositivo a agentes e pessoas',
    ),
  },
  deviceName: both(
    'id of the device (its MAC address), or its name',
    'id do dispositivo (o endereço MAC), ou o nome dele',
  ),
  deviceTool: both(
    'name of the tool, such as self.light.set_rgb or light.set_rgb',
    'nome da ferramenta, como self.light.set_rgb ou light.set_rgb',
  ),
  deviceToolsToJudge: both('names of the tools', 'nomes das ferramentas'),
  deviceArguments: both(
    'its arguments as JSON, such as {"r": 0, "g": 255, "b": 0}',
    'os argumentos em JSON, como {"r": 0, "g": 255, "b": 0}',
  ),
  deviceState: both('only those in this state', 'só os que estão assim'),
  deviceSite: both('only those at this site', 'só os deste local'),
  deviceAtStation: both('only those at this station', 'só os desta estação'),
  deviceOnline: both('only those that are connected now', 'só os que estão conectados agora'),
  deviceOffline: both('only those that are not', 'só os que não estão'),
  deviceRefresh: both('ask the device again first', 'pergunta antes de novo ao dispositivo'),
  deviceTimeout: both(
    'how long to wait for its answer, in seconds (1 to 300, usually 30)',
    'quanto esperar pela resposta, em segundos (1 a 300, normalmente 30)',
  ),
  deviceSave: both('write the image that it answers to this file', 'grava neste arquivo a imagem que ele responde'),
  deviceCode: both('the six digits that the device shows', 'os seis dígitos que o dispositivo mostra'),
  deviceNewName: both('a name for it, such as "Lobby light"', 'um nome para ele, como "Luz da entrada"'),
  deviceSecret: both(
    'the key in its eFuse as 64 hexadecimal digits, which it has to prove; - reads it from the input',
    'a chave no eFuse em 64 dígitos hexadecimais, que ele terá de provar; - a lê da entrada',
  ),
  deviceAllTools: both('all that nobody has judged as they are now', 'todas as que ninguém avaliou como estão agora'),
  deviceTier: both(
    'how dangerous it is: R0 reads, R1 harmless, R2 one driver or connector, R3 much',
    'quão perigosa é: R0 lê, R1 inofensiva, R2 um motorista ou conector, R3 muito',
  ),
  serverId: both('id of the server, such as my-server', 'id do servidor, como my-server'),
};
