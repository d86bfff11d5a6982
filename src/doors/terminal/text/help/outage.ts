import { both } from '../spoken.ts';

export const outage = {
  outageList: both(
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
