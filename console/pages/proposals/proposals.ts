import { createRoute } from '@tanstack/react-router';
import { root } from '../root.ts';
import { proposalsFilter } from './proposals-filter.ts';
import { ProposalsPage } from './proposals-page.tsx';

export const proposals = createRoute({
  getParentRoute: () => root,
  path: '/proposals',
  validateSearch: proposalsFilter,
  component: ProposalsPage,
});
