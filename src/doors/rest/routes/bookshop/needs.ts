import type { Shop } from '#bookshop/open-shop.ts';

export type ShopRoutesNeeds = { shop: Shop };
