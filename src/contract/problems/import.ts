/** What is wrong with a row of an imported file. */
export const importWords = {
  'import-overtaken': {
    en: 'Nothing was imported: somebody entered one of these drivers or tokens meanwhile. Try again.',
    'pt-BR': 'Nada foi importado: alguém cadastrou um destes motoristas ou cartões nesse meio-tempo. Tente de novo.',
  },
  'import-open-quote': {
    en: 'A quote is opened and never closed; what follows cannot be read.',
    'pt-BR': 'Uma aspa foi aberta e nunca fechada; o que vem depois não pode ser lido.',
  },
  'import-no-rows': {
    en: 'There is no row below the header.',
    'pt-BR': 'Não há nenhuma linha abaixo do cabeçalho.',
  },
  'import-too-many-rows': {
    en: '{rows} rows are more than the {most} that can be taken at once; split the file.',
    'pt-BR': '{rows} linhas são mais do que as {most} que cabem de uma vez; divida o arquivo.',
  },
  'import-no-header': {
    en: 'The first row must name the columns: {columns}.',
    'pt-BR': 'A primeira linha deve dar os nomes das colunas: {columns}.',
  },
  'import-no-such-column': {
    en: 'There is no column of this name; the columns are {columns}.',
    'pt-BR': 'Não há coluna com este nome; as colunas são {columns}.',
  },
  'import-column-twice': {
    en: 'This column stands here twice.',
    'pt-BR': 'Esta coluna aparece duas vezes.',
  },
  'import-too-many-cells': {
    en: 'It has {cells} cells and the header {columns}; put quotes round a cell with a separator in it.',
    'pt-BR': 'A linha tem {cells} células e o cabeçalho {columns}; ponha entre aspas a célula que contém um separador.',
  },
  'import-must-be': {
    en: 'It must be {accepts}.',
    'pt-BR': 'Deve ser {accepts}.',
  },
  'import-must-be-not': {
    en: '{cell} cannot be taken: it must be {accepts}.',
    'pt-BR': '{cell} não serve: deve ser {accepts}.',
  },
  'accepts-visible': { en: 'up to {most} visible characters', 'pt-BR': 'um texto de até {most} caracteres visíveis' },
  'accepts-email': { en: 'an e-mail address', 'pt-BR': 'um endereço de e-mail' },
  'accepts-language': { en: 'a language such as pt-BR', 'pt-BR': 'um idioma, como pt-BR' },
  'accepts-token': {
    en: 'the printed characters of the token, at most 255, without spaces',
    'pt-BR': 'os caracteres impressos no cartão, no máximo 255, sem espaços',
  },
  'accepts-one-of': { en: 'one of {choices}', 'pt-BR': 'um destes: {choices}' },
  'accepts-time': {
    en: 'a day such as 2026-03-01 or 01/03/2026 (the day first), or a time such as 2026-03-01T08:00:00Z',
    'pt-BR': 'um dia, como 01/03/2026 (o dia primeiro) ou 2026-03-01, ou um horário, como 2026-03-01T08:00:00Z',
  },
  'accepts-yes-or-no': { en: 'yes or no', 'pt-BR': 'sim ou não' },
  'import-ends-before-it-begins': {
    en: 'It must be later than valid_from.',
    'pt-BR': 'Deve ser depois de valid_from.',
  },
  'import-nobody-named': {
    en: 'A row needs a token or an e-mail address.',
    'pt-BR': 'A linha precisa de um cartão ou de um endereço de e-mail.',
  },
  'import-only-a-name': {
    en: 'A row needs a token or an e-mail address. A second import could not tell that it is the same person.',
    'pt-BR':
      'A linha precisa de um cartão ou de um endereço de e-mail. Sem eles, uma segunda importação não saberia que é a mesma pessoa.',
  },
  'import-type-of-no-token': {
    en: 'There is no token in this row that could be of it.',
    'pt-BR': 'Não há nesta linha um cartão que possa ser deste tipo.',
  },
  'import-time-of-no-token': {
    en: 'There is no token in this row that it could hold for.',
    'pt-BR': 'Não há nesta linha um cartão para o qual isto possa valer.',
  },
  'import-phone-of-nobody': {
    en: 'Whose is it? Give the name or the e-mail address of the driver.',
    'pt-BR': 'De quem é? Dê o nome ou o endereço de e-mail do motorista.',
  },
  'import-name-needed': {
    en: 'Nobody is known by this e-mail address yet, so a name is needed.',
    'pt-BR': 'Ninguém é conhecido por este endereço de e-mail ainda; por isso falta um nome.',
  },
  'import-token-twice': {
    en: 'The same token stands in row {row} already.',
    'pt-BR': 'O mesmo cartão já está na linha {row}.',
  },
  'import-token-is-group': {
    en: 'This value stands for a group already.',
    'pt-BR': 'Este valor já representa um grupo.',
  },
  'import-other-type': {
    en: 'The token is known as {type}; remove it first if that was wrong.',
    'pt-BR': 'O cartão é conhecido como {type}; remova-o primeiro se isso estava errado.',
  },
  'import-token-of-another': {
    en: 'The token belongs to another driver ({driverId}); take it from them first.',
    'pt-BR': 'O cartão pertence a outro motorista ({driverId}); tire-o dele primeiro.',
  },
  'import-email-of-another': {
    en: 'Row {row} gives this e-mail address to another driver.',
    'pt-BR': 'A linha {row} dá este endereço de e-mail a outro motorista.',
  },
  'import-row-contradicts': {
    en: 'Row {row} says something else of the same driver.',
    'pt-BR': 'A linha {row} diz outra coisa do mesmo motorista.',
  },
  'import-no-group': {
    en: 'There is no group {group}; make it first.',
    'pt-BR': 'Não há grupo {group}; crie-o primeiro.',
  },
  'import-several-groups': {
    en: 'Several groups have this name; write the id of the one meant.',
    'pt-BR': 'Vários grupos têm este nome; escreva o id do que você quer.',
  },
} as const;
