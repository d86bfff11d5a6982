import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Catalogue, readCatalogue } from '../catalogue-file.ts';

type OurCoupon = NonNullable<Catalogue['coupons']>[number];

const always = { startsAt: null, endsAt: null, maxUses: null, category: null, isFirstPurchase: false, leastCents: 0 };

const coupons: OurCoupon[] = [
  { ...always, code: 'PRIMEIRA10', title: '10% na primeira compra', kind: 'percent', value: 10, isFirstPurchase: true },
  { ...always, code: 'LIVROS20', title: '20% a partir de R$ 100', kind: 'percent', value: 20, leastCents: 10_000 },
  {
    ...always,
    code: 'FRETE0',
    title: 'Frete grátis a partir de R$ 50',
    kind: 'free-shipping',
    value: 0,
    leastCents: 5_000,
  },
  { ...always, code: 'TECH15', title: '15% em tecnologia', kind: 'percent', value: 15, category: 'tecnologia' },
  {
    ...always,
    code: 'BEMVINDO',
    title: 'R$ 10 de desconto a partir de R$ 20',
    kind: 'fixed',
    value: 1_000,
    leastCents: 2_000,
  },
];

/** The titles of our own shop. None of them, and nobody who wrote them, exists anywhere else. */
export async function ourCatalogue(): Promise<Catalogue> {
  const { books } = readCatalogue(await readFile(join(import.meta.dirname, 'livros.csv'), 'utf8'));
  return { books, coupons };
}
