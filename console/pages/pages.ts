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

/** The pages of the console, one row each, in the order of the navigation. The first is the start page. */
export const pages = [
  { to: '/equipment', title: 'equipment.title', Sign: StationIcon },
  { to: '/sessions', title: 'sessions.title', Sign: SessionIcon },
  { to: '/access', title: 'access.title', Sign: AccessIcon },
  { to: '/tariffs', title: 'tariffs.title', Sign: TariffIcon },
  { to: '/reservations', title: 'reservations.title', Sign: ReservationIcon },
  { to: '/sites', title: 'sites.title', Sign: SiteIcon },
  { to: '/devices', title: 'devices.title', Sign: DeviceIcon },
  { to: '/reports', title: 'reports.title', Sign: ReportIcon },
  { to: '/proposals', title: 'proposals.title', Sign: ProposalIcon, Count: WaitingCount },
] as const;
