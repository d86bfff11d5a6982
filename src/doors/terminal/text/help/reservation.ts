import { both } from '../spoken.ts';

export const reservation = {
  reservation: both('places kept free for somebody', 'lugares mantidos livres para alguém'),
  reservationList: both('reservations, newest first', 'reservas, as mais novas primeiro'),
  reservationAdd: both('keep an EVSE free for a token', 'mantém um EVSE livre para um token'),
  reservationCancel: both('give a reservation back', 'devolve uma reserva'),
  reservationId: both('number of the reservation, as the list shows it', 'número da reserva, como a lista mostra'),
  reservationStatus: both('only those in this state', 'só as que estão assim'),
  reservedSite: both('only at this site', 'só neste local'),
  reservedToken: both('only for this token; - reads it from the input', 'só para este token; - lê da entrada'),
  reserveEvse: both('this EVSE; without it any that is free', 'este EVSE; sem isto qualquer um livre'),
  reserveType: both('any with this connector, such as cCCS2', 'qualquer um com este conector, por exemplo cCCS2'),
  reserveGroup: both('tokens of this group may use it too', 'tokens deste grupo também podem usá-la'),
  reserveAt: both('from this time on; without it: now', 'a partir desta hora; sem isto: agora'),
  reserveMinutes: both('how long it is kept (default: 30)', 'por quanto tempo é mantida (padrão: 30)'),
};
