import {
  clock,
  displayText,
  evseId,
  format,
  geo,
  id,
  isUnique,
  party,
  place,
  powerType,
  standard,
  type Version,
} from './parts.ts';
import {
  atLeast,
  ciText,
  isPlain,
  list,
  moment,
  object,
  oneOf,
  type Report,
  text,
  url,
  whole,
  yesNo,
} from './rules.ts';

type Plain = Record<string, unknown>;

const image = object({
  url,
  'thumbnail?': url,
  type: ciText(4),
  'width?': whole,
  'height?': whole,
  category: oneOf('CHARGER', 'ENTRANCE', 'LOCATION', 'NETWORK', 'OPERATOR', 'OTHER', 'OWNER'),
});
export const business = object({ name: text(100), 'website?': url, 'logo?': image });
const evseStatus = oneOf(
  ...['AVAILABLE', 'BLOCKED', 'CHARGING', 'INOPERATIVE', 'OUTOFORDER', 'PLANNED', 'REMOVED', 'RESERVED', 'UNKNOWN'],
);
const capability = oneOf(
  ...['CHARGING_PROFILE_CAPABLE', 'CHARGING_PREFERENCES_CAPABLE', 'CHIP_CARD_SUPPORT', 'CONTACTLESS_CARD_SUPPORT'],
  ...[
    'CREDIT_CARD_PAYABLE',
    'DEBIT_CARD_PAYABLE',
    'PED_TERMINAL',
    'REMOTE_START_STOP_CAPABLE',
    'RESERVABLE',
    'RFID_READER',
  ],
  ...['START_SESSION_CONNECTOR_REQUIRED', 'TOKEN_GROUP_CAPABLE', 'UNLOCK_CAPABLE'],
);

/** What contains something was changed no earlier than what it contains. */
function liftedBy(children: string) {
  return (value: Plain, report: Report) => {
    const inner = Array.isArray(value[children]) ? value[children].filter(isPlain) : [];
    for (const [index, child] of inner.entries())
      if (String(child['last_updated']) > String(value['last_updated']))
        report(`${children}/${index}/last_updated`, 'is later than that of what contains it');
  };
}

/** Locations, with their EVSEs and connectors. */
export function placesOf(version: Version) {
  const isNew = version === '2.3.0';
  const connector = object({
    id,
    standard: standard[version],
    format,
    power_type: powerType,
    max_voltage: atLeast(1, whole),
    max_amperage: atLeast(1, whole),
    'max_electric_power?': atLeast(1, whole),
    'tariff_ids?': list(id),
    'terms_and_conditions?': url,
    last_updated: moment,
    ...(isNew && { 'capabilities?': list(oneOf('ISO_15118_2_PLUG_AND_CHARGE', 'ISO_15118_20_PLUG_AND_CHARGE')) }),
  });
  const evse = object(
    {
      uid: id,
      'evse_id?': evseId,
      status: evseStatus,
      'status_schedule?': list(object({ period_begin: moment, 'period_end?': moment, status: evseStatus })),
      'capabilities?': list(capability),
      connectors: list(connector, 1),
      'floor_level?': text(4),
      'coordinates?': object(geo),
      'physical_reference?': text(16),
      'directions?': list(displayText),
      'images?': list(image),
      last_updated: moment,
    },
    liftedBy('connectors'),
    isUnique('connectors', (each) => String(each['id']).toLowerCase()),
  );
  const hours = object({
    twentyfourseven: yesNo,
    'regular_hours?': list(object({ weekday: atLeast(1, whole), period_begin: clock, period_end: clock })),
    'exceptional_openings?': list(object({ period_begin: moment, period_end: moment })),
    'exceptional_closings?': list(object({ period_begin: moment, period_end: moment })),
  });
  const location = object(
    {
      ...party,
      id,
      publish: yesNo,
      ...place,
      'evses?': list(evse),
      'directions?': list(displayText),
      'operator?': business,
      'suboperator?': business,
      'owner?': business,
      time_zone: text(255, /^[A-Za-z_+-]+(\/[A-Za-z0-9_+-]+)*$/),
      'opening_times?': hours,
      'charging_when_closed?': yesNo,
      'images?': list(image),
      last_updated: moment,
      ...(isNew && { 'help_phone?': text(25) }),
    },
    liftedBy('evses'),
    isUnique('evses', (each) => String(each['uid']).toLowerCase()),
  );

  return { location, evse, connector };
}
