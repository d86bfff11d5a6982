import {
  AccessIcon,
  DeviceIcon,
  ProposalIcon,
  ReportIcon,
  ReservationIcon,
  SessionIcon,
  SiteIcon,
  StationIcon,
  TariffIcon,
} from '../parts/icons.tsx';
import { WaitingCount } from '../parts/waiting-count.tsx';
import { access } from './access/access.ts';
import { devices } from './devices/devices.ts';
import { equipment } from './equipment/equipment.ts';
import { proposals } from './proposals/proposals.ts';
import { reports } from './reports/reports.ts';
import { reservations } from './reservations/reservations.ts';
import { sessions } from './sessions/sessions.ts';
import { sites } from './sites/sites.ts';
import { tariffs } from './tariffs/tariffs.ts';

/** The pages of the console, one row each, in the order of the navigation. The first is the start page. */
export const pages = [
  { route: equipment, to: '/equipment', title: 'equipment.title', Sign: StationIcon },
  { route: sessions, to: '/sessions', title: 'sessions.title', Sign: SessionIcon },
  { route: access, to: '/access', title: 'access.title', Sign: AccessIcon },
  { route: tariffs, to: '/tariffs', title: 'tariffs.title', Sign: TariffIcon },
  { route: reservations, to: '/reservations', title: 'reservations.title', Sign: ReservationIcon },
  { route: sites, to: '/sites', title: 'sites.title', Sign: SiteIcon },
  { route: devices, to: '/devices', title: 'devices.title', Sign: DeviceIcon },
  { route: reports, to: '/reports', title: 'reports.title', Sign: ReportIcon },
  { route: proposals, to: '/proposals', title: 'proposals.title', Sign: ProposalIcon, Count: WaitingCount },
] as const;
