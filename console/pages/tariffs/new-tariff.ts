import { createRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { siteId } from '#contract/stations/site.ts';
import { root } from '../root.ts';
import { NewTariffPage } from './new-tariff-page.tsx';

export const newTariff = createRoute({
  getParentRoute: () => root,
  path: '/tariffs/new',
  validateSearch: z.object({
    tab: z.literal('text').optional().catch(undefined),
    /** Where it is meant to hold. */
    site: siteId.optional().catch(undefined),
  }),
  component: NewTariffPage,
});
