import { both } from './spoken.ts';

export const helpAccess = {
  emptyTakesAway: both(
    'What is not named stays. An empty value, such as --note "", takes it away.',
    'O que não é dito fica. Um valor vazio, por exemplo --note "", o retira.',
  ),
  note: both('a note of your own', 'uma observação sua'),

  site: both(
    'places with stations, each with its clock and currency',
    'locais com estações, cada um com o seu relógio e a sua moeda',
  ),
  siteList: both('all sites', 'todos os locais'),
  siteShow: both('one site with what stands there', 'um local com o que está nele'),
  siteAdd: both('make a site', 'cria um local'),
  siteChange: both('change a site', 'altera um local'),
  siteRemove: both('remove a site where nothing stands', 'remove um local onde nada está'),
  siteId: both('id of the site', 'id do local'),
  newSiteId: both(
    'its id: letters, digits, dots, dashes and underscores; it never changes',
    'o id: letras, dígitos, pontos, traços e sublinhados; nunca muda',
  ),
  timeZone: both('its time zone, such as America/Sao_Paulo', 'o fuso horário, por exemplo America/Sao_Paulo'),
  currency: both('its currency, such as BRL or EUR', 'a moeda, por exemplo BRL ou EUR'),
  street: both('street and number', 'rua e número'),
  city: both('city', 'cidade'),
  region: both('state or region', 'estado ou região'),
  postalCode: both('postal code', 'CEP'),
  country: both('country in two letters, such as BR', 'país em duas letras, por exemplo BR'),
  latitude: both('latitude in degrees, such as -8.05', 'latitude em graus, por exemplo -8.05'),
  longitude: both('longitude in degrees, such as -34.90', 'longitude em graus, por exemplo -34.90'),
  openingHours: both(
    'when it is open, such as "mon-fri 06:00-22:00"; may be repeated. always: day and night',
    'quando está aberto, por exemplo "mon-fri 06:00-22:00"; pode repetir. always: dia e noite',
  ),
  closedOutside: both('nobody may begin to charge outside these hours', 'ninguém pode começar fora desse horário'),
  notClosedOutside: both('one may begin at any time', 'pode-se começar a qualquer hora'),
  siteAdmits: both(
    'only this group may charge there, by its name or id; may be repeated. everyone: all',
    'só este grupo pode recarregar ali, pelo nome ou id; pode repetir. everyone: todos',
  ),
  offlinePolicy: both(
    'which tokens stations accept while they are offline',
    'que tokens as estações aceitam enquanto estão offline',
  ),
  tariffText: both('what stations show when no price is known', 'o que as estações mostram quando não se sabe o preço'),
  costText: both('what stations show when no cost is known', 'o que as estações mostram quando não se sabe o custo'),
  sitePlace: both('put one station or several at a site', 'põe uma ou várias estações em um local'),
  stationsAndSite: both(
    'the ids of the stations, and last the id of the site',
    'os ids das estações e, por último, o id do local',
  ),
  siteUnplace: both('take a station from its site', 'retira uma estação do seu local'),
  placeNote: both(
    'where it stands, such as "level 2, by the lift"',
    'onde fica, por exemplo "piso 2, perto do elevador"',
  ),
  stationAdmits: both(
    'only this group may charge at the station; may be repeated. as-site: whoever the site admits',
    'só este grupo pode recarregar na estação; pode repetir. as-site: quem o local admite',
  ),
  sitePlaceDevice: both(
    'put a device at a site, such as a light at a connector',
    'põe um dispositivo em um local, por exemplo uma luz junto a um conector',
  ),
  siteUnplaceDevice: both('take a device from its site', 'retira um dispositivo do seu local'),
  deviceId: both('id of the device', 'id do dispositivo'),
  deviceStation: both('the station it stands at', 'a estação junto à qual está'),

  group: both(
    'groups of drivers and tokens: where they may charge, how many sessions at once',
    'grupos de motoristas e tokens: onde podem recarregar, quantas sessões ao mesmo tempo',
  ),
  groupList: both('all groups', 'todos os grupos'),
  groupShow: both('one group', 'um grupo'),
  groupAdd: both('make a group', 'cria um grupo'),
  groupChange: both('change a group', 'altera um grupo'),
  groupVerbs: {
    block: both('let nobody of a group charge', 'não deixa ninguém de um grupo recarregar'),
    unblock: both('let a group charge again', 'deixa um grupo recarregar de novo'),
  },
  groupRemove: both('remove a group that nobody is of', 'remove um grupo em que não há ninguém'),
  groupId: both('name or id of the group', 'nome ou id do grupo'),
  itsName: both('its name', 'o nome'),
  groupValue: both(
    'what stations are told (parent id); without it one is made. - reads it from the input',
    'o que se diz às estações (parent id); sem isto um é criado. - lê da entrada',
  ),
  placeSite: both('may charge at this site only; may be repeated', 'pode recarregar só neste local; pode repetir'),
  placeStation: both(
    'may charge at this station only; may be repeated',
    'pode recarregar só nesta estação; pode repetir',
  ),
  placeEverywhere: both('may charge everywhere', 'pode recarregar em todo lugar'),
  oneAtATime: both(
    'one running session only, over all tokens of a driver',
    'só uma sessão em andamento, por todos os tokens de um motorista',
  ),
  severalAtATime: both('several sessions at a time', 'várias sessões ao mesmo tempo'),
  masterPass: both(
    "its tokens end anyone's session and begin none",
    'os tokens encerram a sessão de qualquer um e não iniciam nenhuma',
  ),
  noMasterPass: both('its tokens charge like others', 'os tokens recarregam como os outros'),
  validFrom: both(
    'valid from this time on, such as 2026-03-01 or 2026-03-01T08:00',
    'vale a partir desta hora, por exemplo 2026-03-01 ou 2026-03-01T08:00',
  ),
  validUntil: both('valid until this time', 'vale até esta hora'),
  ofGroup: both('only those of this group, by its name or id', 'só os deste grupo, pelo nome ou id'),
  inGroup: both('their group, by its name or id', 'o grupo, pelo nome ou id'),

  driver: both('people who charge', 'pessoas que recarregam'),
  driverList: both('all drivers, in the order of their names', 'todos os motoristas, na ordem dos nomes'),
  driverShow: both('one driver with their tokens', 'um motorista com os seus tokens'),
  driverAdd: both('add a driver', 'cadastra um motorista'),
  driverChange: both('change a driver', 'altera um motorista'),
  driverVerbs: {
    block: both('refuse all tokens of a driver', 'recusa todos os tokens de um motorista'),
    unblock: both('let a driver charge again', 'deixa um motorista recarregar de novo'),
  },
  driverForget: both(
    'forget a driver for ever: name, contact and tokens; energy and money stay in the sums',
    'esquece um motorista para sempre: nome, contato e tokens; energia e dinheiro ficam nas somas',
  ),
  forgetYes: both('do not ask for the name first', 'não pergunta o nome antes'),
  driverId: both('name or id of the driver', 'nome ou id do motorista'),
  driverName: both('name of the person', 'nome da pessoa'),
  driverSearch: both('only those with this in name or e-mail', 'só os que têm isto no nome ou no e-mail'),
  email: both('e-mail address', 'endereço de e-mail'),
  phone: both('telephone number', 'número de telefone'),
  driverLanguage: both(
    'in which stations speak to them, such as pt-BR',
    'em que as estações falam com a pessoa, por exemplo pt-BR',
  ),
  placesAsGroup: both('may charge wherever their group may', 'pode recarregar onde o grupo pode'),
  sessionsAsGroup: both('as many sessions as their group allows', 'tantas sessões quantas o grupo permite'),

  tokens: both(
    'what drivers show to stations: cards, codes, contracts',
    'o que motoristas apresentam às estações: cartões, códigos, contratos',
  ),
  tokenList: both('all tokens; of each only the end is shown', 'todos os tokens; de cada um só o fim aparece'),
  tokenShow: both('one token', 'um token'),
  tokenAdd: both('let a token charge', 'deixa um token recarregar'),
  tokenChange: both('change what is known about a token', 'altera o que se sabe de um token'),
  tokenVerbs: {
    block: both('refuse a token from now on', 'recusa um token a partir de agora'),
    unblock: both('let a blocked token charge again', 'deixa um token bloqueado recarregar de novo'),
  },
  tokenRemove: both('forget a token; its sessions stay', 'esquece um token; as sessões dele ficam'),
  tokenImport: both(
    'take drivers and tokens from a CSV file, all rows or none',
    'aceita motoristas e tokens de um arquivo CSV, todas as linhas ou nenhuma',
  ),
  importFile: both(
    'CSV with the columns name, email, phone, language, group, token, type, valid_from, expires, blocked, note; - reads the input',
    'CSV com as colunas name, email, phone, language, group, token, type, valid_from, expires, blocked, note; - lê a entrada',
  ),
  importDryRun: both('only say whether it can be taken', 'só diz se pode ser aceito'),
  tokenTry: both(
    'say what would happen if a token were shown at a station, and why',
    'diz o que aconteceria se um token fosse apresentado a uma estação, e por quê',
  ),
  refusals: both(
    'who was refused, where and why, newest first',
    'quem foi recusado, onde e por quê, o mais novo primeiro',
  ),
  knownToken: both(
    'the token: its number, its id such as tok_…, or - to type it unseen by the shell',
    'o token: o número, o id como tok_…, ou - para digitar sem que o shell guarde',
  ),
  newToken: both(
    'its number as a reader reads it, or - to type it unseen by the shell; without it one is made',
    'o número como um leitor o lê, ou - para digitar sem que o shell guarde; sem isto um é criado',
  ),
  tokenType: both('what kind it is; without it an RFID card', 'de que tipo é; sem isto um cartão RFID'),
  tokenOfDriver: both('only tokens of this driver, by name or id', 'só tokens deste motorista, pelo nome ou id'),
  toDriver: both('whose it is, by name or id', 'de quem é, pelo nome ou id'),
  blockedOnly: both('only blocked ones', 'só os bloqueados'),
  addBlocked: both('add it as blocked', 'cadastra já bloqueado'),
  ownTariff: both('a price of its own, wherever it charges', 'um preço próprio, onde quer que recarregue'),
  credit: both('what is left on a prepaid token, such as 50.00', 'o que resta em um token pré-pago, por exemplo 50,00'),
  tryEvse: both('at this EVSE, whose price may differ', 'neste EVSE, que pode ter outro preço'),
  tryAt: both(
    'at this time, such as 2026-03-01T08:00; without it: now',
    'a esta hora, por exemplo 2026-03-01T08:00; sem isto: agora',
  ),
  tryType: both(
    'shown as this kind; without it the kind is not told, as in OCPP 1.6',
    'apresentado como este tipo; sem isto o tipo não é dito, como no OCPP 1.6',
  ),
  refusedToken: both(
    'only this token, known or not; - reads it from the input',
    'só este token, conhecido ou não; - lê da entrada',
  ),
  refusedDriver: both('only tokens of this driver', 'só tokens deste motorista'),

  localList: both(
    'the lists of tokens that stations know by heart, so that they can decide while they are offline',
    'as listas de tokens que as estações sabem de cor, para decidir enquanto estão offline',
  ),
  localListStatus: both(
    'which lists are in sync, or why not; of one station with its tokens',
    'que listas estão em dia, ou por que não; de uma estação com os seus tokens',
  ),
  localListSync: both('bring the list of a station into sync now', 'põe a lista de uma estação em dia agora'),
  listWait: both('how long to wait for the station (default: 15)', 'quanto esperar pela estação (padrão: 15)'),
  listMode: both(
    'from now on: auto keeps it by who may charge there, off leaves it alone',
    'a partir de agora: auto a mantém por quem pode recarregar ali, off a deixa como está',
  ),
};
