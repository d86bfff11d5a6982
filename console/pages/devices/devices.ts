import { createRoute } from '@tanstack/react-router';
import { root } from '../root.ts';
import { DevicesPage } from './devices-page.tsx';

export const devices = createRoute({
  getParentRoute: () => root,
  path: '/devices',
  component: DevicesPage,
});
