import {
  AccessIcon,
  AssistantIcon,
  EnergyIcon,
  NowIcon,
  ReportIcon,
  SessionIcon,
  SettingsIcon,
  StationIcon,
} from '../parts/icons.tsx';
import type { Section } from '../parts/sections.tsx';
import { WaitingCount } from '../parts/waiting-count.tsx';

/** The navigation of the console: at most eight sections, each with its pages. Addresses are in `routes.ts`. The first page is the start page. */
export const navigation = [
  { name: 'now.title', Icon: NowIcon, pages: [{ to: '/now', name: 'now.title' }] },
  {
    name: 'section.equipment',
    Icon: StationIcon,
    pages: [
      { to: '/equipment', name: 'section.stations' },
      { to: '/health', name: 'section.health' },
      { to: '/sites', name: 'sites.title' },
      { to: '/tickets', name: 'tickets.title' },
      { to: '/campaigns', name: 'campaigns.title', isWhole: true },
      { to: '/devices', name: 'devices.title', isWhole: true },
    ],
  },
  {
    name: 'sessions.title',
    Icon: SessionIcon,
    pages: [
      { to: '/sessions', name: 'sessions.title' },
      { to: '/reservations', name: 'reservations.title' },
    ],
  },
  { name: 'section.energy', Icon: EnergyIcon, pages: [{ to: '/energy', name: 'section.energy' }] },
  {
    name: 'access.title',
    Icon: AccessIcon,
    pages: [
      { to: '/access', name: 'section.drivers', isWhole: true },
      { to: '/tariffs', name: 'tariffs.title' },
    ],
  },
  {
    name: 'section.business',
    Icon: ReportIcon,
    pages: [
      { to: '/reports', name: 'reports.title' },
      { to: '/money', name: 'section.money', isWhole: true },
      { to: '/partners', name: 'section.partners', isWhole: true },
      { to: '/vehicles', name: 'vehicles.title' },
      { to: '/books', name: 'books.title' },
    ],
  },
  {
    name: 'assistant.title',
    Icon: AssistantIcon,
    Count: WaitingCount,
    pages: [
      { to: '/assistant', name: 'assistant.conversations' },
      { to: '/proposals', name: 'proposals.title', Count: WaitingCount },
      { to: '/rules', name: 'section.rules' },
      { to: '/notifications', name: 'section.notifications' },
    ],
  },
  { name: 'settings.title', Icon: SettingsIcon, pages: [{ to: '/settings', name: 'settings.title', isWhole: true }] },
] as const satisfies readonly Section[];
