import { createRoute } from '@tanstack/react-router';
import { root } from '../root.ts';
import { sessionFilter } from './session-filter.ts';
import { SessionsPage } from './sessions-page.tsx';

export const sessions = createRoute({
  getParentRoute: () => root,
  path: '/sessions',
  validateSearch: sessionFilter,
  component: SessionsPage,
});
