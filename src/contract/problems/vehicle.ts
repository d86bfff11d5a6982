/** What is wrong with a vehicle of an imported file. */
export const vehicleWords = {
  'import-column-missing': { en: 'This column is missing.', 'pt-BR': 'Falta esta coluna.' },
  'import-cell-empty': { en: 'It is empty.', 'pt-BR': 'Está vazio.' },
  'import-id-twice': { en: 'The same id stands in row {row} already.', 'pt-BR': 'O mesmo id já está na linha {row}.' },
  'accepts-whole-from-to': {
    en: 'a whole number from {least} to {most}',
    'pt-BR': 'um número inteiro de {least} a {most}',
  },
  'accepts-number-from-to': { en: 'a number from {least} to {most}', 'pt-BR': 'um número de {least} a {most}' },
  'accepts-vehicle-id': {
    en: 'the id of a vehicle as an export writes it, or nothing',
    'pt-BR': 'o id de um veículo, como uma exportação o escreve, ou nada',
  },
  'vehicle-model-year': { en: 'It lies before ano_fabricacao.', 'pt-BR': 'É antes de ano_fabricacao.' },
  'vehicle-electric-engine': {
    en: 'It must be empty, since an electric one has no engine.',
    'pt-BR': 'Deve ficar vazio, pois um elétrico não tem motor a combustão.',
  },
  'vehicle-no-engine': {
    en: 'It is empty, and only an electric one has no engine.',
    'pt-BR': 'Está vazio, e só um elétrico não tem motor a combustão.',
  },
  'vehicle-no-battery': {
    en: 'It is empty, and an electric one has a battery.',
    'pt-BR': 'Está vazio, e um elétrico tem bateria.',
  },
  'vehicle-no-inlet': {
    en: 'It is empty, and an electric one has an inlet.',
    'pt-BR': 'Está vazio, e um elétrico tem um conector.',
  },
} as const;
