import type { StationFilter } from '../intent.ts';
import { pattern } from '../spot/fold.ts';

/** Words by which people say that something is wrong, or ask how it came about. */
export const trouble =
  pattern(String.raw`\b(?:why|por ?que|pq|por qual motivo|what happened|o que (?:aconteceu|houve|ha de errado|tem de errado|
    deu errado|ha com|tem com|esta (?:acontecendo|havendo|errado)|se passa|rolou|deu|ocorreu)|oque|what(?:'?s| is| was) (?:wrong|
    up|the (?:problem|matter|issue)|going on|happening)|diagnos\w*|investig\w*|troubleshoot|analy[sz]e|analis\w*|
    historico|history|causas?|causes?|motivo|reason|problemas?|problems?|issues?|trouble|stuck|travad[oa]|
    travou|hangs?|hung|hanging|frozen|congelad[oa]|nao (?:esta )?(?:carrega\w*|funciona\w*|lig(?:a|ando)|
    respond\w*|inici(?:a|ando)|reinici(?:a|ando)|para|aceita\w*|volt(?:a|ou))|(?:doesn'?t|won'?t|isn'?t|
    aren'?t|not|does not|can'?t|cannot|didn'?t|did not|never|unable) (?:\w+ ){0,2}(?:charg\w*|work\w*|respond\w*|
    start\w*|stop\w*|restart\w*|boot\w*)|parou(?: de)?|stopped|restarted|reiniciou|(?:was|were|been|got) (?:reset|
    restarted|stopped|blocked)|foi (?:reiniciad|parad|interrompid|bloquead)\w+|caiu|caindo|keeps|(?:fica|
    vive|esta) (?:caindo|reiniciando|travando|desligando)|went (?:offline|down)|explica|explique|explain|
    quem (?:parou|reiniciou|desligou|encerrou)|who (?:stopped|restarted|reset)|last (?:reset|restart|boot)|
    nao consigo|quebrou|deu (?:erro|problema|ruim)|failing|fails|failed|falhou|falhando|fault history|went wrong|
    deu (?:errado|pau)|root cause|eventos?|events?|been (?:doing|up to)|andou fazendo|ocorrencias?|o que tem (?:o|
    a) S+)\b`);

/** From the most telling to the vaguest: "not online" is offline, before "online" is looked for. */
const filters: readonly [StationFilter, RegExp][] = [
  [
    'waiting',
    pattern(String.raw`\b(?:wait(?:ing|s)?|knock(?:ing|ed)?|aguardando|esperando|pending|pendentes?|batendo|to be (?:accepted|
    admitted|let in)|not (?:yet )?accepted|(?:ainda )?nao (?:foram )?aceit[oa]s|unknown|desconhecid[oa]s?|
    want(?:s|ing)? (?:to get )?in|(?:pedindo|querendo|tentando) (?:acesso|entrada|(?:para )?entrar|(?:se )?conectar)|
    trying to (?:connect|join|get in)|unaccepted|unapproved|(?:to|para) (?:accept|aceitar|autorizar)|new stations|
    nov[oa]s (?:carregadores|estacoes))\b`),
  ],
  [
    'offline',
    pattern(String.raw`\b(?:off-?line|desconectad[oa]s?|disconnected|unreachable|inacessive(?:l|is)|sem (?:conexao|comunicacao|
    contato|sinal|rede|internet)|fora do ar|lost (?:contact|connection)|perd(?:eu|eram) (?:o )?(?:contato|
    conexao|comunicacao|sinal)|cairam|caid[oa]s?|down|(?:not|aren'?t|isn'?t|nao(?: estao| esta)?) (?:online|
    connected|conectad[oa]s?|respond\w+|no ar|reachable)|no (?:contact|connection|signal|communication|internet)|
    sem comunicar|(?:not|nao(?: estao| esta)?) comunic\w+|not communicating|silent|silencios[oa]s?|desligad[oa]s?|
    sumi(?:u|ram)|dead|mort[oa]s?)\b`),
  ],
  [
    'faulted',
    pattern(String.raw`\b(?:fault(?:s|ed|y)?|falh(?:a|as|ando|ou|aram)|defeit\w+|erros?|errors?|problemas?|problems?|issues?|
    avari\w+|quebrad[oa]s?|pifad[oa]s?|estragad[oa]s?|danificad[oa]s?|broken|broke|failed|failing|damaged|
    out of order|(?:not|aren'?t|isn'?t|nao(?: estao| esta)?) (?:working|funcion\w+)|nao funcionam?|em falha|
    sem funcionar|travad[oa]s?|stuck|trouble|alarm(?:s|e|es)?|alert(?:a|as|s)?|malfunction\w*|deu (?:erro|
    pau|ruim))\b`),
  ],
  [
    'unavailable',
    pattern(String.raw`\b(?:out of (?:service|operation|use)|fora de (?:servico|operacao|uso|funcionamento)|indisponive(?:l|
    is)|unavailable|disabled|desativad[oa]s?|desabilitad[oa]s?|inoperative|inoperantes?|inativ[oa]s?|em manutencao|
    (?:under|in) maintenance|(?:not|aren'?t|isn'?t|nao(?: estao| esta)?) (?:available|disponive(?:l|is)))\b`),
  ],
  [
    'charging',
    pattern(String.raw`\b(?:charging(?! (?:stations?|points?|network|sessions?))|carregando|em uso|in use|ocupad[oa]s?|busy|
    occupied|em carga|being charged|com carros?|with (?:a )?cars?|being used|sendo usad[oa]s?|(?:running|
    active|ongoing|open) (?:sessions?|charges?)|(?:sess(?:ao|oes)|recargas?) (?:em andamento|ativas?|abertas?|
    em curso|rodando)|(?:with|com|have|has|tem) (?:a |an |uma |alguma )?(?:sessions?|sess(?:ao|oes)|recargas?)|
    utilizad[oa]s|(?:not|aren'?t|isn'?t|nao(?: estao| esta)?) (?:free|livres?))\b`),
  ],
  [
    'available',
    pattern(String.raw`\b(?:free|available|livres?|disponive(?:l|is)|desocupad[oa]s?|vag[oa]s?|idle|ocios[oa]s?|unoccupied|
    vazi[oa]s?|empty|open|vacant|unused|sem uso|(?:posso|can i|can we|podemos) us(?:ar|e))\b`),
  ],
  [
    'online',
    /\b(?:on-?line|conectad[oa]s?|connected|no ar|up and running|up|funcionando|working|operantes?|ativ[oa]s?|active|ligad[oa]s?)\b/,
  ],
];

export function filterOf(rest: string): StationFilter | undefined {
  return filters.find(([, pattern]) => pattern.test(rest))?.[0];
}
