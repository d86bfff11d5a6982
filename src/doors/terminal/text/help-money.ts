import { both } from './spoken.ts';

export const helpMoney = {
  tariff: both('what charging costs', 'quanto custa recarregar'),
  tariffList: both('all tariffs and where they hold', 'todas as tarifas e onde valem'),
  tariffShow: both(
    'one tariff: its prices, its versions, where it holds',
    'uma tarifa: os preços, as versões, onde vale',
  ),
  tariffCheck: both(
    'say whether a tariff can be read, and what is wrong with it',
    'diz se uma tarifa pode ser lida, e o que está errado nela',
  ),
  tariffSet: both(
    'take a tariff from a file; of one that is known it becomes the next version',
    'aceita uma tarifa de um arquivo; de uma conhecida torna-se a próxima versão',
  ),
  tariffTry: both(
    'what a made-up session would cost, step by step',
    'quanto custaria uma sessão inventada, passo a passo',
  ),
  tariffAssign: both(
    'let a tariff hold somewhere; the most exact place wins',
    'faz uma tarifa valer em um lugar; o mais exato vence',
  ),
  tariffAssignments: both('where tariffs hold, and for whom', 'onde as tarifas valem, e para quem'),
  tariffUnassign: both('let a tariff hold at a place no more', 'faz uma tarifa não valer mais em um lugar'),
  tariffRetire: both(
    'give a tariff to nobody any more; what it priced keeps it',
    'não dá mais uma tarifa a ninguém; o que ela precificou fica',
  ),
  tariffRetireForce: both(
    'also where it still holds: there the next wider tariff holds, or charging is free',
    'também onde ela ainda vale: ali vale a próxima mais ampla, ou recarregar é grátis',
  ),
  tariffId: both('id of the tariff', 'id da tarifa'),
  tariffFile: both('the tariff in YAML or JSON; - reads the input', 'a tarifa em YAML ou JSON; - lê a entrada'),
  tariffFrom: both(
    'from when it holds, such as 2026-04-01T00:00; without it: now, or as the file says',
    'desde quando vale, por exemplo 2026-04-01T00:00; sem isto: agora, ou como o arquivo diz',
  ),
  tryMinutes: both('how long it lasts', 'quanto dura'),
  tryKwh: both('how much it charges', 'quanto recarrega'),
  tryBegins: both(
    'when it begins, such as 2026-03-01T21:00; without it: now',
    'quando começa, por exemplo 2026-03-01T21:00; sem isto: agora',
  ),
  tryIdle: both(
    'how many of the minutes, at the end, the vehicle stays without charging',
    'quantos dos minutos, no fim, o veículo fica sem recarregar',
  ),
  tryClock: both(
    'by the clock of this site; without it: of the installation',
    'pelo relógio deste local; sem isto: o da instalação',
  ),
  assignEverywhere: both('everywhere', 'em todo lugar'),
  assignSite: both('at this site', 'neste local'),
  assignStation: both('at this station', 'nesta estação'),
  assignConnector: both(
    'at this EVSE of the station, such as 2, or connector, such as 2.3',
    'neste EVSE da estação, por exemplo 2, ou conector, por exemplo 2.3',
  ),
  assignGroup: both('for this group only, by its name or id', 'só para este grupo, pelo nome ou id'),
  assignFrom: both('from this time on; without it: now', 'a partir desta hora; sem isto: agora'),
  assignUntil: both('until this time', 'até esta hora'),
  assignmentId: both(
    'id of the assignment, as "tariff assignments" shows it',
    'id da atribuição, como "tariff assignments" mostra',
  ),

  sessionReceipt: both(
    'the receipt of a session, here or as a page to print',
    'o recibo de uma sessão, aqui ou como página para imprimir',
  ),
  receiptOut: both(
    'write it as a page to print into this file, such as receipt.html',
    'grava como página para imprimir neste arquivo, por exemplo recibo.html',
  ),
  sessionCorrect: both(
    'correct what a session costs; the correction stands beside what was booked',
    'corrige o que uma sessão custa; a correção fica ao lado do que foi lançado',
  ),
  correctAmount: both(
    'how much to charge besides, such as 5.00; below zero gives money back, such as -5.00',
    'quanto cobrar a mais, por exemplo 5,00; abaixo de zero devolve, por exemplo -5,00',
  ),
  correctReason: both('why; stands on the receipt', 'por quê; aparece no recibo'),

  reservation: both('places kept free for somebody', 'lugares mantidos livres para alguém'),
  reservationList: both('reservations, newest first', 'reservas, as mais novas primeiro'),
  reservationAdd: both('keep an EVSE free for a token', 'mantém um EVSE livre para um token'),
  reservationCancel: both('give a reservation back', 'devolve uma reserva'),
  reservationId: both('number of the reservation, as the list shows it', 'número da reserva, como a lista mostra'),
  reservationStatus: both('only those in this state', 'só as que estão assim'),
  atStation: both('only at this station', 'só nesta estação'),
  reservedSite: both('only at this site', 'só neste local'),
  reservedToken: both('only for this token; - reads it from the input', 'só para este token; - lê da entrada'),
  reserveEvse: both('this EVSE; without it any that is free', 'este EVSE; sem isto qualquer um livre'),
  reserveType: both('any with this connector, such as cCCS2', 'qualquer um com este conector, por exemplo cCCS2'),
  reserveGroup: both('tokens of this group may use it too', 'tokens deste grupo também podem usá-la'),
  reserveAt: both('from this time on; without it: now', 'a partir desta hora; sem isto: agora'),
  reserveMinutes: both('how long it is kept (default: 30)', 'por quanto tempo é mantida (padrão: 30)'),

  report: both(
    'sessions, energy, revenue, use and uptime of a period',
    'sessões, energia, receita, uso e disponibilidade de um período',
  ),
  reportBy: both('a row for each', 'uma linha para cada'),
  reportFormat: both(
    'a table to read, csv for spreadsheets, json for programs, html to print',
    'table para ler, csv para planilhas, json para programas, html para imprimir',
  ),
  reportOut: both(
    'write it into this file; its ending says the format',
    'grava neste arquivo; o fim do nome diz o formato',
  ),
  reportMonth: both(
    'this month, such as 2026-03 or last, by the clock of each site; without a period: the month that runs',
    'este mês, por exemplo 2026-03 ou last (o anterior), pelo relógio de cada local; sem período: o mês em curso',
  ),
  reportFrom: both('sessions that began at this time or later', 'sessões que começaram nesta hora ou depois'),
  reportTo: both('sessions that began before this time', 'sessões que começaram antes desta hora'),
  reportSite: both('only this site', 'só este local'),
  reportStation: both('only this station', 'só esta estação'),
  reportDriver: both('only this driver, by name or id', 'só este motorista, pelo nome ou id'),
  reportTariff: both('only this tariff', 'só esta tarifa'),
  reportSessions: both(
    'every session of the period with its cost, as a file',
    'todas as sessões do período com o custo, como arquivo',
  ),
  reportUptime: both(
    'how long each port could charge, by the formula of NEVI, and what took it down',
    'quanto tempo cada ponto pôde recarregar, pela fórmula NEVI, e o que o parou',
  ),
  reportRefusals: both(
    'why tokens were refused, most frequent first',
    'por que tokens foram recusados, o mais frequente primeiro',
  ),
  reportOutages: both(
    'when ports could not charge and why, newest first',
    'quando pontos não puderam recarregar e por quê, o mais novo primeiro',
  ),
  outage: both('times in which ports could not charge', 'tempos em que pontos não puderam recarregar'),
  outageExclude: both(
    'say why an outage does not count against uptime',
    'diz por que uma parada não conta contra a disponibilidade',
  ),
  outageInclude: both('let an outage count again', 'faz uma parada contar de novo'),
  outageId: both('id of the outage, as the list shows it', 'id da parada, como a lista mostra'),
  outageReason: both('a reason that the rule knows', 'um motivo que a regra conhece'),
  outageWhy: both('what happened, in your words', 'o que aconteceu, nas suas palavras'),
  outageFrom: both('those that lasted until this time or later', 'as que duraram até esta hora ou depois'),
  outageTo: both('those that began before this time', 'as que começaram antes desta hora'),
};
