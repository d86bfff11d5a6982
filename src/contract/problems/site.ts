/** Why a site, or what stands there, cannot be as it was asked for. */
export const siteWords = {
  'site-known': [
    'There is a site {siteId} already; change that one, or choose another id.',
    'Já há um local {siteId}; altere esse, ou escolha outro id.',
  ],
  'site-used': ['The site {siteId} cannot be removed: {uses}.', 'O local {siteId} não pode ser removido: {uses}.'],
  'stations-stand-there': [
    'stations stand there ({stations}): take them away first',
    'há estações lá ({stations}): retire-as primeiro',
  ],
  'devices-stand-there': [
    'devices stand there ({devices}): take them away first',
    'há dispositivos lá ({devices}): retire-os primeiro',
  ],
  'tariffs-hold-there': [
    'it has tariffs of its own ({tariffs}): end their assignments first',
    'tem tarifas próprias ({tariffs}): encerre as atribuições delas primeiro',
  ],
  'groups-charge-there': [
    'groups may charge there ({groups}): change their places first',
    'grupos podem carregar lá ({groups}): mude os lugares deles primeiro',
  ],
  'drivers-charge-there': [
    '{drivers} drivers may charge there by name: change their places first',
    'motoristas que podem carregar lá por nome: {drivers}; mude os lugares deles primeiro',
  ],
  'billed-there': [
    'sessions were billed there, and reports must still name it',
    'houve sessões cobradas lá, e os relatórios ainda precisam nomeá-lo',
  ],
  'site-other-currency': [
    'Tariffs in another currency hold at {siteId} ({tariffs}); end their assignments before it changes to {currency}.',
    'Tarifas em outra moeda valem em {siteId} ({tariffs}); encerre as atribuições delas antes de mudá-lo para {currency}.',
  ],
  'station-not-there': [
    'The station {stationId} does not stand at {siteId}.',
    'A estação {stationId} não fica em {siteId}.',
  ],
  'device-not-there': [
    'The device {deviceId} does not stand at {siteId}.',
    'O dispositivo {deviceId} não fica em {siteId}.',
  ],
  'device-station-not-there': [
    'The station {stationId} does not stand at {siteId}; place it there first.',
    'A estação {stationId} não fica em {siteId}; ponha-a lá primeiro.',
  ],
  'place-field-missing': [
    '{field} is missing: {other} alone does not say where.',
    'Falta {field}: {other} sozinho não diz onde.',
  ],
  'devices-at-station': [
    'Devices stand at the station {stationId} ({devices}); place them elsewhere first.',
    'Há dispositivos na estação {stationId} ({devices}); ponha-os em outro lugar primeiro.',
  ],
} as const;
