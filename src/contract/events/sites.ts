import { devicePlace, site, stationPlace } from '../stations/site.ts';
import { defineEvent, text, textOrNull } from './define-event.ts';

const rules = {
  siteId: text,
  ...site
    .pick({
      name: true,
      timeZone: true,
      currency: true,
      openingHours: true,
      isClosedOutside: true,
      admits: true,
      offlinePolicy: true,
    })
    .partial().shape,
};

/** Sites, and what stands at them. */
export const siteEvents = {
  'site-added': defineEvent(rules, 'site[ {siteId}] was made', 'o local[ {siteId}] foi criado'),
  'site-changed': defineEvent(rules, 'site[ {siteId}] was changed', 'o local[ {siteId}] foi alterado'),
  'site-removed': defineEvent(rules, 'site[ {siteId}] was removed', 'o local[ {siteId}] foi removido'),
  'station-placed': defineEvent(
    { ...stationPlace.shape, formerSiteId: textOrNull },
    '{station} stands at site[ {siteId}]',
    '{station} está no local[ {siteId}]',
  ),
  'station-taken-away': defineEvent(
    { stationId: text, siteId: text },
    '{station} stands at site[ {siteId}] no more',
    '{station} não está mais no local[ {siteId}]',
  ),
  'device-placed': defineEvent(
    devicePlace.shape,
    'device[ {deviceId}] stands at site[ {siteId}]',
    'o dispositivo[ {deviceId}] está no local[ {siteId}]',
  ),
  'device-taken-away': defineEvent(
    { deviceId: text, siteId: text },
    'device[ {deviceId}] stands at site[ {siteId}] no more',
    'o dispositivo[ {deviceId}] não está mais no local[ {siteId}]',
  ),
};
