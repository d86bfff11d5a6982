import { z } from 'zod';
import {
  bookablePlaceList,
  bookElsewhere,
  elsewhereBooking,
  elsewhereCommand,
  elsewhereReservation,
  exchangeList,
  exchangeQuery,
  invitation,
  limitElsewhere,
  newPartner,
  newTerminal,
  ofPublishedSite,
  partner,
  partnerBookingList,
  partnerCaptureList,
  partnerChange,
  partnerCommandList,
  partnerConnection,
  partnerDetail,
  partnerList,
  partnerLocationList,
  partnerRecordList,
  partnerSessionList,
  partnerTariffList,
  partnerTerminalList,
  publication,
  publicationOutcome,
  publishedSiteList,
  pullOutcome,
  reserveElsewhere,
  startElsewhere,
  terminalPlaces,
} from '../roaming/partner.ts';
import { allow, defineApi } from './define-api.ts';

const reading = allow('read', 'partners:read');
const operating = allow('operate', 'partners:operate');
const changing = allow('administer', 'partners:change');
const ofPartner = z.object({ id: z.uuid() });
const listed = z.object({ limit: z.coerce.number().int().min(1).max(1000).default(100) });

/** There while OCPI_PARTY names who we are. */
export const partnerApi = defineApi('partners', {
  list: reading('GET /api/partners', 'Roaming partners, and how it stands with each', { answer: partnerList }),
  add: changing('POST /api/partners', 'A partner, and the token it registers with, shown once', {
    body: newPartner,
    answer: invitation,
    status: 201,
  }),
  published: reading('GET /api/partners/sites', 'Which sites partners see', { answer: publishedSiteList }),
  publish: changing('PUT /api/partners/sites/:siteId', 'Shows a site to all partners, with its plugs', {
    params: ofPublishedSite,
    body: publication,
    answer: publicationOutcome,
  }),
  withdraw: changing(
    'DELETE /api/partners/sites/:siteId',
    'Shows it no more: partners hear that its EVSEs are removed',
    {
      params: ofPublishedSite,
      status: 204,
    },
  ),
  get: reading('GET /api/partners/:id', 'One partner, with what each side owes the other', {
    params: ofPartner,
    answer: partnerDetail,
  }),
  change: changing('PUT /api/partners/:id', 'Changes what was agreed with a partner; what is not named stays', {
    params: ofPartner,
    body: partnerChange,
    answer: partner,
  }),
  invite: changing('POST /api/partners/:id/invitation', 'Another token to register with, shown once', {
    params: ofPartner,
    answer: invitation,
  }),
  connect: changing('POST /api/partners/:id/connection', 'Registers with the token that the partner gave', {
    params: ofPartner,
    body: partnerConnection,
    patienceSeconds: 60,
    answer: partner,
  }),
  rotate: changing(
    'POST /api/partners/:id/rotation',
    'New tokens in both directions; the old ones hold until the new are used',
    {
      params: ofPartner,
      patienceSeconds: 60,
      answer: partner,
    },
  ),
  remove: changing('DELETE /api/partners/:id', 'Ends the connection; the partner is told', {
    params: ofPartner,
    patienceSeconds: 60,
    answer: partner,
  }),
  pull: operating('POST /api/partners/:id/pull', 'Reads everything the partner has, to heal what was missed', {
    params: ofPartner,
    patienceSeconds: 240,
    answer: pullOutcome,
  }),
  exchanges: reading('GET /api/partners/:id/exchanges', 'Messages exchanged with a partner, newest first', {
    params: ofPartner,
    query: exchangeQuery,
    answer: exchangeList,
  }),
  locations: reading('GET /api/partners/:id/locations', 'Where our drivers can charge with this partner', {
    params: ofPartner,
    query: listed,
    answer: partnerLocationList,
  }),
  sessions: reading(
    'GET /api/partners/:id/sessions',
    'Sessions of their drivers here and of ours there: those that go on, then the newest',
    {
      params: ofPartner,
      query: listed,
      answer: partnerSessionList,
    },
  ),
  tariffs: reading('GET /api/partners/:id/tariffs', 'What our drivers pay there, and what theirs are shown here', {
    params: ofPartner,
    query: listed,
    answer: partnerTariffList,
  }),
  records: reading('GET /api/partners/:id/records', 'Records of sessions (CDRs), sent and received, newest first', {
    params: ofPartner,
    query: listed,
    answer: partnerRecordList,
  }),
  settle: changing('POST /api/partners/:id/records/:recordId/settlement', 'Closes the dispute about a record', {
    params: ofPartner.extend({ recordId: z.string().max(39) }),
    status: 204,
  }),
  commands: reading('GET /api/partners/:id/commands', 'What was asked remotely, newest first', {
    params: ofPartner,
    query: listed,
    answer: partnerCommandList,
  }),
  reserve: operating(
    'POST /api/partners/:id/reservations',
    'Asks the partner to keep an EVSE free for a driver of ours',
    {
      params: ofPartner,
      body: reserveElsewhere,
      patienceSeconds: 60,
      answer: elsewhereReservation,
    },
  ),
  cancelReservation: operating(
    'DELETE /api/partners/:id/reservations/:reservationId',
    'Gives a reservation back that a driver of ours has with the partner',
    {
      params: ofPartner.extend({ reservationId: z.string().max(36) }),
      patienceSeconds: 60,
      answer: elsewhereReservation,
    },
  ),
  bookings: reading(
    'GET /api/partners/:id/bookings',
    'EVSEs booked ahead: by their drivers here and by ours there, newest change first',
    { params: ofPartner, query: listed, answer: partnerBookingList },
  ),
  bookable: reading('GET /api/partners/:id/bookable', 'What can be booked with the partner, and when it is free', {
    params: ofPartner,
    query: listed,
    answer: bookablePlaceList,
  }),
  book: operating('POST /api/partners/:id/bookings', 'Books an EVSE of the partner ahead for a driver of ours', {
    params: ofPartner,
    body: bookElsewhere,
    patienceSeconds: 60,
    answer: elsewhereBooking,
  }),
  cancelBooking: operating(
    'DELETE /api/partners/:id/bookings/:bookingId',
    'Gives a booking back that a driver of ours has with the partner',
    {
      params: ofPartner.extend({ bookingId: z.string().max(36) }),
      patienceSeconds: 60,
      answer: elsewhereBooking,
    },
  ),
  terminals: reading('GET /api/partners/:id/terminals', 'Payment terminals of the partner, and where they take money', {
    params: ofPartner,
    query: listed,
    answer: partnerTerminalList,
  }),
  activateTerminal: changing('POST /api/partners/:id/terminals', 'Asks the partner to make a terminal ready', {
    params: ofPartner,
    body: newTerminal,
    patienceSeconds: 60,
    status: 204,
  }),
  assignTerminal: changing(
    'PUT /api/partners/:id/terminals/:terminalId',
    'Tells the partner at which EVSEs of ours a terminal takes the money',
    {
      params: ofPartner.extend({ terminalId: z.string().max(36) }),
      body: terminalPlaces,
      patienceSeconds: 60,
      status: 204,
    },
  ),
  deactivateTerminal: changing('DELETE /api/partners/:id/terminals/:terminalId', 'Asks the partner to switch it off', {
    params: ofPartner.extend({ terminalId: z.string().max(36) }),
    patienceSeconds: 60,
    status: 204,
  }),
  captures: reading(
    'GET /api/partners/:id/captures',
    'What terminals took for sessions, beside what the sessions came to',
    { params: ofPartner, query: listed, answer: partnerCaptureList },
  ),
  start: operating('POST /api/partners/:id/sessions', 'Asks the partner to start a session for a driver of ours', {
    params: ofPartner,
    body: startElsewhere,
    patienceSeconds: 60,
    answer: elsewhereCommand,
  }),
  limit: operating(
    'PUT /api/partners/:id/sessions/:sessionId/limit',
    'Asks the partner to limit a session of a driver of ours over time',
    {
      params: ofPartner.extend({ sessionId: z.string().max(36) }),
      body: limitElsewhere,
      patienceSeconds: 60,
      answer: elsewhereCommand,
    },
  ),
  unlimit: operating('DELETE /api/partners/:id/sessions/:sessionId/limit', 'Takes that limit away', {
    params: ofPartner.extend({ sessionId: z.string().max(36) }),
    patienceSeconds: 60,
    answer: elsewhereCommand,
  }),
  stop: operating(
    'POST /api/partners/:id/sessions/:sessionId/stop',
    'Asks the partner to end a session of a driver of ours',
    {
      params: ofPartner.extend({ sessionId: z.string().max(36) }),
      patienceSeconds: 60,
      answer: elsewhereCommand,
    },
  ),
});
