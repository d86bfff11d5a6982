import type { devicesEn } from './devices-en.ts';

/** The same in Portuguese. */
export const devicesPtBR: typeof devicesEn = {
  device: {
    columns: {
      device: 'Dispositivo',
      name: 'Nome',
      state: 'Estado',
      place: 'Lugar',
      board: 'Placa',
      firmware: 'Firmware',
      tools: 'Ferramentas',
      lastSeen: 'Visto',
    },
    toolColumns: {
      tool: 'Ferramenta',
      arguments: 'Argumentos',
      tier: 'Nível',
      trust: 'Para agentes',
      description: 'Diz de si',
    },
    fields: {
      kind: 'Tipo',
      link: 'Conexão',
      reason: 'Ausente porque',
      serialNumber: 'Número de série',
      language: 'Idioma',
      firstSeen: 'Visto primeiro',
      activated: 'Admitido',
      code: 'Mostra um código',
    },
    kinds: { device: 'dispositivo', server: 'servidor MCP que liga para cá' },
    states: { waiting: 'espera ser admitido', active: 'admitido', blocked: 'bloqueado' },
    online: 'conectado',
    offline: 'desconectado',
    proofAwaited: 'tem de provar seu segredo',
    trust: { new: 'ainda não avaliada', accepted: 'aceita', changed: 'mudou desde então', refused: 'recusada' },
    forUsers: '(para seu usuário)',
    written: 'Nas palavras do dispositivo, para agentes lerem:',
    none: 'Nenhum dispositivo corresponde.',
    noTools: 'Ele não nos falou de nenhuma ferramenta.',
    waiting: (count, command) =>
      count === 1
        ? `1 dispositivo mostra um código; digite-o: ${command} device activate <código>`
        : `${count} dispositivos mostram um código; digite-os: ${command} device activate <código>`,
    toJudge: (count) =>
      count === 1
        ? '1 ferramenta espera ser aceita ou recusada.'
        : `${count} ferramentas esperam ser aceitas ou recusadas.`,
    by: (who) => `por ${who}`,
    until: (time) => `até ${time}`,
    activated: (name) => `${name} foi admitido.`,
    approved: (name) => `${name} será admitido assim que provar seu segredo.`,
    renamed: (id, name) => `${id} se chama ${name}.`,
    switched: {
      block: (id) => `${id} está bloqueado.`,
      unblock: (id, isServer) =>
        isServer
          ? `${id} não está mais bloqueado. Ele precisa de um novo endereço: sigec device renew-address ${id}`
          : `${id} não está mais bloqueado. Ligue-o de novo: ele tem de pedir novas configurações.`,
      remove: (id) => `${id} foi esquecido.`,
    },
    address: (id) => `${id} liga para este endereço, mostrado só desta vez; quem o tem é ${id}:`,
    judged: {
      accept: (tool, tier) => `${tool} foi aceita como ${tier}.`,
      refuse: (tool) => `${tool} foi recusada.`,
    },
    nothingToJudge: 'Não há nada a avaliar.',
    notJudged: 'Nada foi aceito.',
    nameTools: 'Diga quais ferramentas, ou dê --all para as que ninguém avaliou.',
    noSuchTool: (tool) => `Ele não tem uma ferramenta ${tool}; "device tools" mostra as que tem.`,
    needsYes: 'Aqui não há a quem perguntar. Veja-as com "device tools" e depois acrescente --yes.',
    ask: (count) => (count === 1 ? 'Aceitar esta ferramenta? [s/N] ' : `Aceitar estas ${count} ferramentas? [s/N] `),
    answers: {
      done: 'Está feito.',
      failed: 'O dispositivo não conseguiu.',
      'no-answer': 'O dispositivo não respondeu a tempo.',
      busy: 'O dispositivo tem coisas demais a fazer; nada foi enviado.',
      offline: 'O dispositivo está desconectado; nada foi enviado.',
    },
    noImage: 'Ele respondeu sem imagem, então nenhum arquivo foi gravado.',
    saved: (file) => `A imagem está em ${file}.`,
    image: (type, bytes) => `Uma imagem (${type}, ${bytes} bytes); --save a grava em um arquivo.`,
  },
};
