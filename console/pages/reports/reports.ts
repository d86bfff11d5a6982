import { createRoute } from '@tanstack/react-router';
import { root } from '../root.ts';
import { reportFilter } from './report-filter.ts';
import { ReportsPage } from './reports-page.tsx';

export const reports = createRoute({
  getParentRoute: () => root,
  path: '/reports',
  validateSearch: reportFilter,
  component: ReportsPage,
});
