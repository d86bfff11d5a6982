import { both } from '../spoken.ts';

export const partner = {
  partner: both('roaming partners over OCPI', 'parceiros de roaming por OCPI'),
  partnerName: both('name or id of the partner', 'nome ou id do parceiro'),
  partnerList: both('partners, and how it stands with each', 'parceiros, e a situação de cada um'),
  partnerAdd: both(
    'add a partner, and make the token it registers with',
    'adiciona um parceiro e cria o token com que se registra',
  ),
  partnerParty: both('who may speak over the connection, such as DE-ABC', 'quem pode falar pela conexão, como DE-ABC'),
  partnerTariff: both(
    'what its drivers pay at our stations: a tariff with net prices',
    'o que seus motoristas pagam aqui: uma tarifa com preços líquidos',
  ),
  partnerHub: both('it is a hub: other parties stand behind it', 'é um hub: há outras partes por trás dele'),
  partnerConnect: both(
    'register with the token that the partner gave you',
    'registra com o token que o parceiro lhe deu',
  ),
  partnerUrl: both('address where the partner lists its versions', 'endereço em que o parceiro lista suas versões'),
  partnerToken: both('token A of the partner', 'token A do parceiro'),
  partnerInvite: both('make another token to register with', 'cria outro token de registro'),
  partnerShow: both(
    'one partner, what each side owes, and what was said last',
    'um parceiro, o que cada lado deve e o que foi dito por último',
  ),
  partnerRotate: both('new tokens in both directions', 'tokens novos nos dois sentidos'),
  partnerRemove: both('end the connection', 'encerra a conexão'),
  partnerSet: both('change what was agreed', 'altera o combinado'),
  partnerTolerance: both(
    'how far a record may lie from our own calculation, such as 0.01',
    'quanto um registro pode diferir do nosso cálculo, como 0.01',
  ),
  partnerSites: both(
    'a site it sees and where its drivers may charge; "all" for every published one',
    'um local que ele vê e onde seus motoristas podem recarregar; "all" para todos os publicados',
  ),
  partnerShareTokens: both(
    'whether it is told of our tokens, as an operator, and may ask about them',
    'se conhece os nossos tokens, como operador, e pode perguntar por eles',
  ),
  partnerLocations: both(
    'where our drivers can charge with the partner',
    'onde nossos motoristas podem recarregar com o parceiro',
  ),
  partnerSessions: both(
    'sessions of their drivers here and of ours there',
    'sessões dos motoristas deles aqui e dos nossos lá',
  ),
  partnerTariffs: both(
    'what our drivers pay there, and what theirs are shown here',
    'o que nossos motoristas pagam lá e o que os deles veem aqui',
  ),
  partnerCdrs: both('records of sessions, sent and received', 'registros de sessões, enviados e recebidos'),
  partnerExchanges: both('what was said, newest first', 'o que foi dito, o mais novo primeiro'),
  partnerFailures: both('only what failed', 'só o que falhou'),
  partnerPull: both('read everything the partner has', 'lê tudo o que o parceiro tem'),
  partnerPublish: both(
    'show a site to all partners, with the plug of its connectors',
    'mostra um local a todos os parceiros, com o plugue dos conectores',
  ),
  partnerSite: both('id of the site', 'id do local'),
  partnerWithdraw: both('show a site to partners no more', 'deixa de mostrar um local aos parceiros'),
  partnerStandard: both('the plug in the words of OCPI', 'o plugue nas palavras do OCPI'),
  partnerFormat: both('a socket, or a cable that hangs there', 'uma tomada, ou um cabo preso'),
  partnerPower: both('alternating or direct current', 'corrente alternada ou contínua'),
  partnerVolts: both('volts between phases', 'volts entre fases'),
  partnerAmps: both('amperes per phase', 'ampères por fase'),
  partnerReserve: both(
    'ask the partner to keep an EVSE free for a token of ours',
    'pede ao parceiro que guarde um EVSE para um token nosso',
  ),
  partnerMinutes: both('for how long', 'por quanto tempo'),
  partnerUnreserve: both('give a reservation with the partner back', 'devolve uma reserva com o parceiro'),
  partnerReservation: both('its id, as "partner reserve" showed it', 'o id, como "partner reserve" mostrou'),
  partnerBookings: both(
    'what their drivers booked here, and ours there',
    'o que os motoristas deles reservaram aqui, e os nossos lá',
  ),
  partnerBook: both(
    'book an EVSE of the partner ahead for a token of ours',
    'agenda um EVSE do parceiro para um token nosso',
  ),
  partnerFrom: both('when it begins, such as 2026-11-20T18:00', 'quando começa, como 2026-11-20T18:00'),
  partnerTo: both('when it ends', 'quando termina'),
  partnerUnbook: both('give a booking with the partner back', 'devolve um agendamento com o parceiro'),
  partnerBooking: both('its id, as "partner bookings" shows it', 'o id, como "partner bookings" mostra'),
  partnerTerminals: both(
    'payment terminals of the partner, and where they take money',
    'terminais de pagamento do parceiro, e onde cobram',
  ),
  partnerTerminal: both('id of the terminal', 'id do terminal'),
  partnerAssign: both(
    'say at which sites or EVSEs of ours a terminal takes the money',
    'diz em quais locais ou EVSEs nossos um terminal cobra',
  ),
  partnerTerminalSite: both('a site of ours where it stands', 'um local nosso onde ele está'),
  partnerCaptures: both(
    'what terminals took, beside what the sessions came to',
    'o que os terminais cobraram, ao lado do valor das sessões',
  ),
  partnerLimit: both(
    'limit a session of ours at the partner; without a number, no more',
    'limita uma sessão nossa no parceiro; sem número, não mais',
  ),
  partnerSession: both(
    'id of the session, as "partner sessions" shows it',
    'id da sessão, como "partner sessions" mostra',
  ),
  partnerWatts: both('at most so many watts', 'no máximo tantos watts'),
  partnerLimitAmps: both('at most so many amperes per phase', 'no máximo tantos ampères por fase'),
  partnerStart: both(
    'ask the partner to start a session for a token of ours',
    'pede ao parceiro que inicie uma sessão para um token nosso',
  ),
  partnerLocation: both('id of the location, as the partner tells it', 'id do local, como o parceiro informa'),
  partnerOwner: both(
    'whose location it is, where several behind a hub have one of this id',
    'de quem é o local, quando vários por trás de um hub têm esse id',
  ),
  partnerEvse: both('uid of the EVSE', 'uid do EVSE'),
};
