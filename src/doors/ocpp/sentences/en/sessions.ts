import { placeOf, readingsOf, tokenOf } from '../read.ts';
import type { Sentences } from '../sentence-types.ts';
import { amounts, at, count, energy, ifTold, place, say, time, word } from './phrases.ts';

/** Blocks C, D, E, F, H and J. */
export const sessionsEn = {
  Authorize: ({ request }) => say`asked whether token ${tokenOf(request)} may charge`,
  ClearCache: () => 'was asked to forget the tokens in its cache',
  SendLocalList: ({ request }) => {
    const version = 'listVersion' in request ? request.listVersion : request.versionNumber;
    const entries = count(request.localAuthorizationList?.length ?? 0, 'token');
    return request.updateType === 'Full'
      ? say`was given a new local list, version ${version}, with ${entries}`
      : say`was given changes of its local list, now version ${version}, with ${entries}`;
  },
  GetLocalListVersion: ({ answer }) => [
    'was asked which version of the local list it holds',
    ifTold(answer, (told) => say`version ${'listVersion' in told ? told.listVersion : told.versionNumber}`),
  ],

  StartTransaction: ({ request, answer }) => [
    say`started a session ${at(placeOf(request))} with token ${tokenOf(request)}, its meter at ${energy(request.meterStart)}`,
    ifTold(answer, ({ transactionId }) => say`session ${transactionId}`),
  ],
  StopTransaction: ({ request }) =>
    say`ended session ${request.transactionId}, its meter at ${energy(request.meterStop)}${ifTold(
      request.reason,
      (reason) => ` (${word(reason)})`,
    )}`,
  TransactionEvent: ({ request, answer }) => {
    const { transactionInfo: session, evse, meterValue, triggerReason, offline } = request;
    const readings = readingsOf(meterValue);
    const verb = { Started: 'started', Updated: 'went on with', Ended: 'ended' }[request.eventType];
    const why = session.stoppedReason ?? triggerReason;
    const clause = [
      say`${verb} session ${session.transactionId}${ifTold(evse, (of) => ` ${at(placeOf({ evse: of }))}`)}`,
      say` (${word(why)}${ifTold(session.chargingState, (state) => `, ${word(state)}`)})`,
      readings.length === 0 ? '' : `, its meter at ${amounts(readings)}`,
      offline ? ', recorded while offline' : '',
    ];
    return [clause.join(''), ifTold(answer?.totalCost, (cost) => say`costs ${cost} so far`)];
  },
  GetTransactionStatus: ({ request, answer }) => [
    say`was asked whether ${ifTold(request.transactionId, (id) => `session ${id} goes on and whether `)}messages wait in its queue`,
    ifTold(answer, ({ ongoingIndicator, messagesInQueue }) =>
      [
        ...(ongoingIndicator === undefined ? [] : [ongoingIndicator ? 'it goes on' : 'it has ended']),
        messagesInQueue ? 'messages wait' : 'no message waits',
      ].join(', '),
    ),
  ],
  MeterValues: ({ request }) =>
    say`measured ${amounts(readingsOf(request.meterValue)) || 'signed values'} ${at(placeOf(request))}${ifTold(
      'transactionId' in request ? request.transactionId : undefined,
      (id) => ` (session ${id})`,
    )}`,

  RemoteStartTransaction: ({ request }) =>
    say`was asked to start a session ${at(placeOf(request))} with token ${tokenOf(request)}`,
  RequestStartTransaction: ({ request, answer }) => [
    say`was asked to start a session ${at(placeOf(request))} with token ${tokenOf(request)}`,
    ifTold(answer?.transactionId, (id) => `session ${id}`),
  ],
  RemoteStopTransaction: ({ request }) => say`was asked to stop session ${request.transactionId}`,
  RequestStopTransaction: ({ request }) => say`was asked to stop session ${request.transactionId}`,
  UnlockConnector: ({ request }) => say`was asked to unlock ${place(placeOf(request))}`,
  TriggerMessage: ({ request }) =>
    say`was asked to send ${
      'customTrigger' in request && request.customTrigger ? request.customTrigger : request.requestedMessage
    } now, ${at(placeOf(request))}`,
  ExtendedTriggerMessage: ({ request }) =>
    say`was asked to send ${request.requestedMessage} now, ${at(placeOf(request))}`,

  ReserveNow: ({ request }) => {
    const [id, until] =
      'reservationId' in request ? [request.reservationId, request.expiryDate] : [request.id, request.expiryDateTime];
    return say`was asked to reserve ${place(placeOf(request))} for token ${tokenOf(request)} until ${time(until)} (reservation ${id})`;
  },
  CancelReservation: ({ request }) => say`was asked to give up reservation ${request.reservationId}`,
  ReservationStatusUpdate: ({ request }) =>
    say`reported reservation ${request.reservationId} as ${word(request.reservationUpdateStatus)}`,
} satisfies Partial<Sentences>;
