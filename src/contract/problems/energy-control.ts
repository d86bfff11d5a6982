/** What keeps a plan from being kept, as an operator has to know it. */
export const energyControlWords = {
  'station-not-following': [
    'The station {stationId} does not follow its charging profiles: it draws {measuredA} A where {limitA} A are allowed. It counts with that until it obeys.',
    'A estação {stationId} não segue os perfis de recarga: consome {measuredA} A onde são permitidos {limitA} A. Conta com isso até obedecer.',
  ],
  'station-caps-current': [
    'The station {stationId} offers less than its plan: {offeredA} A instead of {limitA} A.',
    'A estação {stationId} oferece menos que o plano: {offeredA} A em vez de {limitA} A.',
  ],
  'station-stale-profile': [
    'The station {stationId} holds an older charging profile that caps it at {offeredA} A; it is being removed.',
    'A estação {stationId} tem um perfil de recarga antigo que a limita a {offeredA} A; ele está sendo removido.',
  ],
  'car-does-not-wake': [
    'The car at {stationId} does not go on after a pause. It is not paused again; unplugging it for a moment helps.',
    'O carro em {stationId} não retoma a recarga após uma pausa. Ele não será pausado de novo; desconectá-lo por um instante ajuda.',
  ],
  'station-refuses-profile': [
    'The station {stationId} refuses charging profiles: {reason}',
    'A estação {stationId} recusa perfis de recarga: {reason}',
  ],
  'station-out-of-reach': [
    'The station {stationId} is offline; up to {possibleA} A are kept free for it.',
    'A estação {stationId} está offline; até {possibleA} A ficam reservados para ela.',
  ],
  'station-not-prepared': [
    'The station {stationId} has not taken its safe default yet, so it counts with {possibleA} A.',
    'A estação {stationId} ainda não aceitou seu padrão seguro e conta com {possibleA} A.',
  ],
  'node-not-safe': [
    'The node {node} could carry {worst} of {limit} if all stations went astray at once; lower what stations fall back to, or raise the limit.',
    'O nó {node} poderia levar {worst} de {limit} se todas as estações saíssem do controle; reduza o padrão das estações ou aumente o limite.',
  ],
  'plan-without-solver': [
    'The plan was made without the solver: {reason}. Limits hold; the cost may be higher.',
    'O plano foi feito sem o otimizador: {reason}. Os limites valem; o custo pode ser maior.',
  ],
  'plan-held-by-kill-switch': [
    'The kill switch is on: plans are made and not sent, and stations keep to what they hold.',
    'O botão de emergência está ligado: os planos são feitos e não enviados, e as estações seguem com o que têm.',
  ],
  'limit-below-load': [
    'The building alone draws more than {node} allows; no car gets more than the limit leaves.',
    'O prédio sozinho consome mais do que {node} permite; nenhum carro recebe mais do que o limite deixa.',
  ],
} as const satisfies Record<string, readonly [en: string, pt: string]>;
