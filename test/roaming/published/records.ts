import {
  cdrTokenOf,
  clock,
  currency,
  displayText,
  evseId,
  format,
  id,
  isUnique,
  party,
  place,
  powerType,
  priceOf,
  standard,
  type Version,
} from './parts.ts';
import {
  atLeast,
  ciText,
  isPlain,
  list,
  moment,
  number,
  object,
  oneOf,
  type Report,
  text,
  url,
  whole,
  yesNo,
} from './rules.ts';

type Plain = Record<string, unknown>;

const day = text(10, /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/);
const authMethod = oneOf('AUTH_REQUEST', 'COMMAND', 'WHITELIST');

function inOrder(value: Plain, report: Report): void {
  const times = (Array.isArray(value['charging_periods']) ? value['charging_periods'].filter(isPlain) : []).map(
    (period) => String(period['start_date_time']),
  );
  if (times.some((at, index) => index > 0 && at < (times[index - 1] ?? '')))
    report('charging_periods', 'are not in the order of time');
  if (times[0] !== undefined && times[0] < String(value['start_date_time']))
    report('charging_periods/0', 'begins before the session');
}

/** A credit takes back what it names, and nothing else may say so. */
function creditsRightly(value: Plain, report: Report): void {
  const isCredit = value['credit'] === true;
  if (isCredit !== 'credit_reference_id' in value)
    report('credit_reference_id', 'stands in credits, and in them alone');
  const { before_taxes: net, excl_vat: excl } = isPlain(value['total_cost']) ? value['total_cost'] : {};
  if (isCredit && Number(net ?? excl) > 0) report('total_cost', 'of a credit is not negative');
  if (!isCredit && String(value['id']).length > 36) report('id', 'of what is no credit has more than 36 characters');
  if (String(value['end_date_time']) < String(value['start_date_time'])) report('end_date_time', 'is before the start');
}

function timeAndParking(value: Plain, report: Report): void {
  if (Number(value['total_parking_time'] ?? 0) > Number(value['total_time']))
    report('total_parking_time', 'is longer than the whole time');
}

const periodOf = (...types: string[]) =>
  object({
    start_date_time: moment,
    dimensions: list(object({ type: oneOf(...types), volume: number }), 1),
    'tariff_id?': id,
  });
const ofRecords = [
  'ENERGY',
  'MAX_CURRENT',
  'MIN_CURRENT',
  'MAX_POWER',
  'MIN_POWER',
  'PARKING_TIME',
  'RESERVATION_TIME',
  'TIME',
];
const ofSessions = [...ofRecords, 'CURRENT', 'ENERGY_EXPORT', 'ENERGY_IMPORT', 'POWER', 'STATE_OF_CHARGE'];

/** What a session costs: its prices, how it goes, and its record. */
export function recordsOf(version: Version) {
  const isNew = version === '2.3.0';
  const price = priceOf(version);
  const limit = isNew ? object({ before_taxes: number, 'after_taxes?': number }) : price;
  const restrictions = object({
    'start_time?': clock,
    'end_time?': clock,
    'start_date?': day,
    'end_date?': day,
    ...Object.fromEntries(
      ['kwh', 'current', 'power'].flatMap((of) => [
        [`min_${of}?`, atLeast(0)],
        [`max_${of}?`, atLeast(0)],
      ]),
    ),
    'min_duration?': atLeast(0, whole),
    'max_duration?': atLeast(0, whole),
    'day_of_week?': list(oneOf('MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'), 1),
    'reservation?': oneOf('RESERVATION', 'RESERVATION_EXPIRES'),
  });
  const component = object({
    type: oneOf('ENERGY', 'FLAT', 'PARKING_TIME', 'TIME'),
    price: number,
    'vat?': atLeast(0),
    step_size: atLeast(0, whole),
  });
  const element = object(
    { price_components: list(component, 1), 'restrictions?': restrictions },
    isUnique('price_components', (each) => String(each['type'])),
  );
  const tariff = object({
    ...party,
    id,
    currency,
    'type?': oneOf('AD_HOC_PAYMENT', 'PROFILE_CHEAP', 'PROFILE_FAST', 'PROFILE_GREEN', 'REGULAR'),
    'tariff_alt_text?': list(displayText),
    'tariff_alt_url?': url,
    'min_price?': limit,
    'max_price?': limit,
    elements: list(element, 1),
    'start_date_time?': moment,
    'end_date_time?': moment,
    last_updated: moment,
    ...(isNew && { tax_included: oneOf('YES', 'NO', 'N/A'), 'preauthorize_amount?': number }),
  });

  const cdrToken = cdrTokenOf(version);
  const session = object(
    {
      ...party,
      id,
      start_date_time: moment,
      'end_date_time?': moment,
      kwh: atLeast(0),
      cdr_token: cdrToken,
      auth_method: authMethod,
      'authorization_reference?': id,
      location_id: id,
      evse_uid: id,
      connector_id: id,
      'meter_id?': text(255),
      currency,
      'charging_periods?': list(periodOf(...ofSessions)),
      'total_cost?': price,
      status: oneOf('ACTIVE', 'COMPLETED', 'INVALID', 'PENDING', 'RESERVATION'),
      last_updated: moment,
    },
    inOrder,
  );
  const signed = object({
    encoding_method: ciText(36),
    'encoding_method_version?': whole,
    'public_key?': text(512),
    'url?': text(512),
    signed_values: list(object({ nature: ciText(32), plain_data: text(512), signed_data: text(5000) }), 1),
  });
  const cdr = object(
    {
      ...party,
      id: ciText(39),
      start_date_time: moment,
      end_date_time: moment,
      'session_id?': id,
      cdr_token: cdrToken,
      auth_method: authMethod,
      'authorization_reference?': id,
      cdr_location: object({
        id,
        ...place,
        evse_uid: id,
        evse_id: evseId,
        connector_id: id,
        connector_standard: standard[version],
        connector_format: format,
        connector_power_type: powerType,
      }),
      'meter_id?': text(255),
      currency,
      'tariffs?': list(tariff),
      charging_periods: list(periodOf(...ofRecords), 1),
      'signed_data?': signed,
      total_cost: price,
      'total_fixed_cost?': price,
      total_energy: atLeast(0),
      'total_energy_cost?': price,
      total_time: atLeast(0),
      'total_time_cost?': price,
      'total_parking_time?': atLeast(0),
      'total_parking_cost?': price,
      'total_reservation_cost?': price,
      'remark?': text(255),
      'invoice_reference_id?': ciText(39),
      'credit?': yesNo,
      'credit_reference_id?': ciText(39),
      'home_charging_compensation?': yesNo,
      last_updated: moment,
      ...(isNew && { 'booking_id?': id }),
    },
    inOrder,
    creditsRightly,
    timeAndParking,
  );

  return { tariff, session, cdr };
}
