/** What is wrong with the terms of a tariff. */
export const termWords = {
  'terms-no-currency': ['{currency} is not a currency.', '{currency} não é uma moeda.'],
  'terms-no-currency-code': ['{value} is not the code of a currency.', '{value} não é o código de uma moeda.'],
  'terms-hours-empty': ['The hours {hours} end when they begin.', 'O horário {hours} termina quando começa.'],
  'terms-kwh-reversed': [
    'It ends at {to} kWh, but begins at {from} kWh.',
    'Termina em {to} kWh, mas começa em {from} kWh.',
  ],
  'terms-minutes-reversed': [
    'It ends at minute {to}, but begins at minute {from}.',
    'Termina no minuto {to}, mas começa no minuto {from}.',
  ],
  'terms-no-such-day': [
    '{day} is not a day: that month ends on the {last}th.',
    '{day} não é um dia: esse mês termina no dia {last}.',
  ],
  'terms-limits-reversed': [
    'The least ({minimum}) is more than the most ({maximum}).',
    'O mínimo ({minimum}) é maior que o máximo ({maximum}).',
  ],
  'terms-taxes-too-much': ['The taxes add up to {percent} percent.', 'Os impostos somam {percent} por cento.'],
  'terms-tax-twice': ['There are two taxes named {name}.', 'Há dois impostos chamados {name}.'],
  'terms-holidays-unused': [
    'Holidays are listed, but no price is for them.',
    'Há feriados na lista, mas nenhum preço é para eles.',
  ],
  'terms-holidays-missing': [
    'It is for holidays, but the tariff lists none.',
    'É para feriados, mas a tarifa não lista nenhum.',
  ],
  'terms-text-twice': ['There are two texts in {language}.', 'Há dois textos em {language}.'],
  'terms-too-many-things': [
    'The prices differ by so many things at once that nobody can check them, nor can we.',
    'Os preços diferem por tantas coisas ao mesmo tempo que ninguém consegue conferi-los, nem nós.',
  ],
  'terms-gap': ['There is no price {moment}.', 'Não há preço {moment}.'],
  'terms-overlap': [
    'prices[{one}] and prices[{other}] both hold {moment}.',
    'prices[{one}] e prices[{other}] valem ambos {moment}.',
  ],
  'moment-any': ['at any time', 'em qualquer horário'],
  'moment-and': ['{first} {next}', '{first} {next}'],
  'moment-on': ['on {day}', 'em {day}'],
  'moment-that-is': ['({day})', '({day})'],
  'moment-at': ['at {time}', 'às {time}'],
  'moment-after-kwh': ['after {kwh} kWh', 'depois de {kwh} kWh'],
  'moment-after-minutes': ['after {minutes} minutes', 'depois de {minutes} minutos'],
  'day-mon': ['Monday', 'uma segunda-feira'],
  'day-tue': ['Tuesday', 'uma terça-feira'],
  'day-wed': ['Wednesday', 'uma quarta-feira'],
  'day-thu': ['Thursday', 'uma quinta-feira'],
  'day-fri': ['Friday', 'uma sexta-feira'],
  'day-sat': ['Saturday', 'um sábado'],
  'day-sun': ['Sunday', 'um domingo'],
  'day-holiday': ['a holiday', 'um feriado'],
  'write-any-currency': ['a currency of ISO 4217, such as currency: BRL', 'uma moeda da ISO 4217, como currency: BRL'],
  'write-currency-code': [
    'currency: BRL, EUR or another code of ISO 4217',
    'currency: BRL, EUR ou outro código da ISO 4217',
  ],
  'write-all-day': [
    'hours: "00:00-24:00" for the whole day, or leave hours out',
    'hours: "00:00-24:00" para o dia inteiro, ou deixe hours de fora',
  ],
  'write-above': [
    'a {key} above {from}, or leave {key} out for all that follows',
    'um {key} acima de {from}, ou deixe {key} de fora para tudo o que vem depois',
  ],
  'write-last-day': ['{day} for the last day of it', '{day} para o último dia dele'],
  'write-swapped': [
    'minimum: "{minimum}" and maximum: "{maximum}" if they were swapped',
    'minimum: "{minimum}" e maximum: "{maximum}", se foram trocados',
  ],
  'write-taxes-below': ['rates that add up to 100 at most', 'alíquotas que somem no máximo 100'],
  'write-another-tax': ['another name, or one tax', 'outro nome, ou um só imposto'],
  'write-holiday-price': [
    'holiday among the days of a price, such as days: [sat, sun, holiday], or leave holidays out',
    'holiday entre os dias de um preço, como days: [sat, sun, holiday], ou deixe holidays de fora',
  ],
  'write-holidays': [
    'holidays: ["12-25", "01-01"] at the top of the tariff',
    'holidays: ["12-25", "01-01"] no alto da tarifa',
  ],
  'write-one-text': ['one text for each language', 'um texto para cada idioma'],
  'write-fewer-rows': [
    'fewer rows, or rows that share their hours, kWh and minutes',
    'menos linhas, ou linhas com os mesmos hours, kWh e minutos',
  ],
  'write-price-for-it': ['a price for it: {row}', 'um preço para isso: {row}'],
  'write-wider-or-price': [
    '{wider} in prices[{index}], or a price for it: {row}',
    '{wider} em prices[{index}], ou um preço para isso: {row}',
  ],
  'write-no-key': ['no {key}', 'sem {key}'],
  'write-in-row': ['{what} in prices[{index}]', '{what} em prices[{index}]'],
  'write-only-one': [
    'only one of the two, or days, hours, kWh or minutes that divide them',
    'só um dos dois, ou dias, horários, kWh ou minutos que os separem',
  ],
  'write-divided': [
    'conditions that leave {where} to either prices[{one}] or prices[{other}]',
    'condições que deixem {where} para prices[{one}] ou para prices[{other}]',
  ],
} as const;
