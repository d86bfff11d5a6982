import { merged, type Shown, type Taught, taughtBy, withReferences, withTaught } from './context.ts';
import { askedIn } from './grammar/asked.ts';
import { isSilent } from './grammar/read.ts';
import { type Intent, isRisky, type Understanding } from './intent.ts';
import { dayIn } from './spot/calendar.ts';
import { fold, pattern } from './spot/fold.ts';
import { spot } from './spot/spot.ts';
import { type Moment, understand } from './understand/understand.ts';
import { verbs } from './understand/words.ts';

/** What the last words of a person mean after what they said before. `confirmed`: they said yes to what was read back last. */
export type Turn =
  | { kind: 'wish'; understanding: Understanding }
  | { kind: 'confirmed'; wanted: Wish }
  | { kind: 'nothing-to-confirm' }
  | { kind: 'dropped' }
  | { kind: 'more' }
  | { kind: 'taught'; taught: Taught }
  | { kind: 'nothing-before' }
  | { kind: 'apply'; proposalId: string | undefined }
  | { kind: 'buy'; purchase: WantedBook };

export type Wish = { intent: Intent } | { purchase: WantedBook };
export type WantedBook = { number: number; payment: string | undefined };

/** What a person said, the ids of what they were looking at, and what the answer before had shown. */
export type Said = { text: string; station?: string | undefined; session?: string | undefined; shown?: Shown };

/** What is remembered from one sentence to the next; all of it follows from the words of the person. */
type Memory = {
  asked?: { sentence: string; missing: string };
  pending?: Wish;
  sentence?: string;
  station?: string;
  /** The last sentence that was understood, with what it pointed at by name. */
  before?: string;
  /** What is spoken of: "vehicle 0192…". */
  current?: string;
  taught?: readonly Taught[];
};

const maxRemembered = 12;

/** Nothing is kept between questions: the conversation itself tells what a short answer belongs to. */
export function readDialogue(said: readonly Said[], moment: Moment): Turn {
  let memory: Memory = {};
  let turn: Turn = { kind: 'nothing-to-confirm' };
  for (const each of said.slice(-maxRemembered)) ({ turn, memory } = hear(each, memory, moment));
  return turn;
}

function hear(given: Said, memory: Memory, moment: Moment): { turn: Turn; memory: Memory } {
  const { taught = [], current } = memory;
  const { station: _station, asked: _asked, pending: _pending, sentence: _sentence, ...lasting } = memory;
  const { station } = memory;
  const kept = { ...lasting, ...(station !== undefined && { station }) };
  const lesson = taughtBy(given.text);
  if (lesson !== undefined)
    return { turn: { kind: 'taught', taught: lesson }, memory: { ...kept, taught: [...taught, lesson] } };
  const plainText = withTaught(given.text, taught).replace(stopping, '$1pare');
  if (more.test(fold(plainText.normalize('NFC')).trim())) return { turn: { kind: 'more' }, memory: kept };
  const otherwise = correctedWish(plainText, memory, moment);
  if (otherwise !== undefined) return hearWish({ ...given, text: otherwise }, withoutSentence(memory), moment);
  const choice = chosenCard(plainText, given.shown ?? [], moment);
  if (memory.sentence !== undefined && choice !== undefined) {
    const { sentence: pending, ...others } = memory;
    return hearWish({ ...given, text: `${pending.replace(/[.!?\s]+$/, '')}, card ${choice}` }, others, moment);
  }
  const text = withReferences(plainText, given.shown ?? [], current);
  if (text === undefined) return { turn: { kind: 'nothing-before' }, memory: kept };
  const said = { ...given, text };
  const words = fold(text.normalize('NFC')).trim();
  if (yes.test(words)) {
    const { pending: wanted } = memory;
    return { turn: wanted === undefined ? { kind: 'nothing-to-confirm' } : { kind: 'confirmed', wanted }, memory };
  }
  if (no.test(words)) return { turn: { kind: 'dropped' }, memory: kept };
  const applied = apply.exec(words);
  if (applied !== null) return { turn: { kind: 'apply', proposalId: applied[1] }, memory: kept };
  const bought = buy.exec(words);
  if (bought !== null) {
    const payment = /(?:with|com|token) (\S+)\s*$/i.exec(text)?.[1];
    const purchase = { number: Number(bought[1]), payment };
    return { turn: { kind: 'buy', purchase }, memory: { ...kept, pending: { purchase } } };
  }
  return hearWish(said, { ...memory, ...currentIn(text) }, moment);
}

const more =
  /^(?:(?:show|mostra|mostre|me|ver|quero|some|ainda) )*(?:more|next|next page|mais|proxima pagina|proximos|continue|continua|keep going|os proximos|the next ones)(?: please| por favor)?[?.! ]*$/;

/** "então para": alone it is no preposition. */
const stopping =
  /^((?:(?:ent[ãa]o|e|agora|ok|pode|por favor),? )*)para(?=[.!\s]*$| (?:ela|ele|essa|esse|isso|tudo|todas|todos|com isso)\b)/i;

/** What a sentence names becomes what "it" is from then on. */
function currentIn(text: string): { current?: string } {
  const found = /\b(?:vehicle|session|book|station|card|driver|reservation|proposal) \S*\d\S*/i.exec(text)?.[0];
  return found === undefined ? {} : { current: found.replace(/[?.!,]+$/, '') };
}

function hearWish(said: Said, memory: Memory, moment: Moment): { turn: Turn; memory: Memory } {
  const { sentence, understanding } = completed(said, memory, moment);
  const { stations } = spot(sentence, dayIn(moment.timeZone, moment.now));
  const station = stations[0] ?? askedIn(sentence, moment).text_('station') ?? memory.station;
  const isUnderstood = understanding.status === 'understood';
  const isPending = isUnderstood && isRisky(understanding.intent);
  const isNameless = isPending && isWithoutCar(understanding.intent);
  const before = isUnderstood ? sentence : memory.before;
  return {
    turn: { kind: 'wish', understanding },
    memory: {
      ...(memory.taught !== undefined && { taught: memory.taught }),
      ...(memory.current !== undefined && { current: memory.current }),
      ...(before !== undefined && { before }),
      ...(station !== undefined && { station }),
      ...(understanding.status === 'ask-back' && { asked: { sentence, missing: understanding.missing } }),
      ...(isNameless && { asked: { sentence, missing: 'station' } }),
      ...(isPending && { pending: { intent: understanding.intent }, sentence }),
    },
  };
}

/** "the one ending in 3333", "the first one": one of the cards that were named as possible. */
function chosenCard(text: string, shown: Shown, moment: Moment): string | undefined {
  const named = withReferences(text, shown, undefined);
  const pointed = named === text ? undefined : /^(?:details of )?card (tok_\S+)$/.exec(named ?? '')?.[1];
  if (pointed !== undefined) return pointed;
  const { items } = askedIn(text, moment);
  const [only, second] = items.filter(({ entity }) => entity !== undefined);
  const isPlain = items.every(
    (item) =>
      item === only || isSilent(item) || ['card', 'ending', 'only'].some((each) => item.concepts.has(each as 'card')),
  );
  const isCard = only?.entity?.kind === 'card' || (only?.entity?.kind === 'number' && /^\d{4,}$/.test(only.text));
  return isPlain && isCard && second === undefined ? String(only?.entity?.value) : undefined;
}

/** "and …?" and fragments go on with the sentence before. */
const goingOn =
  /^(?:compar\w+|versus|vs|em relacao|and|e|what about|how about|e quanto a|agora|now|ok and|in|em|only|so|apenas|somente|but|mas)\b/;

function followUp(
  { text }: Said,
  { before }: Memory,
  alone: Understanding,
  moment: Moment,
): { sentence: string; understanding: Understanding } | undefined {
  if (before === undefined || text.trim().split(/\s+/).length > 8) return undefined;
  // "stop it" after a question is an order, and no further question. A light is told "blue" and then "off".
  const said = fold(text.normalize('NFC'));
  const isDevice = isForDevice(understand(before, moment));
  if (!isDevice && Object.values(verbs).some((verb) => verb.test(said))) return undefined;
  const isWhole = alone.status === 'understood' && alone.unused === undefined;
  const isGoingOn = goingOn.test(fold(text.normalize('NFC')));
  if (alone.status === 'negated' || (isWhole && !isGoingOn)) return undefined;
  const sentence = merged(before, text, moment);
  const understanding = understand(sentence, moment);
  const isGood =
    understanding.status === 'understood' &&
    understanding.unused === undefined &&
    (isDevice ? isForDevice(understanding) : !isRisky(understanding.intent));
  return isGood ? { sentence, understanding: withIdle(understanding, { before, text, moment }) } : undefined;
}

/** "and who was before?" changes nothing of the answer before: what was said is named. */
function withIdle(
  understanding: Understanding,
  { before, text, moment }: { before: string; text: string; moment: Moment },
): Understanding {
  if (understanding.status !== 'understood') return understanding;
  const old = understand(before, moment);
  const isSame = old.status === 'understood' && JSON.stringify(old.intent) === JSON.stringify(understanding.intent);
  const known = fold(before);
  const isNew = askedIn(text, moment).items.some(
    (item) => (item.entity !== undefined || !isSilent(item)) && !known.includes(fold(item.text)),
  );
  return isSame && isNew ? { ...understanding, unused: [text.replace(/[?.!\s]+$/, '')] } : understanding;
}

function isForDevice(understanding: Understanding): boolean {
  return (
    understanding.status === 'understood' &&
    understanding.intent.intent === 'call' &&
    understanding.intent.tool === 'call_device_tool'
  );
}

/** An answer to what was asked back is read together with its question; "it" is the station that was spoken of, or the one on the screen. */
function completed(given: Said, memory: Memory, moment: Moment): { sentence: string; understanding: Understanding } {
  const said = { ...given, text: asWhy(given.text, memory) };
  const { text } = said;
  const alone = { sentence: text, understanding: understand(text, moment) };
  const read = (sentence: string) => ({ sentence, understanding: understand(sentence, moment) });
  const { asked, sentence: before, station } = memory;
  const place = /^(?:o |a |the |no |na |on )?(?:connector|conector|evse|plug|tomada)? ?#?(\d{1,3})[.!]?$/i.exec(
    text.trim(),
  )?.[1];
  if (before !== undefined && place !== undefined) return read(`${before}, connector ${place}`);
  const { status } = alone.understanding;
  const following = asked === undefined ? followUp(said, memory, alone.understanding, moment) : undefined;
  if (following !== undefined) return following;
  if (asked !== undefined && status !== 'understood' && status !== 'negated') {
    const together = read(`${asked.sentence} ${leadIn(asked.missing, text)}${text}`);
    const { understanding } = together;
    const isFurther =
      understanding.status === 'understood' ||
      (understanding.status === 'ask-back' && understanding.missing !== asked.missing);
    if (isFurther) return together;
  }
  if (said.session !== undefined && thisSession.test(fold(text))) return read(`${text} (session ${said.session})`);
  const isNameless = status === 'understood' && isWithoutCar(alone.understanding.intent);
  if (isNameless && said.session !== undefined) return read(`${text} (session ${said.session})`);
  if (isNameless && (said.station ?? station) !== undefined) return read(`${text} (${said.station ?? station})`);
  if (status !== 'ask-back' || alone.understanding.missing !== 'station') return alone;
  if (said.station !== undefined) return read(`${text} (${said.station})`);
  const isPointing = pronoun.test(fold(text)) || why.test(fold(text.normalize('NFC')).trim());
  return station !== undefined && isPointing ? read(`${text} (${station})`) : alone;
}

/** "how do you know?" asks why what was told last is so; of a list of findings it asks what they rest on. */
function asWhy(text: string, { before, station }: Memory): string {
  if (before === undefined || !why.test(fold(text.normalize('NFC')).trim())) return text;
  return station !== undefined && /\b(?:findings?|achados?)\b/.test(fold(before))
    ? `why is ${station} at risk?`
    : 'why?';
}

const why =
  pattern(String.raw`^(?:and |e |but |mas )?(?:why(?: (?:is that|so|do you think so))?|how come|how do you know(?: that)?|how can you tell|
  what makes you (?:think|say) so|based on what|what is that based on|por ?que(?: isso| voce acha isso)?|como (?:voce|vc) sabe(?: disso)?|
  (?:show me|what is|what's) the evidence|(?:qual e|qual|mostre) a evidencia|com base em que|baseado em que|em que voce se baseia)[?!. ]*$`);

function withoutSentence({ sentence: _sentence, ...memory }: Memory): Memory {
  return memory;
}

/** "no, CP-8", "make it 16": what was read back last, otherwise. */
function correctedWish(text: string, { sentence }: Memory, moment: Moment): string | undefined {
  const at = sentence === undefined ? undefined : corrected.exec(fold(text.normalize('NFC')))?.indices?.[1]?.[0];
  if (sentence === undefined || at === undefined) return undefined;
  const otherwise = merged(sentence, text.normalize('NFC').slice(at), moment);
  const understanding = understand(otherwise, moment);
  const isWhole = understanding.status === 'understood' && understanding.unused === undefined;
  return isWhole && otherwise !== sentence ? otherwise : undefined;
}

const corrected = pattern(
  String.raw`^(?:no|nope|not that one|nao|nao,? e|actually|better|rather|make (?:it|that)|i mean(?:t)?|sorry|oops|let's say|with|to|na verdade|melhor|
    quer dizer|ou melhor|digo|desculpa|ops|faca|faz|muda (?:pra|para)|com|para|pra)(?:[,:.]? +)(?:(?:no|nao|o|a|the|it|make it|i mean(?:t)?|na|de)[,]? +)?(\S.*)$`,
  'd',
);

/** "80 % by 7:00" alone: the car is the one that is spoken of, or the only one there is. */
function isWithoutCar(intent: Intent): boolean {
  return (
    intent.intent === 'set-need' && [intent.station, intent.session, intent.name].every((each) => each === undefined)
  );
}

/** So that a bare name is taken for what was asked for. */
function leadIn(missing: string, text: string): string {
  if (text.trim().split(/\s+/).length > 3) return '';
  if (missing === 'station') return /^\d+$/.test(text.trim()) || /^\p{Lu}\p{Ll}/u.test(text.trim()) ? 'station ' : '';
  return missing === 'token' && !/card|cart|tok_|tag/i.test(text) ? 'card ' : '';
}

const yes =
  pattern(String.raw`^(?:yes|y|yep|yeah|yup|sure|ok|okay|go ahead|do it|confirm(?:ed|o|ado)?|please do|yes,? please|sim|s|
    claro|pode|pode sim|sim,? pode|isso|isso mesmo|manda|manda ver|vai|faz|faca|correto|certo|exato|beleza|
    positivo|sim,? por favor|that's right|right|correct|propose it|propoe|proponha)[ .!,]*$`);
const no =
  pattern(String.raw`^(?:no|n|nope|nah|nao|cancel|cancela|cancelar|deixa|deixa pra la|esquece|esqueca|negativo|never ?mind|
    forget it|drop it|no,? thanks?|nao,? obrigad[oa]|descarta|descarte|
    (?:(?:no|nao|wait|hold on|espera|pera|nope|melhor nao|better not)[,. ]*){1,3}(?:,? ?(?:leave (?:it|that)(?: (?:be|as it is|alone))?|stop|
    forget (?:it|that)|never ?mind|don'?t(?: do (?:it|that))?|cancel(?: (?:it|that))?|deixa(?: (?:assim|pra la|para la|como esta|quieto|isso))?|
    esquece(?: isso)?|cancela(?: isso)?|nao faz(?: isso)?|nao precisa(?: mais)?|para|i changed my mind|mudei de ideia))?)[ .!,]*$`);
const apply =
  pattern(String.raw`^(?:(?:please )?apply(?: it)?|aplica|aplique|aplicar|ja aprovei|aprovei|aprovado|approved|i (?:have )?approved(?: it)?|
    carry (?:it )?out|executa|execute|pode aplicar|it is approved|foi aprovad[oa])(?: (?:the |a |proposal |
    proposta |it )*([\w-]*\d[\w-]*))?[ .!]*$`);
const buy =
  pattern(String.raw`^(?:i(?:'ll| will| want to)? ?)?(?:buy|purchase|take|order|compr(?:a|e|ar|o)|quero(?: comprar)?|levo|
    leva)(?: (?:o|the|livro|book|number|numero|n|#))* ?#?(\d{1,2})(?: (?:with|com|token)\b.*)?[ .!]*$`);
const pronoun = /\b(?:it|that one|this one|ele|ela|nele|nela|dele|dela|[ae]sse|este|lo|la|there|ali|la)\b/;
const thisSession = /\b(?:this|the|[ae]ssa|[ae]sta|d[ae]ssa|desta|a) (?:session|sessao)\b/;
