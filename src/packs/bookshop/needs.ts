import type { Shop } from '#bookshop/open-shop.ts';

/** What the tools and routes of this pack work with; made by the composition root. */
export type PackNeeds = { shop: Shop };
