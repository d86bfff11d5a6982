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
  'site-added': defineEvent(rules, { en: 'site[ {siteId}] was made', 'pt-BR': 'o local[ {siteId}] foi criado' }),
  'site-changed': defineEvent(rules, {
    en: 'site[ {siteId}] was changed',
    'pt-BR': 'o local[ {siteId}] foi alterado',
  }),
  'site-removed': defineEvent(rules, {
    en: 'site[ {siteId}] was removed',
    'pt-BR': 'o local[ {siteId}] foi removido',
  }),
  'station-placed': defineEvent(
    { ...stationPlace.shape, formerSiteId: textOrNull },
    { en: '{station} stands at site[ {siteId}]', 'pt-BR': '{station} está no local[ {siteId}]' },
  ),
  'station-taken-away': defineEvent(
    { stationId: text, siteId: text },
    { en: '{station} stands at site[ {siteId}] no more', 'pt-BR': '{station} não está mais no local[ {siteId}]' },
  ),
  'device-placed': defineEvent(devicePlace.shape, {
    en: 'device[ {deviceId}] stands at site[ {siteId}]',
    'pt-BR': 'o dispositivo[ {deviceId}] está no local[ {siteId}]',
  }),
  'device-taken-away': defineEvent(
    { deviceId: text, siteId: text },
    {
      en: 'device[ {deviceId}] stands at site[ {siteId}] no more',
      'pt-BR': 'o dispositivo[ {deviceId}] não está mais no local[ {siteId}]',
    },
  ),
};
