import { cdrTokenOf, id, party, type Version } from './parts.ts';
import { ciText, list, moment, number, object, oneOf, text, url, whole, yesNo } from './rules.ts';

/** Bookings of 2.3.0. */
export function bookingsOf(version: Version) {
  const cdrToken = cdrTokenOf(version);
  const slot = object({
    start_from: moment,
    end_before: moment,
    'min_power?': number,
    'max_power?': number,
    'green_energy_support?': yesNo,
  });
  const access = oneOf('OPEN', 'TOKEN', 'LICENSE_PLATE', 'ACCESS_CODE', 'INTERCOM', 'PARKING_TICKET');
  const terms = object({
    'RFID_auth_required?': yesNo,
    'token_groups_supported?': yesNo,
    'remote_auth_supported?': yesNo,
    supported_access_methods: list(access, 1),
    change_until_minutes: number,
    cancel_until_minutes: number,
    'change_not_allowed?': yesNo,
    'early_start_allowed?': yesNo,
    'early_start_time?': number,
    'noshow_timeout?': number,
    'noshow_fee?': yesNo,
    'late_stop_allowed?': yesNo,
    'late_stop_time?': number,
    'overlapping_bookings_allowed?': yesNo,
    'booking_terms?': url,
  });
  const canceled = object({ cancellation_reason: ciText(36), who_canceled: ciText(36) });
  const bookingRequest = object({
    ...party,
    request_id: id,
    location_id: id,
    'evse_uid?': id,
    'connector_id?': id,
    'tokens?': list(cdrToken),
    period: slot,
    authorization_reference: id,
    'power_required?': whole,
    'canceled?': canceled,
  });
  return {
    bookingRequest,
    booking: object({
      ...party,
      id,
      request_id: id,
      'parking_id?': id,
      location_id: id,
      'evse_uid?': id,
      'connector_id?': id,
      'booking_tokens?': list(cdrToken),
      'tariff_id?': list(id),
      period: slot,
      reservation_status: oneOf(
        'PENDING',
        'RESERVED',
        'CANCELED',
        'FAILED',
        'NO_SHOW',
        'FULFILLED',
        'REJECTED',
        'UNKNOWN',
      ),
      'canceled?': canceled,
      'access_methods?': list(object({ location_access: access, 'value?': text(255) })),
      authorization_reference: id,
      booking_terms: terms,
      last_updated: moment,
      booking_requests: list(
        object({
          request_status: oneOf('PENDING', 'ACCEPTED', 'DECLINED', 'FAILED'),
          booking_request: bookingRequest,
          request_received: moment,
        }),
        1,
      ),
    }),
    bookingLocation: object({
      ...party,
      id,
      location_id: id,
      'evse_uid?': id,
      'connector_id?': id,
      'bookable?': object({ reservation_required: yesNo, 'ad_hoc?': number }),
      'tariff_id?': list(id),
      'booking_terms?': list(terms),
      last_updated: moment,
      'calendars?': list(
        object({
          id,
          begin_from: moment,
          end_before: moment,
          'step_size?': whole,
          available_timeslots: list(slot, 1),
          last_updated: moment,
        }),
      ),
    }),
  };
}
