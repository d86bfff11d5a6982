import { aDuration, aNumber, aTime, aWeekday, daysOf, minutesOf, numberOf, someDays, timeOf } from './amounts.ts';
import { type DayPart, type FactName, type Marker, type Meaning, openTicket } from './phrase.ts';

/** Some words, and what they mean; undefined: they look like it, but mean nothing here. */
type Pattern = { words: string; means: (groups: Readonly<Record<string, string>>) => Meaning | undefined };

const constant = (words: string, meaning: Meaning): Pattern => ({ words, means: () => meaning });
const marker = (words: string, name: Marker) => constant(words, { is: 'marker', marker: name });
const fact = (words: string, name: FactName) => constant(words, { is: 'fact', fact: name });
const past = (words: string, name: FactName) => constant(words, { is: 'fact', fact: name, isPast: true });

const markers: readonly Pattern[] = [
  marker('whenever|every time(?: that)?|each time(?: that)?|always when', 'whenever'),
  marker('(?:sempre|toda vez|cada vez|todas as vezes)(?: que| quando)', 'whenever'),
  marker('when|once|as soon as|quando|assim que|logo que', 'when'),
  marker('if|in case|se|caso', 'if'),
  marker(
    'unless|except (?:when|if)|but not (?:when|if|while)|a menos que|a nao ser que|exceto (?:se|quando)|salvo se',
    'unless',
  ),
  marker(
    '(?:but )?only (?:when|if|while)|provided(?: that)?|as long as|(?:mas )?(?:so|somente|apenas) (?:se|quando)|desde que',
    'only',
  ),
  marker('that|which|que', 'that'),
];

const telling = String.raw`avis(?:e|a|ar|em)|notifi(?:que|ca|car|quem)|alert(?:e|a|ar|em)|inform(?:e|a|ar|em)`;
const stationWord = String.raw`stations?|chargers?|charge points?|charging stations?|estac(?:ao|oes)|carregador(?:es)?|pontos? de recarga|eletropostos?`;
const connectorWord = String.raw`connectors?|conector(?:es)?`;

const actions: readonly Pattern[] = [
  constant(
    [
      String.raw`(?:tell|notify|alert|warn|inform|ping|message) (?:me|us)(?: know)?`,
      String.raw`let (?:me|us) know|notify|alert|warn`,
      String.raw`(?:send|give) (?:me|us) (?:a |an )?(?:message|notification|alert|warning|notice)`,
      String.raw`i(?: want|'d like| would like| need) to (?:be (?:told|notified|alerted|warned|informed)|know)`,
      String.raw`(?:me|nos) (?:${telling})|(?:${telling})(?:-me|-nos| me| nos| a gente)?`,
      String.raw`(?:quero|queremos|gostaria de|preciso) (?:ser |estar )?(?:avisad[oa]|notificad[oa]|alertad[oa]|informad[oa]|saber)`,
      String.raw`(?:me )?(?:mand[ea]|envi[ea]|mandar|enviar)(?:-me| me)? (?:um |uma )?(?:mensagem|aviso|alerta|notificacao)`,
    ].join('|'),
    { is: 'action', action: { do: 'notify', to: [], isUrgent: false } },
  ),
  constant(
    String.raw`(?:try|run|start|use|execute|rode|rodar|tente|tentar) (?:the |a |o |os )?(?:playbook|remedies|correcoes)|(?:fix|repair|remediate|heal|consert(?:e|ar|a)|corri(?:ja|gir|ge)|repar(?:e|ar|a))`,
    { is: 'action', action: { do: 'playbook', maxSteps: 3, upTo: 'soft-reset' } },
  ),
  constant(
    String.raw`(?:open|create|file|raise|log) (?:a |an |one )?(?:new )?(?:ticket|work order)|(?:abr(?:a|ir|e)|cri(?:e|ar|a)) (?:um |uma )?(?:novo |nova )?(?:chamado|ticket|ordem de servico)`,
    { is: 'action', action: openTicket },
  ),
  constant('restart|reset|reboot|reinicie|reinicia|reiniciar|reset(?:e|a|ar)|reinicia-la|reinicia-lo', {
    is: 'restart',
  }),
  constant('out of service|(?:de|fora de) servico', {
    is: 'action',
    action: { do: 'command', name: 'set-availability', input: { isOperative: false } },
  }),
  constant('(?:back )?(?:in|into) service|(?:de volta )?em servico', {
    is: 'action',
    action: { do: 'command', name: 'set-availability', input: { isOperative: true } },
  }),
];

const connectors: readonly Pattern[] = [
  {
    words: String.raw`(?:the |its |o |do |no |ao )?(?:connector|conector|evse|outlet|plug|tomada)(?: number| numero| no\.?)? ?#?(?<number>\d{1,2})`,
    means: ({ number = '' }) => (Number(number) === 0 ? undefined : { is: 'connector', evseId: Number(number) }),
  },
];

const happenings: readonly Pattern[] = [
  fact(
    String.raw`(?:come|comes|coming|get|gets|getting|goes|go) (?:back(?: online)?|online)(?: again)?|(?:is|are|be) back(?: online)?(?: again)?|back online(?: again)?|back(?: again)?|returns?|reconnects?|volt(?:ar|arem|a|am|e)(?: (?:a ficar )?online)?|reconect(?:ar|arem|a|am|e)`,
    'back',
  ),
  fact(String.raw`online|conectad[oa]s?|connected`, 'online'),
  fact(
    String.raw`(?:go|goes|going|is|are|gone) (?:down|dark)|offline|off line|disconnected|disconnects?|(?:lose|loses|losing|drop|drops) (?:its |the |their )?(?:contact|connection|connectivity)|drops?(?: out| off)?|(?:contact|connection) is lost|out of reach|unreachable`,
    'offline',
  ),
  fact(
    String.raw`ca(?:ir|irem|i|em)|perd(?:er|erem|e|em) (?:o |a )?(?:contato|conexao|comunicacao|sinal)|sa(?:ir|i|irem) do ar|fora do ar|desconect(?:ar|arem|a|am)|desconectad[oa]s?|sem (?:contato|conexao|comunicacao)`,
    'offline',
  ),
  fact(
    String.raw`faults?|faulted|faulty|faulting|fails?|failing|breaks?(?: down)?|broken|falh(?:ar|arem|a|am|e)|(?:com |der |deu |da |dao )?(?:defeito|falha|erro)|quebr(?:ar|arem|a|am|e)|quebrad[oa]s?|defeituos[oa]s?`,
    'faulted',
  ),
  fact(
    String.raw`available(?: again)?|free(?: again)?|livres?(?: de novo)?|disponive(?:l|is)(?: de novo)?|liber(?:ar|arem|a)`,
    'available',
  ),
  fact(String.raw`unavailable|inoperative|indisponive(?:l|is)`, 'unavailable'),
  fact(
    String.raw`occupied|ocupad[oa]s?|(?:a |any |um |algum )?(?:car|vehicle|ev|carro|veiculo) (?:is |for |e )?(?:plugs? in|plugged in|conectado|plugado)|plugged in`,
    'plugged',
  ),
  fact(String.raw`reserved|reservad[oa]s?`, 'reserved'),
  fact(String.raw`reboots(?: itself)?|restarts(?: itself)?|boots(?: up)?|reinici(?:arem|am)`, 'booted'),
  fact(
    String.raw`(?:nobody|no one|no car|no vehicle) (?:is |are )?(?:charging|using it|connected|plugged in)(?: there| on it| at it)?|not in use|idle|unused|ocios[oa]s?|parad[oa]s?|sem uso|(?:ninguem|nenhum carro|nenhum veiculo) (?:esta|estiver|esteja) (?:re)?carregando(?: nela| nele| la)?`,
    'idle',
  ),
  fact(
    String.raw`(?:somebody|someone|anybody|anyone|a car|a vehicle|a driver|any car) is (?:charging|using it)(?: there| on it| at it)?|charging|in use|em uso|(?:alguem|um carro|algum carro|um veiculo) (?:esta|estiver|esteja) (?:re)?carregando(?: nela| nele| la)?|(?:re)?carregando`,
    'charging',
  ),
  fact(
    String.raw`(?:a |an |any |one |the )?(?:charging )?(?:session|charge|transaction) (?:starts|begins)|(?:someone|somebody|a car|anyone) (?:starts|begins) (?:charging|to charge)|(?:starts|begins) charging|(?:uma |a |alguma )?(?:sessao|recarga) (?:comec(?:ar|a|e)|inici(?:ar|a|e))|(?:comec(?:ar|a|e)|inici(?:ar|a|e)) (?:uma |a )?(?:sessao|recarga)`,
    'session-started',
  ),
  fact(
    String.raw`(?:a |an |any |one |the )?(?:charging )?(?:session|charge|transaction) (?:ends|finishes|stops|is over)|(?:someone|somebody|a car) (?:stops|finishes) charging|(?:stops|finishes) charging|(?:uma |a |alguma )?(?:sessao|recarga) (?:termin(?:ar|a|e)|acab(?:ar|a|e)|encerr(?:ar|a|e))|(?:termin(?:ar|a|e)|acab(?:ar|a|e)) (?:uma |a )?(?:sessao|recarga)`,
    'session-ended',
  ),
  fact(
    String.raw`(?:there is |there's |houver |aparecer |surgir )?(?:a |an |any |um )?(?:new |novo )?(?:finding|achado)(?: is opened| appears| novo)?`,
    'finding',
  ),
  fact(
    String.raw`(?:a |an |any |um )?(?:security event|evento de seguranca)(?: is reported| occurs| ocorrer| for informado)?`,
    'security',
  ),
  fact(
    String.raw`(?:a |an |any |um |algum )?(?:card|token|tag|cartao) (?:is |gets |for |e )?(?:refused|rejected|declined|recusado|rejeitado|negado)`,
    'card-refused',
  ),
  fact(
    String.raw`(?:a |any |its |the |um |o )?(?:certificate|certificado) (?:is about to expire|expires soon|is expiring|estiver (?:para|prestes a) (?:vencer|expirar)|vai vencer)`,
    'certificate-expiring',
  ),
  fact(
    String.raw`(?:a |an |the |uma |a )?(?:firmware update|atualizacao de firmware) (?:fails|falhar)`,
    'firmware-failed',
  ),
];

const happened: readonly Pattern[] = [
  past(
    '(?:lost|dropped) (?:its |the |their )?(?:contact|connection|connectivity)|dropped(?: out| off)?|went (?:down|dark)|disconnected',
    'offline',
  ),
  past(
    'ca(?:iu|iram)|perd(?:eu|eram) (?:o |a )?(?:contato|conexao|comunicacao|sinal)|sa(?:iu|iram) do ar|desconect(?:ou|aram)',
    'offline',
  ),
  past('failed|broke(?: down)?|falh(?:ou|aram)|quebr(?:ou|aram)|(?:deu|deram) (?:defeito|falha|erro)', 'faulted'),
  past('came back(?: online)?|returned|reconnected|volt(?:ou|aram)', 'back'),
  past('rebooted|restarted|reinici(?:ou|aram)', 'booted'),
];

const most = String.raw`at most|no more than|not more than|up to|maximum|no maximo|ate`;
const least = String.raw`at least|no minimo|pelo menos|ao menos`;
const more = String.raw`more than|mais de|mais do que`;

const counts: readonly Pattern[] = [
  constant(most, { is: 'most' }),
  {
    words: String.raw`(?:(?<least>${least}) |(?<more>${more}) )?(?:(?<word>once|twice|thrice|uma vez|duas vezes)|(?<count>${aNumber}) ?(?:times|vezes|x))(?: or more| ou mais)?`,
    means: ({ word = '', count = '', more: isMore }) => {
      const said = /^(?:once|uma)/.test(word)
        ? 1
        : /^(?:twice|duas)/.test(word)
          ? 2
          : word === 'thrice'
            ? 3
            : numberOf(count);
      return { is: 'times', count: said + (isMore === undefined ? 0 : 1) };
    },
  },
  constant('only once|just once|a single time|the next time|so uma vez|uma unica vez|apenas uma vez', { is: 'once' }),
  {
    words: '(?:(?:a|an|per|por|ao|a cada) (?<unit>hour|day|hora|dia))|(?:every|each) (?<other>hour)',
    means: ({ unit, other = '' }) => ({ is: 'per', minutes: minutesOf(`1 ${unit ?? other}`) }),
  },
];

const lasting = String.raw`(?:(?:and )?(?:still|continues?|ainda|continuar) )?(?:for|during|since|por|durante|ha)`;
const afterwards = '(?:after|apos|depois de)';
const longer = String.raw`(?:(?:more than|longer than|over|at least|a minimum of|mais de|mais do que|pelo menos|ao menos|no minimo) )?`;
const spans: readonly Pattern[] = [
  {
    // "after 22h" is a time of day, "after 2 hours" is how long.
    words: String.raw`(?:${lasting} |${afterwards} (?!\d+ ?h\b))${longer}(?<span>${aDuration})`,
    means: ({ span = '' }) => ({ is: 'lasting', minutes: minutesOf(span) }),
  },
  {
    words: String.raw`(?:within|in|inside|in less than|em|dentro de|no prazo de|em menos de|num periodo de) (?:the last |the space of |ate |um periodo de )?(?<span>${aDuration})`,
    means: ({ span = '' }) => ({ is: 'within', minutes: minutesOf(span) }),
  },
  constant('in the same hour|na mesma hora', { is: 'within', minutes: 60 }),
  constant('in the same day|on the same day|no mesmo dia', { is: 'unknown' }),
];

const hours: readonly Pattern[] = [
  {
    words: String.raw`(?:(?:only |so |somente |apenas )?(?:between|from|entre(?: as| a| o)?|das?|de|desde as)) (?<from>${aTime}) (?:and|to|until|till|e(?: as| a| o)?|as|ate(?: as| a| o)?|a) (?<to>${aTime})`,
    means: ({ from = '', to = '' }) => {
      const [one, other] = [timeOf(from), timeOf(to)];
      if (one === undefined || other === undefined) return undefined;
      // "from 8 to 10 pm": nobody can tell whether 8 is in the morning.
      if (one.half === undefined && other.half === 'pm' && !one.isExact) return undefined;
      return { is: 'hours', from: one.time, to: other.time };
    },
  },
  {
    words: String.raw`(?:at|as|a) (?<time>${aTime})`,
    means: ({ time = '' }) => {
      const told = timeOf(time);
      return told === undefined ? undefined : { is: 'at', time: told.time, isExact: told.isExact };
    },
  },
  { words: 'ao meio-?dia|ao meio dia', means: () => ({ is: 'at', time: '12:00', isExact: true }) },
];

const dayParts: readonly (readonly [DayPart, string])[] = [
  ['day', String.raw`every day|each day|daily|todo dia|todos os dias|todo o dia|diariamente|cada dia`],
  ['morning', String.raw`every morning|each morning|toda manha|todas as manhas`],
  ['afternoon', String.raw`every afternoon|toda tarde|todas as tardes`],
  ['evening', String.raw`every evening|each evening`],
  ['night', String.raw`every night|each night|nightly|toda noite|todas as noites|toda madrugada|todas as madrugadas`],
];

const days: readonly Pattern[] = [
  ...dayParts.map(([part, words]) => constant(words, { is: 'daily', part })),
  {
    words: String.raw`(?:(?<every>every|each|only on|on|at|during|from|toda|todas as|todo|todos os|cada|so|somente|apenas|aos|as|nos|nas|no|na|em|de|durante os|it is|e) )?(?:the )?(?<days>(?:${aWeekday}|${someDays})(?: (?:to|through|till|until|ate|a) (?:a |o )?(?:${aWeekday}))?)`,
    means: ({ every = '', days: said = '' }) => ({
      is: 'days',
      days: daysOf(said),
      // "on Sunday" may be the next one; what says the plural, or a span of days, is meant for every week.
      isEvery:
        /^(?:every|each|tod|cada)/.test(every) ||
        (said.split(' ')[0] ?? '').endsWith('s') ||
        / (?:to|through|till|until|ate|a) |semana|weekend/.test(said),
    }),
  },
];

const links: readonly Pattern[] = [
  constant(',|;|:|\\.|!|\\?', { is: 'comma' }),
  constant('and then|and|then|while|enquanto|e depois|e entao|entao|depois|e|but|mas', { is: 'and' }),
  constant('or|ou', { is: 'or' }),
  constant(
    "not|never|don't|dont|do not|does not|doesn't|doesnt|did not|didn't|isn't|is not|aren't|are not|hasn't|has not|haven't|have not|fails? to|failed to|cannot|can't|won't|no longer|nao|nunca|nem|deixar de",
    { is: 'not' },
  ),
  constant('except(?: for)?|excluding|other than|but not|apart from|exceto|menos|salvo|fora(?! do ar| de)', {
    is: 'except',
  }),
  constant('went|was|were|got|fell|had been|ficou|ficaram|estava|estavam|esteve|estiveram', {
    is: 'past',
  }),
  constant(
    "otherwise|or else|if not|if (?:that|it|this) (?:does not|doesn't|did not|didn't) (?:help|work)|senao|caso contrario|se (?:isso )?nao (?:resolver|funcionar|adiantar|der certo)",
    { is: 'else' },
  ),
  constant('no', { is: 'no' }),
  constant('all|every|both|each|todas?(?: as| os)?|todos?(?: as| os)?|ambas|ambos', { is: 'all' }),
];

/** Words that change nothing: who it is about is named, or is what happened. */
const fillers = constant(
  [
    String.raw`please|kindly|thanks|thank you|hi|hello|hey|(?:could|can|would|will) you|i(?: want|'d like| would like) you to|obrigad[oa]|por favor|por gentileza|ola|oi|(?:voce )?(?:pode|poderia)|gostaria que(?: voce)?|quero que(?: voce)?`,
    String.raw`is|are|be|gets?|go|goes|becomes?|stays?|remains?|has|have|been|there is|still|will`,
    String.raw`esta|estao|estiver(?:em)?|esteja(?:m)?|fic(?:ar|arem|a|am|ue)|permanec(?:er|e)|for|foi|tiver|ainda|houver`,
    String.raw`the|a|an|any|some|of|at|on|in|one of the|one of|any of the|my|our`,
    String.raw`o|os|as|um|uma|algum|alguma|alguns|algumas|qualquer|de|do|da|dos|das|em|na|nos|nas|com|no (?:carregador|eletroposto|ponto de recarga|conector|site|local)|meu|minha`,
    stationWord,
    String.raw`${connectorWord}|site|local`,
    String.raw`it|them|its|they|ela|elas|ele|eles|la|lo|me know|also|tambem|there|take|put|tire|tirar|tira|coloque|colocar|ponha`,
  ].join('|'),
  { is: 'nothing' },
);

/** Somebody's station, whichever: where one is named as well, they are two. */
const anyStation = constant(String.raw`(?:a|an|any|some|one|um|uma|algum|alguma|qualquer) (?:${stationWord})`, {
  is: 'any-station',
});

/** Where several begin with the same words, the longest counts, and of equals the first. */
export const patterns: readonly Pattern[] = [
  ...[...markers, ...links, ...counts, ...spans, ...hours, ...days],
  ...[...happened, ...happenings, ...connectors, ...actions, anyStation, fillers],
];

/** Every longer word that means something, so that a typing error can be put right; "reinici(?:e|ar)" are two. */
export const vocabulary: readonly string[] = [
  ...new Set(
    patterns.flatMap(({ words }) => {
      const endings = [...words.matchAll(/([a-z]{3,})\(\?:([a-z|]+)\)/g)];
      const whole = endings.flatMap(([, stem = '', each = '']) => each.split('|').map((ending) => stem + ending));
      const plain = words.replaceAll(/\\.|\(\?<\w+>|[a-z]+\(\?:[a-z|]+\)/g, ' ').match(/[a-z]{5,}/g) ?? [];
      return [...whole, ...plain].filter((word) => word.length >= 5);
    }),
  ),
];
