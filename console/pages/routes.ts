import { createRootRoute, createRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { reservationQuery } from '#contract/access/reservation.ts';
import { siteId } from '#contract/stations/site.ts';
import { accessFilter } from './access/access-filter.ts';
import { AccessPage } from './access/access-page.tsx';
import { DriverPage } from './access/driver-page.tsx';
import { AccountPage } from './account/account-page.tsx';
import { DevicePage } from './devices/device-page.tsx';
import { DevicesPage } from './devices/devices-page.tsx';
import { equipmentFilter } from './equipment/equipment-filter.ts';
import { EquipmentPage } from './equipment/equipment-page.tsx';
import { proposalsFilter } from './proposals/proposals-filter.ts';
import { ProposalsPage } from './proposals/proposals-page.tsx';
import { reportFilter } from './reports/report-filter.ts';
import { ReportsPage } from './reports/reports-page.tsx';
import { ReservationsPage } from './reservations/reservations-page.tsx';
import { sessionFilter } from './sessions/session-filter.ts';
import { SessionPage } from './sessions/session-page.tsx';
import { SessionsPage } from './sessions/sessions-page.tsx';
import { SettingsPage } from './settings/settings-page.tsx';
import { SignInPage } from './sign-in/sign-in-page.tsx';
import { SitePage } from './sites/site-page.tsx';
import { SitesPage } from './sites/sites-page.tsx';
import { NewTariffPage } from './tariffs/new-tariff-page.tsx';
import { TariffPage } from './tariffs/tariff-page.tsx';
import { TariffsPage } from './tariffs/tariffs-page.tsx';

/** The parent of every page; the shell around them is hung on it in `router.tsx`. */
export const root = createRootRoute();
const getParentRoute = () => root;

// What the address bar holds is read by a filter: a value that is none of ours is left out rather than refused, since links live long.
const reservationFilter = z.object({
  status: reservationQuery.shape.status.catch(undefined),
  site: reservationQuery.shape.siteId.catch(undefined),
});
const tariffTab = z.object({ tab: z.enum(['where', 'try', 'change', 'text']).optional().catch(undefined) });
const settingsTab = z.object({ tab: z.enum(['people', 'keys']).optional().catch(undefined) });
const newTariffFilter = z.object({
  tab: z.literal('text').optional().catch(undefined),
  /** Where it is meant to hold. */
  site: siteId.optional().catch(undefined),
});

/** Every page by its address. */
export const routes = [
  createRoute({ getParentRoute, path: '/sign-in', component: SignInPage }),
  createRoute({ getParentRoute, path: '/account', component: AccountPage }),
  createRoute({ getParentRoute, path: '/settings', validateSearch: settingsTab, component: SettingsPage }),
  createRoute({ getParentRoute, path: '/equipment', validateSearch: equipmentFilter, component: EquipmentPage }),
  createRoute({ getParentRoute, path: '/sessions', validateSearch: sessionFilter, component: SessionsPage }),
  createRoute({ getParentRoute, path: '/sessions/$id', component: SessionPage }),
  createRoute({ getParentRoute, path: '/access', validateSearch: accessFilter, component: AccessPage }),
  createRoute({ getParentRoute, path: '/access/drivers/$id', component: DriverPage }),
  createRoute({ getParentRoute, path: '/tariffs', component: TariffsPage }),
  createRoute({ getParentRoute, path: '/tariffs/new', validateSearch: newTariffFilter, component: NewTariffPage }),
  createRoute({ getParentRoute, path: '/tariffs/$id', validateSearch: tariffTab, component: TariffPage }),
  createRoute({
    getParentRoute,
    path: '/reservations',
    validateSearch: reservationFilter,
    component: ReservationsPage,
  }),
  createRoute({ getParentRoute, path: '/sites', component: SitesPage }),
  createRoute({ getParentRoute, path: '/sites/$id', component: SitePage }),
  createRoute({ getParentRoute, path: '/devices', component: DevicesPage }),
  createRoute({ getParentRoute, path: '/devices/$id', component: DevicePage }),
  createRoute({ getParentRoute, path: '/reports', validateSearch: reportFilter, component: ReportsPage }),
  createRoute({ getParentRoute, path: '/proposals', validateSearch: proposalsFilter, component: ProposalsPage }),
];
