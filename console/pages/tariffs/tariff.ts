import { createRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { root } from '../root.ts';
import { TariffPage } from './tariff-page.tsx';

export const tariff = createRoute({
  getParentRoute: () => root,
  path: '/tariffs/$id',
  validateSearch: z.object({ tab: z.enum(['where', 'try', 'change', 'text']).optional().catch(undefined) }),
  component: TariffPage,
});
