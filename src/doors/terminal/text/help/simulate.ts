import { both } from '../spoken.ts';

export const simulate = {
  simulate: both(
    'simulated stations and devices, to try the system without hardware',
    'estações e dispositivos simulados, para experimentar sem equipamento',
  ),
  fleet: both('connect many simulated stations', 'conecta muitas estações simuladas'),
  fleetCount: both('how many', 'quantas'),
  simulatedStation: both(
    'connect one simulated station and show what it does',
    'conecta uma estação simulada e mostra o que ela faz',
  ),
  simulatedVehicle: both(
    'Plug & Charge: a vehicle fetches a contract through a station and charges by it',
    'Plug & Charge: um veículo busca um contrato por uma estação e carrega com ele',
  ),
  simulatedVehicleStation: both('id of the simulated station', 'id da estação simulada'),
  simulatedValidation: both(
    'who checks the chain of the contract: this system (central) or the station',
    'quem confere a cadeia do contrato: este sistema (central) ou a estação',
  ),
  simulatedVehiclePart: both(
    'by which part of ISO 15118 the vehicle fetches its contract',
    'por qual parte da ISO 15118 o veículo busca o contrato',
  ),
  ocppVersions: both('1.6, 2.0.1, 2.1 or all; may be repeated', '1.6, 2.0.1, 2.1 ou all; pode ser repetido'),
  ocppVersion: both('OCPP version of the station', 'versão OCPP da estação'),
  ocppUrl: both(
    'where stations connect (default: ws://127.0.0.1:9000)',
    'onde as estações se conectam (padrão: ws://127.0.0.1:9000)',
  ),
  prefix: both('how their ids begin (default: SIM-)', 'como os nomes começam (padrão: SIM-)'),
  password: both('password of the stations', 'senha das estações'),
  journal: both(
    'write every answered boot and status report to this file',
    'grava neste arquivo cada início e estado confirmado',
  ),
  duration: both(
    'stop after this long, such as 60s; without it: at Ctrl+C',
    'para depois deste tempo, por exemplo 60s; sem isto: com Ctrl+C',
  ),
  heartbeat: both(
    'beat this often, such as 30s; without it: as the server says',
    'frequência dos sinais de vida, por exemplo 30s; sem isto: como o servidor disser',
  ),
  statusEvery: both(
    'something happens at a connector about this often',
    'de quanto em quanto tempo algo acontece em um conector',
  ),
  connectPerSecond: both('how many stations connect within a second', 'quantas estações se conectam em um segundo'),
  driverTokens: both(
    'drivers come with this token and charge; may be repeated. Without it: nobody comes',
    'motoristas chegam com este cartão e carregam; pode ser repetido. Sem ele: ninguém vem',
  ),
  sampleEvery: both(
    'how often the meter of a session is reported (default: 60s)',
    'de quanto em quanto tempo o medidor de uma sessão é informado (padrão: 60s)',
  ),
  fault: both(
    'what is wrong with them, growing worse: stuck-relay, flapping-link, drifting-clock, failing-meter, memory-leak, lock-failure, hot-connector or bad-firmware',
    'o que há de errado com elas, cada vez pior: stuck-relay, flapping-link, drifting-clock, failing-meter, memory-leak, lock-failure, hot-connector ou bad-firmware',
  ),
  faultLife: both('how long until the fault is complete (1h)', 'quanto tempo até a falha ser completa (1h)'),
  oddity: both(
    'what the stations do to their sessions, such as repeats-events or resets-meter; may be repeated',
    'o que as estações fazem com as sessões, como repeats-events ou resets-meter; pode ser repetido',
  ),
  profileQuirk: both(
    'what the stations do with charging profiles, such as ignores-profiles or coarse-steps; may be repeated',
    'o que as estações fazem com perfis de carga, como ignores-profiles ou coarse-steps; pode ser repetido',
  ),
  overnight: both(
    'wall boxes of 22 kW; with --token a car with a large battery stays at each for the night',
    'caixas de parede de 22 kW; com --token um carro de bateria grande passa a noite em cada uma',
  ),
  simulatedSite: both(
    'send readings of sun and building for the meters of a site that are pushed',
    'envia leituras de sol e prédio para os medidores de um local que recebem leituras',
  ),
  simulatedSiteSolar: both(
    'what the roof makes at noon, in kW (default: 20)',
    'o que o telhado gera ao meio-dia, em kW (padrão: 20)',
  ),
  simulatedSiteLoad: both(
    'what the building draws on a working day, in kW (default: 15)',
    'o que o prédio consome em um dia útil, em kW (padrão: 15)',
  ),
  simulatedSiteEvery: both('how often it reads (default: 10s)', 'de quanto em quanto tempo lê (padrão: 10s)'),
  simulatedPrices: both(
    'print a file of day-ahead prices per MWh, to import',
    'imprime um arquivo de preços do dia seguinte por MWh, para importar',
  ),
  simulatedPriceHours: both(
    'how many hours from midnight (default: 48)',
    'quantas horas desde a meia-noite (padrão: 48)',
  ),
  simulatedPriceFormat: both('csv, json or entsoe (XML)', 'csv, json ou entsoe (XML)'),
  simulatedPriceZone: both(
    'whose mornings and evenings count (default: UTC)',
    'de quem são as manhãs e noites (padrão: UTC)',
  ),
  simulatedPriceCurrency: both('currency in the XML (default: EUR)', 'moeda no XML (padrão: EUR)'),
  simulatedDevices: both(
    'connect simulated devices; those that nobody knows show a code and wait',
    'conecta dispositivos simulados; os que ninguém conhece mostram um código e aguardam',
  ),
  simulatedDeviceCount: both('how many devices', 'quantos dispositivos'),
  deviceBoards: both(
    'what they are: light, display, dog, chassis or probe; may be repeated (default: light and display)',
    'o que são: light, display, dog, chassis ou probe; pode ser repetido (padrão: light e display)',
  ),
  deviceTransport: both(
    'websocket or mqtt (default: as the server says)',
    'websocket ou mqtt (padrão: como o servidor disser)',
  ),
  devicesUrl: both(
    'where devices connect (default: http://127.0.0.1:8003)',
    'onde os dispositivos se conectam (padrão: http://127.0.0.1:8003)',
  ),
  deviceFirstId: both(
    'address of the first device; the others follow it',
    'endereço do primeiro dispositivo; os outros seguem dele',
  ),
  deviceKeep: both(
    'keep in this file who they are, so that the server knows them again',
    'guarda neste arquivo quem são, para que o servidor os reconheça',
  ),
};
