/** What keeps a text from being read as a tariff. */
export const yamlWords = {
  'yaml-open-bracket': {
    en: 'A bracket is opened and not closed.',
    'pt-BR': 'Um colchete ou uma chave foi aberto e não fechado.',
  },
  'write-bracket': { en: '{bracket} at the end', 'pt-BR': '{bracket} no fim' },
  'yaml-open-quote': { en: 'A quote is opened and not closed.', 'pt-BR': 'Uma aspa foi aberta e não fechada.' },
  'write-quote': { en: 'a quote at the end of the value too', 'pt-BR': 'uma aspa também no fim do valor' },
  'yaml-no-comma': { en: 'A comma is missing.', 'pt-BR': 'Falta uma vírgula.' },
  'write-comma': { en: 'a comma between two values', 'pt-BR': 'uma vírgula entre dois valores' },
  'yaml-tab': { en: 'The line begins with a tab.', 'pt-BR': 'A linha começa com uma tabulação.' },
  'write-spaces': { en: 'two spaces for every tab', 'pt-BR': 'dois espaços no lugar de cada tabulação' },
  'yaml-references': {
    en: 'A tariff has no references (& and *).',
    'pt-BR': 'Uma tarifa não tem referências (& e *).',
  },
  'yaml-reference': {
    en: 'A tariff has no references such as *{name}.',
    'pt-BR': 'Uma tarifa não tem referências como *{name}.',
  },
  'write-value-itself': {
    en: 'the value itself, in quotes if it begins with & or *',
    'pt-BR': 'o próprio valor, entre aspas se começar com & ou *',
  },
  'write-value-wherever': {
    en: 'the value itself, wherever it is needed',
    'pt-BR': 'o próprio valor, onde for preciso',
  },
  'yaml-tags': { en: 'A tariff has no tags (!).', 'pt-BR': 'Uma tarifa não tem etiquetas (!).' },
  'write-value-alone': {
    en: 'the value alone, in quotes if it begins with !',
    'pt-BR': 'só o valor, entre aspas se começar com !',
  },
  'yaml-special-character': {
    en: 'The value begins with a character that has a meaning of its own.',
    'pt-BR': 'O valor começa com um caractere que tem significado próprio.',
  },
  'write-double-quotes': { en: 'the value in double quotes', 'pt-BR': 'o valor entre aspas duplas' },
  'yaml-backslash': {
    en: 'There is a backslash that means nothing.',
    'pt-BR': 'Há uma barra invertida que não significa nada.',
  },
  'write-single-quotes': {
    en: 'the text in single quotes, or \\\\ for a backslash',
    'pt-BR': 'o texto entre aspas simples, ou \\\\ para uma barra invertida',
  },
  'yaml-no-name': {
    en: 'This is no name with a value, or it does not stand under what it belongs to.',
    'pt-BR': 'Isto não é um nome com um valor, ou não está abaixo daquilo a que pertence.',
  },
  'write-name-and-value': {
    en: 'name: value with a space after the colon, as many spaces before it as the lines of the same price have, and quotes round a value with a colon',
    'pt-BR':
      'nome: valor, com um espaço depois dos dois-pontos, tantos espaços antes quantos têm as linhas do mesmo preço, e aspas em volta de um valor com dois-pontos',
  },
  'yaml-unreadable': { en: 'This cannot be read.', 'pt-BR': 'Isto não pode ser lido.' },
  'write-quoted-value': {
    en: 'name: value, the value in quotes if it has anything but letters and digits',
    'pt-BR': 'nome: valor, com o valor entre aspas se tiver algo além de letras e dígitos',
  },
  'yaml-too-deep': {
    en: 'The text is nested too deeply to be a tariff.',
    'pt-BR': 'O texto tem níveis demais para ser uma tarifa.',
  },
  'yaml-empty': { en: 'The text is empty.', 'pt-BR': 'O texto está vazio.' },
  'write-a-tariff': { en: 'a tariff such as: {example}', 'pt-BR': 'uma tarifa como: {example}' },
  'yaml-several': {
    en: 'There is more than one document in the text.',
    'pt-BR': 'Há mais de um documento no texto.',
  },
  'write-one-tariff': {
    en: 'one tariff in each text, without --- between them',
    'pt-BR': 'uma tarifa em cada texto, sem --- entre elas',
  },
  'yaml-twice': {
    en: '{key} stands there twice, first on line {line}.',
    'pt-BR': '{key} aparece duas vezes, a primeira na linha {line}.',
  },
  'write-one-of-two': { en: 'only one of the two', 'pt-BR': 'só um dos dois' },
  'yaml-no-tariff': { en: 'This is not a tariff.', 'pt-BR': 'Isto não é uma tarifa.' },
  'write-name-on-each-line': {
    en: 'name: value on each line, such as: {example}',
    'pt-BR': 'nome: valor em cada linha, como: {example}',
  },
} as const;
