import { defined } from '#base/present.ts';
import { type Asked, askedOf } from '../grammar/asked.ts';
import type { Entity, EntityKind } from '../grammar/entities.ts';
import type { Concept } from '../grammar/lexicon.ts';
import type { Item } from '../grammar/read.ts';
import { type EachIntent, eachId, eachPlace, type Intent, type StationFilter, type TargetKind } from '../intent.ts';
import { bestRequest } from '../requests/request.ts';
import { compiledRequests } from '../requests/requests.ts';
import { fold } from '../spot/fold.ts';

const states: readonly [Concept, StationFilter][] = [
  ['faulted', 'faulted'],
  ['offline', 'offline'],
  ['unavailable', 'unavailable'],
  ['free', 'available'],
  ['charging', 'charging'],
  ['waiting', 'waiting'],
];
const nouns: Record<TargetKind, readonly Concept[]> = {
  session: ['session', 'running', 'charging', 'car'],
  card: ['card', 'driver'],
  evse: ['connector'],
  station: ['station', 'connector'],
};
const several =
  /\b(?:all|every|each|both|everything|tod[oa]s?|tudo|ambos|ambas|os dois|as duas|cada)\b|\b(?:sessions|cards|stations|chargers|charge ?points|connectors|sessoes|recargas|cartoes|tags|estacoes|carregadores|pontos|conectores)\b/;

/**
 * One change for each of a set that is told by its place, person or state: "restart everything at Depot except DEPOT-1", "block all of Ana's
 * cards but 1111". The sentence is read as if one stood there; which they are is looked up, and every one is read back.
 */
export function targetsOf(asked: Asked): EachIntent | undefined {
  if (!several.test(fold(asked.text))) return undefined;
  // "everything at the depot", and no place here is known by it.
  if (asked.has('site') && asked.text_('site') === undefined && asked.text_('name') === undefined) return undefined;
  const excepted = asked.items.filter(({ isNegated }) => isNegated);
  const isPlain = excepted.every(({ entity }) => entity !== undefined);
  // Two places or two people are two sentences.
  const isOne = (['station', 'site', 'name', 'card'] as const).every((kind) => asked.all(kind).length < 2);
  if (!isPlain || !isOne) return undefined;
  for (const of of kindsIn(asked)) {
    const found = changeFor(asked, of);
    if (found !== undefined) return found;
  }
  return undefined;
}

function kindsIn(asked: Asked): TargetKind[] {
  const isEvse = asked.has('connector') && asked.all('station').length === 1;
  const place = asked.text_('site') ?? asked.text_('name');
  return [
    ...(asked.has('session') || asked.has('running') || asked.has('car') || (asked.has('stop') && asked.has('all'))
      ? ['session' as const]
      : []),
    ...(asked.has('card') && asked.text_('name') !== undefined ? ['card' as const] : []),
    ...(isEvse ? ['evse' as const] : []),
    ...(asked.has('station') || (asked.has('all') && (place !== undefined || asked.except('station').length > 0))
      ? ['station' as const]
      : []),
  ];
}

function changeFor(asked: Asked, of: TargetKind): EachIntent | undefined {
  const place = asked.text_('site') ?? (of === 'card' ? undefined : asked.text_('name'));
  const stateItems = of === 'evse' || of === 'card' ? [] : stateItemsOf(asked);
  const hasNoun = asked.items.filter(({ concepts }) => nouns[of].some((each) => concepts.has(each)));
  const isDropped = (item: Item) =>
    item.isNegated ||
    (item.concepts.has('not') && !item.concepts.has('glue')) ||
    item.concepts.has('all') ||
    isBoth(item, asked) ||
    (of !== 'session' && hasNoun.includes(item)) ||
    item.concepts.has('running') ||
    stateItems.some(({ item: each }) => each === item) ||
    item.entity?.kind === 'site' ||
    (place !== undefined && item.concepts.has('site')) ||
    (item.entity?.kind === 'name' && (of === 'card' || place === item.entity.value)) ||
    (of === 'session' && item.entity?.kind === 'station');
  const kept = asked.items.filter((item) => !isDropped(item));
  const at = (hasNoun[0] ?? asked.items.find(({ concepts }) => concepts.has('all')))?.at ?? 0;
  const entity: Entity = { ...stands[of], at, end: at, text: '' };
  const one: Item = { at, end: at, text: '', concepts: new Set(), entity, isNegated: false };
  const items = [...kept.filter((item) => item.at < at), one, ...kept.filter((item) => item.at >= at)];
  const found = bestRequest(compiledRequests, askedOf({ ...asked, items }, asked.moment));
  if (found?.request.isChange !== true || found.unused.length > 0 || !('intent' in found.result)) return undefined;
  const text = JSON.stringify(found.result);
  if (!text.includes(of === 'evse' ? String(eachPlace) : eachId)) return undefined;
  const except = asked.items.flatMap(({ entity: each, isNegated }) =>
    isNegated && each !== undefined ? [{ kind: each.kind, value: String(each.value) }] : [],
  );
  const [state] = stateItems;
  const isWhole = place === undefined && except.length === 0 && state === undefined;
  // The whole network at once is no matter of a few words.
  if (isWhole && (of === 'station' || (of === 'session' && asked.all('station').length === 0))) return undefined;
  return {
    intent: 'each',
    of,
    wish: found.result,
    except,
    ...defined({
      place,
      name: of === 'card' ? asked.text_('name') : undefined,
      station: of === 'evse' || of === 'session' ? asked.text_('station') : undefined,
      filter: isAboutService(found.result) ? undefined : state?.filter,
    }),
  };
}

/** "os dois cartões dela": as many as there are. */
function isBoth({ entity, at }: Item, { text }: Asked): boolean {
  return entity?.kind === 'number' && /\b(?:os|as|the) $/i.test(text.slice(0, at));
}

/** "out of service" is what they become, not what they are. */
function isAboutService(wish: Intent): boolean {
  return wish.intent === 'set-availability';
}

const stands: Record<TargetKind, { kind: EntityKind; value: string | number }> = {
  station: { kind: 'station', value: eachId },
  session: { kind: 'session', value: eachId },
  card: { kind: 'card', value: eachId },
  evse: { kind: 'place', value: eachPlace },
};

/** "the faulted stations": words of a state that stand before or behind their noun, not "free" in "when it is free". */
function stateItemsOf(asked: Asked): { item: Item; filter: StationFilter }[] {
  if (asked.has('service') || asked.has('enable')) return [];
  return asked.items.flatMap((item) => {
    const state = states.find(([concept]) => item.concepts.has(concept) && !item.isNegated);
    return state === undefined || item.concepts.has('idle') ? [] : [{ item, filter: state[1] }];
  });
}
