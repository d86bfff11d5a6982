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
  partnerLocations: both(
    'where our drivers can charge with the partner',
    'onde nossos motoristas podem recarregar com o parceiro',
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
  partnerStart: both(
    'ask the partner to start a session for a token of ours',
    'pede ao parceiro que inicie uma sessão para um token nosso',
  ),
  partnerLocation: both('id of the location, as the partner tells it', 'id do local, como o parceiro informa'),
  partnerEvse: both('uid of the EVSE', 'uid do EVSE'),
};
