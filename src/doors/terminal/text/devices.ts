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
    alerted: both('The text was sent to the device.', 'O texto foi enviado ao dispositivo.'),
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
