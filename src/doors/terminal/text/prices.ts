import type { ReservationStatus } from '#contract/access/reservation.ts';
import type { Bill, BillEntry } from '#contract/billing/bill.ts';
import type { CostLine } from '#contract/billing/cost.ts';
import { both, type Spoken, sentence } from './spoken.ts';

/** What is said about tariffs, costs and reservations. */
export const prices = {
  tariff: {
    none: both(
      'There is no tariff yet: charging is free. "sigec tariff set FILE" makes one.',
      'Não há tarifa ainda: recarregar é grátis. "sigec tariff set ARQUIVO" cria uma.',
    ),
    noAssignments: both(
      'No tariff holds anywhere; "sigec tariff assign" lets one hold.',
      'Nenhuma tarifa vale em lugar nenhum; "sigec tariff assign" faz uma valer.',
    ),
    headings: {
      versions: both('Versions', 'Versões'),
      where: both('Where it holds', 'Onde vale'),
    },
    inForce: both('in force', 'em vigor'),
    later: both('begins later', 'começa depois'),
    past: both('was in force', 'esteve em vigor'),
    retired: both('archived', 'desativada'),
    holdsNowhere: both('nowhere yet', 'em lugar nenhum ainda'),
    everywhere: both('everywhere', 'em todo lugar'),
    station: sentence('at {id}', 'em {id}'),
    connector: sentence('at {station} connector {connector}', 'em {station} conector {connector}'),
    site: sentence('at site {id}', 'no local {id}'),
    group: sentence('group {name}', 'grupo {name}'),
    always: both('always', 'sempre'),
    free: both('free', 'grátis'),
    perKwh: sentence('{price} per kWh', '{price} por kWh'),
    perMinute: sentence('{price} per min', '{price} por min'),
    perIdleMinute: sentence('{price} per idle min', '{price} por min parado'),
    perSession: sentence('{price} per session', '{price} por sessão'),
    fromTo: sentence('{least} to {most}', '{least} a {most}'),
    since: sentence('since {time}', 'desde {time}'),
    until: sentence('until {time}', 'até {time}'),
    asCharging: both('as charging', 'como carregando'),
    fromKwh: sentence('from {kwh} kWh', 'a partir de {kwh} kWh'),
    toKwh: sentence('up to {kwh} kWh', 'até {kwh} kWh'),
    fromMinutes: sentence('from minute {minutes}', 'a partir do minuto {minutes}'),
    toMinutes: sentence('up to minute {minutes}', 'até o minuto {minutes}'),
    shownToDrivers: sentence('Shown to drivers ({language})', 'Mostrado a motoristas ({language})'),
    taxIncluded: sentence('{taxes}, contained in the prices', '{taxes}, contido nos preços'),
    taxAdded: sentence('{taxes}, added to the prices', '{taxes}, somado aos preços'),
    fine: sentence(
      '{file}: tariff {tariff} can be read, and every moment has one price.',
      '{file}: a tarifa {tariff} pode ser lida, e cada momento tem um preço.',
    ),
    saved: sentence(
      '{tariff}: version {version} holds from {time}.',
      '{tariff}: a versão {version} vale desde {time}.',
    ),
    assignNext: sentence(
      'It holds nowhere yet. Let it hold: sigec tariff assign {tariff} --everywhere',
      'Ainda não vale em lugar nenhum. Faça valer: sigec tariff assign {tariff} --everywhere',
    ),
    problem: both(
      (given: { place: string; problem: string; write: string }) => `${given.place}: ${given.problem} → ${given.write}`,
      ({ place, problem, write }) => `${place}: ${problem} → ${write}`,
    ),
    isRetired: sentence(
      '{tariff} is archived: nobody gets it any more.',
      '{tariff} está desativada: ninguém mais a recebe.',
    ),
    assigned: sentence('{tariff} holds {place} from now on.', '{tariff} vale a partir de agora: {place}.'),
    assignedLater: both(
      (given: { tariff: string; place: string; time: string }) =>
        `${given.tariff} holds ${given.place} from ${given.time}.`,
      ({ tariff, place, time }) => `${tariff} vale desde ${time}: ${place}.`,
    ),
    unassigned: sentence('{tariff} does not hold {place} any more.', '{tariff} não vale mais: {place}.'),
    needsPlace: both(
      'Say where it holds: --everywhere, --site, --station, or --group.',
      'Diga onde vale: --everywhere, --site, --station ou --group.',
    ),
    needsStation: both(
      '--connector counts within a station: give --station with it.',
      '--connector conta dentro de uma estação: dê --station junto.',
    ),
    tried: both(
      (given: { tariff: string; version: string; zone: string }) =>
        `${given.tariff}, version ${given.version}, by the clock of ${given.zone}`,
      ({ tariff, version, zone }) => `${tariff}, versão ${version}, pelo relógio de ${zone}`,
    ),
  },

  cost: {
    kinds: {
      energy: both('energy', 'energia'),
      time: both('time', 'tempo'),
      idle: both('staying after charging', 'permanência depois da recarga'),
      'session-fee': both('fee per session', 'taxa por sessão'),
      'reservation-fee': both('fee for the reservation', 'taxa da reserva'),
      'reservation-time': both('reserved time', 'tempo reservado'),
      minimum: both('up to the least amount', 'até o valor mínimo'),
      maximum: both('down to the most', 'até o valor máximo'),
      tax: both('tax', 'imposto'),
      'included-tax': both('contains tax', 'contém imposto'),
    } satisfies Record<CostLine['kind'], Spoken<string>>,
    total: both('total', 'total'),
    heading: both('Cost', 'Custo'),
    tariff: sentence('Tariff {tariff}, version {version}', 'Tarifa {tariff}, versão {version}'),
    why: {
      token: both("the token's own", 'a do próprio token'),
      station: both('set at the station', 'definida na estação'),
      session: both('given to this session', 'dada a esta sessão'),
      assignment: both('assigned to the place', 'atribuída ao lugar'),
      holds: sentence('holds {place}', 'vale: {place}'),
    },
    states: {
      running: both('until now', 'até agora'),
      final: both('booked', 'lançado'),
      free: both('free: no tariff held here for it', 'grátis: nenhuma tarifa valia aqui para ela'),
    } satisfies Record<Bill['state'], Spoken<string>>,
    booked: both('Booked', 'Lançado'),
    entries: {
      charge: both('charged', 'cobrado'),
      adjustment: both('adjusted', 'ajustado'),
      correction: both('corrected', 'corrigido'),
    } satisfies Record<BillEntry['kind'], Spoken<string>>,
    pays: both('The driver pays', 'O motorista paga'),
    corrected: sentence('Corrected. The driver pays {total} now.', 'Corrigido. O motorista paga {total} agora.'),
    correctionAccepts: both(
      'an amount such as 5.00, or -5.00 to give money back',
      'um valor como 5,00, ou -5,00 para devolver dinheiro',
    ),
  },

  receipt: {
    title: sentence('Receipt {number}', 'Recibo {number}'),
    signed: both('Signed meter values', 'Valores assinados do medidor'),
    toPrint: sentence('A page to print: {command}', 'Uma página para imprimir: {command}'),
  },

  reservation: {
    none: both('There is no such reservation.', 'Não há reserva assim.'),
    anyEvse: both('any', 'qualquer'),
    statuses: {
      planned: both('planned', 'planejada'),
      asked: both('asked', 'pedida'),
      active: both('kept', 'mantida'),
      refused: both('refused', 'recusada'),
      used: both('used', 'usada'),
      cancelled: both('given back', 'devolvida'),
      expired: both('expired', 'vencida'),
      removed: both('lost', 'perdida'),
      'no-session': both('no session', 'sem sessão'),
    } satisfies Record<ReservationStatus, Spoken<string>>,
    told: {
      planned: both(
        'planned; the station is asked when it begins',
        'planejada; a estação é consultada quando ela começa',
      ),
      asked: both('the station was asked and has not answered yet', 'a estação foi consultada e ainda não respondeu'),
      active: both('the station keeps the place free', 'a estação mantém o lugar livre'),
      refused: both('the station refused', 'a estação recusou'),
      used: both('it was used at once', 'foi usada na hora'),
      cancelled: both('it was given back', 'foi devolvida'),
      expired: both('it is over', 'terminou'),
      removed: both('the station did not keep it', 'a estação não a manteve'),
      'no-session': both('no session began', 'nenhuma sessão começou'),
    } satisfies Record<ReservationStatus, Spoken<string>>,
    made: sentence('Reservation {number} at {station}', 'Reserva {number} em {station}'),
    until: sentence('until {time}', 'até {time}'),
  },
};
