import { both, sentence } from './spoken.ts';

export const devices = {
  device: {
    kinds: {
      device: both('device', 'dispositivo'),
      server: both('MCP server that dials in', 'servidor MCP que liga para cá'),
    },
    states: {
      waiting: both('waits to be activated', 'espera ser admitido'),
      active: both('active', 'admitido'),
      blocked: both('blocked', 'bloqueado'),
    },
    online: both('online', 'conectado'),
    offline: both('offline', 'desconectado'),
    proofAwaited: both('has to prove its secret', 'tem de provar seu segredo'),
    trust: {
      new: both('not judged yet', 'ainda não avaliada'),
      accepted: both('accepted', 'aceita'),
      changed: both('changed since', 'mudou desde então'),
      refused: both('refused', 'recusada'),
    },
    forUsers: both('(for its user)', '(para seu usuário)'),
    written: both(
      'In the words of the device, for agents to read:',
      'Nas palavras do dispositivo, para agentes lerem:',
    ),
    none: both('No device fits.', 'Nenhum dispositivo corresponde.'),
    noTools: both('It has told us of no tools.', 'Ele não nos falou de nenhuma ferramenta.'),
    waiting: both(
      (count: number, command: string) =>
        count === 1
          ? `1 device shows a code; enter it: ${command} device activate <code>`
          : `${count} devices show a code; enter them: ${command} device activate <code>`,
      (count, command) =>
        count === 1
          ? `1 dispositivo mostra um código; digite-o: ${command} device activate <código>`
          : `${count} dispositivos mostram um código; digite-os: ${command} device activate <código>`,
    ),
    toJudge: both(
      (count: number) =>
        count === 1 ? '1 tool waits to be accepted or refused.' : `${count} tools wait to be accepted or refused.`,
      (count) =>
        count === 1
          ? '1 ferramenta espera ser aceita ou recusada.'
          : `${count} ferramentas esperam ser aceitas ou recusadas.`,
    ),
    until: sentence('until {time}', 'até {time}'),
    activated: sentence('{name} is activated.', '{name} foi admitido.'),
    approved: sentence(
      '{name} is activated as soon as it proves its secret.',
      '{name} será admitido assim que provar seu segredo.',
    ),
    renamed: sentence('{id} is called {name}.', '{id} se chama {name}.'),
    switched: {
      block: sentence('{id} is blocked.', '{id} está bloqueado.'),
      unblock: both(
        (id: string, isServer: boolean) =>
          isServer
            ? `${id} is not blocked any more. It needs a new address: sigec device renew-address ${id}`
            : `${id} is not blocked any more. Start it again: it has to ask for new settings.`,
        (id, isServer) =>
          isServer
            ? `${id} não está mais bloqueado. Ele precisa de um novo endereço: sigec device renew-address ${id}`
            : `${id} não está mais bloqueado. Ligue-o de novo: ele tem de pedir novas configurações.`,
      ),
      remove: sentence('{id} is forgotten.', '{id} foi esquecido.'),
    },
    address: sentence(
      '{id} dials this address, shown this once; whoever has it is {id}:',
      '{id} liga para este endereço, mostrado só desta vez; quem o tem é {id}:',
    ),
    judged: {
      accept: sentence('{tool} is accepted as {tier}.', '{tool} foi aceita como {tier}.'),
      refuse: both(
        (tool: string, _tier: string) => `${tool} is refused.`,
        (tool) => `${tool} foi recusada.`,
      ),
    },
    nothingToJudge: both('There is nothing to judge.', 'Não há nada a avaliar.'),
    notJudged: both('Nothing was accepted.', 'Nada foi aceito.'),
    nameTools: both(
      'Name the tools, or give --all for those that nobody has judged.',
      'Diga quais ferramentas, ou dê --all para as que ninguém avaliou.',
    ),
    noSuchTool: sentence(
      'It has no tool {tool}; "device tools" shows those it has.',
      'Ele não tem uma ferramenta {tool}; "device tools" mostra as que tem.',
    ),
    needsYes: both(
      'Nobody can be asked here. Look at them with "device tools", then add --yes.',
      'Aqui não há a quem perguntar. Veja-as com "device tools" e depois acrescente --yes.',
    ),
    ask: both(
      (count: number) => (count === 1 ? 'Accept this tool? [y/N] ' : `Accept these ${count} tools? [y/N] `),
      (count) => (count === 1 ? 'Aceitar esta ferramenta? [s/N] ' : `Aceitar estas ${count} ferramentas? [s/N] `),
    ),
    answers: {
      done: both('It is done.', 'Está feito.'),
      failed: both('The device could not do it.', 'O dispositivo não conseguiu.'),
      'no-answer': both('The device did not answer in time.', 'O dispositivo não respondeu a tempo.'),
      busy: both(
        'The device has too much to do; nothing was sent.',
        'O dispositivo tem coisas demais a fazer; nada foi enviado.',
      ),
      offline: both('The device is offline; nothing was sent.', 'O dispositivo está desconectado; nada foi enviado.'),
    },
    noImage: both(
      'It answered without an image, so no file was written.',
      'Ele respondeu sem imagem, então nenhum arquivo foi gravado.',
    ),
    saved: sentence('The image is in {file}.', 'A imagem está em {file}.'),
    image: sentence(
      'An image ({type}, {bytes} bytes); --save writes it to a file.',
      'Uma imagem ({type}, {bytes} bytes); --save a grava em um arquivo.',
    ),
  },
};

export const helpDevices = {
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
