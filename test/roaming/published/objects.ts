import { bookingsOf } from './bookings.ts';
import { displayText, id, isUnique, party, tokenType, type Version } from './parts.ts';
import { business, placesOf } from './places.ts';
import { recordsOf } from './records.ts';
import { atLeast, ciText, list, moment, number, object, oneOf, type Rule, text, url, whole, yesNo } from './rules.ts';

export type { Version } from './parts.ts';

/**
 * The objects of OCPI as its documents publish them (2.2.1; 2.3.0 with Payments and Bookings 1.1): fields, which of them are needed, lengths,
 * words. Written from the documents, without a look at the product's own schemas, and stricter: what is unknown is wrong.
 */
export type Objects = Record<
  | 'version'
  | 'details'
  | 'credentials'
  | 'location'
  | 'evse'
  | 'connector'
  | 'tariff'
  | 'session'
  | 'cdr'
  | 'token'
  | 'authorization'
  | 'locationReferences'
  | 'preferences'
  | 'preferencesAnswer'
  | 'startSession'
  | 'stopSession'
  | 'reserveNow'
  | 'cancelReservation'
  | 'unlockConnector'
  | 'commandResponse'
  | 'commandResult'
  | 'setProfile'
  | 'profileResponse'
  | 'profileResult'
  | 'activeProfile'
  | 'bookingRequest'
  | 'booking'
  | 'bookingLocation',
  Rule
>;

const profileType = oneOf('CHEAP', 'FAST', 'GREEN', 'REGULAR');
const roles = {
  '2.2.1': ['CPO', 'EMSP', 'HUB', 'NAP', 'NSP', 'OTHER', 'SCSP'],
  '2.3.0': ['CPO', 'EMSP', 'NAP', 'NSP', 'OTHER', 'PTP', 'SCSP'],
};
const modules = [
  'cdrs',
  'chargingprofiles',
  'commands',
  'credentials',
  'hubclientinfo',
  'locations',
  'sessions',
  'tariffs',
  'tokens',
];
const profileResponses = ['ACCEPTED', 'NOT_SUPPORTED', 'REJECTED', 'TOO_OFTEN', 'UNKNOWN_SESSION'];

export function objectsOf(version: Version): Objects {
  const isNew = version === '2.3.0';
  const token = object({
    ...party,
    uid: id,
    type: tokenType[version],
    contract_id: id,
    'visual_number?': text(64),
    issuer: text(64),
    'group_id?': id,
    valid: yesNo,
    whitelist: oneOf('ALWAYS', 'ALLOWED', 'ALLOWED_OFFLINE', 'NEVER'),
    'language?': text(2, /^[a-z]{2}$/),
    'default_profile_type?': profileType,
    'energy_contract?': object({ supplier_name: text(64), 'contract_id?': text(64) }),
    last_updated: moment,
  });
  const locationReferences = object({ location_id: id, 'evse_uids?': list(id) });
  const command = { response_url: url };
  const spot = { location_id: id, 'evse_uid?': id };
  const profile = object({
    'start_date_time?': moment,
    'duration?': atLeast(0, whole),
    charging_rate_unit: oneOf('W', 'A'),
    'min_charging_rate?': atLeast(0),
    'charging_profile_period?': list(object({ start_period: atLeast(0, whole), limit: atLeast(0) })),
  });
  const activeProfile = object({ start_date_time: moment, charging_profile: profile });

  return {
    version: object({ version: oneOf('2.0', '2.1', '2.1.1', '2.2', '2.2.1', '2.3.0'), url }),
    details: object(
      {
        version: oneOf(version),
        endpoints: list(
          object({
            identifier: oneOf(...modules, ...(isNew ? ['payments', 'bookings', 'Booking'] : [])),
            role: oneOf('SENDER', 'RECEIVER'),
            url,
          }),
          1,
        ),
      },
      isUnique('endpoints', ({ identifier, role }) => String([identifier, role])),
      ({ endpoints }, report) => {
        if (!JSON.stringify(endpoints).includes('"credentials"')) report('endpoints', 'lack credentials');
      },
    ),
    credentials: object(
      {
        token: text(64, /^[\x21-\x7e]+$/),
        url,
        roles: list(object({ role: oneOf(...roles[version]), business_details: business, ...party }), 1),
        ...(isNew && { 'hub_party_id?': ciText(5) }),
      },
      isUnique('roles', ({ role, country_code, party_id }) => String([role, country_code, party_id])),
    ),
    ...placesOf(version),
    ...recordsOf(version),
    ...bookingsOf(version),
    token,
    locationReferences,
    activeProfile,
    authorization: object({
      allowed: oneOf('ALLOWED', 'BLOCKED', 'EXPIRED', 'NO_CREDIT', 'NOT_ALLOWED'),
      token,
      'location?': locationReferences,
      'authorization_reference?': id,
      'info?': displayText,
    }),
    preferences: object({
      profile_type: profileType,
      'departure_time?': moment,
      'energy_need?': number,
      'discharge_allowed?': yesNo,
    }),
    preferencesAnswer: oneOf(
      'ACCEPTED',
      'DEPARTURE_REQUIRED',
      'ENERGY_NEED_REQUIRED',
      'NOT_POSSIBLE',
      'PROFILE_TYPE_NOT_SUPPORTED',
    ),
    startSession: object({ ...command, token, ...spot, 'connector_id?': id, 'authorization_reference?': id }),
    stopSession: object({ ...command, session_id: id }),
    reserveNow: object({
      ...command,
      token,
      expiry_date: moment,
      reservation_id: id,
      ...spot,
      'authorization_reference?': id,
    }),
    cancelReservation: object({ ...command, reservation_id: id }),
    unlockConnector: object({ ...command, location_id: id, evse_uid: id, connector_id: id }),
    commandResponse: object({
      result: oneOf('NOT_SUPPORTED', 'REJECTED', 'ACCEPTED', 'UNKNOWN_SESSION'),
      timeout: atLeast(0, whole),
      'message?': list(displayText),
    }),
    commandResult: object({
      result: oneOf(
        ...[
          'ACCEPTED',
          'CANCELED_RESERVATION',
          'EVSE_OCCUPIED',
          'EVSE_INOPERATIVE',
          'FAILED',
          'NOT_SUPPORTED',
          'REJECTED',
        ],
        ...['TIMEOUT', 'UNKNOWN_RESERVATION'],
      ),
      'message?': list(displayText),
    }),
    setProfile: object({ ...command, charging_profile: profile }),
    profileResponse: object({ result: oneOf(...profileResponses), timeout: atLeast(0, whole) }),
    profileResult: object({ result: oneOf('ACCEPTED', 'REJECTED', 'UNKNOWN'), 'profile?': activeProfile }),
  };
}
