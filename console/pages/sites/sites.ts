import { createRoute } from '@tanstack/react-router';
import { root } from '../root.ts';
import { SitesPage } from './sites-page.tsx';

export const sites = createRoute({
  getParentRoute: () => root,
  path: '/sites',
  component: SitesPage,
});
