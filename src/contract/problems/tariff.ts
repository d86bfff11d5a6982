/** Why a tariff cannot be kept, assigned or retired. */
export const tariffWords = {
  'no-tariff': [
    'There is no tariff {tariffId}; list them at /api/tariffs.',
    'Não há tarifa {tariffId}; veja a lista de tarifas.',
  ],
  'no-tariff-in-force': [
    'There is no tariff {tariffId} in force; list them at /api/tariffs.',
    'Não há tarifa {tariffId} em vigor; veja a lista de tarifas.',
  ],
  'no-assignment': [
    'There is no assignment {assignmentId}; list them at /api/tariff-assignments.',
    'Não há atribuição {assignmentId}; veja onde valem as tarifas.',
  ],
  'assignment-rival': [
    'Tariff {tariffId} holds at the same place for the same group at the same time. End that first (DELETE /api/tariff-assignments/{assignmentId}), or name a more exact place or another time.',
    'A tarifa {tariffId} já vale no mesmo lugar, para o mesmo grupo, no mesmo período. Encerre-a primeiro (DELETE /api/tariff-assignments/{assignmentId}), ou indique um lugar mais exato ou outro período.',
  ],
  'assignment-evse-without-station': [
    'An EVSE counts within a station: give stationId with it.',
    'Um EVSE é de uma estação: indique também stationId.',
  ],
  'assignment-connector-without-evse': [
    'A connector counts within an EVSE: give evseId with it.',
    'Um conector é de um EVSE: indique também evseId.',
  ],
  'assignment-site-and-station': [
    'A station has its site already: give either siteId or stationId.',
    'A estação já tem seu local: indique siteId ou stationId, não ambos.',
  ],
  'assignment-ends-before-it-begins': [
    'It would end before it begins: give a validTo after validFrom.',
    'Terminaria antes de começar: dê um validTo depois de validFrom.',
  ],
  'assignment-other-currency': [
    'Tariff {tariffId} is in {currency}, site {siteId} in {siteCurrency}: assign a tariff in {siteCurrency}, or change the currency of the site.',
    'A tarifa {tariffId} é em {currency} e o local {siteId} em {siteCurrency}: atribua uma tarifa em {siteCurrency}, ou mude a moeda do local.',
  ],
  'tariff-retired': [
    'Tariff {tariffId} was archived and is given to nobody any more; choose another id.',
    'A tarifa {tariffId} foi desativada e não vale para mais ninguém; escolha outro id.',
  ],
  'tariff-keeps-currency': [
    'Tariff {tariffId} is in {currency}, and stays so; make another tariff for {wanted}.',
    'A tarifa {tariffId} é em {currency}, e continua assim; crie outra tarifa para {wanted}.',
  ],
  'tariff-in-the-past': [
    'A price cannot hold from {validFrom} on: drivers were told another one since then. Leave validFrom out, or give a time to come.',
    'Um preço não pode valer desde {validFrom}: desde então os motoristas viram outro. Não informe validFrom, ou dê um horário futuro.',
  ],
  'tariff-used': [
    'Tariff {tariffId} still holds: {uses}. Give them another one first, or archive it with force=true: they then have the next wider tariff, or charge for free.',
    'A tarifa {tariffId} ainda vale: {uses}. Dê a eles outra primeiro, ou desative-a com force=true: passam então à próxima tarifa mais ampla, ou carregam de graça.',
  ],
  'holds-by-assignments': ['assignment: {ids}', 'atribuição: {ids}'],
  'holds-by-stations': ['station that was given it: {ids}', 'estação que a recebeu: {ids}'],
  'holds-by-tokens': ['token: {ids}', 'cartão: {ids}'],
  'and-more': ['{ids} and {more} more', '{ids} e mais {more}'],
} as const;
