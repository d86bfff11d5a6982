import { both } from '../spoken.ts';

export const energy = {
  energy: both(
    'limits, meters, prices and plans of sites: who charges when',
    'limites, medidores, preços e planos dos locais: quem carrega quando',
  ),
  energyShow: both(
    'a site at a glance: flow, limits, the worst case of each node, meters, what stations can do',
    'um local de relance: fluxo, limites, o pior caso de cada nó, medidores, o que as estações sabem fazer',
  ),
  energySettings: both(
    'the settings as a file that "energy set --file" takes',
    'as configurações como um arquivo que "energy set --file" aceita',
  ),
  energyPlan: both(
    'the plan of the next hours, and a sentence for each car',
    'o plano das próximas horas, e uma frase para cada carro',
  ),
  energyHours: both('how many hours to show; 12 unless given', 'quantas horas mostrar; 12 se não for dado'),
  energyWhatIf: both(
    'what the plan would be with another limit: limit=40A, or CP-1:1=16A of a node; may be repeated',
    'como o plano seria com outro limite: limit=40A, ou CP-1:1=16A de um nó; pode repetir',
  ),
  energyCaution: both(
    '0: cheapest energy, 1: every deadline first',
    '0: energia mais barata, 1: todo prazo em primeiro lugar',
  ),
  energyApply: both('plan anew and send it to the stations now', 'planeja de novo e envia às estações agora'),
  energyLimit: both(
    'limit a node for a while; without a limit, show those that hold',
    'limita um nó por um tempo; sem limite, mostra os que valem',
  ),
  energyNode: both('id of a node of the tree, such as grid', 'id de um nó da árvore, por exemplo grid'),
  energyAmount: both('40A per line, or 20kW', '40A por linha, ou 20kW'),
  energyUntil: both(
    "until when: 18:00 by the site's clock, or 2026-03-01T18:00; until it is removed unless given",
    'até quando: 18:00 pelo relógio do local, ou 2026-03-01T18:00; até ser retirado se não for dado',
  ),
  energyFrom: both('from when; at once unless given', 'a partir de quando; já se não for dado'),
  energyWhy: both('why, for whoever reads it later', 'por quê, para quem ler depois'),
  energyUnlearn: both(
    'forget what was learned of a station, such as a cap',
    'esquece o que se aprendeu de uma estação, como um teto',
  ),
  energyRemoveLimit: both('take the limit away', 'retira o limite'),
  energyNeed: both(
    'say what a car needs by when; without a need, show what counts',
    'diz o que um carro precisa e até quando; sem isso, mostra o que vale',
  ),
  energyCar: both('id of the session, or of the station where it runs', 'id da sessão, ou da estação onde ela está'),
  energyTarget: both('80% of the battery, or 20kWh from now on', '80% da bateria, ou 20kWh a partir de agora'),
  energyBy: both(
    "until when: 07:00 by the site's clock, or 2026-03-01T07:00",
    'até quando: 07:00 pelo relógio do local, ou 2026-03-01T07:00',
  ),
  energyMin: both('the part that matters most, such as 10kWh', 'a parte que mais importa, por exemplo 10kWh'),
  energyPriority: both(
    'before other cars; a number from 0.1 to 10 says how much',
    'antes de outros carros; um número de 0.1 a 10 diz quanto',
  ),
  energyCapacity: both('the size of the battery, such as 60kWh', 'o tamanho da bateria, por exemplo 60kWh'),
  energyArrival: both(
    'how full the battery was on arrival, such as 40%',
    'quanto a bateria tinha ao chegar, por exemplo 40%',
  ),
  energyDischarge: both('the car may feed back', 'o carro pode devolver energia'),
  energyReserve: both(
    'a car that feeds back is never emptied below it, such as 50%',
    'um carro que devolve energia nunca fica abaixo disto, por exemplo 50%',
  ),
  energyEvse: both('which EVSE of the station', 'qual EVSE da estação'),
  energyRemoveNeed: both('forget what was said', 'esquece o que foi dito'),
  energySet: both(
    'say how a site is fed and limited: a whole file, or one limit above all stations that stand there',
    'diz como um local é alimentado e limitado: um arquivo inteiro, ou um limite acima de todas as estações que estão lá',
  ),
  energyFile: both(
    'YAML or JSON with tree, meters, battery and prices; - is the input',
    'YAML ou JSON com árvore, medidores, bateria e preços; - é a entrada',
  ),
  energySiteLimit: both(
    'of the connection to the grid: 63A per line, or 43kW',
    'da ligação à rede: 63A por linha, ou 43kW',
  ),
  energyMode: both('off, only plan, or control stations', 'desligado, só planejar, ou controlar estações'),
  energyPhases: both('how many phases the stations have, or dc', 'quantas fases as estações têm, ou dc'),
  energyMaxA: both('the highest current of each EVSE, such as 32A', 'a corrente máxima de cada EVSE, por exemplo 32A'),
  energyVoltage: both('volts from line to neutral', 'volts entre linha e neutro'),
  energyV2g: both('cars that can may feed back', 'carros que podem devolvem energia'),
  energyNoV2g: both('no car feeds back', 'nenhum carro devolve energia'),
  energyRemove: both('end the planning of a site', 'encerra o planejamento de um local'),
  energyMeter: both(
    'meters of a site: grid, building, sun, battery',
    'medidores de um local: rede, prédio, sol, bateria',
  ),
  energyMeterList: both(
    'the meters, their last values, and which are silent',
    'os medidores, os últimos valores, e quais estão calados',
  ),
  energyMeterAdd: both('add a meter, or change one', 'acrescenta um medidor, ou muda um'),
  energyMeterId: both('id of the meter', 'id do medidor'),
  energyMeterNode: both('the node where it measures; grid unless given', 'o nó onde mede; grid se não for dado'),
  energyMeterKind: both('what it measures', 'o que mede'),
  energyMeterSource: both('where its readings come from', 'de onde vêm as leituras'),
  energyTopic: both('the MQTT topic', 'o tópico MQTT'),
  energyField: both(
    'path in a JSON message; without it the message is the number',
    'caminho numa mensagem JSON; sem ele a mensagem é o número',
  ),
  energyHost: both('the address of a Modbus TCP meter', 'o endereço de um medidor Modbus TCP'),
  energyPort: both('its port; 502 unless given', 'a porta; 502 se não for dada'),
  energyModel: both('its model', 'o modelo'),
  energyMeterMax: both('the most that can flow there, such as 15kW', 'o máximo que pode fluir ali, por exemplo 15kW'),
  energyMeterSilent: both(
    'what counts while it is silent, such as 15kW',
    'o que conta enquanto está calado, por exemplo 15kW',
  ),
  energyStale: both(
    'after how many seconds without a reading it is silent',
    'após quantos segundos sem leitura está calado',
  ),
  energyMeterRemove: both('remove a meter', 'retira um medidor'),
  energyMeterPush: both('hand in a reading', 'entrega uma leitura'),
  energyReading: both('power such as 4.2kW', 'potência como 4.2kW'),
  energyPrice: both('prices and carbon of a site', 'preços e carbono de um local'),
  energyPriceShow: both('what was imported', 'o que foi importado'),
  energyPriceImport: both('import a file: CSV, JSON or ENTSO-E XML', 'importa um arquivo: CSV, JSON ou XML da ENTSO-E'),
  energyPriceFile: both('the file; - is the input', 'o arquivo; - é a entrada'),
  energySeries: both('what it holds', 'o que contém'),
  energyPerMwh: both('values are per MWh, as on exchanges', 'os valores são por MWh, como em bolsas'),
  energyPriceSet: both(
    'a price for all hours, and others for some of them',
    'um preço para todas as horas, e outros para algumas',
  ),
  energyPerKwh: both('per kWh, such as 0.60', 'por kWh, por exemplo 0.60'),
  energyWindow: both(
    'another price for some hours, such as "mon-fri 18:00-21:00 0.95"; may be repeated',
    'outro preço para algumas horas, como "mon-fri 18:00-21:00 0.95"; pode repetir',
  ),
  energyExport: both('what a kWh earns that is given back', 'o que rende um kWh devolvido'),
  energyDemand: both(
    'per kW of the highest quarter of an hour of a month',
    'por kW do quarto de hora mais alto do mês',
  ),
  energyUrl: both(
    'an address whose file of prices is read every hour; empty: none',
    'um endereço cujo arquivo de preços é lido a cada hora; vazio: nenhum',
  ),
  energyAdder: both(
    'grid fees and taxes on top of imported prices',
    'tarifas da rede e impostos sobre os preços importados',
  ),
  energyPriceRemove: both('forget what was imported', 'esquece o que foi importado'),
};
