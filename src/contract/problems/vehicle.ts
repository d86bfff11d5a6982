/** What is wrong with a vehicle of an imported file. */
export const vehicleWords = {
  'import-column-missing': ['This column is missing.', 'Falta esta coluna.'],
  'import-cell-empty': ['It is empty.', 'Está vazio.'],
  'import-id-twice': ['The same id stands in row {row} already.', 'O mesmo id já está na linha {row}.'],
  'accepts-whole-from-to': ['a whole number from {least} to {most}', 'um número inteiro de {least} a {most}'],
  'accepts-number-from-to': ['a number from {least} to {most}', 'um número de {least} a {most}'],
  'accepts-vehicle-id': [
    'the id of a vehicle as an export writes it, or nothing',
    'o id de um veículo, como uma exportação o escreve, ou nada',
  ],
  'vehicle-model-year': ['It lies before ano_fabricacao.', 'É antes de ano_fabricacao.'],
  'vehicle-electric-engine': [
    'It must be empty, since an electric one has no engine.',
    'Deve ficar vazio, pois um elétrico não tem motor a combustão.',
  ],
  'vehicle-no-engine': [
    'It is empty, and only an electric one has no engine.',
    'Está vazio, e só um elétrico não tem motor a combustão.',
  ],
  'vehicle-no-battery': ['It is empty, and an electric one has a battery.', 'Está vazio, e um elétrico tem bateria.'],
  'vehicle-no-inlet': ['It is empty, and an electric one has an inlet.', 'Está vazio, e um elétrico tem um conector.'],
} as const;
