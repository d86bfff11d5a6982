/** What is wrong with a row of an imported file. */
export const importWords = {
  'import-overtaken': [
    'Nothing was imported: somebody entered one of these drivers or tokens meanwhile. Try again.',
    'Nada foi importado: alguém cadastrou um destes motoristas ou cartões nesse meio-tempo. Tente de novo.',
  ],
  'import-open-quote': [
    'A quote is opened and never closed; what follows cannot be read.',
    'Uma aspa foi aberta e nunca fechada; o que vem depois não pode ser lido.',
  ],
  'import-no-rows': ['There is no row below the header.', 'Não há nenhuma linha abaixo do cabeçalho.'],
  'import-too-many-rows': [
    '{rows} rows are more than the {most} that can be taken at once; split the file.',
    '{rows} linhas são mais do que as {most} que cabem de uma vez; divida o arquivo.',
  ],
  'import-no-header': [
    'The first row must name the columns: {columns}.',
    'A primeira linha deve dar os nomes das colunas: {columns}.',
  ],
  'import-no-such-column': [
    'There is no column of this name; the columns are {columns}.',
    'Não há coluna com este nome; as colunas são {columns}.',
  ],
  'import-column-twice': ['This column stands here twice.', 'Esta coluna aparece duas vezes.'],
  'import-too-many-cells': [
    'It has {cells} cells and the header {columns}; put quotes round a cell with a separator in it.',
    'A linha tem {cells} células e o cabeçalho {columns}; ponha entre aspas a célula que contém um separador.',
  ],
  'import-must-be': ['It must be {accepts}.', 'Deve ser {accepts}.'],
  'import-must-be-not': ['{cell} cannot be taken: it must be {accepts}.', '{cell} não serve: deve ser {accepts}.'],
  'accepts-visible': ['up to {most} visible characters', 'um texto de até {most} caracteres visíveis'],
  'accepts-email': ['an e-mail address', 'um endereço de e-mail'],
  'accepts-language': ['a language such as pt-BR', 'um idioma, como pt-BR'],
  'accepts-token': [
    'the printed characters of the token, at most 255, without spaces',
    'os caracteres impressos no cartão, no máximo 255, sem espaços',
  ],
  'accepts-one-of': ['one of {choices}', 'um destes: {choices}'],
  'accepts-time': [
    'a day such as 2026-03-01 or 01/03/2026 (the day first), or a time such as 2026-03-01T08:00:00Z',
    'um dia, como 01/03/2026 (o dia primeiro) ou 2026-03-01, ou um horário, como 2026-03-01T08:00:00Z',
  ],
  'accepts-yes-or-no': ['yes or no', 'sim ou não'],
  'import-ends-before-it-begins': ['It must be later than valid_from.', 'Deve ser depois de valid_from.'],
  'import-nobody-named': [
    'A row needs a token or an e-mail address.',
    'A linha precisa de um cartão ou de um endereço de e-mail.',
  ],
  'import-only-a-name': [
    'A row needs a token or an e-mail address. A second import could not tell that it is the same person.',
    'A linha precisa de um cartão ou de um endereço de e-mail. Sem eles, uma segunda importação não saberia que é a mesma pessoa.',
  ],
  'import-type-of-no-token': [
    'There is no token in this row that could be of it.',
    'Não há nesta linha um cartão que possa ser deste tipo.',
  ],
  'import-time-of-no-token': [
    'There is no token in this row that it could hold for.',
    'Não há nesta linha um cartão para o qual isto possa valer.',
  ],
  'import-phone-of-nobody': [
    'Whose is it? Give the name or the e-mail address of the driver.',
    'De quem é? Dê o nome ou o endereço de e-mail do motorista.',
  ],
  'import-name-needed': [
    'Nobody is known by this e-mail address yet, so a name is needed.',
    'Ninguém é conhecido por este endereço de e-mail ainda; por isso falta um nome.',
  ],
  'import-token-twice': ['The same token stands in row {row} already.', 'O mesmo cartão já está na linha {row}.'],
  'import-token-is-group': ['This value stands for a group already.', 'Este valor já representa um grupo.'],
  'import-other-type': [
    'The token is known as {type}; remove it first if that was wrong.',
    'O cartão é conhecido como {type}; remova-o primeiro se isso estava errado.',
  ],
  'import-token-of-another': [
    'The token belongs to another driver ({driverId}); take it from them first.',
    'O cartão pertence a outro motorista ({driverId}); tire-o dele primeiro.',
  ],
  'import-email-of-another': [
    'Row {row} gives this e-mail address to another driver.',
    'A linha {row} dá este endereço de e-mail a outro motorista.',
  ],
  'import-row-contradicts': [
    'Row {row} says something else of the same driver.',
    'A linha {row} diz outra coisa do mesmo motorista.',
  ],
  'import-no-group': ['There is no group {group}; make it first.', 'Não há grupo {group}; crie-o primeiro.'],
  'import-several-groups': [
    'Several groups have this name; write the id of the one meant.',
    'Vários grupos têm este nome; escreva o id do que você quer.',
  ],
} as const;
