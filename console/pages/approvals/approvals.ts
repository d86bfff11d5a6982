import { createRoute } from '@tanstack/react-router';
import { root } from '../root.ts';
import { approvalsFilter } from './approvals-filter.ts';
import { ApprovalsPage } from './approvals-page.tsx';

export const approvals = createRoute({
  getParentRoute: () => root,
  path: '/approvals',
  validateSearch: approvalsFilter,
  component: ApprovalsPage,
});
