import { createRoute } from '@tanstack/react-router';
import { root } from '../root.ts';
import { DriverPage } from './driver-page.tsx';

export const driver = createRoute({
  getParentRoute: () => root,
  path: '/access/drivers/$id',
  component: DriverPage,
});
