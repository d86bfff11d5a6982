/** Why a site, or what stands there, cannot be as it was asked for. */
export const siteWords = {
  'site-known': {
    en: 'There is a site {siteId} already; change that one, or choose another id.',
    'pt-BR': 'Já há um local {siteId}; altere esse, ou escolha outro id.',
  },
  'site-used': {
    en: 'The site {siteId} cannot be removed: {uses}.',
    'pt-BR': 'O local {siteId} não pode ser removido: {uses}.',
  },
  'stations-stand-there': {
    en: 'stations stand there ({stations}): take them away first',
    'pt-BR': 'há estações lá ({stations}): retire-as primeiro',
  },
  'devices-stand-there': {
    en: 'devices stand there ({devices}): take them away first',
    'pt-BR': 'há dispositivos lá ({devices}): retire-os primeiro',
  },
  'tariffs-hold-there': {
    en: 'it has tariffs of its own ({tariffs}): end their assignments first',
    'pt-BR': 'tem tarifas próprias ({tariffs}): encerre as atribuições delas primeiro',
  },
  'groups-charge-there': {
    en: 'groups may charge there ({groups}): change their places first',
    'pt-BR': 'grupos podem carregar lá ({groups}): mude os lugares deles primeiro',
  },
  'drivers-charge-there': {
    en: '{drivers} drivers may charge there by name: change their places first',
    'pt-BR': 'motoristas que podem carregar lá por nome: {drivers}; mude os lugares deles primeiro',
  },
  'billed-there': {
    en: 'sessions were billed there, and reports must still name it',
    'pt-BR': 'houve sessões cobradas lá, e os relatórios ainda precisam nomeá-lo',
  },
  'site-other-currency': {
    en: 'Tariffs in another currency hold at {siteId} ({tariffs}); end their assignments before it changes to {currency}.',
    'pt-BR':
      'Tarifas em outra moeda valem em {siteId} ({tariffs}); encerre as atribuições delas antes de mudá-lo para {currency}.',
  },
  'station-not-there': {
    en: 'The station {stationId} does not stand at {siteId}.',
    'pt-BR': 'A estação {stationId} não fica em {siteId}.',
  },
  'device-not-there': {
    en: 'The device {deviceId} does not stand at {siteId}.',
    'pt-BR': 'O dispositivo {deviceId} não fica em {siteId}.',
  },
  'device-station-not-there': {
    en: 'The station {stationId} does not stand at {siteId}; place it there first.',
    'pt-BR': 'A estação {stationId} não fica em {siteId}; ponha-a lá primeiro.',
  },
  'place-field-missing': {
    en: '{field} is missing: {other} alone does not say where.',
    'pt-BR': 'Falta {field}: {other} sozinho não diz onde.',
  },
  'devices-at-station': {
    en: 'Devices stand at the station {stationId} ({devices}); place them elsewhere first.',
    'pt-BR': 'Há dispositivos na estação {stationId} ({devices}); ponha-os em outro lugar primeiro.',
  },
} as const;
