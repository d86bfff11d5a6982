import { defined } from '#base/present.ts';
import type { Asked } from '../grammar/asked.ts';
import { decimalIn } from '../grammar/entities.ts';
import type { Item } from '../grammar/read.ts';
import { fold, nameKey } from '../spot/fold.ts';
import { ask, call } from './build.ts';
import type { Request } from './request.ts';

/** Numbers of books: "tec-001". */
function idsOf(asked: Asked): string[] {
  return [...asked.all('id'), ...asked.all('quoted')].map(String).filter((id) => /^[a-z]{3}-\d{3}$/.test(id));
}

type Wanted = { book_id: string; quantity: number } | { title: string; quantity: number };

/** Books by number or title, each with the number of copies that stands before it. */
function wantedIn(asked: Asked): Wanted[] {
  const code = couponIn(asked);
  const found: Wanted[] = [];
  let quantity = 1;
  let title: { from: number; to: number } | undefined;
  const close = () => {
    if (title === undefined) return;
    found.push({ title: asked.text.slice(title.from, title.to), quantity });
    [title, quantity] = [undefined, 1];
  };
  for (const { entity, concepts, at, end, text } of asked.items) {
    const isOurs =
      entity === undefined ? concepts.size > 0 : !['name', 'model', 'quoted', 'site', 'key'].includes(entity.kind);
    const isJoin = /^(?:and|e)$/i.test(text);
    if (entity?.kind === 'number' && typeof entity.value === 'number') {
      close();
      quantity = Math.min(entity.value, 99);
    } else if (entity?.kind === 'id' && /^[a-z]{3}-\d{3}$/.test(String(entity.value))) {
      close();
      found.push({ book_id: String(entity.value), quantity });
      quantity = 1;
    } else if (isJoin) close();
    else if (code !== undefined && text.toUpperCase() === code) close();
    else if (!isOurs)
      title = {
        from: title?.from ?? (entity?.kind === 'quoted' ? at + 1 : at),
        to: entity?.kind === 'quoted' ? end - 1 : end,
      };
    else if (!concepts.has('glue')) close();
  }
  close();
  return found;
}

/** Somebody or something that this installation knows by that name is no book. */
function isKnown(title: string, { moment: { known = [] } }: Asked): boolean {
  const key = nameKey(title);
  return known.some(({ name, kind }) => {
    const own = nameKey(name);
    // A person of ours is in no title.
    return own === key || (key.length > 2 && own.includes(key)) || (kind === 'driver' && key.includes(own));
  });
}

function deliveryIn(asked: Asked): 'pickup' | 'standard' | 'express' | undefined {
  const said = fold(asked.text);
  if (/\b(?:express|expressa?|fast delivery|entrega rapida)\b/.test(said)) return 'express';
  if (/\b(?:pick ?up|pick it up|collect|retir\w*|buscar na loja)\b/.test(said)) return 'pickup';
  return /\b(?:standard|delivered|delivery|shipping|entrega|entregue|frete|padrao|envio)\b/.test(said)
    ? 'standard'
    : undefined;
}

/** Coupons are words in capitals, such as LIVROS20. */
function codeOf(asked: Asked): string | undefined {
  const led =
    /\b(?:coupon|code|cupom|codigo|voucher)\s+(?:de desconto\s+|code\s+)?"?([A-Za-z]+\d+|[A-Z]{4,}\d*)\b/i.exec(
      asked.text,
    )?.[1];
  return (led ?? /\b[A-Z]{4,}[A-Z\d]*\b/.exec(asked.text)?.[0] ?? asked.text_('quoted'))?.toUpperCase();
}

const aboutPrices = ['book', 'cart', 'cost', 'price', 'total', 'copies', 'coupon', 'buy', 'tariff'] as const;
const asking =
  /\b(?:how much (?:is|are|would|for)|quanto (?:e|sai|fica|da|ta|esta|sao)|deliver\w* (?:of|for)|entrega d[aeo])\b/;

/** Where a coupon is spoken of, or named as only coupons are: LIVROS20. */
function couponIn(asked: Asked): string | undefined {
  const isNamed = asked.items.some(({ entity }) => entity?.kind === 'key' && /^[A-Z]{4,}\d+$/.test(entity.text));
  return asked.has('coupon') || isNamed ? codeOf(asked) : undefined;
}

const around = 'book shop sale all now cost price howmuch copies @station+ @name+ @key @site @model';

export const bookRequests: readonly Request[] = [
  {
    tool: 'search_books',
    when: ['book', 'book about', 'author', 'genre @money|price|stock|cheap|newest', 'genre ?'],
    takes:
      'shop category genre about author sale all cheap expensive newest price cost count recommend free only stock most least latest @quoted @name+ @site',
    uses: (result) => (/"(?:max|min)Price"/.test(JSON.stringify(result)) ? ['money+', 'number+'] : []),
    isFreeText: true,
    isAnyText: true,
    examples: { en: 'books about python up to R$ 100', pt: 'livros sobre python até R$ 100' },
    intent(asked) {
      if (idsOf(asked).length > 0 || asked.has('coupon') || asked.has('cart')) return undefined;
      // "extend the reservation by 30 minutes" has a "by", and looks for no author.
      const isOurs = ['reservation', 'session', 'card', 'driver', 'station', 'tariff', 'limit'] as const;
      if (!asked.has('book') && isOurs.some((each) => asked.has(each))) return undefined;
      if (['reserve', 'buy', 'recommend'].some((each) => asked.has(each as 'buy')) && asked.all('station').length > 0)
        return undefined;
      const text = searchedIn(asked);
      if (text === '' && (asked.has('category') || asked.has('recommend'))) return { intent: 'book-categories' };
      const further = {
        ...pricesOf(asked),
        ...defined({
          order: orderIn(asked),
          isInStock: asked.has('stock') || asked.has('free') ? true : undefined,
        }),
      };
      if (asked.has('soldout')) return undefined;
      if (asked.has('or')) {
        const texts = eitherOf(asked);
        return texts.some((each) => each === '')
          ? undefined
          : { intent: 'several', wishes: texts.map((each) => ({ intent: 'find-books', text: each, ...further })) };
      }
      return { intent: 'find-books' as const, ...(text !== '' && { text }), ...further };
    },
  },
  {
    tool: 'list_categories',
    when: ['category book|shop', 'category ?'],
    takes: 'book shop all count sale',
    examples: { en: 'what book categories do you have?', pt: 'que categorias de livros existem?' },
    intent: (asked) =>
      asked.text_('quoted') === undefined && asked.text_('name') === undefined
        ? { intent: 'book-categories' }
        : undefined,
  },
  {
    tool: 'get_books_by_category',
    when: ['category @quoted', 'category @name', 'all book category'],
    takes: 'book all shop sale free @quoted @name',
    isFreeText: true,
    examples: { en: 'all books of the category "Tecnologia"', pt: 'todos os livros da categoria "Tecnologia"' },
    intent(asked) {
      const category = asked.text_('quoted') ?? asked.text_('name') ?? (searchedIn(asked) || undefined);
      return category === undefined ? undefined : call('get_books_by_category', { given: { category, limit: 20 } });
    },
  },
  {
    tool: 'get_book_details',
    when: [
      'book @id',
      'details @quoted',
      'about @quoted',
      'details @name',
      '@id details',
      '@id',
      'details book',
      'author book ?',
      'who author',
      'stock',
      'howmuch cost book',
    ],
    takes: `details author who stock free count recommend about ${around} @quoted`,
    isFreeText: true,
    examples: { en: 'details of book tec-001', pt: 'detalhes do livro tec-001' },
    intent(asked) {
      const [wanted, ...others] = wantedIn(asked);
      const isOther = ['recommend', 'cart', 'buy', 'coupon', 'station', 'session', 'card'].some((each) =>
        asked.has(each as 'cart'),
      );
      if (wanted === undefined || others.length > 0 || isOther || ('title' in wanted && isKnown(wanted.title, asked)))
        return undefined;
      if (
        'title' in wanted &&
        !['details', 'about', 'author', 'stock', 'cost'].some((each) => asked.has(each as 'stock'))
      )
        return undefined;
      return call('get_book_details', { given: { books: [wanted] } });
    },
  },
  {
    tool: 'check_discount_code',
    when: ['coupon', 'coupon may', 'coupon ?'],
    takes: `may how howmuch ${around} @quoted @id+`,
    isFreeText: true,
    examples: { en: 'is the coupon LIVROS20 valid?', pt: 'o cupom LIVROS20 é válido?' },
    intent(asked) {
      const code = codeOf(asked);
      const bought = wantedIn(asked).filter((each) => 'book_id' in each);
      if (asked.has('cart') || wantedIn(asked).some((each) => 'title' in each)) return undefined;
      return code === undefined
        ? ask('text')
        : call('check_discount_code', { given: { code, ...(bought.length > 0 && { items: bought }) } });
    },
  },
  {
    tool: 'calculate_cart',
    when: [
      'cart @id',
      'cart book',
      'howmuch @id',
      'cart',
      'howmuch cost @number',
      'cart coupon',
      'reserve coupon',
      'howmuch cost @quoted|@name',
      'howmuch @quoted|@name|@number',
      'howmuch coupon',
      'howmuch copies',
      'howmuch delivery',
      'delivery @name',
      'cost copies',
      'price copies',
      'total',
    ],
    takes: `howmuch coupon delivery copies total buy first ${around} @id+ @quoted+ @number+`,
    isFreeText: true,
    examples: { en: 'what is the total of a cart with 2 of tec-001?', pt: 'quanto dá um carrinho com 2 do tec-001?' },
    intent(asked) {
      const bought = wantedIn(asked);
      // "how much tax did we pay?" asks for no book of that name.
      const isNamed = asked.items.some(({ entity }) => entity?.kind === 'name' || entity?.kind === 'quoted');
      const isPriced =
        aboutPrices.some((each) => asked.has(each)) ||
        couponIn(asked) !== undefined ||
        (isNamed && asked.has('delivery')) ||
        asking.test(fold(asked.text));
      if (!isPriced && asked.all('id').length === 0) return undefined;
      if (['station', 'session', 'charging', 'tariff'].some((each) => asked.has(each as 'station'))) return undefined;
      const coupon = couponIn(asked);
      const isCharging = asked.all('station').some((each) => String(each).replaceAll('-', '') !== coupon);
      if (asked.all('kwh').length > 0 || isCharging) return undefined;
      if (bought.some((each) => 'title' in each && isKnown(each.title, asked))) return undefined;
      if (bought.length === 0) return /\b(?:cart|basket|carrinho|cesta)\b/i.test(asked.text) ? ask('book') : undefined;
      const code = couponIn(asked);
      return call('calculate_cart', {
        given: { books: bought, ...defined({ discount_code: code, delivery: deliveryIn(asked) }) },
      });
    },
  },
  {
    tool: 'get_recommendations',
    when: [
      'recommend @id',
      'recommend book @id',
      'similar',
      'recommend similar',
      'recommend @quoted',
      'recommend @name',
    ],
    takes: `similar recommend about first more who ${around} @id+ @quoted`,
    isFreeText: true,
    examples: { en: 'recommend books similar to tec-001', pt: 'recomende livros parecidos com tec-001' },
    intent(asked) {
      const books = wantedIn(asked);
      return books.length === 0 || books.some((each) => 'title' in each && isKnown(each.title, asked))
        ? undefined
        : call('get_recommendations', { given: { books: books.slice(0, 10) } });
    },
  },
  {
    tool: 'create_checkout',
    when: [
      'buy @id',
      'buy book',
      'buy copies',
      'buy @quoted',
      'buy @number',
      'buy @name',
      'buy delivery',
      'buy cart',
      'copies @name|@quoted|@id',
      'book @id @number',
    ],
    takes: `delivery coupon cart copies ${around} @id+ @quoted+ @number+`,
    isFreeText: true,
    isChange: true,
    examples: { en: 'order 2 of book tec-001', pt: 'encomende 2 do livro tec-001' },
    intent(asked) {
      const bought = wantedIn(asked);
      const isCar = asked.has('vehicle') || asked.has('car') || asked.has('brandname') || asked.has('modelname');
      if (bought.length === 0 || isCar || asked.all('station').length > 0) return undefined;
      if (!asked.has('buy') && !wanting.test(fold(asked.text))) return undefined;
      if (bought.some((each) => 'title' in each && isKnown(each.title, asked))) return undefined;
      // What is paid has a number of its own.
      if (asked.text_('session') !== undefined || (asked.text_('id') ?? '').length > 7) return undefined;
      const delivery = deliveryIn(asked) ?? 'pickup';
      const [en, pt] = deliveries[delivery];
      const code = couponIn(asked);
      return call('create_checkout', {
        given: { books: bought, delivery, ...defined({ discount_code: code }) },
        change: {
          en: `begin to buy {books}, ${en}; nothing is paid yet.`,
          pt: `iniciar a compra de {books}, ${pt}; nada é pago ainda.`,
        },
      });
    },
  },
  {
    tool: 'complete_checkout',
    when: ['buy @session', 'buy @id', 'buy cart @id', 'buy @id cart', 'buy cart @session'],
    takes: 'book cart @id @session @quoted cost',
    isChange: true,
    examples: {
      en: 'pay the checkout 0192f0c1-aaaa-4000-8000-000000000001 with "success_token"',
      pt: 'pague o checkout 0192f0c1-aaaa-4000-8000-000000000001 com "success_token"',
    },
    intent(asked) {
      const checkout = asked.text_('id') ?? asked.text_('session');
      const payment = asked.text_('quoted');
      if (checkout === undefined || idsOf(asked).length > 0) return undefined;
      if (payment === undefined) return ask('text');
      return call('complete_checkout', {
        given: { checkout_id: checkout, payment_token: payment },
        change: { en: `pay the checkout ${checkout}.`, pt: `pagar a compra ${checkout}.` },
      });
    },
  },
];

const aroundBooks =
  'book shop category about author sale all first cheap expensive newest price cost count recommend free only stock most least latest more howmuch condition now glue courtesy asking not or'.split(
    ' ',
  );

/** "by Machado or by Clarice": what is looked for on each side. */
function eitherOf({ items }: Asked): string[] {
  const parts: Item[][] = [[]];
  for (const item of items)
    if (item.concepts.has('or')) parts.push([]);
    else parts.at(-1)?.push(item);
  return parts.map((part) => searchedIn({ items: part }));
}

/** The words that are looked for in titles, authors and shelves. */
function searchedIn({ items }: Pick<Asked, 'items'>): string {
  const kept = items.filter(({ entity, concepts, isNegated }) =>
    entity === undefined
      ? !isNegated && ![...concepts].some((concept) => aroundBooks.includes(concept))
      : ['name', 'quoted', 'site', 'model', 'key'].includes(entity.kind),
  );
  return kept.map(({ entity, text }) => (entity?.kind === 'quoted' ? String(entity.value) : text)).join(' ');
}

/** "I want two copies" is an order, "do you have copies" is none. */
const wanting =
  /^\W*(?:(?:i|we|eu|nos|a gente) ?)?(?:want|would like|'d like|'ll take|will take|quero|queria|queremos|levo|vou levar)\b/;

const deliveries = {
  pickup: ['to be picked up', 'com retirada na loja'],
  standard: ['with standard delivery', 'com entrega padrão'],
  express: ['with express delivery', 'com entrega expressa'],
} as const;

function orderIn(asked: Asked): 'price' | 'price-descending' | 'newest' | undefined {
  if (asked.has('cheap')) return 'price';
  if (asked.has('expensive')) return 'price-descending';
  return asked.has('newest') || asked.has('latest') ? 'newest' : undefined;
}

function pricesOf(asked: Asked): { minPrice?: number; maxPrice?: number } {
  const range =
    /\b(?:between|from|entre|de) (?:r\$ ?)?(\d+(?:[.,]\d\d)?) (?:and|to|e|a|ate) (?:r\$ ?)?(\d+(?:[.,]\d\d)?)\b/i.exec(
      asked.text,
    );
  const bound =
    /\b(?:under|below|less than|at most|up to|ate|até|abaixo de|menos de|no maximo|no máximo) (\d+(?:[.,]\d\d)?)(?!\d|[.,]\d)/i.exec(
      asked.text,
    );
  const [low, high] = (range?.slice(1) ?? [undefined, bound?.[1]]).map((said) =>
    said === undefined ? undefined : decimalIn(said),
  );
  if (high !== undefined) return defined({ minPrice: low, maxPrice: high });
  const sums = asked.all('money').map(Number);
  const [one, other] =
    sums.length === 1 && /\b(?:between|entre|from|de)\b/i.test(asked.text)
      ? [...asked.all('number').map(Number).slice(0, 1), ...sums]
      : sums;
  if (one === undefined) return {};
  if (other !== undefined) return { minPrice: Math.min(one, other), maxPrice: Math.max(one, other) };
  const isLeast = /\b(?:over|above|more than|at least|acima de|mais de|a partir de|no minimo)\b/i.test(asked.text);
  return isLeast ? { minPrice: one } : { maxPrice: one };
}
