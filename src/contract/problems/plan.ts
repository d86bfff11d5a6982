/** Why a car charges when it does: one sentence that names what binds it; and what became of its plan at the station. */
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
  'plan-waits-in-time': [
    'It waits until {startsAt} and is done at {doneAt}, in time for its departure.',
    'Espera até {startsAt} e termina às {doneAt}, a tempo da saída.',
  ],
  'plan-spreads': [
    'It charges at {powerKw} kW now and is done at {doneAt}, in time for its departure.',
    'Carrega com {powerKw} kW agora e termina às {doneAt}, a tempo da saída.',
  ],
  'plan-holds-for-price': [
    'It keeps to {powerKw} kW, the least it goes on with, until {startsAt}, when a kWh costs {priceThen} instead of {priceNow}, and is done at {doneAt}.',
    'Mantém {powerKw} kW, o mínimo sem pausar, até {startsAt}, quando o kWh custa {priceThen} em vez de {priceNow}, e termina às {doneAt}.',
  ],
  'plan-follows-sun': [
    'It charges at {powerKw} kW, what the sun of the site leaves over, and is done at {doneAt}.',
    'Carrega com {powerKw} kW, o que sobra do sol do local, e termina às {doneAt}.',
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
  'station-foreign-profile': [
    'The station {stationId} holds a charging profile of somebody else that allows {possibleA} A. It counts with that, and is told to drop it.',
    'A estação {stationId} tem um perfil de recarga de outra parte que permite {possibleA} A. Conta com isso e é instruída a descartá-lo.',
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
  'profile-refused': ['it answered {answer}', 'respondeu {answer}'],
  'profile-unanswered': [
    'it did not answer in time; it is asked again',
    'não respondeu a tempo; será consultada de novo',
  ],
  'profile-offline': ['it is offline', 'está offline'],
  'profile-overtaken': [
    'somebody else changed its profiles meanwhile; it is told again',
    'outra pessoa mudou seus perfis enquanto isso; será informada de novo',
  ],
  'profile-put-off': ['the kill switch is on', 'o bloqueio geral de comandos está ligado'],
  'profile-kept-back': [
    'too many commands went to it of late; it is tried again',
    'houve comandos demais para ela há pouco; será tentado de novo',
  ],
  'profile-unsendable': ['it could not be put into words for it: {reason}', 'não pôde ser dito a ela: {reason}'],
  'found-ignores-profiles': ['it draws more than its profile allows', 'consome mais do que o perfil permite'],
  'found-caps-current': ['something else limits it below its profile', 'algo a limita abaixo do perfil'],
  'found-rounds-down': [
    'it knows only some currents and takes the next lower one',
    'só conhece certas correntes e usa a menor seguinte',
  ],
  'found-rejects-stack-level': ['it takes profiles of stack level 0 alone', 'só aceita perfis de nível 0'],
  'found-rejects-zero': ['it takes no limit of zero', 'não aceita um limite de zero'],
  'found-rejects-amperes': ['it takes no limit in amperes', 'não aceita um limite em ampères'],
  'found-rejects-watts': ['it takes no limit in watts', 'não aceita um limite em watts'],
  'found-rejects-periods': ['it takes one period at a time', 'aceita um período de cada vez'],
  'found-zero-ends-session': ['a limit of zero ends its session', 'um limite de zero encerra a sessão'],
  'found-ignores-tx-profile': ['it ignores the profile of a session', 'ignora o perfil de uma sessão'],
  'found-ignores-tx-default': ['it ignores its default profile', 'ignora o perfil padrão'],
  'found-smart-charging-off': ['its smart charging is switched off', 'a recarga inteligente dela está desligada'],
  'found-rejects-absolute': [
    'it takes no profile that begins at a time of day',
    'não aceita um perfil que começa em um horário',
  ],
  'found-rejects-relative': [
    'it takes no profile that begins with the session',
    'não aceita um perfil que começa com a sessão',
  ],
  'found-ignores-phases': [
    'it charges on more phases than its profile says',
    'recarrega em mais fases do que o perfil diz',
  ],
  'found-stale-profile': ['an older profile limits it', 'um perfil antigo a limita'],
  'found-does-not-wake': ['the car does not go on after a pause', 'o carro não retoma após uma pausa'],
  'found-slow': ['it takes more than a minute to follow', 'leva mais de um minuto para seguir'],
  'solver-late': ['it had no answer within {seconds} s', 'não respondeu em {seconds} s'],
  'solver-no-solution': ['it found no plan in its time', 'não encontrou um plano a tempo'],
  'solver-failed': ['it failed ({reason})', 'falhou ({reason})'],
  'solver-too-many': ['there are more than {max} cars at the site', 'há mais de {max} carros no local'],
  'solver-refused': [
    'its plan would have had {node} carry {amount}, and the guard refused it',
    'o plano faria {node} levar {amount}, e a verificação o recusou',
  ],
  'meter-no-broker': ['there is no MQTT broker: set ENERGY_MQTT_URL', 'não há um broker MQTT: defina ENERGY_MQTT_URL'],
  'meter-no-number': [
    'its message holds no number where it was looked for; check field and unit',
    'a mensagem não tem um número onde foi procurado; verifique field e unit',
  ],
  'meter-unreadable': [
    'it could not be read at {address}: {reason}; check address, unit and model',
    'não pôde ser lido em {address}: {reason}; verifique endereço, unidade e modelo',
  ],
} as const satisfies Record<string, readonly [en: string, pt: string]>;
