import { createRoute } from '@tanstack/react-router';
import { root } from '../root.ts';
import { SitePage } from './site-page.tsx';

export const site = createRoute({
  getParentRoute: () => root,
  path: '/sites/$id',
  component: SitePage,
});
