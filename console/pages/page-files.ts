/** The file of every page by its address. It knows nothing else, so that a page can be asked for before the console is there. */
export const pageFiles = {
  '/sign-in': () => import('./sign-in/sign-in-page.tsx'),
  '/account': () => import('./account/account-page.tsx'),
  '/settings': () => import('./settings/settings-page.tsx'),
  '/now': () => import('./now/now-page.tsx'),
  '/equipment': () => import('./equipment/equipment-page.tsx'),
  '/equipment/$id': () => import('./station/station-page.tsx'),
  '/sessions': () => import('./sessions/sessions-page.tsx'),
  '/sessions/$id': () => import('./sessions/session-page.tsx'),
  '/access': () => import('./access/access-page.tsx'),
  '/access/drivers/$id': () => import('./access/driver-page.tsx'),
  '/tariffs': () => import('./tariffs/tariffs-page.tsx'),
  '/tariffs/new': () => import('./tariffs/new-tariff-page.tsx'),
  '/tariffs/$id': () => import('./tariffs/tariff-page.tsx'),
  '/reservations': () => import('./reservations/reservations-page.tsx'),
  '/sites': () => import('./sites/sites-page.tsx'),
  '/sites/$id': () => import('./sites/site-page.tsx'),
  '/health': () => import('./health/health-page.tsx'),
  '/campaigns': () => import('./campaigns/campaigns-page.tsx'),
  '/campaigns/$id': () => import('./campaigns/campaign-page.tsx'),
  '/tickets': () => import('./tickets/tickets-page.tsx'),
  '/tickets/$id': () => import('./tickets/ticket-page.tsx'),
  '/energy': () => import('./energy/energy-page.tsx'),
  '/energy/$id': () => import('./energy/site-energy-page.tsx'),
  '/devices': () => import('./devices/devices-page.tsx'),
  '/devices/$id': () => import('./devices/device-page.tsx'),
  '/reports': () => import('./reports/reports-page.tsx'),
  '/money': () => import('./money/money-page.tsx'),
  '/money/$id': () => import('./money/payment-page.tsx'),
  '/partners': () => import('./partners/partners-page.tsx'),
  '/partners/$id': () => import('./partners/partner-page.tsx'),
  '/vehicles': () => import('./vehicles/vehicles-page.tsx'),
  '/vehicles/$id': () => import('./vehicles/vehicle-page.tsx'),
  '/books': () => import('./books/books-page.tsx'),
  '/books/$id': () => import('./books/book-page.tsx'),
  '/books/orders/$id': () => import('./books/order-page.tsx'),
  '/assistant': () => import('./assistant/conversations-page.tsx'),
  '/assistant/$id': () => import('./assistant/conversations-page.tsx'),
  '/proposals': () => import('./proposals/proposals-page.tsx'),
  '/rules': () => import('./rules/rules-page.tsx'),
  '/notifications': () => import('./notifications/notifications-page.tsx'),
  '/invitation': () => import('./invitation/invitation-page.tsx'),
  '/oauth/authorize': () => import('./consent/consent-page.tsx'),
};

/** What loads the page of an address; undefined: there is none. */
export function pageFileOf(path: string): (() => Promise<unknown>) | undefined {
  const asked = path.split('/');
  const fits = ([address]: [string, unknown]) => {
    const parts = address.split('/');
    return parts.length === asked.length && parts.every((part, place) => part.startsWith('$') || part === asked[place]);
  };
  const fitting = Object.entries<() => Promise<unknown>>(pageFiles).filter(fits);
  return (fitting.find(([address]) => address === path) ?? fitting[0])?.[1];
}
