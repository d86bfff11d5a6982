/** What keeps a text from being read as a tariff. */
export const yamlWords = {
  'yaml-open-bracket': ['A bracket is opened and not closed.', 'Um colchete ou uma chave foi aberto e não fechado.'],
  'write-bracket': ['{bracket} at the end', '{bracket} no fim'],
  'yaml-open-quote': ['A quote is opened and not closed.', 'Uma aspa foi aberta e não fechada.'],
  'write-quote': ['a quote at the end of the value too', 'uma aspa também no fim do valor'],
  'yaml-no-comma': ['A comma is missing.', 'Falta uma vírgula.'],
  'write-comma': ['a comma between two values', 'uma vírgula entre dois valores'],
  'yaml-tab': ['The line begins with a tab.', 'A linha começa com uma tabulação.'],
  'write-spaces': ['two spaces for every tab', 'dois espaços no lugar de cada tabulação'],
  'yaml-references': ['A tariff has no references (& and *).', 'Uma tarifa não tem referências (& e *).'],
  'yaml-reference': ['A tariff has no references such as *{name}.', 'Uma tarifa não tem referências como *{name}.'],
  'write-value-itself': [
    'the value itself, in quotes if it begins with & or *',
    'o próprio valor, entre aspas se começar com & ou *',
  ],
  'write-value-wherever': ['the value itself, wherever it is needed', 'o próprio valor, onde for preciso'],
  'yaml-tags': ['A tariff has no tags (!).', 'Uma tarifa não tem etiquetas (!).'],
  'write-value-alone': ['the value alone, in quotes if it begins with !', 'só o valor, entre aspas se começar com !'],
  'yaml-special-character': [
    'The value begins with a character that has a meaning of its own.',
    'O valor começa com um caractere que tem significado próprio.',
  ],
  'write-double-quotes': ['the value in double quotes', 'o valor entre aspas duplas'],
  'yaml-backslash': ['There is a backslash that means nothing.', 'Há uma barra invertida que não significa nada.'],
  'write-single-quotes': [
    'the text in single quotes, or \\\\ for a backslash',
    'o texto entre aspas simples, ou \\\\ para uma barra invertida',
  ],
  'yaml-no-name': [
    'This is no name with a value, or it does not stand under what it belongs to.',
    'Isto não é um nome com um valor, ou não está abaixo daquilo a que pertence.',
  ],
  'write-name-and-value': [
    'name: value with a space after the colon, as many spaces before it as the lines of the same price have, and quotes round a value with a colon',
    'nome: valor, com um espaço depois dos dois-pontos, tantos espaços antes quantos têm as linhas do mesmo preço, e aspas em volta de um valor com dois-pontos',
  ],
  'yaml-unreadable': ['This cannot be read.', 'Isto não pode ser lido.'],
  'write-quoted-value': [
    'name: value, the value in quotes if it has anything but letters and digits',
    'nome: valor, com o valor entre aspas se tiver algo além de letras e dígitos',
  ],
  'yaml-too-deep': ['The text is nested too deeply to be a tariff.', 'O texto tem níveis demais para ser uma tarifa.'],
  'yaml-empty': ['The text is empty.', 'O texto está vazio.'],
  'write-a-tariff': ['a tariff such as: {example}', 'uma tarifa como: {example}'],
  'yaml-several': ['There is more than one document in the text.', 'Há mais de um documento no texto.'],
  'write-one-tariff': [
    'one tariff in each text, without --- between them',
    'uma tarifa em cada texto, sem --- entre elas',
  ],
  'yaml-twice': [
    '{key} stands there twice, first on line {line}.',
    '{key} aparece duas vezes, a primeira na linha {line}.',
  ],
  'write-one-of-two': ['only one of the two', 'só um dos dois'],
  'yaml-no-tariff': ['This is not a tariff.', 'Isto não é uma tarifa.'],
  'write-name-on-each-line': [
    'name: value on each line, such as: {example}',
    'nome: valor em cada linha, como: {example}',
  ],
} as const;
