/** Why a car charges when it does: one sentence that names what binds it. */
export const planWords = {
  'plan-done': ['The car has what it asked for.', 'O carro já tem o que pediu.'],
  'plan-charges-at-full-power': [
    'It charges at its full {powerKw} kW and is done at {doneAt}.',
    'Carrega com a potência máxima de {powerKw} kW e termina às {doneAt}.',
  ],
  'plan-waits-for-price': [
    'It waits until {startsAt}, when a kWh costs {priceThen} instead of {priceNow}, and is done at {doneAt}.',
    'Espera até {startsAt}, quando o kWh custa {priceThen} em vez de {priceNow}, e termina às {doneAt}.',
  ],
  'plan-waits-for-room': [
    'It waits until {startsAt}: {node} is at its limit of {limit} on {line}, and others have to leave sooner. It is done at {doneAt}.',
    'Espera até {startsAt}: {node} está no limite de {limit} em {line}, e outros saem antes. Termina às {doneAt}.',
  ],
  'plan-limited-by-node': [
    'It charges at {powerKw} kW, since {node} is at its limit of {limit} on {line}, and is done at {doneAt}.',
    'Carrega com {powerKw} kW, pois {node} está no limite de {limit} em {line}, e termina às {doneAt}.',
  ],
  'plan-keeps-peak': [
    'It charges at {powerKw} kW, so that the site stays below the {peakKw} kW it already pays for, and is done at {doneAt}.',
    'Carrega com {powerKw} kW, para que o local fique abaixo dos {peakKw} kW que já paga, e termina às {doneAt}.',
  ],
  'plan-waits-for-sun': [
    'It waits for the sun of the site at {startsAt} and is done at {doneAt}.',
    'Espera pelo sol do local às {startsAt} e termina às {doneAt}.',
  ],
  'plan-spreads': [
    'It charges at {powerKw} kW now and is done at {doneAt}, in time for its departure.',
    'Carrega com {powerKw} kW agora e termina às {doneAt}, a tempo da saída.',
  ],
  'plan-feeds-back': [
    'It gives {energyKwh} kWh back at {startsAt}, when a kWh earns {price}, and is done at {doneAt}.',
    'Devolve {energyKwh} kWh às {startsAt}, quando o kWh rende {price}, e termina às {doneAt}.',
  ],
  'plan-short-by-time': [
    'It will lack {shortKwh} kWh at {departsAt}, even at its full {powerKw} kW; it would have them at {metAt}.',
    'Vão faltar {shortKwh} kWh às {departsAt}, mesmo com a potência máxima de {powerKw} kW; teria tudo às {metAt}.',
  ],
  'plan-short-by-node': [
    'It will lack {shortKwh} kWh at {departsAt}, since {node} is at its limit of {limit} on {line}.',
    'Vão faltar {shortKwh} kWh às {departsAt}, pois {node} está no limite de {limit} em {line}.',
  ],
  'plan-short-by-choice': [
    'It will lack {shortKwh} kWh at {departsAt}: they would cost more than they are worth.',
    'Vão faltar {shortKwh} kWh às {departsAt}: custariam mais do que valem.',
  ],
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
    'O bloqueio geral de comandos está ligado: os planos são feitos e não enviados, e as estações seguem com o que têm.',
  ],
  'limit-below-load': [
    'The building alone draws more than {node} allows; no car gets more than the limit leaves.',
    'O prédio sozinho consome mais do que {node} permite; nenhum carro recebe mais do que o limite deixa.',
  ],
} as const satisfies Record<string, readonly [en: string, pt: string]>;
