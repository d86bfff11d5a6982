import { createRootRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { reservationQuery } from '#contract/access/reservation.ts';
import { paymentState } from '#contract/money/payment.ts';
import { siteId } from '#contract/stations/site.ts';
import { accessFilter } from './access/access-filter.ts';
import { bookFilter } from './books/book-filter.ts';
import { equipmentFilter } from './equipment/equipment-filter.ts';
import { moneyTabs } from './money/money-tabs.ts';
import { pageFiles } from './page-files.ts';
import { partnerTabs } from './partners/partner-tabs.ts';
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
const energyTab = z.object({ tab: z.enum(['network', 'draw', 'prices']).optional().catch(undefined) });
const settingsTab = z.object({ tab: z.enum(settingsTabs).optional().catch(undefined) });
const ticketFilter = z.object({ show: z.enum(['all']).optional().catch(undefined) });
const healthFilter = z.object({
  tab: z.enum(['closed', 'models']).optional().catch(undefined),
  /** The one that is open over the list. */
  finding: z.uuid().optional().catch(undefined),
});
const campaignsTab = z.object({ tab: z.enum(['catalogue']).optional().catch(undefined) });
const notificationsTab = z.object({ tab: z.enum(['settings', 'webhooks']).optional().catch(undefined) });
const moneyFilter = z.object({
  tab: z.enum(moneyTabs).optional().catch(undefined),
  state: paymentState.optional().catch(undefined),
});
const partnerTab = z.object({ tab: z.enum(partnerTabs).optional().catch(undefined) });
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
    component: lazyRouteComponent(pageFiles['/sign-in'], 'SignInPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/account',
    component: lazyRouteComponent(pageFiles['/account'], 'AccountPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings',
    validateSearch: settingsTab,
    component: lazyRouteComponent(pageFiles['/settings'], 'SettingsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/now',
    component: lazyRouteComponent(pageFiles['/now'], 'NowPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/equipment',
    validateSearch: equipmentFilter,
    component: lazyRouteComponent(pageFiles['/equipment'], 'EquipmentPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/equipment/$id',
    validateSearch: stationFilter,
    component: lazyRouteComponent(pageFiles['/equipment/$id'], 'StationPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/sessions',
    validateSearch: sessionFilter,
    component: lazyRouteComponent(pageFiles['/sessions'], 'SessionsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/sessions/$id',
    component: lazyRouteComponent(pageFiles['/sessions/$id'], 'SessionPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/access',
    validateSearch: accessFilter,
    component: lazyRouteComponent(pageFiles['/access'], 'AccessPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/access/drivers/$id',
    component: lazyRouteComponent(pageFiles['/access/drivers/$id'], 'DriverPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/tariffs',
    component: lazyRouteComponent(pageFiles['/tariffs'], 'TariffsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/tariffs/new',
    validateSearch: newTariffFilter,
    component: lazyRouteComponent(pageFiles['/tariffs/new'], 'NewTariffPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/tariffs/$id',
    validateSearch: tariffTab,
    component: lazyRouteComponent(pageFiles['/tariffs/$id'], 'TariffPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/reservations',
    validateSearch: reservationFilter,
    component: lazyRouteComponent(pageFiles['/reservations'], 'ReservationsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/sites',
    component: lazyRouteComponent(pageFiles['/sites'], 'SitesPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/sites/$id',
    component: lazyRouteComponent(pageFiles['/sites/$id'], 'SitePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/devices',
    component: lazyRouteComponent(pageFiles['/devices'], 'DevicesPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/devices/$id',
    component: lazyRouteComponent(pageFiles['/devices/$id'], 'DevicePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/rules',
    component: lazyRouteComponent(pageFiles['/rules'], 'RulesPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/notifications',
    validateSearch: notificationsTab,
    component: lazyRouteComponent(pageFiles['/notifications'], 'NotificationsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/campaigns',
    validateSearch: campaignsTab,
    component: lazyRouteComponent(pageFiles['/campaigns'], 'CampaignsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/campaigns/$id',
    component: lazyRouteComponent(pageFiles['/campaigns/$id'], 'CampaignPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/tickets',
    validateSearch: ticketFilter,
    component: lazyRouteComponent(pageFiles['/tickets'], 'TicketsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/tickets/$id',
    component: lazyRouteComponent(pageFiles['/tickets/$id'], 'TicketPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/energy',
    component: lazyRouteComponent(pageFiles['/energy'], 'EnergyPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/health',
    validateSearch: healthFilter,
    component: lazyRouteComponent(pageFiles['/health'], 'HealthPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/energy/$id',
    validateSearch: energyTab,
    component: lazyRouteComponent(pageFiles['/energy/$id'], 'SiteEnergyPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/reports',
    validateSearch: reportFilter,
    component: lazyRouteComponent(pageFiles['/reports'], 'ReportsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/money',
    validateSearch: moneyFilter,
    component: lazyRouteComponent(pageFiles['/money'], 'MoneyPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/money/$id',
    component: lazyRouteComponent(pageFiles['/money/$id'], 'PaymentPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/partners',
    component: lazyRouteComponent(pageFiles['/partners'], 'PartnersPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/partners/$id',
    validateSearch: partnerTab,
    component: lazyRouteComponent(pageFiles['/partners/$id'], 'PartnerPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/vehicles',
    validateSearch: vehicleFilter,
    component: lazyRouteComponent(pageFiles['/vehicles'], 'VehiclesPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/vehicles/$id',
    component: lazyRouteComponent(pageFiles['/vehicles/$id'], 'VehiclePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/books',
    validateSearch: bookFilter,
    component: lazyRouteComponent(pageFiles['/books'], 'BooksPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/books/$id',
    component: lazyRouteComponent(pageFiles['/books/$id'], 'BookPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/books/orders/$id',
    component: lazyRouteComponent(pageFiles['/books/orders/$id'], 'OrderPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/assistant',
    component: lazyRouteComponent(pageFiles['/assistant'], 'ConversationsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/assistant/$id',
    component: lazyRouteComponent(pageFiles['/assistant/$id'], 'ConversationPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/proposals',
    validateSearch: proposalsFilter,
    component: lazyRouteComponent(pageFiles['/proposals'], 'ProposalsPage'),
  }),
];
