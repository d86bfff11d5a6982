import type { Texts } from './en.ts';

const at = (connector: number | undefined) => (connector === undefined ? '' : `, conector ${connector}`);

const nouns = {
  stations: ['estação', 'estações'],
  sessions: ['sessão', 'sessões'],
  drivers: ['motorista', 'motoristas'],
  vehicles: ['veículo', 'veículos'],
  books: ['livro', 'livros'],
} as const;

export const ptBr: Texts = {
  help: [
    'Sou um interpretador embutido, não um modelo de linguagem: entendo pedidos comuns em português e inglês, e só. Com LLM_PROVIDER definido, quem responde é um modelo.',
    '',
    '| Você pode pedir | por exemplo |',
    '| --- | --- |',
    '| estações | quais carregadores estão com falha? · como está o CP-7? |',
    '| motivos | o que aconteceu com o CP-7 ontem? |',
    '| sessões | quem está carregando agora? · detalhes da sessão 1042 |',
    '| relatórios | quanta energia vendemos em março? · disponibilidade do CP-7 no mês passado |',
    '| cartões e motoristas | por que o cartão 04AABBCC foi recusado? · procura o motorista João |',
    '| reservas, tarifas, propostas | reservas do CP-4 · tarifas · o que espera aprovação? |',
    '| mudanças | pare a sessão do CP-7 · reinicia o CP-3 quando estiver livre · limita o CP-7 a 11 kW · bloqueia o cartão tok_9f3a |',
    '| recarga inteligente | CP-1 a 80 % até as 7h · por que a CP-2 está carregando devagar? · plano de recarga do local Pátio · limita o local Pátio a 40 A até as 18h |',
    '| regras | toda noite reinicie as estações que perderam contato duas vezes |',
    '| veículos e livros | carros elétricos até 150 mil · livros sobre python |',
    '',
    'Repito cada mudança antes de propô-la, e uma pessoa a aprova.',
  ].join('\n'),
  outOfScope:
    'Não entendi. Sou um interpretador embutido, não um modelo de linguagem, e só conheço pedidos comuns sobre recarga, veículos e livros. Diga "ajuda" para vê-los; com LLM_PROVIDER definido, quem responde é um modelo.',
  negated: 'Entendido: nada será feito.',
  nothingToConfirm: 'Nada aqui espera por um sim ou não. Diga o que você quer.',
  dropped: 'Certo, nada foi feito.',
  askBack: {
    station: 'Qual estação? Diga o nome, como CP-7.',
    what: 'O que devo fazer? Por exemplo: ver o status, saber por que falhou, reiniciar, parar a sessão.',
    token: 'Para qual cartão? Diga o id (tok_…) ou o que está impresso nele.',
    value: 'Para quanto? Diga em kW ou A, como 11 kW.',
    which:
      'Isso pode significar várias coisas, e faço uma de cada vez. Diga exatamente uma: parar a sessão, reiniciar, destravar o conector, colocar em serviço ou fora dele, limitar a potência, bloquear ou desbloquear um cartão; e para uma estação só.',
  },
  notConnected: (tool) =>
    `Nenhum servidor conectado oferece ${tool}, então não posso fazer isso agora. /servers mostra quais estão conectados.`,
  failed: (why) => `Não deu certo${why === '' ? '.' : `: ${why}`}`,
  notAllowed: 'Você não permitiu a chamada, então nada foi feito.',
  unreadable: (sentence) =>
    `${sentence} (A resposta era longa demais para mostrar, ou veio sem dados. Pergunte de forma mais específica.)`.trim(),
  noStation: (name) => `Nenhuma estação se chama ${name}. Peça "lista as estações" para ver os nomes.`,
  whichStation: (names) => `Várias estações servem: ${names}. Qual delas?`,
  noSite: (name, names) => `Nenhum local se chama ${name}. Existem: ${names}.`,
  noToken: (name) => `Nenhum cartão corresponde a ${name}. Diga o id dele (tok_…), como as recusas e sessões mostram.`,
  whichToken: 'Vários cartões terminam assim. Diga o id do que você quer:',
  whichConnector: (names) => `Qual conector: ${names}?`,
  whichSession: 'Há várias sessões em andamento ali. Qual conector?',
  noSession: (station) => `Nenhuma sessão está em andamento em ${station}, então não há o que parar.`,
  readBack: (what) =>
    `Entendi: **${what}**\n\nDiga **sim** e eu proponho; uma pessoa aprova antes que algo aconteça. **Não** descarta.`,
  changes: {
    start: (station, evse, token) => `iniciar uma sessão em ${station}${at(evse)} para o cartão ${token}.`,
    stop: (session, station, evse, since) =>
      `encerrar a sessão em andamento em ${station}${evse === '' ? '' : `, EVSE ${evse}`}${since === '' ? '' : `, desde ${since}`} (${session}).`,
    reset: (station, when) =>
      when === 'now'
        ? `reiniciar ${station} agora mesmo, encerrando as sessões que houver.`
        : `reiniciar ${station} assim que ninguém estiver carregando ali.`,
    unlock: (station, connector) => `destravar o conector ${connector} de ${station}.`,
    availability: (station, connector, isAvailable) =>
      `colocar ${station}${at(connector)} ${isAvailable ? 'de volta em serviço' : 'fora de serviço'}.`,
    limit: (station, connector, amount) =>
      `limitar ${station}${at(connector)} a ${amount} até que o limite seja retirado.`,
    clearLimit: (station, connector) => `retirar nossos limites de potência de ${station}${at(connector)}.`,
    reserve: (station, connector, token, minutes) =>
      `reservar ${station}${at(connector)} para o cartão ${token}, por ${minutes} minutos a partir de agora.`,
    block: (token, isBlocked) =>
      isBlocked ? `bloquear o cartão ${token} em todas as estações.` : `aceitar de novo o cartão ${token}.`,
    need: (place, amount, by) =>
      `o carro em ${place} recebe ${amount}${by === undefined ? '' : ` até ${by} (relógio do local)`}; o local é planejado de novo para isso.`,
    siteLimit: (site, amount, until) =>
      `limitar o local ${site} a ${amount} ${until === undefined ? 'até que o limite seja retirado' : `até ${until} (relógio do local)`}.`,
    clearSiteLimit: (site) => `retirar o limite temporário do local ${site}.`,
    buy: (title, price) => `comprar um exemplar de ${title} por ${price}, para retirar no local.`,
  },
  proposed: (effect, id, until) =>
    `Proposto, e nada aconteceu ainda: ${effect}\n\nUma pessoa aprova a proposta \`${id}\` no console ou com \`sigec proposal approve ${id}\`${until === '' ? '' : `, até ${until}`}. Depois diga **aplica**.`,
  done: (what) => `Feito. ${what}`,
  notDone: (why) => `Não foi feito. ${why}`,
  noneApproved: 'Nenhuma proposta está aprovada, então não há o que aplicar.',
  whichProposal: 'Várias propostas estão aprovadas. Diga "aplica" com o id de uma:',
  words: {
    ...{
      online: 'online',
      offline: 'offline',
      pending: 'aguardando aceite',
      running: 'em andamento',
      ended: 'encerrada',
    },
    ...{
      available: 'disponível',
      occupied: 'ocupado',
      reserved: 'reservado',
      faulted: 'com falha',
      unavailable: 'indisponível',
    },
    ...{
      true: 'sim',
      false: 'não',
      total: 'total',
      brands: 'Marcas',
      models: 'Modelos',
      colours: 'Cores',
      fuels: 'Combustíveis',
    },
    ...{ prices: 'Preços', years: 'Anos', to: 'a' },
  },
  heads: {
    ...{ station: 'Estação', connection: 'Conexão', connectors: 'Conectores', since: 'Desde', connector: 'Conector' },
    ...{
      status: 'Status',
      reason: 'Motivo',
      session: 'Sessão',
      start: 'Início',
      end: 'Fim',
      energy: 'Energia',
      cost: 'Custo',
    },
    ...{
      time: 'Hora',
      event: 'Evento',
      causedBy: 'Por causa de',
      token: 'Cartão',
      driver: 'Motorista',
      blocked: 'Bloqueado',
    },
    ...{ tokens: 'Cartões', tariff: 'Tarifa', price: 'Preço', proposal: 'Proposta', effect: 'Efeito', until: 'Até' },
    ...{ field: 'O quê', value: 'Valor', restarts: 'Reiniciaria', brand: 'Marca', model: 'Modelo', year: 'Ano' },
    ...{
      fuel: 'Combustível',
      colour: 'Cor',
      km: 'km',
      number: 'nº',
      title: 'Título',
      author: 'Autor',
      stock: 'Estoque',
    },
    ...{ category: 'Categoria', books: 'Livros', uptime: 'Disponibilidade' },
  },
  counted: (count, total, what) => {
    const [one, many] = nouns[what];
    const noun = total === 1 ? one : many;
    return total > count ? `${count} de ${total} ${noun}:` : `${count} ${noun}:`;
  },
  none: 'Nada corresponde.',
  more: 'Há mais; pergunte de forma mais específica para ver.',
  whole: 'toda a rede',
  period: (from, to) => `de ${from} a ${to}`,
  report: (measure, value, where) =>
    `${{ energy: 'Energia vendida', revenue: 'Receita', sessions: 'Sessões', uptime: 'Disponibilidade' }[measure]} (${where}): **${value}**`,
  diagnosis: {
    state: 'Como está agora',
    outages: (count) => `Indisponibilidades no período: ${count}`,
    chain: 'O que aconteceu, o mais recente por último',
    odd: (count) => `Sessões com algo estranho: ${count}.`,
    refused: (count) => `Cartões recusados: ${count}.`,
    next: 'Cada linha é um fato do registro, pelo id do evento. Não tiro conclusões: não sou um modelo de linguagem.',
  },
  rule: (times, each) => {
    const when = { night: 'noite', hour: 'hora', day: 'dia' }[each];
    return `Rascunho de regra: ${each === 'day' ? 'todo' : 'toda'} ${when}, reiniciar (assim que estiver livre) cada estação que perdeu contato ${times === 1 ? 'pelo menos uma vez' : `${times} vezes ou mais`}.`;
  },
  ruleHistory: (days, restarts) => `Nos últimos ${days} dias ela teria reiniciado ${restarts} vezes:`,
  ruleNote:
    'Nada foi configurado: é um rascunho e um ensaio sobre o histórico. Regras que rodam sozinhas vêm depois, com aprovação permanente.',
  energy: {
    counts: (amount, by, source) => `O que vale: ${amount} até ${by}${source === '' ? '' : `, ${source}`}.`,
    measured: (power) => `Puxa ${power} agora.`,
    assumed: (what) => `Ninguém disse nem mediu: ${what}.`,
    sources: {
      ...{ driver: 'dito pelo motorista', operator: 'dito por um operador', agent: 'dito por um agente' },
      ...{ vehicle: 'dito pelo carro', predicted: 'previsto' },
    },
    assumptions: {
      ...{ 'battery-size': 'o tamanho da bateria', 'arrival-level': 'quanto tinha ao chegar', departure: 'a saída' },
      ...{ energy: 'a energia', phases: 'as fases', 'max-current': 'a corrente máxima' },
    },
    deliveries: {
      ...{ ignored: 'A estação ignora o plano.', capped: 'A estação dá menos do que o planejado.' },
      ...{ refused: 'A estação recusou o plano.', offline: 'A estação está offline e mantém o limite seguro.' },
      'not-sent': 'O plano é só mostrado; a estação não recebeu nada.',
    },
    planOf: (site) => `Plano de recarga de **${site}**:`,
    planIf: (site, amount) => `Como seria o plano de **${site}** com ${amount}; nada mudou:`,
    noCars: 'Nenhum carro está carregando lá.',
    ...{ now: 'Agora', ready: 'Pronto', leaves: 'Sai' },
    cost: (planned, without) => `Custa ${planned}, em vez de ${without} sem plano.`,
    whichSite: (names) => `Qual local? Existem: ${names}.`,
    noCar: (name) =>
      `Nenhum carro está carregando${name === '' ? '' : ` em ${name}`}, então nada pode ser planejado para ele.`,
    whichCar: 'Vários carros estão carregando. Qual estação?',
  },
  vehicleHint: 'Diga uma marca, um preço ou um combustível para ver veículos, como "Honda até 80 mil".',
  bookHint: 'Diga "compra o 1" para comprar o primeiro.',
  whichBook: 'Qual livro? Procure antes e depois diga o número, como "compra o 1".',
  whichPayment: 'Com que meio de pagamento? Diga "compra o 1 com TOKEN"; nos testes serve success_token.',
};
