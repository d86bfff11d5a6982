/** Why nothing was reserved. */
export const reservationWords = {
  'reserve-not-accepted': [
    'Station {stationId} is still pending; accept it first.',
    'A estação {stationId} ainda espera ser aceita; aceite-a primeiro.',
  ],
  'reserve-offline': [
    'Station {stationId} is offline, so nothing was sent; give startsAt to plan it for later, or choose another station.',
    'A estação {stationId} está offline, então nada foi enviado; dê um início (startsAt) para planejar a reserva, ou escolha outra estação.',
  ],
  'reserve-offline-since': [
    'Station {stationId} is offline since {since}, so nothing was sent; give startsAt to plan it for later, or choose another station.',
    'A estação {stationId} está offline desde {since}, então nada foi enviado; dê um início (startsAt) para planejar a reserva, ou escolha outra estação.',
  ],
  'reserve-no-reservations': [
    'Station {stationId} says that it has no reservations; choose another station, or enable them there and read its variables again.',
    'A estação {stationId} diz que não aceita reservas; escolha outra estação, ou habilite as reservas nela e leia de novo suas variáveis.',
  ],
  'reserve-no-any-evse': [
    'Station {stationId} cannot keep just any EVSE free; name one with evseId.',
    'A estação {stationId} não consegue guardar um EVSE qualquer; indique um (evseId).',
  ],
  'reserve-no-evse': [
    'Station {stationId} has no EVSE {evseId}; it has {known}.',
    'A estação {stationId} não tem o EVSE {evseId}; ela tem {known}.',
  ],
  'reserve-no-connector': [
    'Station {stationId} has no connector {connectorType}; it has {known}.',
    'A estação {stationId} não tem conector {connectorType}; ela tem {known}.',
  ],
  'reserve-no-connector-at-evse': [
    'EVSE {evseId} of station {stationId} has no connector {connectorType}; it has {known}.',
    'O EVSE {evseId} da estação {stationId} não tem conector {connectorType}; ele tem {known}.',
  ],
  'reserve-station-faulted': [
    'Station {stationId} is faulted; choose another one.',
    'A estação {stationId} está com falha; escolha outra.',
  ],
  'reserve-station-out': [
    'Station {stationId} is out of service; choose another one.',
    'A estação {stationId} está fora de serviço; escolha outra.',
  ],
  'reserve-evse-faulted': [
    'EVSE {evseId} of station {stationId} is faulted; choose another EVSE, or plan it for later.',
    'O EVSE {evseId} da estação {stationId} está com falha; escolha outro EVSE, ou planeje para mais tarde.',
  ],
  'reserve-evse-out': [
    'EVSE {evseId} of station {stationId} is out of service; choose another EVSE, or plan it for later.',
    'O EVSE {evseId} da estação {stationId} está fora de serviço; escolha outro EVSE, ou planeje para mais tarde.',
  ],
  'reserve-evse-charging': [
    'EVSE {evseId} of station {stationId} is in use by session {sessionId} since {since}; choose another EVSE, plan it for later, or stop that session.',
    'O EVSE {evseId} da estação {stationId} está em uso pela sessão {sessionId} desde {since}; escolha outro EVSE, planeje para mais tarde, ou pare essa sessão.',
  ],
  'reserve-evse-plugged': [
    'A vehicle is plugged in at EVSE {evseId} of station {stationId}; choose another EVSE, or plan it for later.',
    'Há um veículo conectado ao EVSE {evseId} da estação {stationId}; escolha outro EVSE, ou planeje para mais tarde.',
  ],
  'reserve-evse-reserved': [
    'EVSE {evseId} of station {stationId} is reserved from {from} until {until} (reservation {reservationId}); choose another EVSE, or a time before or after that.',
    'O EVSE {evseId} da estação {stationId} está reservado de {from} até {until} (reserva {reservationId}); escolha outro EVSE, ou um horário antes ou depois.',
  ],
  'reserve-none-free': [
    'No EVSE of station {stationId} is free now; plan it for later, or choose another station.',
    'Nenhum EVSE da estação {stationId} está livre agora; planeje para mais tarde, ou escolha outra estação.',
  ],
  'reserve-all-reserved': [
    'All {count} EVSEs that station {stationId} could keep then are reserved; the first is free from {until}: choose a later time or another station.',
    'Todos os EVSEs ({count}) que a estação {stationId} poderia guardar nesse horário estão reservados; o primeiro fica livre em {until}: escolha um horário depois disso ou outra estação.',
  ],
  'reserve-token-has-one': [
    'This token holds reservation {reservationId} at station {stationId} until {until} already; give that one back first, or take a time after it.',
    'Este cartão já tem a reserva {reservationId} na estação {stationId} até {until}; cancele-a primeiro, ou escolha um horário depois dela.',
  ],
  'reserve-nothing-to-replace': [
    'Station {stationId} has no reservation {reservationId} to replace; leave reservationId out to make a new one.',
    'A estação {stationId} não tem a reserva {reservationId} para substituir; não informe reservationId para fazer uma nova.',
  ],
  'reserve-of-another': [
    'Reservation {reservationId} of station {stationId} is for another token; leave reservationId out to make a new one.',
    'A reserva {reservationId} da estação {stationId} é de outro cartão; não informe reservationId para fazer uma nova.',
  ],
  'reserve-replaces-over': [
    'Reservation {reservationId} of station {stationId} is over already ({status}, {endedAt}); leave reservationId out to make a new one.',
    'A reserva {reservationId} da estação {stationId} já terminou ({status}, {endedAt}); não informe reservationId para fazer uma nova.',
  ],
  'reserve-begins-in-the-past': [
    'The reservation would have begun at {startsAt}, which is over; leave startsAt out to begin now.',
    'A reserva teria começado em {startsAt}, que já passou; não informe o início para começar agora.',
  ],
  'reserve-too-far-ahead': [
    'A reservation can be planned a year ahead at most; choose an earlier time.',
    'Uma reserva pode ser planejada com no máximo um ano de antecedência; escolha um horário mais cedo.',
  ],
  'reserve-token-refused': [
    'This token may not charge at station {stationId} at that time. {why}',
    'Este cartão não pode carregar na estação {stationId} nesse horário. {why}',
  ],
  'reserve-not-reached': [
    'Station {stationId} was not reached ({reason}), so nothing is reserved; try again once it is back.',
    'A estação {stationId} não foi alcançada ({reason}), então nada está reservado; tente de novo quando ela voltar.',
  ],
  'reserve-station-refused': [
    'Station {stationId} did not take the reservation ({answer}); choose another EVSE, another time or another station.',
    'A estação {stationId} não aceitou a reserva ({answer}); escolha outro EVSE, outro horário ou outra estação.',
  ],
  'reservation-over': [
    'Reservation {reservationId} of station {stationId} is over already ({status}, {endedAt}); there is nothing to give back.',
    'A reserva {reservationId} da estação {stationId} já terminou ({status}, {endedAt}); não há nada a cancelar.',
  ],
  'reservation-gone': [
    'Reservation {reservationId} of station {stationId} is over, or there is none.',
    'A reserva {reservationId} da estação {stationId} já terminou, ou não existe.',
  ],
  'reservation-not-yet': [
    'Reservation {reservationId} of station {stationId} begins at {startsAt}; the station is asked then.',
    'A reserva {reservationId} da estação {stationId} começa em {startsAt}; a estação é consultada então.',
  ],
  'no-reservation': [
    'Station {stationId} has no reservation {reservationId}; list its reservations to see which there are.',
    'A estação {stationId} não tem a reserva {reservationId}; liste as reservas dela para ver quais há.',
  ],
  'reservation-planned': ['planned', 'planejada'],
  'reservation-asked': ['asked', 'pedida'],
  'reservation-active': ['active', 'mantida'],
  'reservation-refused': ['refused', 'recusada'],
  'reservation-used': ['used', 'usada'],
  'reservation-cancelled': ['cancelled', 'cancelada'],
  'reservation-expired': ['expired', 'vencida'],
  'reservation-removed': ['removed', 'perdida'],
  'reservation-no-session': ['no-session', 'sem sessão'],
  'station-said-no': ['it said no', 'ela disse não'],
  'station-is-offline': ['it is offline', 'ela está offline'],
} as const;
