import { StationIcon } from '../parts/icons.tsx';
import { equipment } from './equipment/equipment.ts';

/** The pages of the console, one row each, in the order of the navigation. The first is the start page. */
export const pages = [{ route: equipment, to: '/equipment', title: 'equipment.title', Sign: StationIcon }] as const;
