import { createRoute } from '@tanstack/react-router';
import { root } from '../root.ts';
import { DevicePage } from './device-page.tsx';

export const device = createRoute({
  getParentRoute: () => root,
  path: '/devices/$id',
  component: DevicePage,
});
