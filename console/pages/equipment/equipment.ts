import { createRoute } from '@tanstack/react-router';
import { root } from '../root.ts';
import { equipmentFilter } from './equipment-filter.ts';
import { EquipmentPage } from './equipment-page.tsx';

export const equipment = createRoute({
  getParentRoute: () => root,
  path: '/equipment',
  validateSearch: equipmentFilter,
  component: EquipmentPage,
});
