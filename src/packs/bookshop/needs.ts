import type { Shop } from '#bookshop/open-shop.ts';

export type PackNeeds = { shop: Shop };
