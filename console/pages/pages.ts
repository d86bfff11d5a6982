import { SessionIcon, StationIcon } from '../parts/icons.tsx';
import { equipment } from './equipment/equipment.ts';
import { sessions } from './sessions/sessions.ts';

/** The pages of the console, one row each, in the order of the navigation. The first is the start page. */
export const pages = [
  { route: equipment, to: '/equipment', title: 'equipment.title', Sign: StationIcon },
  { route: sessions, to: '/sessions', title: 'sessions.title', Sign: SessionIcon },
] as const;
