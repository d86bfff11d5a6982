/** Why nothing was reserved. */
export const reservationWords = {
  'reserve-not-accepted': {
    en: 'Station {stationId} is still pending; accept it first.',
    'pt-BR': 'A estação {stationId} ainda espera ser aceita; aceite-a primeiro.',
  },
  'reserve-offline': {
    en: 'Station {stationId} is offline, so nothing was sent; give startsAt to plan it for later, or choose another station.',
    'pt-BR':
      'A estação {stationId} está offline, então nada foi enviado; dê um início (startsAt) para planejar a reserva, ou escolha outra estação.',
  },
  'reserve-offline-since': {
    en: 'Station {stationId} is offline since {since}, so nothing was sent; give startsAt to plan it for later, or choose another station.',
    'pt-BR':
      'A estação {stationId} está offline desde {since}, então nada foi enviado; dê um início (startsAt) para planejar a reserva, ou escolha outra estação.',
  },
  'reserve-no-reservations': {
    en: 'Station {stationId} says that it has no reservations; choose another station, or enable them there and read its variables again.',
    'pt-BR':
      'A estação {stationId} diz que não aceita reservas; escolha outra estação, ou habilite as reservas nela e leia de novo suas variáveis.',
  },
  'reserve-no-any-evse': {
    en: 'Station {stationId} cannot keep just any EVSE free; name one with evseId.',
    'pt-BR': 'A estação {stationId} não consegue guardar um EVSE qualquer; indique um (evseId).',
  },
  'reserve-no-evse': {
    en: 'Station {stationId} has no EVSE {evseId}; it has {known}.',
    'pt-BR': 'A estação {stationId} não tem o EVSE {evseId}; ela tem {known}.',
  },
  'reserve-no-connector': {
    en: 'Station {stationId} has no connector {connectorType}; it has {known}.',
    'pt-BR': 'A estação {stationId} não tem conector {connectorType}; ela tem {known}.',
  },
  'reserve-no-connector-at-evse': {
    en: 'EVSE {evseId} of station {stationId} has no connector {connectorType}; it has {known}.',
    'pt-BR': 'O EVSE {evseId} da estação {stationId} não tem conector {connectorType}; ele tem {known}.',
  },
  'reserve-station-faulted': {
    en: 'Station {stationId} is faulted; choose another one.',
    'pt-BR': 'A estação {stationId} está com falha; escolha outra.',
  },
  'reserve-station-out': {
    en: 'Station {stationId} is out of service; choose another one.',
    'pt-BR': 'A estação {stationId} está fora de serviço; escolha outra.',
  },
  'reserve-evse-faulted': {
    en: 'EVSE {evseId} of station {stationId} is faulted; choose another EVSE, or plan it for later.',
    'pt-BR': 'O EVSE {evseId} da estação {stationId} está com falha; escolha outro EVSE, ou planeje para mais tarde.',
  },
  'reserve-evse-out': {
    en: 'EVSE {evseId} of station {stationId} is out of service; choose another EVSE, or plan it for later.',
    'pt-BR':
      'O EVSE {evseId} da estação {stationId} está fora de serviço; escolha outro EVSE, ou planeje para mais tarde.',
  },
  'reserve-evse-charging': {
    en: 'EVSE {evseId} of station {stationId} is in use by session {sessionId} since {since}; choose another EVSE, plan it for later, or stop that session.',
    'pt-BR':
      'O EVSE {evseId} da estação {stationId} está em uso pela sessão {sessionId} desde {since}; escolha outro EVSE, planeje para mais tarde, ou pare essa sessão.',
  },
  'reserve-evse-plugged': {
    en: 'A vehicle is plugged in at EVSE {evseId} of station {stationId}; choose another EVSE, or plan it for later.',
    'pt-BR':
      'Há um veículo conectado ao EVSE {evseId} da estação {stationId}; escolha outro EVSE, ou planeje para mais tarde.',
  },
  'reserve-evse-reserved': {
    en: 'EVSE {evseId} of station {stationId} is reserved from {from} until {until} (reservation {reservationId}); choose another EVSE, or a time before or after that.',
    'pt-BR':
      'O EVSE {evseId} da estação {stationId} está reservado de {from} até {until} (reserva {reservationId}); escolha outro EVSE, ou um horário antes ou depois.',
  },
  'reserve-none-free': {
    en: 'No EVSE of station {stationId} is free now; plan it for later, or choose another station.',
    'pt-BR': 'Nenhum EVSE da estação {stationId} está livre agora; planeje para mais tarde, ou escolha outra estação.',
  },
  'reserve-all-reserved': {
    en: 'All {count} EVSEs that station {stationId} could keep then are reserved; the first is free from {until}: choose a later time or another station.',
    'pt-BR':
      'Todos os EVSEs ({count}) que a estação {stationId} poderia guardar nesse horário estão reservados; o primeiro fica livre em {until}: escolha um horário depois disso ou outra estação.',
  },
  'reserve-token-has-one': {
    en: 'This token holds reservation {reservationId} at station {stationId} until {until} already; give that one back first, or take a time after it.',
    'pt-BR':
      'Este cartão já tem a reserva {reservationId} na estação {stationId} até {until}; cancele-a primeiro, ou escolha um horário depois dela.',
  },
  'reserve-nothing-to-replace': {
    en: 'Station {stationId} has no reservation {reservationId} to replace; leave reservationId out to make a new one.',
    'pt-BR':
      'A estação {stationId} não tem a reserva {reservationId} para substituir; não informe reservationId para fazer uma nova.',
  },
  'reserve-of-another': {
    en: 'Reservation {reservationId} of station {stationId} is for another token; leave reservationId out to make a new one.',
    'pt-BR':
      'A reserva {reservationId} da estação {stationId} é de outro cartão; não informe reservationId para fazer uma nova.',
  },
  'reserve-replaces-over': {
    en: 'Reservation {reservationId} of station {stationId} is over already ({status}, {endedAt}); leave reservationId out to make a new one.',
    'pt-BR':
      'A reserva {reservationId} da estação {stationId} já terminou ({status}, {endedAt}); não informe reservationId para fazer uma nova.',
  },
  'reserve-begins-in-the-past': {
    en: 'The reservation would have begun at {startsAt}, which is over; leave startsAt out to begin now.',
    'pt-BR': 'A reserva teria começado em {startsAt}, que já passou; não informe o início para começar agora.',
  },
  'reserve-too-far-ahead': {
    en: 'A reservation can be planned a year ahead at most; choose an earlier time.',
    'pt-BR': 'Uma reserva pode ser planejada com no máximo um ano de antecedência; escolha um horário mais cedo.',
  },
  'reserve-token-refused': {
    en: 'This token may not charge at station {stationId} at that time. {why}',
    'pt-BR': 'Este cartão não pode carregar na estação {stationId} nesse horário. {why}',
  },
  'reserve-not-reached': {
    en: 'Station {stationId} was not reached ({reason}), so nothing is reserved; try again once it is back.',
    'pt-BR':
      'A estação {stationId} não foi alcançada ({reason}), então nada está reservado; tente de novo quando ela voltar.',
  },
  'reserve-station-refused': {
    en: 'Station {stationId} did not take the reservation ({answer}); choose another EVSE, another time or another station.',
    'pt-BR':
      'A estação {stationId} não aceitou a reserva ({answer}); escolha outro EVSE, outro horário ou outra estação.',
  },
  'reservation-over': {
    en: 'Reservation {reservationId} of station {stationId} is over already ({status}, {endedAt}); there is nothing to give back.',
    'pt-BR':
      'A reserva {reservationId} da estação {stationId} já terminou ({status}, {endedAt}); não há nada a cancelar.',
  },
  'reservation-gone': {
    en: 'Reservation {reservationId} of station {stationId} is over, or there is none.',
    'pt-BR': 'A reserva {reservationId} da estação {stationId} já terminou, ou não existe.',
  },
  'reservation-not-yet': {
    en: 'Reservation {reservationId} of station {stationId} begins at {startsAt}; the station is asked then.',
    'pt-BR': 'A reserva {reservationId} da estação {stationId} começa em {startsAt}; a estação é consultada então.',
  },
  'no-reservation': {
    en: 'Station {stationId} has no reservation {reservationId}; list its reservations to see which there are.',
    'pt-BR': 'A estação {stationId} não tem a reserva {reservationId}; liste as reservas dela para ver quais há.',
  },
  'reservation-planned': { en: 'planned', 'pt-BR': 'planejada' },
  'reservation-asked': { en: 'asked', 'pt-BR': 'pedida' },
  'reservation-active': { en: 'active', 'pt-BR': 'mantida' },
  'reservation-refused': { en: 'refused', 'pt-BR': 'recusada' },
  'reservation-used': { en: 'used', 'pt-BR': 'usada' },
  'reservation-cancelled': { en: 'cancelled', 'pt-BR': 'cancelada' },
  'reservation-expired': { en: 'expired', 'pt-BR': 'vencida' },
  'reservation-removed': { en: 'removed', 'pt-BR': 'perdida' },
  'reservation-no-session': { en: 'no-session', 'pt-BR': 'sem sessão' },
  'station-said-no': { en: 'it said no', 'pt-BR': 'ela disse não' },
  'station-is-offline': { en: 'it is offline', 'pt-BR': 'ela está offline' },
} as const;
