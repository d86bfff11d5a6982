import { pattern } from '../spot/fold.ts';
import { verbs } from './words.ts';

/**
 * How a sentence with a word for a change in it is meant. Only `ordered` is a wish: `negated` says what not to do, `doubtful` wants some of it and
 * some not, `advice` asks whether one should, `how-to` how one would, `supposed` what would be, `past` what was, `complaint` what does not work,
 * `conditional` wants it only if or later.
 */
type Stance =
  | { kind: 'ordered'; rest: string; isWhenIdle: boolean }
  | { kind: 'doubtful'; rest: string }
  | { kind: 'negated' | 'advice' | 'how-to' | 'supposed' | 'past' | 'complaint' | 'conditional' };

const anyVerb = Object.values(verbs)
  .map(({ source }) => source)
  .join('|');
const showing =
  '\\b(?:mostr(?:a|e|ar)|list(?:a|e|ar)?|show|tell|touch|mex(?:a|e|er)|toqu?(?:e|ar)|faca|fazer|do anything|change|mud(?:a|e|ar))\\b';
const changes = new RegExp(anyVerb);

const politeness = pattern(
  String.raw`\b(?:please|pls|por favor|por gentileza|pf|if (?:you can|possible|you could|you would|you don'?t mind)|
    se (?:puder|possivel|der|for possivel|voce puder)|kindly|obrigad[oa]|thanks?(?: you)?|thank you|hey|
    hi|hello|oi|ola|bom dia|boa tarde|boa noite|good (?:morning|evening|afternoon)|sigec)\b[,!.]? ?`,
  'g',
);
/** They look like a negation, and are none. */
const insistence = pattern(
  String.raw`\b(?:don'?t forget to|do not forget to|nao (?:se )?esquec\w+ de|nao deix(?:e|a|ar) de|why don'?t (?:you|
    we)|why not|por que (?:voce )?nao(?= reinici| par[ae]| desbloq)|don'?t hesitate to|be sure to|not only|
    nao so)\b`,
  'g',
);
/** "when it is free", "once nobody is charging", "without interrupting anybody"; never "when somebody is charging". */
const idle = pattern(
  String.raw`,? ?\b(?:
    (?:quando|assim que|logo que|so quando|somente quando|apenas quando|depois que|apos|once|when|whenever|as soon as|
    after|only when|only once) (?:
    (?:(?!reinici|reset|restart|reboot|not\b|nao\b|isn|nobody|ninguem|never|nunca)[\w'-]+ ){0,5}?
    (?:livre|ocios[oa]|desocupad[oa]|disponivel|vazi[oa]|parad[oa]|free|idle|available|empty|unused|
    terminar(?:em)?|acabar(?:em)?|finalizar(?:em)?|encerrar(?:em)?|ends?|finish(?:es)?|finished|(?:is|are) (?:over|done)|
    done|sair|leaves|desocupar)|
    (?:[\w'-]+ ){0,4}?(?:nobody|no one|ninguem|nenhum carro|no car|not|isn't|nao) (?:[\w'-]+ ){0,4}?
    (?:usando|using(?: it)?|charging|carregando|em uso|in use|plugged in|there|la|ali))|
    (?:sem|without) (?:par(?:ar|ando)|interromper|derrubar|encerrar|cortar|atrapalhar|prejudicar|stopping|interrupting|
    cutting|disturbing|ending|kicking|affecting) [^,;.]*|
    on ?idle|soft(?:ly)?|suave(?:mente)?|graceful(?:ly)?)\b
    (?: (?:it|there|now|a sessao|the session|la|ali|o carro|the car|nele|ninguem))?`,
);

/** Whatever says no. The Portuguese "no" is a preposition, so the English one counts only within its phrases. */
const { source: negation } = pattern(
  String.raw`(?:nao|nunca|jamais|never|not|dont|doesnt|didnt|shouldnt|wouldnt|mustnt|[a-z]+n't|nem|without|sem(?! limite)|
    no (?:need|circumstances?|way|reason|case|means|longer|more)|em hipotese alguma|de jeito nenhum|avoid\w*|
    evit(?:e|a|ar|em)|neither|nor|refrain|rather|instead of|em vez de|ao inves de|nobody|no one|ninguem|nenhum\w*)`,
);
export const someNegation = new RegExp(`\\b${negation}\\b`);
const negated = new RegExp(
  `\\b${negation} (?:(?!mas\\b|but\\b|so\\b|just\\b|apenas\\b)[\\w'-]+ ){0,6}?(?:${anyVerb}|${showing})`,
  'g',
);
/** "CP-7 should not be restarted", "I don't want it stopped". */
const unwanted = pattern(
  String.raw`\b(?:(?:nao|nunca) (?:deve\w*|pode\w*|precisa\w*|e (?:para|pra)|quer\w+|vamos)|
    (?:don't|dont|do not|not) (?:want|need)|(?:should|must|shall|may)(?:n't| not| never)|no need|avoid|evit(?:e|a|ar)|
    rather|without) (?:[\w'-]+ ){0,5}?
    (?:reinici\w+|restart\w*|reset\w*|reboot\w*|stopp\w+|stop|parad\w+|parar|interromp\w+|encerr\w+|finaliz\w+|unlock\w*|
    destrav\w+|block\w*|bloque\w+|desbloque\w+|disabl\w+|desativ\w+|deslig\w+|limit\w*|start\w*|inici\w+|reserv\w+|
    touch\w*|mex\w+)\b`,
);
const leave =
  pattern(String.raw`\b(?:leave|keep|let|mant(?:em|enha|er)|deix(?:a|e|ar)|continue|segue|siga)\b.*\b(?:alone|running|as (?:it )?is|
    going|charging|on|be|quiet[oa]|em paz|como esta|do jeito|carregando|ligad[oa]|rodando|continuar|em andamento|
    sossegad[oa])\b|\b(?:forget (?:it|about)|never ?mind|esquec(?:e|a)|deixa (?:pra|para) la|cancel(?:a|
    e)? (?:isso|that|it|tudo)|desist(?:e|o|i)|changed my mind|mudei de ideia)\b`);
const trailingNo =
  /\b(?:nao|no|not|don'?t|do not|nope)(?: (?:do|faz|faca|fazer) (?:that|it|this|isso|isto)| (?:yet|now|today|ainda|agora|hoje))?[ .!]*$/;
/** "cancel the restart of CP-3". */
const calledOff =
  pattern(String.raw`\b(?:cancel(?:a|e|ar)?|call off|forget(?: about)?|skip|esquec(?:a|e)|hold off(?: on)?|postpone|adi(?:a|
    e|ar)|desist(?:a|e|ir) d[eoa]) (?:[\w'-]+ ){0,4}?(?:restart\w*|reset\w*|reboot\w*|reinici\w+|stopp\w+|
    unlock\w*|block\w*|bloqueio|desbloqueio|parada|destrav\w+)\b`);

const inability =
  pattern(String.raw`\b(?:nao (?:consigo|consegue|conseguimos|conseguem|conseguiu|consegui|da para|da pra|esta conseguindo)|
    can'?t|cannot|can not|unable|couldn'?t|could not|failed to|fails to|falhou|tentei|tentamos|i tried|we tried|
    tried to|refuses to|se recusa)\b`);
const subjectFails =
  pattern(String.raw`\bS+ (?:ainda |still |again )?(?:nao(?! (?:deve|pode|precisa|e pr|e para))|doesn'?t|won'?t|does not|
    will not|isn'?t|is not|never|nunca|keeps|did not|didn'?t)\b`);

const past =
  pattern(String.raw`^(?:e |and |but |mas )?(?:why|who|when|did|was|were|has|have|had|how (?:often|many times|long)|por ?que|
    pq|por qual motivo|quem|quando (?:foi|foram|que)|desde quando|o que|oque|what (?:happened|caused|made|
    did)|is|are|does|foi|foram|houve|alguem|anyone|anybody|somebody|sera que|quantas vezes|which|quais|qual|
    what|how many|quant[oa]s?|list|show|mostr[ae]|tem|ha|there|existe)\b`);
const advice =
  pattern(String.raw`^(?:should|shall|may i|may we|can i|could i|can we|could we|do i|do we|must i|must we|is it (?:ok|okay|
    safe|possible|necessary|wise|a good)|would it be|devo|devemos|deveria|deveriamos|posso|podemos|da para eu|
    vale a pena|e (?:seguro|possivel|necessario|bom|melhor)|seria (?:bom|melhor)|(?:voce )?acha que|do you think|
    faz sentido|e melhor)\b`);
const howTo =
  pattern(String.raw`^(?:how (?:do|can|to|would|does|should)|como (?:faco|fazer|eu|se|posso|e que|podemos|consigo|voce|reiniciar|
    parar|desbloquear|liberar|iniciar|limitar|reservar)|what is the way|what'?s the way|qual (?:a|e a|o|
    e o) (?:forma|jeito|maneira|procedimento)|explain how|me explica como|me ensina)\b`);
/** The words for changes also name what has happened, or a part of something: "the reset failed", "stop reason", "I restart it every week". */
const reported =
  pattern(String.raw`\b(?:stop|start|end|reset|restart|reboot|block|limit|unlock) (?:reasons?|times?|history|counts?|counter|
    logs?|buttons?|codes?|events?|messages?|dates?|failures?|errors?|status|commands?|lists?|took|failed|
    was|is|did|happened|worked)\b|(?<!\b(?:forca|force|forcar|faz|faca|fazer|executa|execute|do|perform|
    trigger|run|make) )\b(?:the|this|that|last|o|esse|este|ultimo) (?:reset|restart|reboot|reinicio|reinicializacao|
    stop|bloqueio|desbloqueio)\b|\b(?:reset|restart|reboot|reinicio) (?:of|d[eoa]) S+ (?:\w+ )*?(?:took|
    failed|was|worked|helped|falhou|deu|foi|demorou|funcionou|ajudou)\b|^(?:i|we|they|he|she|eu|nos|a gente|
    eles|elas|somebody|someone|alguem)(?: (?:already|just|have|had|always|usually|ja|sempre))* (?:reset|
    stop|restart|reboot|unlock|block|disable|limit|start|reserve)\b|\b(?:acabei|acabamos|acabou|acabaram) de\b`);
const saysNo = /\b(?:nobody|no one|not|never|nao|nunca|ninguem)\b|n't\b/;
/** Somebody thinks aloud. */
const musing = /\b(?:should|ought to|might|deveri\w+|devia\w*)\b|\b(?:you|we|one|they) could\b/;
const supposed =
  pattern(String.raw`\b(?:what (?:happens|would happen|will happen|if)|o que (?:acontece|aconteceria|vai acontecer)|e se|
    suppose|imagine|suponha|imagina|se eu|se a gente|if i|if we|were to|hypothetically|hipoteticamente)\b`);
const condition =
  pattern(String.raw`\b(?:if|unless|se|caso|a menos que|a nao ser|when|whenever|quando|until|till|ate que|ate (?:a|o|as)\b|
    assim que|as soon as|depois que|depois d[aeo]|after|before|antes|while|enquanto|provided|desde que|and then|
    then|em seguida|e depois|afterwards)\b`);
const later =
  pattern(String.raw`\b(?:tomorrow|amanha|later|mais tarde|daqui a|tonight|hoje a noite|at \d{1,2}(?::\d\d)? ?(?:am|pm|h|
    o'clock)?|as \d{1,2}(?::\d\d)?h?|a partir d[aeo]s? \d|next (?:week|month|monday)|semana que vem|todo dia|
    midnight|meia-noite|noon|meio-dia|diariamente|daily|nightly|hourly)\b|\bin N+\b|\bem N+\b(?! (?:d|n))`);

export function stanceOf(rest: string, folded: string): Stance {
  const plain = rest.replaceAll(politeness, ' ').replaceAll(/ +/g, ' ').trim();
  if (supposed.test(plain)) return { kind: 'supposed' };
  if (howTo.test(plain)) return { kind: 'how-to' };
  const insisted = plain.replaceAll(insistence, ' ').trim();
  if (advice.test(insisted) || (musing.test(insisted) && !saysNo.test(insisted))) return { kind: 'advice' };
  const waiting = idle.exec(insisted);
  const without = waiting === null ? insisted : insisted.replace(idle, ' ').replaceAll(/ +/g, ' ').trim();
  if (inability.test(without) || subjectFails.test(without)) return { kind: 'complaint' };
  const left = without.replaceAll(negated, ' ; ');
  if (left !== without) return leave.test(left) ? { kind: 'negated' } : { kind: 'doubtful', rest: left };
  if (unwanted.test(without) || calledOff.test(without)) return { kind: 'negated' };
  if (leave.test(without) || trailingNo.test(without)) return { kind: 'negated' };
  if (past.test(without) || reported.test(without)) return { kind: 'past' };
  if (condition.test(without)) return { kind: 'conditional' };
  if (later.test(without) || /\b(?:tonight|hoje a noite|esta noite)\b/.test(folded)) return { kind: 'conditional' };
  // Somewhere it says no, though not of the verb itself: better asked than guessed.
  if (someNegation.test(without) && changes.test(without)) return { kind: 'doubtful', rest: without };
  return { kind: 'ordered', rest: without, isWhenIdle: waiting !== null };
}
