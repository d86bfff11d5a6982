import { createRoute } from '@tanstack/react-router';
import { root } from '../root.ts';
import { SessionPage } from './session-page.tsx';

export const session = createRoute({
  getParentRoute: () => root,
  path: '/sessions/$id',
  component: SessionPage,
});
