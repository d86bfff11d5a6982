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
} as const satisfies Record<string, readonly [en: string, pt: string]>;
