import { placeOf, readingsOf, tokenOf } from '../read.ts';
import type { Sentences } from '../sentence-types.ts';
import { amounts, at, count, energy, ifTold, place, say, time, word } from './phrases.ts';

/** Blocks C, D, E, F, H and J. */
export const sessionsPt = {
  Authorize: ({ request }) => say`perguntou se o token ${tokenOf(request)} pode recarregar`,
  ClearCache: () => 'recebeu o pedido de esquecer os tokens do seu cache',
  SendLocalList: ({ request }) => {
    const version = 'listVersion' in request ? request.listVersion : request.versionNumber;
    const entries = count(request.localAuthorizationList?.length ?? 0, 'token');
    return request.updateType === 'Full'
      ? say`recebeu uma nova lista local, versão ${version}, com ${entries}`
      : say`recebeu mudanças da lista local, agora versão ${version}, com ${entries}`;
  },
  GetLocalListVersion: ({ answer }) => [
    'recebeu a pergunta sobre qual versão da lista local tem',
    ifTold(answer, (told) => say`versão ${'listVersion' in told ? told.listVersion : told.versionNumber}`),
  ],

  StartTransaction: ({ request, answer }) => [
    say`iniciou uma sessão ${at(placeOf(request))} com o token ${tokenOf(request)}, medidor em ${energy(request.meterStart)}`,
    ifTold(answer, ({ transactionId }) => say`sessão ${transactionId}`),
  ],
  StopTransaction: ({ request }) =>
    say`encerrou a sessão ${request.transactionId}, medidor em ${energy(request.meterStop)}${ifTold(
      request.reason,
      (reason) => ` (${word(reason)})`,
    )}`,
  TransactionEvent: ({ request, answer }) => {
    const { transactionInfo: session, evse, meterValue, triggerReason, offline } = request;
    const readings = readingsOf(meterValue);
    const verb = { Started: 'iniciou', Updated: 'prosseguiu com', Ended: 'encerrou' }[request.eventType];
    const why = session.stoppedReason ?? triggerReason;
    const clause = [
      say`${verb} a sessão ${session.transactionId}${ifTold(evse, (of) => ` ${at(placeOf({ evse: of }))}`)}`,
      say` (${word(why)}${ifTold(session.chargingState, (state) => `, ${word(state)}`)})`,
      readings.length === 0 ? '' : `, medidor em ${amounts(readings)}`,
      offline ? ', registrado enquanto offline' : '',
    ];
    return [clause.join(''), ifTold(answer?.totalCost, (cost) => say`custa ${cost} até agora`)];
  },
  GetTransactionStatus: ({ request, answer }) => [
    say`recebeu a pergunta se ${ifTold(request.transactionId, (id) => `a sessão ${id} continua e se `)}há mensagens na fila`,
    ifTold(answer, ({ ongoingIndicator, messagesInQueue }) =>
      [
        ...(ongoingIndicator === undefined ? [] : [ongoingIndicator ? 'ela continua' : 'ela terminou']),
        messagesInQueue ? 'há mensagens na fila' : 'não há mensagens na fila',
      ].join(', '),
    ),
  ],
  MeterValues: ({ request }) =>
    say`mediu ${amounts(readingsOf(request.meterValue)) || 'valores assinados'} ${at(placeOf(request))}${ifTold(
      'transactionId' in request ? request.transactionId : undefined,
      (id) => ` (sessão ${id})`,
    )}`,

  RemoteStartTransaction: ({ request }) =>
    say`recebeu o pedido de iniciar uma sessão ${at(placeOf(request))} com o token ${tokenOf(request)}`,
  RequestStartTransaction: ({ request, answer }) => [
    say`recebeu o pedido de iniciar uma sessão ${at(placeOf(request))} com o token ${tokenOf(request)}`,
    ifTold(answer?.transactionId, (id) => `sessão ${id}`),
  ],
  RemoteStopTransaction: ({ request }) => say`recebeu o pedido de encerrar a sessão ${request.transactionId}`,
  RequestStopTransaction: ({ request }) => say`recebeu o pedido de encerrar a sessão ${request.transactionId}`,
  UnlockConnector: ({ request }) => say`recebeu o pedido de destravar ${place(placeOf(request))}`,
  TriggerMessage: ({ request }) =>
    say`recebeu o pedido de enviar ${
      'customTrigger' in request && request.customTrigger ? request.customTrigger : request.requestedMessage
    } agora, ${at(placeOf(request))}`,
  ExtendedTriggerMessage: ({ request }) =>
    say`recebeu o pedido de enviar ${request.requestedMessage} agora, ${at(placeOf(request))}`,

  ReserveNow: ({ request }) => {
    const [id, until] =
      'reservationId' in request ? [request.reservationId, request.expiryDate] : [request.id, request.expiryDateTime];
    return say`recebeu o pedido de reservar ${place(placeOf(request))} para o token ${tokenOf(request)} até ${time(until)} (reserva ${id})`;
  },
  CancelReservation: ({ request }) => say`recebeu o pedido de desfazer a reserva ${request.reservationId}`,
  ReservationStatusUpdate: ({ request }) =>
    say`informou a reserva ${request.reservationId} como ${word(request.reservationUpdateStatus)}`,
} satisfies Partial<Sentences>;
