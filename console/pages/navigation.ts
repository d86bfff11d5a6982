import {
  AccessIcon,
  DeviceIcon,
  ProposalIcon,
  ReportIcon,
  ReservationIcon,
  SessionIcon,
  SettingsIcon,
  SiteIcon,
  StationIcon,
  TariffIcon,
} from '../parts/icons.tsx';
import { WaitingCount } from '../parts/waiting-count.tsx';

/** The navigation of the console: a row per page, in this order. Addresses are in `routes.ts`, titles in `text/<language>/<page>.json`. The first is the start page. */
export const navigation = [
  { to: '/equipment', title: 'equipment.title', Icon: StationIcon },
  { to: '/sessions', title: 'sessions.title', Icon: SessionIcon },
  { to: '/access', title: 'access.title', Icon: AccessIcon, isWhole: true },
  { to: '/tariffs', title: 'tariffs.title', Icon: TariffIcon },
  { to: '/reservations', title: 'reservations.title', Icon: ReservationIcon },
  { to: '/sites', title: 'sites.title', Icon: SiteIcon },
  { to: '/devices', title: 'devices.title', Icon: DeviceIcon, isWhole: true },
  { to: '/reports', title: 'reports.title', Icon: ReportIcon },
  { to: '/proposals', title: 'proposals.title', Icon: ProposalIcon, Count: WaitingCount },
  { to: '/settings', title: 'settings.title', Icon: SettingsIcon, isWhole: true },
] as const;
