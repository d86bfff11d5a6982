import { both } from '../spoken.ts';

export const site = {
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
};
