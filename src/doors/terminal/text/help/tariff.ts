import { both } from '../spoken.ts';

export const tariff = {
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
};
