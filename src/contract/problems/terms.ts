/** What is wrong with the terms of a tariff. */
export const termWords = {
  'terms-no-currency': { en: '{currency} is not a currency.', 'pt-BR': '{currency} não é uma moeda.' },
  'terms-no-currency-code': {
    en: '{value} is not the code of a currency.',
    'pt-BR': '{value} não é o código de uma moeda.',
  },
  'terms-hours-empty': {
    en: 'The hours {hours} end when they begin.',
    'pt-BR': 'O horário {hours} termina quando começa.',
  },
  'terms-kwh-reversed': {
    en: 'It ends at {to} kWh, but begins at {from} kWh.',
    'pt-BR': 'Termina em {to} kWh, mas começa em {from} kWh.',
  },
  'terms-minutes-reversed': {
    en: 'It ends at minute {to}, but begins at minute {from}.',
    'pt-BR': 'Termina no minuto {to}, mas começa no minuto {from}.',
  },
  'terms-no-such-day': {
    en: '{day} is not a day: that month ends on the {last}th.',
    'pt-BR': '{day} não é um dia: esse mês termina no dia {last}.',
  },
  'terms-limits-reversed': {
    en: 'The least ({minimum}) is more than the most ({maximum}).',
    'pt-BR': 'O mínimo ({minimum}) é maior que o máximo ({maximum}).',
  },
  'terms-taxes-too-much': {
    en: 'The taxes add up to {percent} percent.',
    'pt-BR': 'Os impostos somam {percent} por cento.',
  },
  'terms-tax-twice': { en: 'There are two taxes named {name}.', 'pt-BR': 'Há dois impostos chamados {name}.' },
  'terms-holidays-unused': {
    en: 'Holidays are listed, but no price is for them.',
    'pt-BR': 'Há feriados na lista, mas nenhum preço é para eles.',
  },
  'terms-holidays-missing': {
    en: 'It is for holidays, but the tariff lists none.',
    'pt-BR': 'É para feriados, mas a tarifa não lista nenhum.',
  },
  'terms-text-twice': { en: 'There are two texts in {language}.', 'pt-BR': 'Há dois textos em {language}.' },
  'terms-too-many-things': {
    en: 'The prices differ by so many things at once that nobody can check them, nor can we.',
    'pt-BR': 'Os preços diferem por tantas coisas ao mesmo tempo que ninguém consegue conferi-los, nem nós.',
  },
  'terms-gap': { en: 'There is no price {moment}.', 'pt-BR': 'Não há preço {moment}.' },
  'terms-overlap': {
    en: 'prices[{one}] and prices[{other}] both hold {moment}.',
    'pt-BR': 'prices[{one}] e prices[{other}] valem ambos {moment}.',
  },
  'moment-any': { en: 'at any time', 'pt-BR': 'em qualquer horário' },
  'moment-and': { en: '{first} {next}', 'pt-BR': '{first} {next}' },
  'moment-on': { en: 'on {day}', 'pt-BR': 'em {day}' },
  'moment-that-is': { en: '({day})', 'pt-BR': '({day})' },
  'moment-at': { en: 'at {time}', 'pt-BR': 'às {time}' },
  'moment-after-kwh': { en: 'after {kwh} kWh', 'pt-BR': 'depois de {kwh} kWh' },
  'moment-after-minutes': { en: 'after {minutes} minutes', 'pt-BR': 'depois de {minutes} minutos' },
  'day-mon': { en: 'Monday', 'pt-BR': 'uma segunda-feira' },
  'day-tue': { en: 'Tuesday', 'pt-BR': 'uma terça-feira' },
  'day-wed': { en: 'Wednesday', 'pt-BR': 'uma quarta-feira' },
  'day-thu': { en: 'Thursday', 'pt-BR': 'uma quinta-feira' },
  'day-fri': { en: 'Friday', 'pt-BR': 'uma sexta-feira' },
  'day-sat': { en: 'Saturday', 'pt-BR': 'um sábado' },
  'day-sun': { en: 'Sunday', 'pt-BR': 'um domingo' },
  'day-holiday': { en: 'a holiday', 'pt-BR': 'um feriado' },
  'write-any-currency': {
    en: 'a currency of ISO 4217, such as currency: BRL',
    'pt-BR': 'uma moeda da ISO 4217, como currency: BRL',
  },
  'write-currency-code': {
    en: 'currency: BRL, EUR or another code of ISO 4217',
    'pt-BR': 'currency: BRL, EUR ou outro código da ISO 4217',
  },
  'write-all-day': {
    en: 'hours: "00:00-24:00" for the whole day, or leave hours out',
    'pt-BR': 'hours: "00:00-24:00" para o dia inteiro, ou deixe hours de fora',
  },
  'write-above': {
    en: 'a {key} above {from}, or leave {key} out for all that follows',
    'pt-BR': 'um {key} acima de {from}, ou deixe {key} de fora para tudo o que vem depois',
  },
  'write-last-day': { en: '{day} for the last day of it', 'pt-BR': '{day} para o último dia dele' },
  'write-swapped': {
    en: 'minimum: "{minimum}" and maximum: "{maximum}" if they were swapped',
    'pt-BR': 'minimum: "{minimum}" e maximum: "{maximum}", se foram trocados',
  },
  'write-taxes-below': { en: 'rates that add up to 100 at most', 'pt-BR': 'alíquotas que somem no máximo 100' },
  'write-another-tax': { en: 'another name, or one tax', 'pt-BR': 'outro nome, ou um só imposto' },
  'write-holiday-price': {
    en: 'holiday among the days of a price, such as days: [sat, sun, holiday], or leave holidays out',
    'pt-BR': 'holiday entre os dias de um preço, como days: [sat, sun, holiday], ou deixe holidays de fora',
  },
  'write-holidays': {
    en: 'holidays: ["12-25", "01-01"] at the top of the tariff',
    'pt-BR': 'holidays: ["12-25", "01-01"] no alto da tarifa',
  },
  'write-one-text': { en: 'one text for each language', 'pt-BR': 'um texto para cada idioma' },
  'write-fewer-rows': {
    en: 'fewer rows, or rows that share their hours, kWh and minutes',
    'pt-BR': 'menos linhas, ou linhas com os mesmos hours, kWh e minutos',
  },
  'write-price-for-it': { en: 'a price for it: {row}', 'pt-BR': 'um preço para isso: {row}' },
  'write-wider-or-price': {
    en: '{wider} in prices[{index}], or a price for it: {row}',
    'pt-BR': '{wider} em prices[{index}], ou um preço para isso: {row}',
  },
  'write-no-key': { en: 'no {key}', 'pt-BR': 'sem {key}' },
  'write-in-row': { en: '{what} in prices[{index}]', 'pt-BR': '{what} em prices[{index}]' },
  'write-only-one': {
    en: 'only one of the two, or days, hours, kWh or minutes that divide them',
    'pt-BR': 'só um dos dois, ou dias, horários, kWh ou minutos que os separem',
  },
  'write-divided': {
    en: 'conditions that leave {where} to either prices[{one}] or prices[{other}]',
    'pt-BR': 'condições que deixem {where} para prices[{one}] ou para prices[{other}]',
  },
} as const;
