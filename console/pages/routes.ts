import { createRootRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { reservationQuery } from '#contract/access/reservation.ts';
import { siteId } from '#contract/stations/site.ts';
import { accessFilter } from './access/access-filter.ts';
import { bookFilter } from './books/book-filter.ts';
import { equipmentFilter } from './equipment/equipment-filter.ts';
import { proposalsFilter } from './proposals/proposals-filter.ts';
import { reportFilter } from './reports/report-filter.ts';
import { sessionFilter } from './sessions/session-filter.ts';
import { settingsTabs } from './settings/settings-tabs.ts';
import { stationFilter } from './station/station-filter.ts';
import { vehicleFilter } from './vehicles/vehicle-filter.ts';

/** The parent of every page; the shell around them is hung on it in `router.tsx`. */
export const root = createRootRoute();
const getParentRoute = () => root;

// What the address bar holds is read by a filter: a value that is none of ours is left out rather than refused, since links live long.
const reservationFilter = z.object({
  status: reservationQuery.shape.status.catch(undefined),
  site: reservationQuery.shape.siteId.catch(undefined),
});
const tariffTab = z.object({ tab: z.enum(['where', 'try', 'change', 'draw', 'text']).optional().catch(undefined) });
const settingsTab = z.object({ tab: z.enum(settingsTabs).optional().catch(undefined) });
const newTariffFilter = z.object({
  tab: z.enum(['draw', 'text']).optional().catch(undefined),
  /** Where it is meant to hold. */
  site: siteId.optional().catch(undefined),
});

/** Every page by its address; a page is loaded when somebody goes there. */
export const routes = [
  createRoute({
    getParentRoute,
    path: '/sign-in',
    component: lazyRouteComponent(() => import('./sign-in/sign-in-page.tsx'), 'SignInPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/account',
    component: lazyRouteComponent(() => import('./account/account-page.tsx'), 'AccountPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings',
    validateSearch: settingsTab,
    component: lazyRouteComponent(() => import('./settings/settings-page.tsx'), 'SettingsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/now',
    component: lazyRouteComponent(() => import('./now/now-page.tsx'), 'NowPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/equipment',
    validateSearch: equipmentFilter,
    component: lazyRouteComponent(() => import('./equipment/equipment-page.tsx'), 'EquipmentPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/equipment/$id',
    validateSearch: stationFilter,
    component: lazyRouteComponent(() => import('./station/station-page.tsx'), 'StationPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/sessions',
    validateSearch: sessionFilter,
    component: lazyRouteComponent(() => import('./sessions/sessions-page.tsx'), 'SessionsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/sessions/$id',
    component: lazyRouteComponent(() => import('./sessions/session-page.tsx'), 'SessionPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/access',
    validateSearch: accessFilter,
    component: lazyRouteComponent(() => import('./access/access-page.tsx'), 'AccessPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/access/drivers/$id',
    component: lazyRouteComponent(() => import('./access/driver-page.tsx'), 'DriverPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/tariffs',
    component: lazyRouteComponent(() => import('./tariffs/tariffs-page.tsx'), 'TariffsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/tariffs/new',
    validateSearch: newTariffFilter,
    component: lazyRouteComponent(() => import('./tariffs/new-tariff-page.tsx'), 'NewTariffPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/tariffs/$id',
    validateSearch: tariffTab,
    component: lazyRouteComponent(() => import('./tariffs/tariff-page.tsx'), 'TariffPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/reservations',
    validateSearch: reservationFilter,
    component: lazyRouteComponent(() => import('./reservations/reservations-page.tsx'), 'ReservationsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/sites',
    component: lazyRouteComponent(() => import('./sites/sites-page.tsx'), 'SitesPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/sites/$id',
    component: lazyRouteComponent(() => import('./sites/site-page.tsx'), 'SitePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/devices',
    component: lazyRouteComponent(() => import('./devices/devices-page.tsx'), 'DevicesPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/devices/$id',
    component: lazyRouteComponent(() => import('./devices/device-page.tsx'), 'DevicePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/reports',
    validateSearch: reportFilter,
    component: lazyRouteComponent(() => import('./reports/reports-page.tsx'), 'ReportsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/vehicles',
    validateSearch: vehicleFilter,
    component: lazyRouteComponent(() => import('./vehicles/vehicles-page.tsx'), 'VehiclesPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/vehicles/$id',
    component: lazyRouteComponent(() => import('./vehicles/vehicle-page.tsx'), 'VehiclePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/books',
    validateSearch: bookFilter,
    component: lazyRouteComponent(() => import('./books/books-page.tsx'), 'BooksPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/books/$id',
    component: lazyRouteComponent(() => import('./books/book-page.tsx'), 'BookPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/books/orders/$id',
    component: lazyRouteComponent(() => import('./books/order-page.tsx'), 'OrderPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/assistant',
    component: lazyRouteComponent(() => import('./assistant/conversations-page.tsx'), 'ConversationsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/assistant/$id',
    component: lazyRouteComponent(() => import('./assistant/conversations-page.tsx'), 'ConversationPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/proposals',
    validateSearch: proposalsFilter,
    component: lazyRouteComponent(() => import('./proposals/proposals-page.tsx'), 'ProposalsPage'),
  }),
];
