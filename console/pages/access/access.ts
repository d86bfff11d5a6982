import { createRoute } from '@tanstack/react-router';
import { root } from '../root.ts';
import { accessFilter } from './access-filter.ts';
import { AccessPage } from './access-page.tsx';

export const access = createRoute({
  getParentRoute: () => root,
  path: '/access',
  validateSearch: accessFilter,
  component: AccessPage,
});
