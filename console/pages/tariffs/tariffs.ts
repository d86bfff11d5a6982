import { createRoute } from '@tanstack/react-router';
import { root } from '../root.ts';
import { TariffsPage } from './tariffs-page.tsx';

export const tariffs = createRoute({
  getParentRoute: () => root,
  path: '/tariffs',
  component: TariffsPage,
});
