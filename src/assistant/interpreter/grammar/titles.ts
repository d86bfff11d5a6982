import type { Item } from './read.ts';

const link = String.raw`(?:d[aeo]s?|n[ao]s?|em|of|in|on|para|por|sem|the|a|o|as|os|que|com|at|to|for|without)`;
const title = new RegExp(String.raw`(?<=[\p{Ll}\d,:] )\p{Lu}[\p{L}'’-]*(?:(?: ${link}){0,2} \p{Lu}[\p{L}'’-]*)+`, 'gu');
const aboutBooks = ['book', 'copies', 'recommend', 'cart', 'coupon', 'author', 'delivery'] as const;

/** "gostei de O Carro na Tomada": where books are spoken of, words with capitals in a row are a title, also those that mean something here. */
export function withTitles(items: readonly Item[], text: string): Item[] {
  const isCoupon = ({ entity }: Item) => entity?.kind === 'key' && /^[A-Z]{4,}\d+$/.test(entity.text);
  if (!items.some((item) => isCoupon(item) || aboutBooks.some((each) => item.concepts.has(each)))) return [...items];
  let result = [...items];
  for (const { index: at, 0: said } of text.matchAll(title)) {
    const end = at + said.length;
    const within = result.filter((item) => item.at < end && item.end > at);
    const isTaken = within.some(
      ({ entity, at: from, end: to }) =>
        from < at || to > end || (entity !== undefined && !['name', 'site'].includes(entity.kind)),
    );
    if (isTaken) continue;
    const entity = { kind: 'name' as const, at, end, text: said, value: said };
    const whole: Item = { at, end, text: said, concepts: new Set(), entity, isNegated: false };
    result = [...result.filter((item) => !within.includes(item)), whole].toSorted((one, other) => one.at - other.at);
  }
  return result;
}
