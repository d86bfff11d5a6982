import type { Intent, Understanding } from '../intent.ts';
import { pattern } from '../spot/fold.ts';
import type { Spotted } from '../spot/spot.ts';
import { filterOf, trouble } from './station-filter.ts';
import { words } from './words.ts';

const runningWords =
  pattern(String.raw`\b(?:running|active|ongoing|in progress|em andamento|em curso|ativ[ao]s?|abert[ao]s?|open|current(?:ly)?|
    now|agora|right now|n[eo](?:sse|ste) (?:exato )?momento|rolando|acontecendo|carregando|live|at the moment|
    (?:are|is) charging|who(?:'?s| is) charging)\b`);

type Reading = (sentence: Spotted) => Understanding | undefined;

const stationNoun = new RegExp(`\\b${words.station}\\b`);
const connectorNoun = /\b(?:connectors?|conector(?:es)?|plugs?|vagas?|tomadas?|spots?|bays?)\b/;
const sessionNoun = new RegExp(`\\b${words.session}\\b`);
const asking =
  pattern(String.raw`\b(?:which|what|whats|what's|who|how many|how much|list|show|see|give me|get|find|any|are there|is there|
    do we have|tell me|quais|qual|que|quem|quant[oa]s?|list(?:a|e|ar)|mostr(?:a|e|ar)|ver|veja|exib(?:a|
    e|ir)|tem|temos|ha|existe[m]?|algum(?:a|as)?|alguns|me (?:da|de|diga|fala|mostra|passa)|todos|todas|
    all|onde|where|overview|resumo|relacao|estao|are)\b`);
const howMany = /\b(?:how many|number of|quantas|quantos|numero de|total de|count|quantidade de|contagem)\b/;

/** From the most telling to the vaguest: the first that fits is taken. */
const readings: readonly Reading[] = [
  help,
  proposals,
  sessionDetails,
  refusals,
  reservations,
  drivers,
  tariffs,
  report,
  diagnosis,
  sessions,
  stationStatus,
  stations,
];

export function understandQuestion(sentence: Spotted): Understanding | undefined {
  for (const read of readings) {
    const found = read(sentence);
    if (found !== undefined) return found;
  }
  return undefined;
}

function understood(intent: Intent): Understanding {
  return { status: 'understood', intent };
}

function stationOf({ stations: [station] }: Spotted): { station?: string } {
  return station === undefined ? {} : { station };
}
function periodOf({ period }: Spotted): { period?: NonNullable<Spotted['period']> } {
  return period === undefined ? {} : { period };
}
function siteOf({ site }: Spotted): { site?: string } {
  return site === undefined ? {} : { site };
}

function help({ rest }: Spotted): Understanding | undefined {
  const isHelp =
    pattern(String.raw`\b(?:help|ajuda|socorro|what (?:can|do) (?:you|i) (?:do|ask|understand|say|know)|what are you (?:able|
    capable)|o que (?:voce|vc|tu) (?:faz|sabe|consegue|pode|entende)|o que (?:eu )?posso (?:perguntar|pedir|
    fazer|dizer)|como (?:voce|isso|isto|vc) funciona|how (?:do|does) (?:you|this) work|
    who are you|what are you|quem e voce|voce e (?:um|uma)|are you (?:an?|chatgpt|claude|human))\b`).test(rest) ||
    /^(?:commands|comandos)\W*$/.test(rest) ||
    /^(?:hi|hello|hey|oi|ola|bom dia|boa tarde|boa noite|good (?:morning|evening|afternoon)|e ai|\?+)[ !.,]*$/.test(
      rest,
    );
  return isHelp ? understood({ intent: 'help' }) : undefined;
}

function proposals({ rest }: Spotted): Understanding | undefined {
  const isAsked =
    pattern(String.raw`\b(?:proposals?|propostas?|approvals?|aprovac(?:ao|oes)|pendencias?|to (?:be )?approved?|(?:para|pra) (?:eu )?aprovar|
    a aprovar|(?:aguardando|esperando|wait(?:ing|s)? for) (?:my |me\b|a |minha )?(?:approval|aprovacao|decision|
    decisao)?)\b`).test(rest) && !stationNoun.test(rest);
  if (!isAsked) return undefined;
  // To approve is not ours: a person does that elsewhere.
  return /^(?:approve|aprov(?:a|e|ar))\b/.test(rest)
    ? { status: 'out-of-scope' }
    : understood({ intent: 'list-proposals' });
}

function sessionDetails({ sessions: [session] }: Spotted): Understanding | undefined {
  return session === undefined ? undefined : understood({ intent: 'session-details', session });
}

function refusals(sentence: Spotted): Understanding | undefined {
  const isAsked =
    pattern(String.raw`\b(?:refus\w+|recus\w+|reject\w*|rejeit\w+|den(?:y|ied|ials?)|negad[oa]s?|neg(?:ou|aram)|declin\w+|barrad[oa]s?|
    turned away|not (?:let in|accepted|authori[sz]ed|allowed)|nao (?:foi |foram |e |sao |esta sendo )?(?:aceit[oa]s?|
    autorizad[oa]s?|liberad[oa]s?|passou|passa)|unauthori[sz]ed)\b`).test(sentence.rest) ||
    (sentence.tokens.length > 0 &&
      /\b(?:nao (?:funciona\w*|carrega\w*|aceita)|doesn'?t work|not work\w*|why|por ?que)\b/.test(sentence.rest));
  if (!isAsked || /\bproposal|\bproposta/.test(sentence.rest)) return undefined;
  const [token] = sentence.tokens;
  return understood({
    intent: 'refusals',
    ...(token !== undefined && { token }),
    ...stationOf(sentence),
    ...periodOf(sentence),
  });
}

function reservations(sentence: Spotted): Understanding | undefined {
  if (!/\b(?:reservations?|reservas?|bookings?|reservad[oa]s?|reserved|quem reservou)\b/.test(sentence.rest))
    return undefined;
  if (/\b(?:cancel\w*|delete|remov\w+|apag\w+|exclu\w+)\b/.test(sentence.rest)) return { status: 'out-of-scope' };
  return understood({ intent: 'list-reservations', ...stationOf(sentence) });
}

function drivers({ rest, text, period, stations: named }: Spotted): Understanding | undefined {
  const noun = /\b(?:drivers?|motoristas?|condutor(?:es|a|as)?|clientes?|customers?|users?|usuari[oa]s?)\b/.exec(rest);
  if (
    noun === null ||
    /\b(?:charging|carregando|app|whatsapp)\b/.test(rest) ||
    period !== undefined ||
    named.length > 0
  )
    return undefined;
  const after = text.slice(noun.index + noun[0].length);
  const name = pattern(
    String.raw`^(?: (?:named|called|chamad[oa]s?|(?:com|de|por) (?:o )?nome(?: de)?|cujo nome e|whose name is|with (?:the )?name))?:? ["“']?(\p{Lu}[\p{L}'-]*(?: (?:d[aeo]s? )?\p{Lu}[\p{L}'-]*)*)`,
    'u',
  ).exec(after);
  const lower = /^ (?:named|called|chamad[oa]s?|com (?:o )?nome|de nome) ["“']?([\p{L}'-]+(?: [\p{L}'-]+)?)/u.exec(
    after,
  );
  const search = name?.[1] ?? lower?.[1];
  if (search === undefined && !asking.test(rest) && rest.split(' ').length > 3) return undefined;
  return understood({ intent: 'list-drivers', ...(search !== undefined && { search }) });
}

function tariffs({ rest }: Spotted): Understanding | undefined {
  const isAsked =
    pattern(String.raw`\b(?:tariffs?|tarifas?|price list|tabela de precos?|precos? (?:d[aoe]s?|por|para|de) (?:recargas?|carregamentos?|
    kwh|energia|carga|carregar)|prices? (?:for|of|per) (?:charging|kwh|energy|a kwh)|charging prices?|charging rates?|
    how much (?:do we charge|does (?:it cost|charging cost)|is (?:a|the|one) kwh)|quanto (?:custa|cobramos|
    e|sai|ta|esta) (?:a |o |para |por |pra )?(?:recarga|carregar|kwh|carga|energia)?|what do we charge|quais (?:sao )?(?:os )?(?:nossos )?precos|
    (?:our|current) prices|nossos precos|valor d[ao] (?:kwh|recarga))\b`).test(rest) &&
    !/\b(?:carro|veiculo|car|vehicle|livro|book)s?\b/.test(rest);
  if (!isAsked) return undefined;
  if (
    /\b(?:change|set|raise|lower|alter\w*|mud(?:a|e|ar)|aument\w+|reduz\w*|cri(?:a|e|ar)|create|delete|apag\w+|defin(?:a|e|ir))\b/.test(
      rest,
    )
  )
    return { status: 'out-of-scope' };
  return understood({ intent: 'list-tariffs' });
}

const measures = [
  [
    'uptime',
    pattern(String.raw`\b(?:up-?time|disponibilidade|availability|tempo (?:no ar|de atividade|online|em operacao|ativo|disponivel)|
    downtime|indisponibilidade|confiabilidade|reliability|sla)\b`),
  ],
  ['energy', /\b(?:energia|energy|kwh|mwh|consum\w+|eletricidade|electricity|kilowatt.?hours?)\b/],
  [
    'revenue',
    pattern(String.raw`\b(?:revenues?|receitas?|fatur\w+|earn\w*|income|turnover|sales|vendas|arrecad\w+|lucr\w*|takings|billing|
    billed|vend(?:emos|eu|eram|i)|(?:did|have) (?:we|it|S+) (?:make|made|sell|sold)|(?:we|S+) (?:make|made|
    sell|sold))\b`),
  ],
] as const;
/** Revenue only where somebody asks how much. */
const softly =
  /\b(?:how much|quanto|total)\b.*\b(?:money|dinheiro|grana|ganh(?:ei|amos|ou|aram)|rend(?:eu|eram)|entrou|cash|profit)\b/;

function report(sentence: Spotted): Understanding | undefined {
  const { rest } = sentence;
  const [measure] = measures.find(([, pattern]) => pattern.test(rest)) ?? [];
  const isCounting =
    howMany.test(rest) &&
    sessionNoun.test(rest) &&
    !isRunningNow(rest) &&
    !/\b(?:stations?|carregador(?:es)?|estac\w+)\b/.test(rest.replace(/\bS+\b/, ''));
  const wanted = measure ?? (softly.test(rest) ? 'revenue' : undefined) ?? (isCounting ? 'sessions' : undefined);
  if (wanted === undefined)
    return /\b(?:reports?|relatorios?)\b/.test(rest) && sentence.sessions.length === 0
      ? { status: 'ask-back', missing: 'what' }
      : undefined;
  if (sentence.stations.length > 1) return { status: 'ask-back', missing: 'which' };
  return understood({
    intent: 'report',
    measure: wanted,
    ...periodOf(sentence),
    ...stationOf(sentence),
    ...siteOf(sentence),
  });
}

function diagnosis(sentence: Spotted): Understanding | undefined {
  const { rest, stations: named } = sentence;
  if (!trouble.test(rest)) return undefined;
  const [station] = named;
  if (named.length > 1) return { status: 'ask-back', missing: 'which' };
  if (station !== undefined) return understood({ intent: 'diagnose', station, ...periodOf(sentence) });
  // "which stations have problems" is a list; "why did it stop" lacks its station.
  if (
    asking.test(rest) &&
    (stationNoun.test(rest) || connectorNoun.test(rest)) &&
    filterOf(rest) !== undefined &&
    !/\b(?:why|por ?que)\b/.test(rest)
  )
    return undefined;
  const isOurs =
    stationNoun.test(rest) ||
    sessionNoun.test(rest) ||
    /\b(?:it|ele|ela|isso|charger|charging|carrega\w*)\b/.test(rest) ||
    rest.split(' ').length <= 3;
  return isOurs ? { status: 'ask-back', missing: 'station' } : undefined;
}

function isRunningNow(rest: string): boolean {
  return runningWords.test(rest);
}

/** "which stations have a session running" asks for stations. */
const aboutStations =
  pattern(String.raw`\b(?:where|onde)\b|\b(?:which|what|quais|qual|que|em que|em quais|how many|quant[oa]s|list|lista|liste|
    show(?: me)?|mostr[ae]r?) (?:are |sao )?(?:the |all |os |as |todos os |todas as )?(?:stations?|chargers?|
    estac(?:ao|oes)|carregador(?:es)?|pontos|eletropostos|connectors?|conector(?:es)?|plugs?)\b`);

function sessions(sentence: Spotted): Understanding | undefined {
  const { rest } = sentence;
  const isWho =
    pattern(String.raw`\b(?:who(?:'?s| is| are)|quem (?:esta|ta|estava)|o que (?:esta|ta)|what(?:'?s| is)|(?:cars?|vehicles?|
    carros?|veiculos?|somebody|someone|anyone|anybody|alguem) (?:is |are |que )?(?:esta(?:o)? |ta )?)\b.*\b(?:charging|
    carregando|plugged|conectad[oa]s?)\b`).test(rest) &&
    !stationNoun.test(rest.replace(/charging (?:stations?|points?)/, 'station'));
  const isNamed =
    sessionNoun.test(rest.replaceAll(/\bcharges? ?points?\b/g, ' ')) &&
    (asking.test(rest) ||
      isRunningNow(rest) ||
      sentence.period !== undefined ||
      sentence.stations.length > 0 ||
      /^(?:\w+ )?(?:sessions|sessoes|recargas|transactions|transacoes)\b/.test(rest) ||
      /\b(?:ultim[ao]s|last|latest|recent(?:es)?)\b/.test(rest));
  if (!isWho && !isNamed) return undefined;
  if (aboutStations.test(rest)) return undefined;
  if (sentence.stations.length > 1) return { status: 'ask-back', missing: 'which' };
  const hasEnded = /\b(?:ended|finished|completed|closed|encerrad\w+|finalizad\w+|terminad\w+|concluid\w+)\b/.test(
    rest,
  );
  const isRunning = isWho || isRunningNow(rest) ? { isRunning: true } : hasEnded ? { isRunning: false } : {};
  return understood({ intent: 'list-sessions', ...isRunning, ...stationOf(sentence), ...periodOf(sentence) });
}

function stationStatus({ rest, stations: named }: Spotted): Understanding | undefined {
  const [station] = named;
  if (station === undefined) return undefined;
  if (named.length > 1) return { status: 'ask-back', missing: 'which' };
  const isAsked =
    pattern(String.raw`\b(?:status|state|estado|situacao|condition|como (?:esta|vai|anda|ta|que ta|se encontra)|how(?:'?s| is| are)|
    is|are|esta|ta|anda|show|mostr\w+|see|ver|veja|check|chec\w+|verific\w+|consult\w*|look|olh\w+|info\w*|
    detalh\w+|details?|doing|tell me|fal[ae]|diga|dados|data|sobre|about|qual|what|que|tem|o que|last seen|
    versao|version|firmware|serial|modelo|model|vendor)\b`).test(rest) || filterOf(rest) !== undefined;
  return isAsked ? understood({ intent: 'station-status', station }) : { status: 'ask-back', missing: 'what' };
}

const isOneOfThem =
  pattern(String.raw`\b(?:the|this|that|my|our|o|a|esse|este|essa|esta|aquele|aquela|meu|nosso|nossa|do|da|no|na) (?:station|
    charger|estacao|carregador|ponto|eletroposto|totem|posto)\b`);
const severalOfThem =
  pattern(String.raw`\b(?:which|what|quais|qual|que|any|algum(?:a)?|list|lista|liste|each|every|cada|all|todos|how many|quant[oa]s|
    stations|chargers|estacoes|carregadores|pontos|eletropostos)\b`);

function stations(sentence: Spotted): Understanding | undefined {
  const { rest } = sentence;
  const bare = rest;
  const filter = filterOf(bare.replaceAll(/\bvagas?\b(?= (?:livre|disponive))/g, 'station'));
  const isNamed = stationNoun.test(bare) || connectorNoun.test(bare) || /\b(?:network|rede)\b/.test(bare);
  const isShort = bare.split(' ').length <= 4;
  // One that both of us should know: "the charger is broken".
  if (isOneOfThem.test(bare) && !severalOfThem.test(bare)) return { status: 'ask-back', missing: 'station' };
  if (isNamed && (asking.test(bare) || filter !== undefined || isShort))
    return understood({ intent: 'list-stations', ...(filter !== undefined && { filter }), ...siteOf(sentence) });
  const isStatusOfAll =
    pattern(String.raw`\b(?:(?:status|situacao) (?:geral|atual|da rede|of the network|of everything)|network status|overview|
    visao geral|how is everything|como esta(?:o)? (?:tudo|as coisas)|tudo (?:bem|certo|ok))\b`).test(bare);
  if (filter !== undefined && (asking.test(bare) || isShort) && !/\b(?:i|my|meu|minha|eu|you|voce)\b/.test(bare))
    return understood({ intent: 'list-stations', filter, ...siteOf(sentence) });
  if (/\b(?:status|situacao|estado)\b/.test(bare) && isShort) return { status: 'ask-back', missing: 'station' };
  return isStatusOfAll ? understood({ intent: 'list-stations', ...siteOf(sentence) }) : undefined;
}
